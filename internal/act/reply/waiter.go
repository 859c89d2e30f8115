package reply

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/sys/socket"
)

// Waiter is the hook that waits for the answer to one request.
type Waiter struct {
	Dialog  Dialog
	Request Request
	Out     io.Writer
	Now     func() time.Time

	// PrepareProof prepares the search for the proof that Claude Code has taken a decision. It returns the function
	// that begins the search, which reports to the relay. nil = the visit searches.
	PrepareProof func(decision []byte, relay Link) (begin func() error, err error)
}

// Outcome is how a wait has ended.
type Outcome struct {
	Cause      error
	AnsweredBy int // the process that has sent the answer, 0 = none
}

// WaitHere waits with a relay in this process. It returns when the request is answered or over.
func (w Waiter) WaitHere(relay Relay) Outcome {
	var ended chan Outcome
	cause := w.wait(func() (Link, error) {
		hookEnd, relayEnd, err := socket.Pair()
		if err != nil {
			return Link{}, err
		}
		relay.Hook = Link{relayEnd, maxMessage}
		ended = make(chan Outcome, 1)
		start(func() {
			defer close(ended)
			ended <- relay.Wait(context.Background(), w.Request)
		})
		return Link{hookEnd, maxMessage}, nil
	})
	if ended != nil {
		if outcome := <-ended; cause == ErrAnswered || cause == ErrNoRelay {
			return outcome
		}
	}
	return Outcome{Cause: cause}
}

// WaitAtGate waits with the relay of a gate. It returns why the wait has ended.
func (w Waiter) WaitAtGate(address gate.Address) error {
	return w.wait(func() (Link, error) {
		request, err := json.Marshal(w.Request)
		if err != nil {
			return Link{}, err
		}
		m := message.Message{Kind: message.Request, Request: request}
		conn, err := address.Ask(m, time.Now().Add(sendTimeout))
		return Link{conn, message.MaxLength}, err
	})
}

// wait connects to a relay and returns when the request is answered or over.
func (w Waiter) wait(connect func() (Link, error)) error {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	dialog, err := w.Dialog.watch(ctx)
	if err != nil {
		return err
	}
	cause := dialog.awaitDialog()
	if cause != nil && cause != ErrStopped { // a signal must be reported to the relay
		return cause
	}
	_ = dialog.checkRegistry() // if the dialog is closed by now, the pane is corrected
	relay, err := connect()
	if err != nil {
		return err
	}
	defer relay.Conn.Close()
	if cause == nil {
		cause = w.answer(ctx, dialog, relay)
	}
	dialog.report(relay, cause, w.Now)
	return cause
}

// answer takes decisions from the relay until one is printed. It holds a decision that arrives before the
// registry lists the dialog as open: until then nothing could prove that the decision came before a key.
func (w Waiter) answer(ctx context.Context, dialog *dialogWatch, relay Link) error {
	verdicts := messages[Verdict](ctx, relay)
	var heldDecision []byte
	for {
		var cause error
		select {
		case <-dialog.signals:
			cause = ErrStopped
		case <-dialog.exited:
			cause = ErrClaudeEnded
		case <-dialog.openTimedOut:
			if cause = dialog.checkRegistry(); !dialog.open {
				cause = ErrNoDialog
			}
		case <-dialog.registry:
			cause = dialog.checkRegistry()
		case verdict, ok := <-verdicts:
			if heldDecision = verdict.Decision; !ok {
				cause = ErrNoRelay
			}
		}
		switch {
		case heldDecision != nil && cause != nil:
			_ = relay.Send(refusal(cause)) // the relay may have ended
		case heldDecision != nil && dialog.open:
			cause = w.decide(heldDecision, dialog, relay)
			heldDecision = nil
		}
		if cause != nil {
			return cause
		}
	}
}

// decide prints a decision and reports what became of it. It returns nil if the decision is refused.
func (w Waiter) decide(decision []byte, dialog *dialogWatch, relay Link) error {
	beginProof, err := w.print(decision, dialog, relay)
	if err != nil {
		_ = relay.Send(refusal(err)) // the relay may have ended, also below
		return nil
	}
	_ = relay.Send(Report{Receipt: &Receipt{Printed: true}})
	if beginProof != nil && beginProof() != nil {
		_ = relay.Send(Proof(false))
	}
	return ErrAnswered
}

// print prints a decision if the call is still open, and the decision allows only what was shown.
func (w Waiter) print(decision []byte, dialog *dialogWatch, relay Link) (beginProof func() error, err error) {
	allows, err := check(decision)
	if err == nil && allows {
		err = checkUnchanged(w.Request.Resolved)
	}
	if err == nil && w.PrepareProof != nil {
		beginProof, err = w.PrepareProof(decision, relay)
	}
	if err == nil {
		err = dialog.checkAsking()
	}
	if err == nil {
		_, err = w.Out.Write(append(decision, '\n'))
	}
	return beginProof, err
}
