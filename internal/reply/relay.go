package reply

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"atm/hookmap"
	"atm/internal/gate/message"
	"atm/internal/reply/proof"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Relay waits at a gate in the place of a hook that is behind it, and hands the decision on.
// Whoever is at the other end can have the pane show something wrong, and gets the decision of
// a person who was shown what came with this request; nothing else.
type Relay struct {
	Tmux  tmux.Server
	Pane  string
	Place message.Place
	Hook  Connection // on which the request has come
	Now   func() time.Time
}

// ErrRequest is a request that is none.
var ErrRequest = errors.New("no request of a call")

// proofLimit is how long the proof may take to come: the hook may have to wait for its dialog to
// open, and the proof is searched for as long as [proof.Limit].
const proofLimit = hookmap.DialogOpens + proof.Limit + time.Second

// relay is a Relay at work.
type relay struct {
	*paneWatch
	place message.Place
	hook  Connection
	now   func() time.Time
	heard chan said // what the hook says; closed when it has gone
}

// Asked returns the request that a message brings.
func Asked(m message.Message) (Request, error) {
	var request Request
	if err := json.Unmarshal(m.Request, &request); err != nil || !hookmap.IsCall(request.Call) {
		return Request{}, errors.Join(ErrRequest, err)
	}
	return request, nil
}

// Wait returns when the request is answered or over, or ctx ends. It closes the connection.
func (r Relay) Wait(ctx context.Context, request Request) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	defer r.Hook.Close() // before the pane is left: the hook waits
	now := &relay{
		paneWatch: newPaneWatch(r.Tmux, r.Pane, request),
		place:     r.Place, hook: r.Hook, now: r.Now, heard: make(chan said),
	}
	now.Gate = r.Place.Gate
	go now.hear(ctx)
	go now.listen(ctx)
	defer now.leave()
	return now.run(ctx)
}

// mostSaid bounds what a hook says: an answer to each decision.
const mostSaid = 64

// hear reads what the hook says.
func (r *relay) hear(ctx context.Context) {
	defer close(r.heard)
	for range mostSaid {
		s, err := readFrame[said](r.hook)
		if err != nil {
			return
		}
		select {
		case r.heard <- s:
		case <-ctx.Done():
			return
		}
	}
}

func (r *relay) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case s, ok := <-r.heard:
			if !ok {
				return ErrOver
			}
			if r.ends(s) {
				return ErrOver
			}
		case l := <-r.looks:
			if err := r.look(ctx, l); err != nil {
				return err
			}
		case a := <-r.verdicts:
			if over := r.pass(ctx, a); over != nil {
				return over
			}
		}
	}
}

// ends has the pane show what has become of a dialog that was closed over there. It returns
// false if that was not said.
func (r *relay) ends(s said) bool {
	switch told := r.now(); {
	case s.Closed != nil:
		r.reconcile(r.now, func(o tmuxopt.Options) *hookmap.Entry {
			return r.place.Entry(*s.Closed, o, told)
		})
	case s.Ended:
		r.died(told, func(o tmuxopt.Options) bool { return r.place.Shows(o, r.Request.Session) })
	default:
		return false
	}
	return true
}

// pass hands a decision on, and what the hook says of it to the visitor. It returns how the wait
// has ended, nil if it goes on.
func (r *relay) pass(ctx context.Context, a arrival) error {
	defer a.leave()
	err := check(a.decision)
	if err == nil {
		err = r.isOpen()
	}
	if err == nil {
		err = writeFrame(r.hook, Verdict{Decision: a.decision})
	}
	if err != nil {
		a.receipt(err)
		return nil // what is over is seen in the pane, or on the connection
	}
	limited, cancel := context.WithTimeout(ctx, proofLimit)
	defer cancel()
	for printed := false; ; {
		var s said
		select {
		case s = <-r.heard: // nothing, if the hook has gone
		case <-limited.Done():
		}
		switch {
		case s.Receipt != nil && !printed:
			a.say(*s.Receipt)
			if printed = s.Receipt.Printed; !printed {
				return nil
			}
			r.tell(hookmap.Answered(r.Request.Call, r.now()))
		case printed:
			a.prove(Proof{Proven: s.Proven})
			return ErrAnswered
		case r.ends(s): // before it has read the decision
			a.receipt(ErrOver)
			return ErrOver
		default:
			a.say(Receipt{Unknown: true})
			return ErrOver
		}
	}
}
