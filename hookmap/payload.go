package hookmap

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"

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
	ID        string `json:"id"`   // of a subagent: its agent id
	Type      string `json:"type"` // subagent, shell, monitor, workflow, teammate …
	Status    string `json:"status"`
	AgentType string `json:"agent_type"`
}

// Cron is a wake-up that a session has planned. ScheduleWakeup and a /loop that paces itself plan a single
// one; CronCreate and a /loop at an interval plan any.
type Cron struct {
	Schedule  string `json:"schedule"` // five fields of a cron table, in local time
	Recurring bool   `json:"recurring"`
}

// maxKept is how many bytes of a text are kept.
const maxKept = 30 << 10

// maxTasks is how many background tasks, and how many crons, of one payload count.
const maxTasks = 256

// ErrPayload means that a payload is not a JSON object.
var ErrPayload = errors.New("payload is not a JSON object")

// Decode reads one payload. It returns as soon as the object is complete, even if the writer keeps the
// stream open, and holds no more in memory than the largest member. Of duplicate names the last one counts, as in
// Claude Code.
func Decode(r io.Reader) (Payload, error) {
	p, _, err := decode(r, nil)
	return p, err
}

// decode reads one payload in a dialect; nil = that of Claude Code. It also returns the text of the member
// by which the dialect distinguishes events.
func decode(r io.Reader, by *Dialect) (p Payload, qualifier string, err error) {
	d := newDecoder(bufio.NewReader(r))
	if d.PeekKind() != '{' {
		return p, "", ErrPayload
	}
	texts := append(p.members(), members{
		{"transcript_path", &p.TranscriptPath, nil}, {"file_path", &p.SettingsFile, nil}, {"prompt", &p.Prompt, nil},
	}...)
	err = d.object(func(name string) (err error) {
		if by != nil {
			if name == by.Qualifier {
				err := d.text(&qualifier)
				if member := texts.of(name); member != nil {
					*member = qualifier
				}
				return err
			}
			name = renamed(by.Members, name)
		}
		isRequest := p.Event == string(PermissionRequest)
		startsAgent := p.Tool == "Agent" || p.Tool == "Task" // Task was its name before 2.1.63
		var raw jsontext.Value
		switch {
		case name == "tool_input":
			raw, err = d.ReadValue()
			p.Input = inputOf(raw, by)
			if isRequest {
				p.ToolInput = raw.Clone()
			}
		case name == "permission_suggestions" && isRequest:
			raw, err = d.ReadValue()
			p.Suggestions = raw.Clone()
		case name == "tool_response" && startsAgent:
			raw, err = d.ReadValue()
			p.Launched = as[struct {
				Agent string `json:"agentId"`
			}](raw).Agent
		case name == "background_tasks":
			p.Tasks, err = list[Task](d)
		case name == "session_crons":
			p.Crons, err = list[Cron](d)
		case name == "last_assistant_message":
			raw, err = d.ReadValue()
			text := unquote(raw)
			p.LastMessage = string(text[max(0, len(text)-maxKept):])
		default:
			err = d.text(texts.of(name))
		}
		return err
	})
	return p, qualifier, err
}

// as decodes a value as far as it fits: a member of another type stays empty. A value that is too long stays empty,
// too, because its decoded form could be many times as long.
func as[T any](raw jsontext.Value) (v T) {
	if len(raw) > len("[]") && len(raw) <= maxDecoded { // most lists are empty
		_ = json.Unmarshal(raw, &v) // the error names the first member that does not fit
	}
	return v
}

// maxDecoded is the length of the longest value that is decoded as a whole, in bytes.
const maxDecoded = 1 << 20

// decoder reads JSON and never fails because of the type of a value.
type decoder struct{ *jsontext.Decoder }

func newDecoder(r io.Reader) decoder {
	return decoder{jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
}

// list reads the next value, and decodes the first [maxTasks] elements of a list.
func list[T any](d decoder) (list []T, err error) {
	if d.PeekKind() != '[' {
		return nil, d.SkipValue()
	}
	_, err = d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		var raw jsontext.Value
		if raw, err = d.ReadValue(); len(list) < maxTasks {
			list = append(list, as[T](raw))
		}
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return list, err
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

// text reads the beginning of the next value into s if that is a string. It skips the value if s is nil.
func (d decoder) text(s *string) error {
	if s == nil {
		return d.SkipValue()
	}
	raw, err := d.ReadValue()
	text := unquote(raw)
	*s = string(text[:min(len(text), maxKept)])
	return err
}

// unquote returns the text of a JSON string that the decoder has accepted, "" for another value. Invalid UTF-8 has been
// replaced by U+FFFD.
func unquote(raw jsontext.Value) []byte {
	if raw.Kind() != jsontext.KindString {
		return nil
	}
	text, _ := jsontext.AppendUnquote(nil, raw)
	return text
}
