package reply

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Waiter waits for the answer to one request.
type Waiter struct {
	Tmux    tmux.Server
	Pane    string
	Request Request
	Home    string // the Claude home
	Client  int    // the process of Claude Code that asks

	// Grace is how long the registry may take to say that a dialog is open.
	Grace time.Duration

	// Background reports whether a subagent runs in the background, as far as is known by now; nil
	// if none asks. Claude Code opens the dialog of such a one when the hook has ended: who waited
	// on would keep it from the person at the terminal.
	Background func() bool

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

// mostAnnounced is how often a hook tries to get its name into the pane.
const mostAnnounced = 3

// wait is a Waiter at work.
type wait struct {
	Waiter
	process string // our own process id

	signals  chan os.Signal
	exited   chan struct{} // closed when the client has ended
	registry <-chan struct{}
	grace    <-chan time.Time // the dialog should have opened by now
	looks    chan look
	verdicts chan arrival
	held     *arrival // a decision for a dialog that has yet to open
	open     bool     // the dialog, as the registry says

	announced int             // how often we have put our name into the pane
	listed    bool            // it has been seen there
	several   bool            // calls were open at one time
	visited   map[string]bool // names of visitors that were let in, as long as they are announced
	room      chan struct{}   // holds one for each visitor that is in
	leaving   atomic.Bool
	left      chan struct{} // closed when no connection to the server waits any more
}

// look is the pane as it was when something was told of it, or why there is none.
type look struct {
	pane tmux.Pane
	err  error
}

// Wait returns when the request is answered or over.
func (w Waiter) Wait() Outcome {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	now := &wait{
		Waiter:   w,
		process:  strconv.Itoa(os.Getpid()),
		signals:  make(chan os.Signal, 1),
		exited:   make(chan struct{}),
		looks:    make(chan look, 1),
		verdicts: make(chan arrival),
		grace:    time.After(w.Grace),
		room:     make(chan struct{}, maxVisitors),
		left:     make(chan struct{}),
	}
	signal.Notify(now.signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	defer signal.Stop(now.signals)
	entries, err := claudehome.WatchProcess(ctx, w.Home, w.Client)
	if err != nil {
		return Outcome{Why: err}
	}
	now.registry = entries
	go func() {
		if proc.Wait(ctx, w.Client) == nil {
			close(now.exited)
		}
	}()
	if w.Background != nil {
		if err := now.shown(); err != nil {
			if err == ErrStopped {
				now.closed()
			}
			return Outcome{Why: err}
		}
	}
	go now.listen(ctx)
	outcome := now.run(ctx)
	now.leave()
	switch outcome.Why {
	case ErrStopped: // as by Esc, of which nothing else tells
		now.closed()
	case ErrClient:
		now.died()
	}
	return outcome
}

// run lets visitors in and prints the answer. One that comes before the registry says that
// the dialog is open is held back: nothing could prove that it was the first.
func (w *wait) run(ctx context.Context) Outcome {
	w.registered()
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
				w.held.answer(err)
			}
		case <-w.registry:
			err = w.registered()
		case l := <-w.looks:
			err = w.look(ctx, l)
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

// registered takes in what the registry says by now. It returns [ErrOver] if a dialog that was
// open has been closed. Half an entry says nothing: the other half is on its way.
func (w *wait) registered() error {
	entry, err := w.entry()
	switch {
	case err != nil || entry.Status == "":
	case entry.Status == claudehome.StatusWaiting:
		w.open = true
	case w.open:
		w.correct()
		return ErrOver
	}
	return nil
}

// hold keeps a decision until the dialog is open.
func (w *wait) hold(a arrival) {
	if w.held != nil {
		a.answer(errAnswering)
		return
	}
	w.held = &a
}

// decide prints a decision, tells its visitor what has come of it, and tells the pane.
func (w *wait) decide(a arrival) (printed bool) {
	err := w.print(a.decision)
	a.answer(err)
	if err == nil {
		w.tell(hookmap.Answered(w.Request.Call, w.Now()))
	}
	return err == nil
}

// print prints a decision, if the call is still open.
func (w *wait) print(decision []byte) error {
	if err := check(decision); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	pane, err := w.Tmux.Pane(ctx, w.Pane, wanted...)
	if err == nil {
		err = w.over(pane.Options)
	}
	if err == nil && !w.asks() {
		err = ErrOver
	}
	if err != nil {
		return err
	}
	_, err = w.Out.Write(append(decision, '\n'))
	return err
}
