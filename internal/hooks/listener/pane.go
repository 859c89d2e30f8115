package listener

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Pane is the pane of a gate, and what the gate stores besides the pane's options.
type Pane struct {
	Tmux   tmux.Server
	ID     string // "%" and a number
	Origin message.Origin
	Now    func() time.Time
	Log    func() *caller.Report // a new report for each message

	sources sources // the registries that have sent messages
}

// tmuxLimit is how long one message waits for tmux.
const tmuxLimit = 2 * time.Second

// applyMessages applies the messages to the pane one after the other, until ctx ends.
func (p *Pane) applyMessages(ctx context.Context, accepted <-chan acceptedMessage) {
	for {
		select {
		case m := <-accepted:
			event := "gate " + string(m.Kind)
			p.applySafely(event, func(r *caller.Report) error { return p.apply(ctx, m.Message, r) })
			close(m.applied)
		case <-ctx.Done():
			return
		}
	}
}

// applySafely applies a message and logs the result. A panic must not end the gate.
func (p *Pane) applySafely(event string, apply func(*caller.Report) error) {
	r := p.Log()
	defer r.Write(p.Now)
	defer r.Recover()
	r.Event, r.Pane = event, p.ID
	p.Tmux.Until = time.Now().Add(tmuxLimit)
	r.Err = apply(r)
}

func (p *Pane) apply(ctx context.Context, m message.Message, r *caller.Report) error {
	now := p.Now()
	switch m.Kind {
	case message.StatusLine:
		return p.applyStatusLine(ctx, m, r)
	case message.Registry:
		p.sources.noteRegistry(m)
		return p.applyRegistry(ctx, m, now, r)
	case message.Request: // it follows the event of the same request: see requests
	case message.End: // its sessions and their hooks may go on
		p.sources.dropRegistry(m.Source)
	default:
		return p.send(ctx, tmuxopt.Batch{
			Edits: p.Origin.Edits(m, now), At: tmuxopt.Nanoseconds(now), Unless: p.Origin.Unless(m),
		}, r)
	}
	return nil
}

// send makes tmux apply a batch to the pane, if it has edits.
func (p *Pane) send(ctx context.Context, batch tmuxopt.Batch, r *caller.Report) error {
	if len(batch.Edits) == 0 {
		return nil
	}
	batch.Pane, batch.ServerPID = p.ID, p.Tmux.PID
	reply, err := p.Tmux.Send(ctx, batch)
	r.Sent(batch, reply)
	return err
}

// applyStatusLine writes the values of a status line into the pane.
func (p *Pane) applyStatusLine(ctx context.Context, m message.Message, r *caller.Report) error {
	edits, unless, ok := p.Origin.Meter(m)
	if !ok {
		return nil
	}
	batch := tmuxopt.Batch{Pane: p.ID, ServerPID: p.Tmux.PID, Edits: edits, Unless: unless}
	pane, written, reply, err := p.Tmux.Exchange(ctx, batch, tmuxopt.For(tmuxopt.Compared))
	if written || err != nil {
		r.Sent(batch, reply)
	}
	if err != nil {
		return err
	}
	return p.send(ctx, tmuxopt.Batch{Edits: p.Origin.StatusLineEdits(m, pane.Options, p.Now())}, r)
}

// applyRegistry corrects the pane according to the registry.
func (p *Pane) applyRegistry(ctx context.Context, m message.Message, now time.Time, r *caller.Report) error {
	pane, err := p.Tmux.Pane(ctx, p.ID, tmuxopt.For(tmuxopt.Compared)...)
	if err != nil {
		return err
	}
	known := p.sources.knowledgeOf(m.Source, pane.Options[tmuxopt.SessionID])
	return p.send(ctx, tmuxopt.Batch{Edits: p.Origin.Compare(m, pane.Options, known, now)}, r)
}

// clear removes the session from the pane, unless the pane now shows another one.
func (p *Pane) clear() {
	p.applySafely("gate closed", func(r *caller.Report) error {
		batch := tmuxopt.Batch{
			Pane: p.ID, ServerPID: p.Tmux.PID, Edits: hookmap.Disconnected(),
			Unless: tmuxopt.Not(p.Origin.IsShown()),
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

// source is a registry on the other side of the gate. There can be several: one for each host and each home.
// A session that is missing in one may be listed in another.
type source struct {
	name   string
	listed []string // the last maxListed sessions that it has listed
	runs   []string // the sessions in its last message
}

// Limits of the memory of a pane.
const (
	maxSources = 8
	maxListed  = 4 * message.MaxProcesses
)

type sources []source

// noteRegistry stores which sessions a message of the registry lists. A session that is no longer listed has
// ended.
func (s *sources) noteRegistry(m message.Message) {
	i := slices.IndexFunc(*s, func(registry source) bool { return registry.name == m.Source })
	if i < 0 {
		*s = append(*s, source{name: m.Source})
		*s = (*s)[max(0, len(*s)-maxSources):]
		i = len(*s) - 1
	}
	registry := &(*s)[i]
	registry.runs = nil
	for _, process := range m.Processes {
		id := tmuxopt.ID(process.SessionID)
		if id == "" {
			continue
		}
		registry.runs = append(registry.runs, id)
		if !slices.Contains(registry.listed, id) {
			registry.listed = append(registry.listed, id)
		}
	}
	registry.listed = registry.listed[max(0, len(registry.listed)-maxListed):]
}

// dropRegistry removes a registry that sends no more messages.
func (s *sources) dropRegistry(name string) {
	*s = slices.DeleteFunc(*s, func(registry source) bool { return registry.name == name })
}

// knowledgeOf returns what a registry knows of a session.
func (s sources) knowledgeOf(name, session string) message.Known {
	var known message.Known
	for _, registry := range s {
		if registry.name == name {
			known.Listed = slices.Contains(registry.listed, session)
		} else if slices.Contains(registry.runs, session) {
			known.Elsewhere = true
		}
	}
	return known
}
