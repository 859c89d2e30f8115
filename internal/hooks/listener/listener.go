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

// Limits of a gate. A session with a dozen subagents at work has 20 events in a second, and a hook gives up
// after some two seconds.
const (
	maxConnections = 64              // at the same time
	maxQueue       = 64              // messages that are accepted and not yet applied
	perSecond      = 50              // connections, in the long run
	burst          = 200             // connections at once
	messageTimeout = 2 * time.Second // for the one message of a connection
)

// Listener takes messages from a socket.
type Listener struct {
	Token string
	Pane  *Pane // that messages are applied to

	acceptedMessage chan acceptedMessage
	requests        *requests
}

// acceptedMessage is a message that waits to be applied.
type acceptedMessage struct {
	message.Message
	applied chan<- struct{} // is closed when the message was applied to the pane
}

// Run listens until ctx ends, and then clears the pane.
func (l *Listener) Run(ctx context.Context, on socket.Listener) {
	l.acceptedMessage = make(chan acceptedMessage, maxQueue)
	rate := newRate(requestsBurst, requestsPerSecond, time.Now())
	l.requests = &requests{pane: *l.Pane, rate: rate, open: map[string]*openRequest{}}
	go l.accept(ctx, on)
	defer context.AfterFunc(ctx, func() { on.Close() })() // so that accept ends
	l.Pane.applyMessages(ctx, l.acceptedMessage)
	on.Close()
	l.Pane.clear()
	l.requests.awaitAll()
}

// accept accepts one connection after the other, no faster than the limits allow. The others wait in the
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
		conn, err := on.AcceptAnyone() // the token counts, not the user: a container has another
		switch {
		case errors.Is(err, os.ErrClosed):
			return
		case err != nil: // too many open files, for example
			<-free
			continue // the rate is limited
		}
		go func() {
			defer func() { <-free }()
			defer conn.Close()
			defer func() { _ = recover() }() // one bad message must not end the gate
			l.serve(ctx, conn)
		}()
	}
}

// serve accepts the one message of a connection. A sender without the token gets no answer.
func (l *Listener) serve(ctx context.Context, conn *os.File) {
	if conn.SetDeadline(time.Now().Add(messageTimeout)) != nil {
		return
	}
	limited, cancel := context.WithTimeout(ctx, messageTimeout)
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
	case l.acceptedMessage <- acceptedMessage{m, applied}:
		_, _ = conn.Write([]byte(message.Accepted)) // the sender may have gone
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

// rate limits how often something happens.
type rate struct {
	available float64 // how many times it may happen now
	capacity  float64
	perSecond float64
	at        time.Time
}

func newRate(capacity, perSecond float64, now time.Time) *rate {
	return &rate{available: capacity, capacity: capacity, perSecond: perSecond, at: now}
}

// wait returns in how long it may happen next, and counts it.
func (r *rate) wait(now time.Time) time.Duration {
	r.refill(now)
	r.available--
	return max(0, time.Duration(-r.available/r.perSecond*float64(time.Second)))
}

// allows reports whether it may happen now, and counts it if so.
func (r *rate) allows(now time.Time) bool {
	r.refill(now)
	if r.available < 1 {
		return false
	}
	r.available--
	return true
}

func (r *rate) refill(now time.Time) {
	r.available = min(r.capacity, r.available+r.perSecond*now.Sub(r.at).Seconds())
	r.at = now
}
