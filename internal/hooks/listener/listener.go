// Package listener is the near end of a gate: it opens one for a command, and writes what the Claude
// Code on the other side reports into a pane.
//
// [Open] opens a private socket, and starts a process that listens on it, the listener. Then
// the process that has called it can become the command, so that this keeps its terminal,
// its signals, its job control, its process id and its exit status: nothing stands between.
// The listener is no child of the command. It ends when the command has ended, clears the
// pane, and removes the socket.
//
// A sender that knows the token may be hostile. The package promises that it changes options of the one
// pane and nothing else; that connections, messages and memory are bounded; and that
// tmux is not kept busy: a message costs a transaction, and there are at most [perSecond]. A
// request that waits for its answer costs some more, and a connection to tmux: there are at most
// [maxRequests].
package listener

import (
	"context"
	"errors"
	"os"
	"time"

	"atm/internal/gate/message"
	"atm/internal/sys/socket"
)

// What a gate takes. A session with a dozen subagents at work has 20 events in a second, and
// a hook gives up after some two seconds.
const (
	maxConnections = 64              // at the same time
	maxQueue       = 64              // messages that are accepted and not yet applied
	perSecond      = 50              // connections, in the long run
	burst          = 200             // connections at once
	patience       = 2 * time.Second // for the one message of a connection
)

// Listener takes messages from a socket.
type Listener struct {
	Token string
	Pane  *Pane // that messages are applied to

	accepted chan accepted
	requests *requests
}

// accepted is a message that waits to be applied.
type accepted struct {
	message.Message
	applied chan<- struct{} // to be closed when it was applied to the pane
}

// Run listens until ctx ends, and then clears the pane.
func (l *Listener) Run(ctx context.Context, on socket.Listener) {
	l.accepted = make(chan accepted, maxQueue)
	rate := newRate(requestsBurst, requestsPerSecond, time.Now())
	l.requests = &requests{pane: *l.Pane, rate: rate, open: map[string]*openRequest{}}
	go l.accept(ctx, on)
	defer context.AfterFunc(ctx, func() { on.Close() })() // so that accept ends
	l.Pane.follow(ctx, l.accepted)
	on.Close()
	l.Pane.clear()
	l.requests.wait()
}

// accept accepts one connection after the other, no faster than the limits allow. Others wait in the
// queue of the kernel.
func (l *Listener) accept(ctx context.Context, on socket.Listener) {
	free := make(chan struct{}, maxConnections)
	rate := newRate(burst, perSecond, time.Now())
	for ctx.Err() == nil {
		if !pause(ctx, rate.wait(time.Now())) {
			return
		}
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return
		}
		conn, err := on.AcceptAnyone() // who knows the token is heard: in a container that is another user
		switch {
		case errors.Is(err, os.ErrClosed):
			return
		case err != nil: // too many open files, for example
			<-free
			continue // the rate is bounded
		}
		go func() {
			defer func() { <-free }()
			defer conn.Close()
			defer func() { _ = recover() }() // what one connection brings must not end the gate
			l.serve(ctx, conn)
		}()
	}
}

// serve accepts the one message of a connection. A sender without the token gets no answer.
func (l *Listener) serve(ctx context.Context, conn *os.File) {
	if conn.SetDeadline(time.Now().Add(patience)) != nil {
		return
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := message.ReadFrame(conn, message.MaxLength)
	if err != nil {
		return
	}
	m, err := message.Decode(text)
	if err != nil || !m.Knows(l.Token) {
		return
	}
	applied := make(chan struct{})
	select {
	case l.accepted <- accepted{m, applied}:
		_, _ = conn.Write([]byte(message.Accepted)) // who has gone needs no answer
	case <-limited.Done():
		return
	}
	if m.Kind == message.Request {
		l.requests.awaitAnswer(ctx, conn, m, applied)
	}
}

// pause waits, and returns false if ctx ends before.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// rate bounds how often something happens.
type rate struct {
	saved     float64 // how many times it may happen at once
	capacity  float64
	perSecond float64
	at        time.Time
}

func newRate(capacity, perSecond float64, now time.Time) *rate {
	return &rate{saved: capacity, capacity: capacity, perSecond: perSecond, at: now}
}

// wait returns in how long it may happen next, and counts it.
func (r *rate) wait(now time.Time) time.Duration {
	r.save(now)
	r.saved--
	return max(0, time.Duration(-r.saved/r.perSecond*float64(time.Second)))
}

// allows reports whether it may happen now, and counts it if so.
func (r *rate) allows(now time.Time) bool {
	r.save(now)
	if r.saved < 1 {
		return false
	}
	r.saved--
	return true
}

func (r *rate) save(now time.Time) {
	r.saved = min(r.capacity, r.saved+r.perSecond*now.Sub(r.at).Seconds())
	r.at = now
}
