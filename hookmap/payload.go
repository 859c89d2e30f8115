package hookmap

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Payload has the used members of a hook event's JSON. A member that is missing or of an unexpected type is
// empty. All text is foreign: it is what Claude Code sent, cut to some 30 KiB.
type Payload struct {
	Members

	Allowed        bool   // of PreToolUse: the dialog about this call, if any, was answered
	Agent          string // the agent that has fired the event, by its [Dialect]; "" = Claude Code
	TranscriptPath string
	SettingsFile   string // of ConfigChange: the file that has changed
	Prompt         string // of UserPromptSubmit: its beginning
	LastMessage    string // last_assistant_message of Stop and StopFailure: its end
	Launched       string // agentId of the tool_response: the background subagent that the call has started
	Input          Input  // of the tool
	Tasks          []Task // background_tasks of Stop
	Crons          []Cron // session_crons of Stop

	// Of PermissionRequest: the unchanged members; nil if the name of the event came after them.
	ToolInput   []byte
	Suggestions []byte // permission_suggestions
}

// UntypedAgent reports whether the event is fired by an agent without a type. If that agent has not fired
// SubagentStart, it is a helper of Claude Code: one helper suggests the next prompt after a turn, and each
// of its tool calls is denied.
func (m Members) UntypedAgent() bool { return m.AgentID != "" && m.AgentType == "" }

// InProcessTeammate reports whether the event is fired by a teammate in the process of its lead: its id
// contains its name.
func (m Members) InProcessTeammate() bool {
	return m.AgentType != "" && strings.HasPrefix(m.AgentID, "a"+m.AgentType+"-")
}

// Task is a background task of a session.
type Task struct {
	ID        string // of a subagent: its agent id
	Type      string // subagent, shell, monitor, workflow, teammate …
	Status    string
	AgentType string
}

// Cron is a wake-up that a session has planned. ScheduleWakeup and a /loop that paces itself plan a single
// one; CronCreate and a /loop at an interval plan any.
type Cron struct {
	Schedule  string // five fields of a cron table, in local time
	Recurring bool
}

// maxKept is how many bytes of a text are kept.
const maxKept = 30 << 10

// maxTasks is how many background tasks, and how many crons, of one payload count.
const maxTasks = 256

// ErrPayload means that a payload is not a JSON object.
var ErrPayload = errors.New("payload is not a JSON object")

// Decode reads one payload. It returns as soon as the object is complete, even if the writer keeps the
// stream open, and holds no more in memory than the largest single string, or the largest member of the input of
// a tool. Of duplicate names the last one counts, as in Claude Code.
func Decode(r io.Reader) (Payload, error) {
	p, _, err := decode(r, nil)
	return p, err
}

// decode reads one payload in a dialect; nil = that of Claude Code. It also returns the text of the member
// by which the dialect distinguishes events.
func decode(r io.Reader, by *Dialect) (p Payload, qualifier string, err error) {
	d := newDecoder(bufio.NewReader(r))
	d.dialect = by
	if d.PeekKind() != '{' {
		return p, "", ErrPayload
	}
	known := p.members()
	err = d.object(func(name string) error {
		if by != nil {
			if name == by.Qualifier {
				err := d.text(&qualifier)
				if member := known.of(name); member != nil {
					*member = qualifier
				}
				return err
			}
			name = renamed(by.Members, name)
		}
		switch name {
		case "tool_input":
			return d.wholeInput(&p)
		case "tool_response":
			startsAgent := p.Tool == "Agent" || p.Tool == "Task" // Task was its name before 2.1.63
			if !startsAgent || d.PeekKind() != '{' {
				return d.SkipValue()
			}
			return d.object(func(name string) error {
				return d.text(members{{"agentId", &p.Launched, nil}}.of(name))
			})
		case "permission_suggestions":
			if p.Event != string(PermissionRequest) {
				return d.SkipValue()
			}
			return d.whole(&p.Suggestions)
		case "background_tasks":
			return objects(d, &p.Tasks, func(t *Task, name string) error {
				return d.text(members{
					{"id", &t.ID, nil}, {"type", &t.Type, nil}, {"status", &t.Status, nil},
					{"agent_type", &t.AgentType, nil},
				}.of(name))
			})
		case "session_crons":
			return objects(d, &p.Crons, func(c *Cron, name string) error {
				switch name {
				case "schedule":
					return d.text(&c.Schedule)
				case "recurring":
					c.Recurring = d.PeekKind() == 't'
				}
				return d.SkipValue()
			})
		case "last_assistant_message":
			return d.end(&p.LastMessage)
		case "transcript_path":
			return d.text(&p.TranscriptPath)
		case "file_path":
			return d.text(&p.SettingsFile)
		case "prompt":
			return d.text(&p.Prompt)
		}
		return d.text(known.of(name))
	})
	return p, qualifier, err
}

// wholeInput hashes the next value, and keeps it whole if the event can be answered.
func (d decoder) wholeInput(p *Payload) error {
	if p.Event != string(PermissionRequest) {
		return d.input(&p.Input)
	}
	if err := d.whole(&p.ToolInput); err != nil {
		return err
	}
	whole := newDecoder(bytes.NewReader(p.ToolInput))
	whole.dialect = d.dialect
	return whole.input(&p.Input)
}

// whole keeps the next value.
func (d decoder) whole(v *[]byte) error {
	raw, err := d.ReadValue()
	*v = raw.Clone()
	return err
}

// decoder reads JSON and never fails because of the type of a value.
type decoder struct {
	*jsontext.Decoder
	dialect *Dialect // nil = that of Claude Code
}

func newDecoder(r io.Reader) decoder {
	return decoder{
		Decoder: jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
	}
}

// objects reads the next value, an array of objects; member reads the value after each name.
func objects[T any](d decoder, list *[]T, member func(v *T, name string) error) error {
	*list = nil
	if d.PeekKind() != '[' {
		return d.SkipValue()
	}
	return d.array(func() error {
		var v T
		if d.PeekKind() != '{' || len(*list) == maxTasks {
			return d.SkipValue()
		}
		err := d.object(func(name string) error { return member(&v, name) })
		*list = append(*list, v)
		return err
	})
}

// object calls member for each name of the next value, an object; member reads the value that follows.
func (d decoder) object(member func(name string) error) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		var name string
		if err := d.text(&name); err != nil {
			return err
		}
		if err := member(name); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// array calls element before each element of the next value, an array.
func (d decoder) array(element func() error) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// text reads the next value into s if it is a string. It skips the value if it is something else or s is
// nil.
func (d decoder) text(s *string) error {
	if s == nil {
		return d.SkipValue()
	}
	raw, err := d.value(jsontext.KindString)
	*s = string(unquote(head(raw, maxKept)))
	return err
}

// value reads the next value if it is of that kind. It skips another one, and returns nil.
func (d decoder) value(kind jsontext.Kind) (jsontext.Value, error) {
	if d.PeekKind() != kind {
		return nil, d.SkipValue()
	}
	return d.ReadValue()
}

// end reads the end of the next value into s if that is a string.
func (d decoder) end(s *string) error {
	raw, err := d.value(jsontext.KindString)
	text := unquote(raw)
	start := max(0, len(text)-maxKept)
	for start < len(text) && !utf8.RuneStart(text[start]) {
		start++
	}
	*s = string(text[start:])
	return err
}

// unquote returns the text of a JSON string that the decoder has accepted, "" for nil. The only possible
// error is invalid UTF-8, which has been replaced by U+FFFD.
func unquote(raw []byte) []byte {
	text, _ := jsontext.AppendUnquote(nil, raw)
	return text
}

// head returns a JSON string cut to about limit bytes, still a JSON string.
func head(raw []byte, limit int) []byte {
	if len(raw) <= limit {
		return raw
	}
	end := 1
	for end < limit {
		switch {
		case raw[end] == '\\' && raw[end+1] == 'u':
			end += 6
		case raw[end] == '\\':
			end += 2
		default:
			_, size := utf8.DecodeRune(raw[end:])
			end += size
		}
	}
	return append(raw[:end:end], '"')
}
