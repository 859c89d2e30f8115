// Package hook is the command that Claude Code runs for each event: it maps the
// event to edits of the pane's options, and has tmux make them.
//
// It promises never to disturb Claude: it prints nothing, does not panic, and is
// done within two seconds, in milliseconds as a rule. What went wrong is known
// to the file that ATM_DEBUG names, and to nobody else. The exit status, 0, is
// the caller's.
//
// There is one exception. The hook of a PermissionRequest waits, as long as its dialog is
// open, for somebody to answer the request, and prints that answer: see package reply.
package hook

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"atm/hookmap"
	"atm/internal/hooks/caller"
	"atm/tmuxopt"
)

// The rules of a hook: it exits 0, prints nothing, whatever happens, and is
// done within Deadline. Claude Code takes exit 2 (a Go panic, too) as a
// veto, shows other failures to the user, and adds what SessionStart and
// UserPromptSubmit print to the model's context.
const (
	Deadline     = caller.Deadline
	TmuxDeadline = Deadline - 200*time.Millisecond // what a tmux that hangs gets, to be killed in time
)

// maxPayload bounds the memory that a payload can cost. What is longer is dropped.
const maxPayload = 128 << 20

// call is one run of the hook: what it takes from outside.
type call struct {
	caller.Caller
	stdin  io.Reader
	stdout io.Writer // for the answer to a permission request, and nothing else
	now    func() time.Time
}

// Asked reports whether these arguments of the program ask for the hook. Whatever
// else stands there, a hook must not end in a usage error: Claude would show it
// to the user.
func Asked(args []string) bool {
	help := len(args) == 2 && (args[1] == "--help" || args[1] == "-h")
	return len(args) > 0 && args[0] == "hook" && !help
}

// Run does what the arguments ask for: see [Asked]. It handles the event on standard input, or
// gives up at the deadline. In the usual case there is neither a goroutine nor a timer, because
// each would start a thread, which takes longer than tmux does: standard input is polled, the
// socket of tmux has time-outs of its own, and what else can hang goes through [caller.Within].
func Run(args []string, stdin io.Reader, stdout io.Writer, getenv func(string) string, now func() time.Time) {
	if isProofSearch(args) {
		searchProof(stdin, now)
		return
	}
	start := now()
	c := call{Caller: caller.New(getenv, start), stdin: stdin, stdout: stdout, now: now}
	if asked := c.tell(); asked != nil {
		c.await(*asked)
	}
}

// tell tells tmux of the event. It returns a request that somebody may want to answer, nil
// if there is none.
func (c call) tell() (asked *request) {
	r := c.NewReport()
	defer r.Write(c.now)
	defer r.Recover()
	start := c.Start
	c.Tmux.Until = start.Add(TmuxDeadline)
	if f, ok := c.stdin.(*os.File); ok {
		c.stdin = caller.DeadlineReader{File: f, Deadline: start.Add(Deadline)}
	}
	asked, r.Err = c.handle(r)
	return asked
}

// payload reads standard input up to the end of the payload, whatever becomes of
// it: Claude Code takes a hook for failed if it cannot write all of the payload.
func (c call) payload() (hookmap.Payload, error) {
	payload, err := hookmap.Decode(io.LimitReader(c.stdin, maxPayload))
	if err != nil {
		_, _ = io.Copy(io.Discard, c.stdin) // until its end, or the deadline
	}
	return payload, err
}

var errNoEvent = errors.New("payload names no event")

// handle maps the event on standard input to one tmux invocation.
func (c call) handle(r *caller.Report) (*request, error) {
	payload, invalid := c.payload()
	if address, ok := c.Gate(); ok {
		if err := c.handOver(address, payload, invalid, r); err != nil || payload.ToolInput == nil {
			return nil, err
		}
		return &request{gate: &address, payload: payload}, nil
	}
	pane, err := c.Pane()
	r.Pane = pane
	if err != nil {
		return nil, err
	}
	if invalid != nil {
		return nil, invalid
	}
	r.Event = payload.Event
	by, err := c.process(payload)
	if err != nil {
		return nil, err
	}
	edits := hookmap.Map(payload, by)
	if len(edits) == 0 {
		return nil, errNoEvent
	}
	batch := tmuxopt.Batch{
		Pane: pane, ServerPID: c.Tmux.PID, At: tmuxopt.Nanoseconds(by.Now), Edits: edits,
		Unless: c.ShowsAncestor(),
	}
	reply, err := c.Tmux.Send(context.Background(), batch)
	r.Sent(batch, reply)
	if err != nil || payload.ToolInput == nil {
		return nil, err
	}
	return &request{pane: pane, payload: payload}, nil
}

// context is what is known of an event besides its payload, wherever its pane is.
func (c call) context(p hookmap.Payload) (hookmap.Context, error) {
	by := hookmap.Context{Now: c.now(), Old: c.Getenv("CLAUDE_PID") == "", Home: c.Getenv("HOME")}
	if c.Nested() {
		return by, caller.ErrNested
	}
	if hookmap.EventName(p.Event) == hookmap.SessionEnd {
		by.TranscriptExists = caller.Within(c.Caller, func() bool {
			_, err := os.Stat(p.TranscriptPath)
			return err == nil
		})
	}
	return by, nil
}

// process finds out which process fired the event, and refuses one that another
// Claude Code has started: it fires the same hooks. Processes are looked at only where
// it matters.
func (c call) process(p hookmap.Payload) (hookmap.Context, error) {
	by, err := c.context(p)
	if err != nil {
		return by, err
	}
	switch hookmap.EventName(p.Event) {
	case hookmap.SessionStart, hookmap.UserPromptSubmit, hookmap.SessionEnd:
	default:
		return by, nil
	}
	// In a container our process ids mean nothing to those who read the options.
	visible := c.Tmux.Local()
	if visible {
		by.Process = c.PID()
	}
	if by.Process == 0 && visible {
		by.Process, by.Ancestors = c.Registered()
	}
	return by, nil
}
