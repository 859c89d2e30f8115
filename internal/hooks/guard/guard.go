// Package guard is the command that Claude Code runs for the events that atm answers: it makes tmux count,
// asks package decision for the answer, and prints that.
//
// It promises that it fails open. Without a pane, with a tmux that hangs or does not answer in time, for an
// event that it does not know, or after any other error, it prints nothing, and the caller exits with status
// 0: Claude Code goes on as without it. Errors are written to the file that ATM_DEBUG names.
package guard

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"atm/hookmap"
	"atm/internal/hooks/caller"
	"atm/internal/hooks/guard/decision"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
	"atm/tmuxopt"
)

// tmuxTime is how long all calls of tmux together may take. Each tool call waits for the guard, but no longer
// than for the hook of the same call, which gives tmux more time; without an answer a rule is not applied.
const tmuxTime = time.Second

// maxPayload limits the memory that a payload can take. A longer payload is not answered.
const maxPayload = 32 << 20

// invocation is one run of the guard, with its input.
type invocation struct {
	caller.Caller
	stdin io.Reader
	now   func() time.Time
}

// Run handles the event on standard input.
func Run(stdin io.Reader, stdout io.Writer, getenv func(string) string, now func() time.Time) {
	start := now()
	c := invocation{Caller: caller.New(getenv, start), stdin: stdin, now: now}
	if f, ok := stdin.(*os.File); ok {
		c.stdin = socket.DeadlineReader{File: f, Deadline: start.Add(caller.Deadline)}
	}
	r := c.NewReport()
	defer r.Write(now)
	defer r.Recover()
	output, err := c.handle(r)
	r.Err = err
	if len(output) > 0 {
		_, err = stdout.Write(output)
		r.Err = errors.Join(r.Err, err)
	}
}

// Reasons for which nothing is decided.
var (
	errTooLong = errors.New("the payload is too long for the guard")
	errGate    = errors.New("the guard does not reach through a gate")
)

// handle returns the output. If the edits fail, it still returns the part that does not depend on them.
func (c invocation) handle(r *caller.Report) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(c.stdin, maxPayload+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > maxPayload:
		_, _ = io.Copy(io.Discard, c.stdin) // if Claude Code cannot write all, it counts the hook as failed
		return nil, errTooLong
	}
	payload, err := hookmap.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	r.Event = payload.Event + "-guard"
	route, err := c.Route()
	if r.Pane = route.Pane; err != nil {
		return nil, err
	}
	if route.ThroughGate {
		return nil, errGate
	}
	e := decision.Event{Payload: payload, Raw: raw, Home: c.Getenv("HOME"), Now: c.now()}
	input, ok := e.Input()
	if !ok {
		return nil, nil
	}
	c.Tmux.Until = c.now().Add(tmuxTime)
	known, err := c.editAndRead(r, route.Pane, input)
	if err != nil {
		return nil, err
	}
	return c.answer(r, route.Pane, e, known)
}

// editAndRead makes tmux apply the edits of the input, and returns the wanted options of the pane.
func (c invocation) editAndRead(
	r *caller.Report, pane string, in decision.Input,
) (known decision.Pane, err error) {
	ctx := context.Background()
	batch := c.batch(pane, in.Edits)
	batch.Unless = c.ShowsAnother()
	prefix := ""
	if in.Rules {
		prefix = tmuxopt.GuardRulePrefix
	}
	p, names, reply, err := c.Tmux.ExchangeOnce(ctx, batch, in.Wanted, prefix)
	r.Sent(batch, reply)
	switch {
	case err != nil && batch.Unless != nil && in.Rules && tmuxopt.RefusedByCondition(reply.Stderr) && !c.isNestedIn(ctx, pane):
		// A claude -p beside a suspended session: the work is that session's, but the rules hold for both.
		known.Rules, err = c.Tmux.UserOptions(ctx, pane, prefix)
		return known, err
	case err != nil:
		return known, err
	}
	known.Options = p.Options
	known.Rules, err = c.Tmux.ValuesOf(ctx, pane, names)
	return known, err
}

// isNestedIn reports whether the session of the pane runs our Claude Code. In doubt it does.
func (c invocation) isNestedIn(ctx context.Context, pane string) bool {
	p, err := c.Tmux.Pane(ctx, pane, tmuxopt.PID)
	shown, _ := strconv.Atoi(p.Options[tmuxopt.PID])
	return err != nil || slices.Contains(proc.Ancestors(c.PID()), shown)
}

// answer decides, makes tmux record the answer, and returns it.
func (c invocation) answer(
	r *caller.Report, pane string, e decision.Event, known decision.Pane,
) ([]byte, error) {
	if file, needs := e.NeedsLog(known.Options); needs {
		known.LogChanged = caller.Within(c.Caller, func() time.Time { return changed(file) })
	}
	a := decision.Decide(e, known)
	if len(a.Edits) == 0 {
		return a.Print(false), nil
	}
	batch := c.batch(pane, a.Edits)
	batch.Unless = a.Unless
	reply, err := c.Tmux.Once(context.Background(), batch.Commands())
	r.Sent(batch, reply)
	output := a.Print(err == nil)
	if err != nil && tmuxopt.Refused(reply.Stderr) {
		err = nil // another call has printed it
	}
	return output, err
}

func (c invocation) batch(pane string, edits []tmuxopt.Edit) tmuxopt.Batch {
	return tmuxopt.Batch{Pane: pane, ServerPID: c.Tmux.PID, Edits: edits}
}

// changed returns when a file was last changed, the zero time if that is not known.
func changed(file string) (at time.Time) {
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
		at = info.ModTime()
	}
	return at
}
