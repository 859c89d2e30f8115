package reply

import (
	"context"
	"errors"
	"io"
	"strconv"
	"syscall"
	"time"

	"atm/hookmap"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Waiter waits for the answer to one request.
type Waiter struct {
	Tmux    tmux.Server
	Pane    string
	Request Request
	Dialog  Dialog

	Out io.Writer
	Now func() time.Time
}

// Outcome says how a wait has ended.
type Outcome struct {
	Why        error
	AnsweredBy int // the process that has answered, 0 = none
}

// How a wait can end.
var (
	ErrAnswered   = errors.New("answered by atm answer")
	ErrBackground = errors.New("the subagent runs in the background: its dialog opens behind the hook")
	ErrNoDialog   = errors.New("no dialog has opened while the hook ran")
	errAnswering  = errors.New("another answer is on its way")
	ErrOver       = errors.New("the call is over")
	ErrClosed     = errors.New("the call is over: its dialog was closed")
	ErrSuperseded = errors.New("another hook waits for the same call")
	ErrOff        = errors.New("the option " + tmuxopt.AnswerOption + " is off")
	ErrStopped    = errors.New("stopped by a signal")
	ErrClient     = errors.New("its Claude Code has ended")
)

// How long things may take.
const (
	tmuxLimit      = 500 * time.Millisecond // for one call of tmux
	leaveLimit     = 800 * time.Millisecond // for the server to let us go
	closeLimit     = 400 * time.Millisecond // for the registry to say that a dialog is closed
	correctLimit   = 500 * time.Millisecond // for the registry to be believed
	leavePause     = 20 * time.Millisecond  // between two signals to it
	backgroundBeat = 50 * time.Millisecond  // between two looks whether a subagent is in the background
	minPause       = 10 * time.Millisecond  // between two looks at a pane of which much is told
)

// wait is a Waiter at work, or a Remote.
type wait struct {
	*clientWatch
	out io.Writer

	looks    <-chan look
	look     func(look) error            // why the call is over, as far as its pane tells
	prepare  func(decision []byte) error // is called before a decision is printed: why that must not be
	answered func()                      // is called behind that
	verdicts <-chan arrival
	held     *arrival // a decision for a dialog that has yet to open
}

// Wait returns when the request is answered or over.
func (w Waiter) Wait() Outcome {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	client, err := w.Dialog.watch(ctx)
	if err != nil {
		return Outcome{Why: err}
	}
	defer client.stop()
	pane := newPaneWatch(w.Tmux, w.Pane, w.Request)
	if err := client.shown(); err != nil {
		if err == ErrStopped {
			pane.closed(client, w.Now)
		}
		return Outcome{Why: err}
	}
	go pane.listen(ctx)
	now := &wait{
		clientWatch: client, out: w.Out, looks: pane.looks, verdicts: pane.verdicts,
		look:     func(l look) error { return pane.look(ctx, l) },
		prepare:  func([]byte) error { return pane.isOpen() },
		answered: func() { pane.tell(hookmap.Answered(w.Request.Call, w.Now())) },
	}
	outcome := now.run()
	if outcome.Why == ErrClosed {
		pane.correct(client, w.Now)
	}
	pane.leave()
	switch outcome.Why {
	case ErrStopped: // as by Esc, of which nothing else tells
		pane.closed(client, w.Now)
	case ErrClient:
		its := strconv.Itoa(w.Dialog.Client)
		pane.died(w.Now(), func(o tmuxopt.Options) bool { return o[tmuxopt.PID] == its })
	}
	return outcome
}

// run takes answers and prints one. One that comes before the registry says that the dialog is
// open is held back: nothing could prove that it was the first.
func (w *wait) run() Outcome {
	_ = w.registered() // what is over is known to the pane
	for {
		var err error
		select {
		case s := <-w.signals:
			if s != syscall.SIGPIPE {
				err = ErrStopped
			}
		case <-w.exited:
			err = ErrClient
		case <-w.grace:
			if !w.open {
				err = ErrNoDialog
			}
			if w.held != nil {
				w.held.receipt(err)
			}
		case <-w.registry:
			err = w.registered()
		case l := <-w.looks:
			err = w.look(l)
		case a := <-w.verdicts:
			w.hold(a)
		}
		if err != nil {
			return Outcome{Why: err}
		}
		if w.held != nil && w.open {
			answered := *w.held
			w.held = nil
			if w.decide(answered) {
				return Outcome{Why: ErrAnswered, AnsweredBy: answered.process}
			}
		}
	}
}

// hold keeps a decision until the dialog is open.
func (w *wait) hold(a arrival) {
	if w.held != nil {
		a.receipt(errAnswering)
		a.leave()
		return
	}
	w.held = &a
}

// decide prints a decision, and tells what has come of it.
func (w *wait) decide(a arrival) (printed bool) {
	defer a.leave()
	err := w.print(a.decision)
	a.receipt(err)
	if err == nil {
		w.answered()
	}
	return err == nil
}

// print prints a decision, if the call is still open.
func (w *wait) print(decision []byte) error {
	if err := check(decision); err != nil {
		return err
	}
	if err := w.prepare(decision); err != nil {
		return err
	}
	if !w.asks() {
		return ErrOver
	}
	_, err := w.out.Write(append(decision, '\n'))
	return err
}
