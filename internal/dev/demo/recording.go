package main

import (
	"context"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"atm/internal/dev/trace"
)

// recording is what happened in the panes of one window: screens of Claude Code, what it told atm
// and its registry, and what a person did.
type recording struct {
	server  *server
	rows    []trace.Row
	panes   map[string]*standIn // by the panes in which they were recorded
	dialog  chan struct{}       // closed when the hook of the open dialog has ended
	answers sync.WaitGroup
	fail    context.CancelCauseFunc // ends it all
}

// openRecording opens a pane for each one that was recorded.
func (s *server) openRecording(name string) (*recording, error) {
	rows, err := trace.Read(name)
	if err != nil {
		return nil, err
	}
	r := &recording{server: s, rows: rows, panes: map[string]*standIn{}}
	for _, row := range rows {
		if row.Pane != "" {
			r.panes[row.Pane] = nil
		}
	}
	for i, pane := range slices.Sorted(maps.Keys(r.panes)) {
		p := &standIn{server: s, file: filepath.Join(s.dir, fmt.Sprint(i))}
		if err := p.open(); err != nil {
			return nil, err
		}
		r.panes[pane] = p
	}
	return r, s.configure()
}

// play plays the recording in so much time.
func (r *recording) play(ctx context.Context, length time.Duration) error {
	ctx, r.fail = context.WithCancelCause(ctx)
	defer r.fail(nil)
	begin, last := time.Now(), r.rows[len(r.rows)-1].T
	for _, row := range r.rows {
		due := begin.Add(time.Duration(row.T / last * float64(length)))
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Until(due)):
		}
		if err := r.playRow(ctx, row); err != nil {
			return err
		}
	}
	r.answers.Wait()
	return context.Cause(ctx)
}

// playRow shows what a row says, or hands it to atm.
func (r *recording) playRow(ctx context.Context, row trace.Row) error {
	p := r.panes[row.Pane]
	switch {
	case row.Mark != "":
		return r.mark(ctx, row.Mark)
	case row.Screen != nil:
		return p.draw(row.Screen)
	case row.Registry != nil:
		return p.register(*row.Registry)
	case row.Hook != nil:
		run := func() error { return p.runHook(exec.CommandContext(ctx, r.server.atm, "hook"), row.Hook) }
		if !strings.Contains(string(row.Hook), `"PermissionRequest"`) {
			return run()
		}
		r.dialog = make(chan struct{})
		r.beside(func() error {
			defer close(r.dialog)
			return run()
		})
	case row.StatusLine != nil:
		return p.runHook(exec.CommandContext(ctx, r.server.atm, "statusline"), row.StatusLine)
	}
	return nil
}

// mark shows what happens now. What begins with "$ atm" is a command that answers the open dialog, and is carried out.
// A busy machine may be late with it: what came after the answer goes on only when the hook of the dialog has it.
func (r *recording) mark(ctx context.Context, text string) error {
	if err := r.server.caption(text); err != nil {
		return err
	}
	args, found := strings.CutPrefix(text, "$ atm ")
	if !found {
		return nil
	}
	carryOut := func(args string) error {
		cmd := exec.CommandContext(ctx, r.server.atm, strings.Fields(args)...)
		return r.server.inside(cmd, "", r.server.homeVariables()...)
	}
	if err := carryOut("wait --any --until attention --timeout 1m"); err != nil {
		return err
	}
	r.beside(func() error { return carryOut(args) })
	select {
	case <-r.dialog:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// beside has something go on beside the recording: the hook of an open dialog runs until it is answered.
func (r *recording) beside(do func() error) {
	r.answers.Go(func() {
		if err := do(); err != nil {
			r.fail(err)
		}
	})
}
