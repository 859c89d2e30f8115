// Package watching waits for changes of the Claude sessions of one tmux server.
//
// A [Listener] notices when the sessions must be read again. Two loops use it: [Each] shows something after
// each change, and [Listener.Wait] waits for something. They promise that no change after their start is missed, and
// that nothing stays in the server after they have ended. They do not report what has changed: package fleet
// compares.
package watching

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
)

// Source is the server whose sessions are watched.
type Source struct {
	Tmux    tmux.Server
	Channel string // the channel of tmux on which changes are signalled

	// Follow corrects the panes whenever no hook reports a change, until ctx ends. It returns at once if
	// another process does that. nil = changes without a hook are found every half minute only.
	Follow func(ctx context.Context)
}

const (
	// recheck is the interval at which everything is read without a signal, in case one was lost.
	recheck = 30 * time.Second
	// minPause is the least time between two readings: a busy server signals many times a second.
	minPause = 50 * time.Millisecond
	// leaveTimeout is how long a server may take to release a listener.
	leaveTimeout = 200 * time.Millisecond
)

// Listener notices when the sessions of a source have to be read again. One connection to the server waits
// all the time, until Close.
type Listener struct {
	source  Source
	changed chan struct{}   // holds one change that nobody has read yet
	also    <-chan struct{} // signals other changes; may be nil
	failed  chan error      // the server has ended
	recheck *time.Ticker

	processes   map[string]int // the process of each pane whose end is awaited
	isFollowing atomic.Bool

	leaving chan struct{}   // closed by Close
	left    chan struct{}   // closed when no connection waits any more
	ctx     context.Context // ends with Close
	hangUp  context.CancelFunc
}

// Listen begins to listen, and corrects the panes until Close. After it has returned, no change is missed.
func Listen(ctx context.Context, source Source) (*Listener, error) {
	l := &Listener{
		source:    source,
		changed:   make(chan struct{}, 1),
		failed:    make(chan error, 1),
		recheck:   time.NewTicker(recheck),
		processes: map[string]int{},
		leaving:   make(chan struct{}),
		left:      make(chan struct{}),
	}
	l.ctx, l.hangUp = context.WithCancel(context.WithoutCancel(ctx))
	go l.listen()
	select {
	case <-l.changed:
		l.follow()
		return l, nil
	case err := <-l.failed:
		l.Close()
		return nil, err
	case <-ctx.Done():
		l.Close()
		return nil, ctx.Err()
	}
}

// listen waits for one signal after the other.
func (l *Listener) listen() {
	defer close(l.left)
	var server string // its process id
	var armedAt time.Time
	armed := func(pid string) {
		if server != "" && server != pid {
			l.fail(fmt.Errorf("%w: server exited", tmux.ErrTmux)) // another server is on its socket
			return
		}
		server, armedAt = pid, time.Now()
		l.Wake()
	}
	for {
		if err := l.source.Tmux.Listen(l.ctx, l.source.Channel, armed); err != nil {
			l.fail(err)
			return
		}
		select {
		case <-l.leaving:
		case <-time.After(minPause - time.Since(armedAt)):
		}
		select {
		case <-l.leaving: // also if both were ready
			return
		default:
		}
	}
}

// fail reports the end of the server, once.
func (l *Listener) fail(err error) {
	select {
	case l.failed <- err:
	default:
	}
}

// Wake makes a loop read the sessions again.
func (l *Listener) Wake() {
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// next waits until the sessions have to be read again, also if the process of a pane of these sessions ends: tmux does
// not signal that a pane was killed. The error is that of a server that has ended, or of ctx.
func (l *Listener) next(ctx context.Context, sessions []fleet.Session) error {
	l.awaitExits(sessions)
	select {
	case <-l.changed:
	case <-l.also:
	case err := <-l.failed:
		return err
	case <-l.recheck.C:
		l.follow() // the process that corrected the panes may have ended
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// awaitExits begins to wait for the ends of the processes of these sessions' panes.
func (l *Listener) awaitExits(sessions []fleet.Session) {
	for _, session := range sessions {
		if session.Host != "" {
			continue // its process runs on another machine
		}
		if p := session.Pane; l.processes[p.ID] != p.PID && !p.Dead {
			l.processes[p.ID] = p.PID
			go l.awaitExit(p.PID)
		}
	}
}

func (l *Listener) awaitExit(pid int) {
	if proc.Wait(l.ctx, pid) != nil {
		return // this system cannot wait for processes: next returns every half minute
	}
	// tmux notices the end of a process a little later than we do.
	for _, pause := range []time.Duration{20, 100, 500} {
		time.Sleep(pause * time.Millisecond)
		l.Wake()
	}
}

// follow corrects the panes until Close, unless it is doing so already.
func (l *Listener) follow() {
	if l.source.Follow == nil || !l.isFollowing.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer l.isFollowing.Store(false)
		l.source.Follow(l.ctx)
	}()
}

// Close stops the listener. It wakes the waiting connection instead of closing it, because a connection that
// is closed while it waits stays in the server.
func (l *Listener) Close() {
	l.recheck.Stop()
	close(l.leaving)
	l.source.Tmux.StopListening(l.source.Channel, l.left, 0, leaveTimeout)
	l.hangUp()
	select {
	case <-l.left: // the tmux client that waits for us has ended
	case <-time.After(leaveTimeout):
	}
}
