// Package message has the messages that a Claude Code in a container or on another host sends through a gate
// to the pane in which a person sees it: see package gate.
//
// It is pure: it decodes bytes to messages, and turns a message and the options of a pane into edits. A
// message reports what has happened, and contains no commands: whatever bytes arrive, the edits change only
// options of the schema, in one pane. The version and the names of members are a protocol between programs of
// different versions: members are added, never changed, and unknown ones are ignored.
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

// MaxLength is the maximum length of a message in bytes.
const MaxLength = 64 << 10

// Kind is the kind of a message.
type Kind string

// The kinds. A gate accepts messages of other kinds and ignores them.
const (
	Hook       Kind = "hook"        // an event
	StatusLine Kind = "status line" // the input of the status line
	Registry   Kind = "registry"    // the running processes of Claude Code in one registry
	Request    Kind = "request"     // a permission request, whose hook waits for the answer
	End        Kind = "end"         // the last message of a registry
)

// Message is one message.
type Message struct {
	Version int    `json:"v"`
	Token   string `json:"token"` // of the gate, which ignores messages without it
	Kind    Kind   `json:"kind"`
	Host    string `json:"host,omitempty"` // the name of the sender's host

	Hook *hookmap.Digest     `json:"hook,omitempty"`
	Line *hookmap.StatusLine `json:"status_line,omitempty"`

	Request json.RawMessage `json:"request,omitempty"` // see package reply

	// For Registry all processes, for StatusLine the process that has drawn it.
	Processes []Process `json:"processes,omitempty"`

	// For Registry and End the name of the registry. There can be several behind a gate.
	Source string `json:"source,omitempty"`
}

// OfEvent returns the message of an event.
func OfEvent(d hookmap.Digest) Message {
	short := d.Short()
	return Message{Kind: Hook, Hook: &short}
}

// MaxProcesses is the maximum number of processes in a message.
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
	ChangedAgo int64  `json:"changed_ago_ms"` // since its status changed
	UpdatedAgo int64  `json:"updated_ago_ms"` // since anything changed

	MayOnlyLead bool `json:"may_only_lead,omitempty"` // see [hookmap.Entry]

	// Unclear means that its client shows a session in the background, which may be another one.
	Unclear bool `json:"unclear,omitempty"`
	// SameGate means that it was started through this gate. Otherwise it only has the same home.
	SameGate bool `json:"ours,omitempty"`
}

// maxDir is the maximum length of a directory in a message, so that [MaxProcesses] fit into one.
const maxDir = 1 << 10

// NewProcess converts an entry of the registry for a message.
func NewProcess(e hookmap.Entry, sameGate bool, now time.Time) Process {
	if len(e.Dir) > maxDir {
		e.Dir = ""
	}
	return Process{
		SessionID: tmuxopt.ID(e.SessionID), Dir: tmuxopt.Path(e.Dir), Title: words.OptionText(e.Title),
		Status: tmuxopt.Word(e.Status), WaitingFor: words.OptionText(e.WaitingFor), Suspended: e.Suspended,
		Continues: tmuxopt.ID(e.Continues), MayOnlyLead: e.MayOnlyLead,
		ChangedAgo: now.Sub(e.Changed).Milliseconds(), UpdatedAgo: now.Sub(e.Updated).Milliseconds(),
		Unclear: e.Job == tmuxopt.AnyJob, SameGate: sameGate,
	}
}

// maxAge is the maximum age of a change.
const maxAge = 365 * 24 * time.Hour

// entry converts the process for [hookmap.Reconcile]. arrived is the time at which the message arrived, job
// the job that the pane shows.
func (p Process) entry(arrived time.Time, job string) *hookmap.Entry {
	before := func(ms int64) time.Time {
		return arrived.Add(-time.Duration(min(max(ms, 0), maxAge.Milliseconds())) * time.Millisecond)
	}
	return &hookmap.Entry{
		SessionID: tmuxopt.ID(p.SessionID), Dir: p.Dir, Title: p.Title, Status: p.Status,
		WaitingFor: p.WaitingFor, Suspended: p.Suspended, Job: job, Continues: tmuxopt.ID(p.Continues),
		MayOnlyLead: p.MayOnlyLead, Changed: before(p.ChangedAgo), Updated: before(p.UpdatedAgo),
	}
}

// ErrLength means that a message is too long.
var ErrLength = errors.New("message too long")

// header is the number of bytes with the length of a frame.
const header = 4

// Frame encodes a value as a frame: the length, and at most limit bytes of JSON.
func Frame(value any, limit int) ([]byte, error) {
	var b bytes.Buffer
	b.Write(make([]byte, header))
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // escapes are six times as long
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

// ReadFrame reads one frame and nothing after it. It allocates the length in the frame's header, at most
// limit bytes.
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

// Decode decodes the JSON of a message. From a message of an unknown version it returns only the version and
// the token, and no error.
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

// Knows reports whether the message has that token, in constant time.
func (m Message) Knows(token string) bool {
	return token != "" && subtle.ConstantTimeCompare([]byte(m.Token), []byte(token)) == 1
}

// Accepted is the answer of a gate to every message that it accepts. After it, a Request gets the decision of
// a person.
const Accepted = "taken\n"
