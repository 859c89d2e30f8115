package hookmap

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"github.com/go-json-experiment/json/jsontext"
)

// A call for attention is known by its key: who asks, a dot, and a hash of what
// is asked. PreToolUse, PermissionRequest and PostToolUse of one tool call have
// no common id, but the same tool and the same input.

// Input is a digest of a tool's input: 64-bit hashes of the decoded values, so
// that neither the order of keys nor white space nor escapes matter. Nothing of
// the input itself is kept.
type Input struct {
	all       uint64 // of the whole input
	questions uint64 // of its member "questions"
}

// callKey returns the key of a tool call. The client adds the answers to the
// input of AskUserQuestion and the plan to that of ExitPlanMode before
// PostToolUse: of the first only the questions count; of the second nothing
// does, as one plan is open at a time.
func callKey(agent, tool string, in Input) string {
	sum := in.all
	switch attentionTools[tool] {
	case CallQuestion:
		sum = in.questions
	case CallPlan:
		sum = 0
	}
	return key(agent, tool, fmt.Sprint(sum))
}

// elicitationKey returns the key of an MCP server's question: its result
// repeats the server and the id, if it has one, but not the message.
func elicitationKey(agent string, p Payload) string {
	return key(agent, "mcp", p.MCPServer, p.ElicitationID)
}

func key(agent string, parts ...string) string {
	h := fnv.New32a()
	for _, part := range parts {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return fmt.Sprintf("%s.%08x", agent, h.Sum32())
}

// input digests the next value.
func (d decoder) input(in *Input) (err error) {
	*in = Input{}
	if d.PeekKind() != '{' {
		in.all, err = d.digest()
		return err
	}
	return d.object(func(name string) error {
		value, err := d.digest()
		in.all += mix('m', hash('"', []byte(name)), value)
		if name == "questions" {
			in.questions = value
		}
		return err
	})
}

// digest hashes the next value. The members of an object are added up, because
// their order means nothing.
func (d decoder) digest() (sum uint64, err error) {
	switch d.PeekKind() {
	case '{':
		err = d.object(func(name string) error {
			value, err := d.digest()
			sum += mix('m', hash('"', []byte(name)), value)
			return err
		})
		return mix('{', sum), err
	case '[':
		err = d.array(func() error {
			value, err := d.digest()
			sum = mix('e', sum, value)
			return err
		})
		return mix('[', sum), err
	}
	raw, err := d.ReadValue()
	if err == nil && raw.Kind() == jsontext.KindString {
		return hash('"', unquote(raw)), nil
	}
	return hash('0', raw), err
}

func hash(kind byte, text []byte) uint64 {
	h := fnv.New64a()
	h.Write([]byte{kind})
	h.Write(text)
	return h.Sum64()
}

func mix(kind byte, sums ...uint64) uint64 {
	var b []byte
	for _, sum := range sums {
		b = binary.BigEndian.AppendUint64(b, sum)
	}
	return hash(kind, b)
}
