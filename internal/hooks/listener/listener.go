// Package listener is the near end of a gate: it opens a gate for a command, and writes what Claude Code on
// the other side reports into a pane.
//
// [Open] opens a private socket, and starts a process that listens on it, the listener. Then the calling
// process can become the command, which so keeps its terminal, signals, job control, process id and exit
// status: there is no process between. The listener is no child of the command. It ends when the command has
// ended, clears the pane, and removes the socket.
//
// A sender that knows the token may be hostile. The package promises that it changes only options of the one
// pane; that connections, messages and memory are bounded; and that it does not keep tmux busy: a message
// takes one transaction, and there are at most [perSecond]. A request that waits for its answer takes some
// more transactions, and a connection to tmux: there are at most [maxRequests].
package listener

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/time/rate"

	"atm/internal/gate/message"
	"atm/internal/sys/socket"
)

// Limits of a gate. A session with a dozen working subagents has 20 events in a second, and a hook gives up
// after about two seconds.
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
	Pane  *Pane // messages are applied to it

	acceptedMessage chan acceptedMessage
	requests        *requests
}

type acceptedMessage struct {
	message.Message
	applied chan<- struct{} // is closed when the message was applied to the pane
}

// Run listens until ctx ends, and then clears the pane.
func (l *Listener) Run(ctx context.Context, on socket.Listener) {
	l.acceptedMessage = make(chan acceptedMessage, maxQueue)
	limit := rate.NewLimiter(requestsPerSecond, requestsBurst)
	l.requests = &requests{pane: *l.Pane, limit: limit, open: map[string]*openRequest{}}
	on.Anyone = true // the token decides, not the user: a container has another user
	go l.accept(ctx, on)
	defer context.AfterFunc(ctx, func() { on.Close() })() // so that accept ends
	l.Pane.applyMessages(ctx, l.acceptedMessage)
	on.Close()
	l.Pane.clear()
	l.requests.awaitAll()
}

// accept accepts connections, no faster than the limits allow. The others wait in the queue of the kernel.
func (l *Listener) accept(ctx context.Context, on socket.Listener) {
	free := make(chan struct{}, maxConnections)
	limit := rate.NewLimiter(perSecond, burst)
	for limit.Wait(ctx) == nil {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return
		}
		conn, _, err := on.Accept()
		switch {
		case errors.Is(err, os.ErrClosed):
			return
		case err != nil: // too many open files, for example; try again at the limited rate
			<-free
			continue
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
