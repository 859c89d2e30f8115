package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"time"

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

// runHook handles one event, or gives up at the deadline. It runs in a
// goroutine of its own because nothing can interrupt a read from a standard
// input that is never closed.
func runHook(s streams) {
	start := s.now()
	ctx, cancel := context.WithTimeout(context.Background(), tmuxDeadline)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		r := &report{start: start, file: s.getenv("ATM_DEBUG")}
		defer r.write(s.now)
		defer r.recover()
		r.err = handle(ctx, s, r)
	}()
	select {
	case <-done:
	case <-time.After(hookDeadline - s.now().Sub(start)):
	}
}

var (
	errNoPane     = errors.New("no pane: TMUX or TMUX_PANE is not set")
	errBackground = errors.New("a background session has no pane")
	errNested     = errors.New("a client that Claude itself runs does not speak for the pane")
	errNoEvent    = errors.New("payload names no event")
)

// handle maps the event on standard input to one tmux invocation.
func handle(ctx context.Context, s streams, r *report) error {
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
	batch := tmuxopt.Batch{Pane: pane, ServerPID: s.tmux.PID, Edits: edits}
	r.Commands = batch.Commands()
	reply, err := s.tmux.Run(ctx, r.Commands)
	r.Tmux, r.Transport, r.Surprise = reply.Stderr, string(reply.Transport), reply.Surprise
	return err
}

// whose finds out which client fired the event, and refuses one that another
// client started: a "claude -p" that Claude runs inherits the pane and fires
// the same hooks. Processes are looked at only where it matters.
func whose(s streams, p hookmap.Payload) (hookmap.Context, error) {
	c := hookmap.Context{Now: s.now()}
	home := claudehome.Open(s.getenv)
	if e := s.getenv("CLAUDE_CODE_ENTRYPOINT"); e != "" && e != "cli" {
		for _, pid := range proc.Ancestors(os.Getppid()) {
			if client, err := claudehome.ReadClient(home, pid); err == nil && client.Interactive() {
				return c, errNested
			}
		}
	}
	switch p.Event {
	case "SessionEnd":
		_, err := os.Stat(p.TranscriptPath)
		c.TranscriptExists = err == nil
	case "SessionStart", "UserPromptSubmit":
	default:
		return c, nil
	}
	// Where the server's process is not to be seen we are in a container, and our
	// process ids mean nothing outside.
	if server, err := strconv.Atoi(s.tmux.PID); err == nil && !proc.Is(server, "") {
		return c, nil
	}
	if pid, err := strconv.Atoi(s.getenv("CLAUDE_PID")); err == nil && pid > 0 {
		c.Client = pid
		return c, nil
	}
	// Clients before 2.1.214 do not say who they are.
	c.Ancestors = proc.Ancestors(os.Getppid())
	for _, pid := range c.Ancestors {
		if _, err := claudehome.ReadClient(home, pid); err == nil {
			c.Client = pid
			break
		}
	}
	return c, nil
}
