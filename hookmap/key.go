package hookmap

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// The key of a call for attention is the agent that asks, a dot, and a hash of what is asked. The
// PreToolUse, PermissionRequest and PostToolUse of one tool call have no common id, but the same tool and
// the same input.

// Input is what is kept of a tool's input: 64-bit hashes of the decoded values, so that neither the order of
// keys nor white space nor escapes matter; and the beginnings of the texts that say what the tool call
// wants.
type Input struct {
	texts words.ToolInput

	all       uint64 // of the whole input
	questions uint64 // of its member "questions"
}

// Command is the command of a tool that runs one.
func (in Input) Command() string { return in.texts.Command }

// File is the path of the file that the tool reads or changes, as the tool was given it.
func (in Input) File() string { return cmp.Or(in.texts.FilePath, in.texts.NotebookPath) }

// callKey returns the key of a tool call whose input has that hash. Claude Code adds the answers to the
// input of AskUserQuestion and the plan to that of ExitPlanMode before PostToolUse. So only the questions of
// the first are hashed, and nothing of the second: only one plan is open at a time.
func callKey(agent, tool string, sum uint64) string {
	return key(agent, tool, strconv.FormatUint(sum, 10))
}

// callKey is the key of the event's tool call.
func (e *event) callKey() string { return callKey(e.agent, e.Tool, e.Call) }

// sum returns the hash of the input, or of the part that identifies a call of that tool.
func (in Input) sum(tool string) uint64 {
	switch attentionTools[tool] {
	case CallQuestion:
		return in.questions
	case CallPlan:
		return 0
	}
	return in.all
}

// elicitationKey returns the key of an MCP server's question: its result repeats the server and the id, if
// there is one, but not the message.
func (e *event) elicitationKey() string {
	return key(e.agent, "mcp", e.MCPServer, e.ElicitationID)
}

func key(agent string, parts ...string) string {
	h := fnv.New32a()
	for _, part := range parts {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return agent + "." + hex.EncodeToString(h.Sum(nil))
}

// SameRequest reports whether two open calls ask for the same thing. The agents that ask may differ.
func SameRequest(a, b opt.Entry) bool {
	hash := func(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }
	return a.Word == b.Word && hash(a.Key) == hash(b.Key)
}

// input hashes the next value, and keeps some of its texts.
func (d decoder) input(in *Input) (err error) {
	*in = Input{}
	if d.PeekKind() != '{' {
		in.all, err = d.hashValue()
		return err
	}
	texts := inputTexts(&in.texts)
	in.all, err = d.hashObject(func(name string) (sum uint64, err error) {
		switch name {
		case "questions":
			in.questions, err = d.hashQuestions(&in.texts)
			return in.questions, err
		case "edits":
			sum, in.texts.Edits, err = d.hashArray(d.hashValue)
			return sum, err
		}
		return d.hashText(texts.of(name), &in.texts.Truncated)
	})
	return err
}

// inputTexts lists the members of a tool's input that are stored. [words.Request] makes them safe.
func inputTexts(in *words.ToolInput) members {
	return members{
		{"command", &in.Command, nil}, {"file_path", &in.FilePath, nil}, {"notebook_path", &in.NotebookPath, nil},
		{"path", &in.Path, nil}, {"url", &in.URL, nil}, {"query", &in.Query, nil}, {"pattern", &in.Pattern, nil},
		{"description", &in.Description, nil}, {"prompt", &in.Prompt, nil}, {"old_string", &in.OldString, nil},
		{"new_string", &in.NewString, nil}, {"content", &in.Content, nil}, {"skill", &in.Skill, nil},
		{"args", &in.Args, nil}, {"plan", &in.Plan, nil},
	}
}

// hashQuestions hashes the next value, and keeps the text of the first question.
func (d decoder) hashQuestions(in *words.ToolInput) (sum uint64, err error) {
	in.Question = ""
	firstQuestion := &in.Question
	sum, in.Questions, err = d.hashArray(func() (uint64, error) {
		text := firstQuestion
		firstQuestion = nil // only the first question is kept
		if d.PeekKind() != '{' {
			return d.hashValue()
		}
		sum, err := d.hashObject(func(name string) (uint64, error) {
			if name == "question" {
				return d.hashText(text, new(bool))
			}
			return d.hashValue()
		})
		return mix('{', sum), err
	})
	return sum, err
}

// hashValue hashes the next value.
func (d decoder) hashValue() (sum uint64, err error) {
	switch d.PeekKind() {
	case '{':
		sum, err = d.hashObject(func(string) (uint64, error) { return d.hashValue() })
		return mix('{', sum), err
	case '[':
		sum, _, err = d.hashArray(d.hashValue)
		return sum, err
	}
	return d.hashText(nil, nil)
}

// hashObject adds up the hashes of the members of the next value, an object: a sum does not depend on their
// order.
func (d decoder) hashObject(member func(name string) (uint64, error)) (sum uint64, err error) {
	err = d.object(func(name string) error {
		value, err := member(name)
		if d.dialect.varies(name) {
			return err
		}
		sum += mix('m', hash('"', []byte(name)), value)
		return err
	})
	return sum, err
}

// hashArray hashes the next value and counts its elements if it is an array.
func (d decoder) hashArray(element func() (uint64, error)) (sum uint64, elements int, err error) {
	if d.PeekKind() != '[' {
		sum, err = d.hashValue()
		return sum, 0, err
	}
	err = d.array(func() error {
		value, err := element()
		sum = mix('e', sum, value)
		elements++
		return err
	})
	return mix('[', sum), elements, err
}

// hashText hashes the next value. If it is a string and keep is not nil, its beginning is stored there.
func (d decoder) hashText(keep *string, truncated *bool) (uint64, error) {
	if keep != nil {
		*keep = ""
	}
	if kind := d.PeekKind(); kind == '{' || kind == '[' {
		return d.hashValue()
	}
	raw, err := d.ReadValue()
	if err != nil || raw.Kind() != jsontext.KindString {
		return hash('0', raw), err
	}
	text := unquote(raw)
	if keep != nil {
		*keep = string(text[:min(len(text), maxKept)])
		*truncated = *truncated || len(text) > maxKept
	}
	return hash('"', text), nil
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
