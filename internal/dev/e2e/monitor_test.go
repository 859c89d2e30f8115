package e2e

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"atm/internal/tmux"
	"atm/tmuxopt"
)

// beat is how often the monitor looks. What happened while it was held up for
// longer than blind it cannot tell.
const (
	beat  = 30 * time.Millisecond
	blind = 500 * time.Millisecond
)

// monitor looks all the time at what the panes show, and at what the registry
// says of the clients in them.
type monitor struct {
	server tmux.Server
	home   string // of Claude
	end    context.CancelFunc

	processes *sandboxed // the clients that the registry names by other process ids; nil = none

	ended chan struct{}

	mu    sync.Mutex
	panes map[string]*watched // by pane id
	pids  map[int]bool        // of all clients that ever were
	last  time.Time           // of the looks
	err   error
}

// watched is what has been seen of a pane.
type watched struct {
	truth, shown timeline
	words, facts timeline // what the registry says, and what the pane's state follows from, for people
	moved        moments  // when the registry says that the status has changed
	client       entry    // the newest one in the pane
	session      string   // the session that the pane names
}

// moments are times in their order.
type moments []time.Time

// after returns the first one after a time.
func (m moments) after(t time.Time) (at time.Time, found bool) {
	for _, at := range m {
		if at.After(t) {
			return at, true
		}
	}
	return time.Time{}, false
}

func newMonitor(server tmux.Server, home string) *monitor {
	ctx, end := context.WithCancel(context.Background())
	m := &monitor{server: server, home: home, end: end, ended: make(chan struct{}),
		panes: map[string]*watched{}, pids: map[int]bool{}}
	go func() {
		defer close(m.ended)
		tick := time.NewTicker(beat)
		defer tick.Stop()
		for ; ctx.Err() == nil; <-tick.C {
			m.check(ctx)
		}
	}()
	return m
}

// stop ends the monitor and returns what went wrong with it.
func (m *monitor) stop() error {
	m.end()
	<-m.ended
	return m.err
}

// watch begins to look at a pane.
func (m *monitor) watch(pane string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := point{time.Now(), closed}
	m.panes[pane] = &watched{truth: timeline{now}, shown: timeline{now}}
}

// seen returns what has been seen of a pane up to now.
func (m *monitor) seen(pane string) watched {
	m.mu.Lock()
	defer m.mu.Unlock()
	return *m.panes[pane] // points that are added later do not concern the copy
}

func (m *monitor) check(ctx context.Context) {
	clients, known := entries(m.home, m.processes)
	asked := time.Now()
	panes, err := m.server.Panes(ctx, 0)
	answered := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil && ctx.Err() == nil {
		m.err = fmt.Errorf("monitor: %w", err)
	}
	for _, c := range clients {
		m.pids[c.PID] = true
	}
	last := m.last
	m.last = asked
	for _, p := range panes {
		w := m.panes[p.ID]
		if w == nil {
			continue
		}
		if last.After(w.truth[0].at) && answered.Sub(last) > blind {
			w.truth.add(last, unseen)
			w.shown.add(last, unseen)
		}
		w.session = p.Options[tmuxopt.SessionID]
		w.shown.add(answered, shows(p.Options))
		w.facts.add(answered, facts(p.Options))
		client, found := inPane(p.PID, clients)
		switch {
		case !known:
		case !found:
			w.truth.add(asked, closed)
			w.words.add(asked, closed)
		case truths[client.Status] != "":
			w.truth.add(asked, client.state(w.shown))
			w.words.add(asked, client.String())
			if client.StatusUpdatedAt != w.client.StatusUpdatedAt {
				w.moved = append(w.moved, time.UnixMilli(client.StatusUpdatedAt))
			}
			w.client = client
		}
	}
}

// shows is the state of a pane in the words of the truth: the registry does not
// tell an error from idleness.
func shows(o tmuxopt.Options) string {
	switch state := o[tmuxopt.State]; state {
	case "":
		return closed
	case "error":
		return "idle"
	default:
		return state
	}
}

func facts(o tmuxopt.Options) string {
	var words []string
	for _, fact := range []tmuxopt.Option{tmuxopt.Turn, tmuxopt.Waiting, tmuxopt.Agents, tmuxopt.Reports,
		tmuxopt.Compacting, tmuxopt.Corrected} {
		if o[fact] != "" {
			words = append(words, fact.Name()+"="+strings.TrimSpace(o[fact]))
		}
	}
	return strings.Join(words, " ")
}
