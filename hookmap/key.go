package hookmap

import (
	"bytes"
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

// inputOf hashes the input of a tool, and keeps some of its texts. The hashes of the members of an object are added
// up: a sum does not depend on their order.
func inputOf(raw jsontext.Value, by *Dialect) (in Input) {
	if raw.Kind() != '{' {
		in.all, _ = hashValue(raw)
		return in
	}
	texts := inputTexts(&in.texts)
	d := newDecoder(bytes.NewBuffer(raw))
	_ = d.object(func(name string) error { // raw is valid
		value, err := d.ReadValue()
		sum, text := hashValue(value)
		switch name {
		case "questions":
			questions := as[[]struct{ Question string }](value)
			in.questions, in.texts.Questions, in.texts.Question = sum, len(questions), ""
			if len(questions) > 0 { // only the first question is kept
				in.texts.Question = questions[0].Question
			}
		case "edits":
			in.texts.Edits = len(as[[]struct{}](value))
		}
		if keep := texts.of(name); keep != nil {
			*keep = string(text[:min(len(text), maxKept)])
			in.texts.Truncated = in.texts.Truncated || len(text) > maxKept
		}
		if !by.varies(name) {
			in.all += mix('m', hash('"', []byte(name)), sum)
		}
		return err
	})
	return in
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

// hashValue hashes a value, and returns the text of a string. Neither the order of keys nor white space nor escapes
// matter.
func hashValue(raw jsontext.Value) (sum uint64, text []byte) {
	switch raw.Kind() {
	case '"':
		text = unquote(raw)
		return hash('"', text), text
	case '{', '[':
		raw = raw.Clone()
		_ = raw.Canonicalize(jsontext.CanonicalizeRawInts(false)) // after an error it is hashed as it is
	}
	return hash('0', raw), nil
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
