// Package message is what goes through a gate, from a Claude Code in a container or on
// another host to the pane in which a person sees it: see package gate.
//
// It is pure: bytes go in, messages come out, and a message and the options of a pane
// give edits. A message says what has happened, never what to do: whatever bytes
// arrive, the edits are of options of the schema, and of the one pane that they are
// made for. The version and the names of members are a protocol between two atm that
// may have different versions: members are added, never changed, and what is not known
// is left out.
package message

import (
	"bytes"
	"crypto/subtle"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"atm/hookmap"
	"atm/internal/words"
	"atm/tmuxopt"
)

// Version is the version of the protocol.
const Version = 1

// MaxLength is how many bytes a message has at most.
const MaxLength = 64 << 10

// Kind is the kind of a message.
type Kind string

// The kinds. A gate answers to others as to these, and ignores them.
const (
	Hook       Kind = "hook"        // an event
	StatusLine Kind = "status line" // what Claude Code gives to its status line
	Registry   Kind = "registry"    // the processes of Claude Code that run, as one registry lists them
	Request    Kind = "request"     // a permission request, whose hook waits here for the answer
	End        Kind = "end"         // no more messages of this registry follow
)

// Message is one message.
type Message struct {
	Version int    `json:"v"`
	Token   string `json:"token"` // of the gate: who does not know it is not listened to
	Kind    Kind   `json:"kind"`
	Host    string `json:"host,omitempty"` // the name of where it comes from

	Hook *hookmap.Digest     `json:"hook,omitempty"`
	Line *hookmap.StatusLine `json:"status_line,omitempty"`

	Request json.RawMessage `json:"request,omitempty"` // see package reply

	// Of Registry, and of StatusLine the one process that has drawn it.
	Processes []Process `json:"processes,omitempty"`

	// Of Registry and End: which registry that is. Behind a gate there can be several.
	Source string `json:"source,omitempty"`
}

// OfEvent returns the message of an event.
func OfEvent(d hookmap.Digest) Message {
	short := d.Short()
	return Message{Kind: Hook, Hook: &short}
}

// MaxProcesses is how many processes a message has at most.
const MaxProcesses = 16

// Process is the registry's entry of a running Claude Code. Times are ages, because clocks differ.
type Process struct {
	SessionID  string `json:"session_id"`
	Continues  string `json:"continues,omitempty"` // see [hookmap.Entry]
	Dir        string `json:"dir,omitempty"`
	Title      string `json:"title,omitempty"`
	Status     string `json:"status,omitempty"`
	WaitingFor string `json:"waiting_for,omitempty"`
	Suspended  bool   `json:"suspended,omitempty"`
	ChangedAgo int64  `json:"changed_ago_ms"` // when its status changed
	UpdatedAgo int64  `json:"updated_ago_ms"` // when anything did

	// Unclear means that its client shows a session in the background, perhaps another one than this.
	Unclear bool `json:"unclear,omitempty"`
	// SameGate means that it was started through this gate. Otherwise only its home is known to be the
	// same.
	SameGate bool `json:"ours,omitempty"`
}

// maxDir is the longest directory that is sent: [MaxProcesses] must fit into a message.
const maxDir = 1 << 10

// NewProcess returns an entry of the registry as a message has it.
func NewProcess(e hookmap.Entry, sameGate bool, now time.Time) Process {
	if len(e.Dir) > maxDir {
		e.Dir = ""
	}
	return Process{
		SessionID: tmuxopt.ID(e.SessionID), Dir: tmuxopt.Path(e.Dir), Title: words.OptionText(e.Title),
		Status: tmuxopt.Word(e.Status), WaitingFor: words.OptionText(e.WaitingFor), Suspended: e.Suspended,
		Continues:  tmuxopt.ID(e.Continues),
		ChangedAgo: now.Sub(e.Changed).Milliseconds(), UpdatedAgo: now.Sub(e.Updated).Milliseconds(),
		Unclear: e.Job == tmuxopt.AnyJob, SameGate: sameGate,
	}
}

// maxAge is the age of what has changed very long ago, or never.
const maxAge = 365 * 24 * time.Hour

// entry is the process as [hookmap.Reconcile] compares it, at the time at which it arrived. job is what the pane shows.
func (p Process) entry(arrived time.Time, job string) *hookmap.Entry {
	before := func(ms int64) time.Time {
		return arrived.Add(-time.Duration(min(max(ms, 0), maxAge.Milliseconds())) * time.Millisecond)
	}
	return &hookmap.Entry{
		SessionID: tmuxopt.ID(p.SessionID), Dir: p.Dir, Title: p.Title, Status: p.Status,
		WaitingFor: p.WaitingFor, Suspended: p.Suspended, Job: job, Continues: tmuxopt.ID(p.Continues),
		Changed: before(p.ChangedAgo), Updated: before(p.UpdatedAgo),
	}
}

// ErrLength is a message that is too long.
var ErrLength = errors.New("message too long")

// header is how many bytes of a frame tell its length.
const header = 4

// Frame returns the message as it is sent.
func (m Message) Frame() ([]byte, error) { return Frame(m, MaxLength) }

// Frame returns a value as it is sent: its length, and JSON of at most so many bytes.
func Frame(value any, limit int) ([]byte, error) {
	var b bytes.Buffer
	b.Write(make([]byte, header))
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // it takes six times the room
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	frame := b.Bytes()
	length := len(frame) - header
	if length > limit {
		return nil, ErrLength
	}
	binary.BigEndian.PutUint32(frame, uint32(length))
	return frame, nil
}

// ReadFrame reads one frame and no byte after it. It takes as much memory as the frame's header says, at
// most limit bytes.
func ReadFrame(r io.Reader, limit int) (text []byte, err error) {
	var length [header]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(length[:])
	if uint64(n) > uint64(limit) {
		return nil, ErrLength
	}
	text = make([]byte, n)
	_, err = io.ReadFull(r, text)
	return text, err
}

// Decode reads the JSON of a message. A message of an unknown version has no content; that is no error.
func Decode(text []byte) (Message, error) {
	var m Message
	if err := json.Unmarshal(text, &m); err != nil {
		return Message{}, fmt.Errorf("message: %w", err)
	}
	if m.Version != Version {
		return Message{Version: m.Version, Token: m.Token}, nil
	}
	m.Processes = m.Processes[:min(len(m.Processes), MaxProcesses)]
	return m, nil
}

// Knows reports whether the message has that token. It takes the same time for all wrong
// ones.
func (m Message) Knows(token string) bool {
	return token != "" && subtle.ConstantTimeCompare([]byte(m.Token), []byte(token)) == 1
}

// Accepted is the answer of a gate to every message that it accepts. A Request gets another answer after
// it, the decision of a person.
const Accepted = "taken\n"
