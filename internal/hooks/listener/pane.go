package listener

import (
	"context"
	"errors"
	"fmt"
	"time"

	"atm/hookmap"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Pane is the pane that a gate tells, and what it knows besides the pane's options.
type Pane struct {
	Tmux  tmux.Server
	ID    string // "%" and a number
	Place message.Place
	Now   func() time.Time
	Log   func() *caller.Report // a new report for each message

	sources sources // who has told of a registry
}

// tmuxLimit bounds what one message waits for tmux.
const tmuxLimit = 2 * time.Second

// follow tells the pane one message after the other, until ctx ends.
func (p *Pane) follow(ctx context.Context, taken <-chan taken) {
	for {
		select {
		case m := <-taken:
			event := "gate " + string(m.Kind)
			p.safely(event, func(r *caller.Report) error { return p.tell(ctx, m.Message, r) })
			close(m.told)
		case <-ctx.Done():
			return
		}
	}
}

// safely reports what has become of a message. A panic must not end the gate.
func (p *Pane) safely(event string, tell func(*caller.Report) error) {
	r := p.Log()
	defer r.Write(p.Now)
	defer r.Recover()
	r.Event, r.Pane = event, p.ID
	p.Tmux.Until = time.Now().Add(tmuxLimit)
	r.Err = tell(r)
}

func (p *Pane) tell(ctx context.Context, m message.Message, r *caller.Report) error {
	now := p.Now()
	switch m.Kind {
	case message.Hook:
		if edits := p.Place.Event(m, now); len(edits) > 0 {
			return p.send(ctx, edits, now, r)
		}
	case message.StatusLine:
		return p.drawn(ctx, m, r)
	case message.Registry:
		p.sources.remember(m)
		return p.compare(ctx, m, now, r)
	case message.Request: // it comes behind the event that has told of it: see requests
	case message.End: // its sessions may go on, and so do their hooks
		p.sources.forget(m.Source)
	}
	return nil
}

// send has tmux make edits, in whatever state the pane is.
func (p *Pane) send(ctx context.Context, edits []tmuxopt.Edit, at time.Time, r *caller.Report) error {
	batch := tmuxopt.Batch{Pane: p.ID, ServerPID: p.Tmux.PID, Edits: edits}
	if !at.IsZero() {
		batch.At = tmuxopt.Nanoseconds(at)
	}
	reply, err := p.Tmux.Send(ctx, batch)
	r.Sent(batch, reply)
	return err
}

// drawn tells what a status line says.
func (p *Pane) drawn(ctx context.Context, m message.Message, r *caller.Report) error {
	edits, nothing, ok := p.Place.Meter(m)
	if !ok {
		return nil
	}
	batch := tmuxopt.Batch{Pane: p.ID, ServerPID: p.Tmux.PID, Edits: edits, Unless: nothing}
	pane, written, reply, err := p.Tmux.Exchange(ctx, batch, tmuxopt.For(tmuxopt.Compared))
	if written || err != nil {
		r.Sent(batch, reply)
	}
	if err != nil {
		return err
	}
	if edits = p.Place.Drawn(m, pane.Options, p.Now()); len(edits) > 0 {
		return p.send(ctx, edits, time.Time{}, r)
	}
	return nil
}

// compare compares the pane with what the registry says.
func (p *Pane) compare(ctx context.Context, m message.Message, told time.Time, r *caller.Report) error {
	pane, err := p.Tmux.Pane(ctx, p.ID, tmuxopt.For(tmuxopt.Compared)...)
	if err != nil {
		return err
	}
	known := p.sources.know(m.Source, pane.Options[tmuxopt.SessionID])
	edits := p.Place.Compare(m, pane.Options, known, told)
	if len(edits) == 0 {
		return nil
	}
	return p.send(ctx, edits, time.Time{}, r)
}

// clear leaves nothing of the session in the pane, unless the pane shows another one by now.
func (p *Pane) clear() {
	p.safely("gate closed", func(r *caller.Report) error {
		batch := tmuxopt.Batch{
			Pane: p.ID, ServerPID: p.Tmux.PID, Edits: hookmap.Disconnected(),
			Unless: tmuxopt.Not(p.Place.Spoken()),
		}
		reply, err := p.Tmux.Send(context.Background(), batch)
		if errors.Is(err, tmux.ErrTmux) && tmuxopt.Refused(reply.Stderr) {
			return nil
		}
		r.Sent(batch, reply)
		if err != nil {
			return fmt.Errorf("pane %s: %w", p.ID, err)
		}
		return nil
	})
}
