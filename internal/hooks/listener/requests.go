package listener

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"atm/hookmap"
	"atm/internal/act/reply"
	"atm/internal/gate/message"
)

// Limits for requests that wait for an answer. Each open dialog has one: the main thread has at most one
// dialog, subagents can have more.
const (
	maxRequests       = 8
	requestsPerSecond = 4 // in the long run
	requestsBurst     = 16
)

type requests struct {
	pane    Pane // a copy from the start of the listener
	running sync.WaitGroup

	mutex  sync.Mutex
	closed bool // the gate has ended
	limit  *rate.Limiter
	open   map[string]*openRequest // by the key of the call
}

type openRequest struct {
	remove context.CancelFunc
	ended  chan struct{} // closed when it no longer waits
}

// awaitAll waits until no request waits: tmux keeps a connection that is closed too early.
func (r *requests) awaitAll() {
	r.mutex.Lock()
	r.closed = true
	r.mutex.Unlock()
	r.running.Wait()
}

// awaitAnswer waits together with the hook of a request for the answer. It begins after the event of the same
// request was applied to the pane. If there are too many requests, or the request is invalid, the hook ends,
// and the dialog stays.
func (r *requests) awaitAnswer(ctx context.Context, conn *os.File, m message.Message, shown <-chan struct{}) {
	select {
	case <-shown:
	case <-ctx.Done():
		return
	}
	var request reply.Request
	if json.Unmarshal(m.Request, &request) != nil || !hookmap.IsCall(request.Call) {
		return
	}
	if conn.SetDeadline(time.Time{}) != nil {
		return
	}
	ctx, remove := context.WithCancel(ctx)
	defer remove()
	waiting, ok := r.add(request.Call, remove)
	if !ok {
		return
	}
	defer r.remove(request.Call, waiting)
	relay := reply.Relay{
		Tmux: r.pane.Tmux, Pane: r.pane.ID, Origin: r.pane.Origin, Now: r.pane.Now,
		Hook: reply.Link{Conn: conn, Limit: message.MaxLength},
	}
	relay.Tmux.Until = time.Time{} // no deadline: a person answers
	_ = relay.Wait(ctx, request)   // the hook reports the error
}

// add adds a waiting request, which replaces an earlier one for the same call. It returns false if there are
// too many.
func (r *requests) add(call string, remove context.CancelFunc) (*openRequest, bool) {
	waiting := &openRequest{remove: remove, ended: make(chan struct{})}
	r.mutex.Lock()
	before := r.open[call]
	full := before == nil && len(r.open) >= maxRequests
	if r.closed || full || !r.limit.Allow() {
		r.mutex.Unlock()
		return nil, false
	}
	r.open[call] = waiting
	r.running.Add(1)
	r.mutex.Unlock()
	if before != nil {
		before.remove()
		<-before.ended
	}
	return waiting, true
}

// remove removes a request that no longer waits.
func (r *requests) remove(call string, waiting *openRequest) {
	r.mutex.Lock()
	if r.open[call] == waiting {
		delete(r.open, call)
	}
	r.mutex.Unlock()
	close(waiting.ended)
	r.running.Done()
}
