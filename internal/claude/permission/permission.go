// Package permission handles the permission requests of Claude Code: it parses a request, shows it to a
// person, turns an answer into the JSON for Claude Code, and reports whether a rule in Claude Code's own
// syntax matches it.
//
// It is pure. All content of a request is foreign. The result of [Request.Show] is safe for a terminal and
// hides nothing, neither long texts nor invisible characters. The result of [Request.Decide] has a form that
// Claude Code 2.1.197 and 2.1.329 accept, and changes at most one member of the input.
//
// A [Rule] answers without a person, so in doubt it does not match. A rule with a command promises that each
// simple command that a shell would run begins as the rule says. A command with expansions, redirections,
// subshells, background jobs, comments or backslashes outside of quotes is only matched by the rule "Bash"
// and by a rule without "*" that has exactly the same text. A rule cannot know what a program does with its arguments:
// "Bash(git *)" matches git with any options, also those that make it run something else. A rule with a path
// promises that the file is where the rule says, both by the path as it is written and by the path to which
// symbolic links lead, which the hook reports. A rule does not match files that Claude Code protects (.git,
// .claude and the like), nor any other name that begins with a dot, unless the rule contains that name.
package permission

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"atm/hookmap"
)

// Request is the permission request of a session, as its hook has received it. Its texts are foreign.
type Request struct {
	Tool        string           // tool_name
	Input       jsontext.Value   // tool_input, unchanged: an object
	Suggestions []jsontext.Value // permission_suggestions, unchanged; nil = the member is missing
	CWD         string           // the directory of the session
	AgentID     string           // set only if a subagent asks
	AgentType   string
	Home        string   // the home directory of the user who runs the session
	Call        string   // the key of the call in the options, "main.1a2b3c4d"
	Resolved    Resolved // the file of a tool that has one

	// Plan is the plan if Claude Code keeps it in a file and the input has none. It is only shown.
	Plan string
}

// Parse reads a request from a JSON object with the members tool_name, tool_input, permission_suggestions,
// cwd, agent_id, agent_type, home, call and resolved. tool_name must exist, and tool_input must be an object.
// Another member that is missing or of an unexpected type is empty. Two members with the same name, at any
// depth, are an error: Claude Code might use another one than the person sees.
func Parse(raw []byte) (Request, error) {
	if !utf8.Valid(raw) {
		return Request{}, errors.New("request is not UTF-8")
	}
	members, err := parseObject(slices.Clone(raw))
	if err != nil {
		return Request{}, fmt.Errorf("request: %w", err)
	}
	r := Request{
		Input:     members.value("tool_input"),
		Tool:      members.text("tool_name"),
		CWD:       members.text("cwd"),
		AgentID:   members.text("agent_id"),
		AgentType: members.text("agent_type"),
		Home:      members.text("home"),
		Call:      members.text("call"),
	}
	switch {
	case r.Tool == "":
		return Request{}, errors.New("request names no tool")
	case r.Input.Kind() != jsontext.KindBeginObject:
		return Request{}, errors.New("request has no input of the tool")
	}
	r.Suggestions, _ = elements(members.value("permission_suggestions"))
	_ = json.Unmarshal(members.value("resolved"), &r.Resolved) // optional
	return r, nil
}

// ID identifies the request: the key of its call, a dot, and 16 hex digits of a hash of its content, of the
// directory in which it would run, and of the agent that asks.
func (r Request) ID() string {
	h := sha256.New()
	add := func(part []byte) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write(part)
	}
	add([]byte(r.Tool))
	add(r.Input)
	add([]byte(r.Plan))
	add([]byte(r.CWD))
	add([]byte(r.AgentID))
	add([]byte(r.Resolved.Target))
	for _, suggestion := range r.Suggestions {
		add(suggestion)
	}
	return r.Call + "." + hex.EncodeToString(h.Sum(nil)[:8])
}

// Kind says what is asked: a permission, a question or a plan.
func (r Request) Kind() hookmap.CallKind { return hookmap.KindOf(r.Tool) }

// HasPlan reports whether a plan is asked for, and not whether Claude may begin to plan.
func (r Request) HasPlan() bool { return r.Tool == "ExitPlanMode" }

func (r Request) input() object {
	members, _ := parseObject(r.Input) // Parse has checked it
	return members
}

type member struct {
	name  string
	value jsontext.Value
	start int // where the value begins in the text of the object
}

// object holds the members of a JSON object in their order.
type object []member

// parseObject reads an object. The values are slices of its text. More text after it is an error.
func parseObject(text []byte) (members object, err error) {
	d := decoder(text)
	if d.PeekKind() != jsontext.KindBeginObject {
		return nil, errors.New("not a JSON object")
	}
	_, _ = d.ReadToken()
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		m := member{name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		after := int(d.InputOffset())
		m.start = after - len(value)
		m.value = text[m.start:after:after]
		members = append(members, m)
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return members, errors.New("something stands behind the JSON value")
	}
	return members, nil
}

// elements returns the elements of an array. Two members with the same name are no error here: [Parse] has found them.
func elements(text jsontext.Value) (values []jsontext.Value, err error) {
	if text.Kind() != jsontext.KindBeginArray {
		return nil, errors.New("not a JSON array")
	}
	err = json.Unmarshal(text, &values)
	return values, err
}

// decoder returns a decoder that accepts half of a surrogate pair, which texts of JavaScript may have.
func decoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowInvalidUTF8(true))
}

func (o object) value(name string) jsontext.Value {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (o object) hasMember(name string) bool { return o.value(name) != nil }

// text returns the text of a member, "" if it is no text.
func (o object) text(name string) string {
	text, _ := text(o.value(name))
	return text
}

// text returns the text of a JSON string. exact is false if the string has half of a surrogate pair, or if
// the value is no string.
func text(value jsontext.Value) (text string, exact bool) {
	if value.Kind() != jsontext.KindString {
		return "", false
	}
	unquoted, err := jsontext.AppendUnquote(nil, value)
	return string(unquoted), err == nil
}
