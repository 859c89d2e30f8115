// Package reply brings the answer to a permission request to the hook that Claude Code runs for it. The hook
// waits while its dialog is open, and what it prints closes the dialog. No key is pressed.
//
// A [Waiter] is the hook: it watches the dialog, prints one decision, and reports the result. A [Relay]
// connects the hook with the people who answer: it listens on a socket, lists its process in the option
// [tmuxopt.Answerable] of the pane, and ends when the pane shows that the call is over. It does not end when tmux
// is late. It runs in the hook itself or, if the session is behind a gate, in the listener of the gate. A [Visit]
// is the side of a person who answers: it connects to the socket, gets the whole request, and sends a decision.
// Nothing of a request is stored in a file or in tmux.
//
// The package promises that a decision reaches exactly the process that was started for its request; that it
// is printed once, and only while the call is open according to tmux and the registry of Claude Code; and
// that the hook ends when the call ends in any other way. A killed hook leaves only a socket file, which the
// next hook removes. The package does not promise that Claude Code takes the decision: a key that is pressed
// earlier, even by a moment, wins, and the hook does not notice it.
package reply

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"atm/internal/act/proof"
	"atm/internal/claude/permission"
	"atm/internal/gate/message"
	"atm/tmuxopt"
)

// Request is a permission request, as Claude Code has passed it to the hook. [permission.Parse] reads it.
type Request struct {
	Call        string               `json:"call"`
	Session     string               `json:"session_id"`
	CWD         string               `json:"cwd"`
	Home        string               `json:"home"`
	Agent       string               `json:"agent_id,omitempty"`
	AgentType   string               `json:"agent_type,omitempty"`
	Tool        string               `json:"tool_name"`
	Input       json.RawMessage      `json:"tool_input"`
	Suggestions json.RawMessage      `json:"permission_suggestions,omitempty"`
	Plan        string               `json:"plan,omitempty"`     // the plan, if it is in a file behind a gate
	Resolved    *permission.Resolved `json:"resolved,omitempty"` // of a tool for a file
}

// Verdict is the decision that the hook is to print.
type Verdict struct {
	Decision json.RawMessage `json:"decision"`
}

// Report is a message from a hook after its request. One of these members is set.
type Report struct {
	Receipt *Receipt         `json:"receipt,omitempty"`
	Proven  *bool            `json:"proven,omitempty"` // whether Claude Code has taken the decision
	Closed  *message.Process `json:"closed,omitempty"` // the registry's entry after the dialog was closed
	Ended   bool             `json:"ended,omitempty"`  // Claude Code has ended
}

// Receipt is the result of a decision.
type Receipt struct {
	Printed bool   `json:"printed"`
	Refused string `json:"refused,omitempty"` // why it was not printed
	Unknown bool   `json:"unknown,omitempty"` // it may have been printed: the connection to the hook was lost
}

func refusal(cause error) Report { return Report{Receipt: &Receipt{Refused: cause.Error()}} }

// Proof is the report of a printed decision: whether Claude Code has taken it.
func Proof(proven bool) Report { return Report{Proven: &proven} }

// How a wait can end.
var (
	ErrAnswered    = errors.New("answered by atm answer")
	ErrBackground  = errors.New("the subagent runs in the background: its dialog opens after the hook has ended")
	ErrNoDialog    = errors.New("no dialog has opened while the hook ran")
	ErrOver        = errors.New("the call is over")
	ErrClosed      = errors.New("the call is over: its dialog was closed")
	ErrSuperseded  = errors.New("another hook waits for the same call")
	ErrOff         = errors.New("the option " + tmuxopt.AnswerOption + " is off")
	ErrStopped     = errors.New("stopped by a signal")
	ErrClaudeEnded = errors.New("its Claude Code has ended")
	ErrNoRelay     = errors.New("nobody can answer any more")
)

const (
	maxMessage  = 64 << 20 // bytes on this machine; a gate takes less
	maxMessages = 64       // on one link
	sendTimeout = 2 * time.Second
)

// Link is a connection from a hook or a visit to a relay. Each message is a frame of a gate of at most Limit bytes.
type Link struct {
	Conn interface {
		io.ReadWriteCloser
		SetWriteDeadline(time.Time) error
	}
	Limit int
}

// Send sends a message. It gives up after [sendTimeout]: the other end may be suspended.
func (l Link) Send(value any) error {
	frame, err := message.Frame(value, l.Limit)
	if err != nil {
		return err
	}
	if err := l.Conn.SetWriteDeadline(time.Now().Add(sendTimeout)); err != nil {
		return err
	}
	_, err = l.Conn.Write(frame)
	return err
}

func receive[T any](l Link) (value T, err error) {
	text, err := message.ReadFrame(l.Conn, l.Limit)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	return value, err
}

// messages receives the messages of a link, and closes the channel when the link is closed.
func messages[T any](ctx context.Context, l Link) <-chan T {
	received := make(chan T)
	start(func() {
		defer close(received)
		for range maxMessages {
			m, err := receive[T](l)
			if err != nil {
				return
			}
			select {
			case received <- m:
			case <-ctx.Done():
				return
			}
		}
	})
	return received
}

// start runs a function in the background. It recovers a panic, which would end the hook with exit status 2: Claude
// Code takes that for a veto.
func start(run func()) {
	go func() {
		defer func() { _ = recover() }()
		run()
	}()
}

// errDecision means that this version does not know the form of the decision.
var errDecision = errors.New("no decision that Claude Code knows")

// check reports whether a decision allows the call. It returns an error if the decision has an unknown form,
// which Claude Code would at best ignore.
func check(decision []byte) (allows bool, err error) {
	var printed proof.Printed
	d := json.NewDecoder(bytes.NewReader(decision))
	d.DisallowUnknownFields()
	if err := d.Decode(&printed); err != nil {
		return false, fmt.Errorf("%w: %w", errDecision, err)
	}
	if d.More() {
		return false, fmt.Errorf("%w: more than one value", errDecision)
	}
	decided := printed.Output.Decision
	allows = decided.Behavior == "allow"
	denies := decided.Behavior == "deny"
	forDenial := decided.Message != nil || decided.Interrupt != nil
	forApproval := decided.Input != nil || decided.Permissions != nil
	contradicts := allows && forDenial || denies && forApproval
	if printed.Output.Event != "PermissionRequest" || !allows && !denies || contradicts {
		return false, errDecision
	}
	return allows, nil
}
