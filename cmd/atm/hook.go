package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/proc"
	"atm/tmuxopt"
)

// The rules of a hook: it exits 0, prints nothing, whatever happens, and is
// done within hookDeadline. Claude Code takes exit 2 (a Go panic, too) as a
// veto, shows other failures to the user, and adds what SessionStart and
// UserPromptSubmit print to the model's context.
const (
	hookDeadline = 2 * time.Second
	tmuxDeadline = hookDeadline - 200*time.Millisecond // what a tmux that hangs gets, to be killed in time
)

// maxPayload bounds the memory that a payload can cost. What is longer is dropped.
const maxPayload = 128 << 20

type hookCmd struct{}

// Help ends the help text.
func (hookCmd) Help() string {
	return `Claude Code calls this; people do not. It prints nothing and exits 0 whatever happens, so that it never disturbs Claude.
Set ATM_DEBUG to the name of a file to see what each call did.

Examples:
  In the settings of Claude Code, for each event:
    {"type": "command", "command": "atm hook", "timeout": 5}
  By hand, in a pane of tmux:
    echo '{"hook_event_name": "Stop"}' | ATM_DEBUG=/tmp/atm.log atm hook`
}

// Run exists for the grammar; run takes the shorter way.
func (hookCmd) Run(s streams) { runHook(s) }

// runHook handles one event, or gives up at the deadline. In the usual case
// there is neither a goroutine nor a timer, because each would start a thread,
// which takes longer than tmux does: standard input is polled, the socket of
// tmux has time-outs of its own, and what else can hang goes through within.
func runHook(s streams) {
	start := s.now()
	r := &report{start: start, file: s.getenv("ATM_DEBUG")}
	defer r.write(s.now)
	defer r.recover()
	s.tmux.Until = start.Add(tmuxDeadline)
	if f, ok := s.stdin.(*os.File); ok {
		s.stdin = impatient{f, start.Add(hookDeadline)}
	}
	s.stdin = io.LimitReader(s.stdin, maxPayload)
	r.err = handle(s, r)
}

// impatient reads a file until a deadline: the other end may never close it.
type impatient struct {
	*os.File
	deadline time.Time
}

func (r impatient) Read(b []byte) (int, error) {
	for time.Now().Before(r.deadline) {
		poll := []unix.PollFd{{Fd: int32(r.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(poll, int(max(time.Until(r.deadline), 0).Milliseconds()))
		switch {
		case errors.Is(err, unix.EINTR):
		case err == nil && n == 0:
			return 0, os.ErrDeadlineExceeded
		default: // also after an error: reading tells it better
			return r.File.Read(b)
		}
	}
	return 0, os.ErrDeadlineExceeded // there is always something, and never an end
}

// within looks at files, which can hang where a file system does, but for no
// longer than half of the deadline. What is not found by then stays unknown.
func within[T any](look func() T) (found T) {
	done := make(chan T, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // it stays unknown
		done <- look()
	}()
	select {
	case found = <-done:
	case <-time.After(hookDeadline / 2):
	}
	return found
}

var (
	errNoPane     = errors.New("no pane: TMUX or TMUX_PANE is not set")
	errBackground = errors.New("a background session has no pane")
	errNested     = errors.New("a client that Claude itself runs does not speak for the pane")
	errNoEvent    = errors.New("payload names no event")
)

// handle maps the event on standard input to one tmux invocation.
func handle(s streams, r *report) error {
	pane := s.getenv("TMUX_PANE")
	if !tmuxopt.PaneID(pane) || s.tmux.Socket == "" {
		return errNoPane
	}
	r.Pane = pane
	if s.getenv("CLAUDE_JOB_DIR") != "" {
		return errBackground
	}
	payload, err := hookmap.Decode(s.stdin)
	if err != nil {
		return err
	}
	r.Event = payload.Event
	c, err := whose(s, payload)
	if err != nil {
		return err
	}
	edits := hookmap.Map(payload, c)
	if len(edits) == 0 {
		return errNoEvent
	}
	batch := tmuxopt.Batch{Pane: pane, ServerPID: s.tmux.PID, At: fmt.Sprintf("%019d", c.Now.UnixNano()), Edits: edits}
	r.Commands = batch.Commands()
	reply, err := s.tmux.Send(context.Background(), batch)
	r.Tmux, r.Transport, r.Surprise = reply.Stderr, string(reply.Transport), reply.Surprise
	return err
}

// whose finds out which client fired the event, and refuses one that another
// client started: a "claude -p" that Claude runs inherits the pane and fires
// the same hooks. Processes are looked at only where it matters.
func whose(s streams, p hookmap.Payload) (hookmap.Context, error) {
	c := hookmap.Context{Now: s.now()}
	if e := s.getenv("CLAUDE_CODE_ENTRYPOINT"); e != "" && e != "cli" && nested(s) {
		return c, errNested
	}
	switch p.Event {
	case "SessionStart", "UserPromptSubmit", "SessionEnd":
	default:
		return c, nil
	}
	// Where the server's process is not to be seen we are in a container, and our
	// process ids mean nothing outside.
	server, err := strconv.Atoi(s.tmux.PID)
	visible := err != nil || proc.Is(server, "")
	if pid, err := strconv.Atoi(s.getenv("CLAUDE_PID")); err == nil && pid > 0 && visible {
		c.Client = pid
	}
	if p.Event == "SessionEnd" {
		c.TranscriptExists = within(func() bool {
			_, err := os.Stat(p.TranscriptPath)
			return err == nil
		})
	}
	if c.Client == 0 && visible {
		c.Client, c.Ancestors = oldClient(s)
	}
	return c, nil
}

// nested reports whether an interactive client is above us.
func nested(s streams) bool {
	return within(func() bool {
		home := claudehome.Open(s.getenv)
		return slices.ContainsFunc(proc.Ancestors(os.Getppid()), func(pid int) bool {
			client, err := claudehome.ReadClient(home, pid)
			return err == nil && client.Interactive()
		})
	})
}

// oldClient finds the client of a hook from before 2.1.214, which does not say
// who it is: the nearest process above us that is in the registry, if any.
func oldClient(s streams) (client int, ancestors []int) {
	ancestors = proc.Ancestors(os.Getppid())
	client = within(func() int {
		home := claudehome.Open(s.getenv)
		for _, pid := range ancestors {
			if _, err := claudehome.ReadClient(home, pid); err == nil {
				return pid
			}
		}
		return 0
	})
	return client, ancestors
}
