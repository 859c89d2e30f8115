package reply

import (
	"context"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"atm/hookmap"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const (
	tmuxTimeout    = 500 * time.Millisecond // for one call of tmux
	openTimeout    = 3 * time.Second        // for a reading that shows whether the request is open: half of receiptTimeout
	retryPause     = 200 * time.Millisecond // after a call of tmux that has failed and may succeed later
	leaveTimeout   = 800 * time.Millisecond // for the server to end the waiting of a connection
	leavePause     = 20 * time.Millisecond  // between two signals that end it
	correctTimeout = 500 * time.Millisecond // for [hookmap.Reconcile] to believe the registry
	minPause       = 10 * time.Millisecond  // between two readings of a pane that changes often
)

// watched are the options that show whether a call is open, and when the last event was applied to the pane.
var watched = []tmuxopt.Option{
	tmuxopt.Waiting, tmuxopt.Answerable, tmuxopt.AnswerOption, tmuxopt.Gate, tmuxopt.StateNS,
}

// paneWatch watches a call in its pane. The pane lists this process as the one that waits for the answer.
type paneWatch struct {
	Relay
	request Request
	process string     // our own process id
	closed  chan error // why the call cannot be answered any more

	hadSeveralCalls atomic.Bool // several calls were open at the same time
	isListed        atomic.Bool // the pane has listed this process
	leaving         context.Context
	startLeaving    context.CancelFunc
	disconnected    chan struct{} // closed when no connection waits in the server any more
}

func newPaneWatch(r Relay, request Request) *paneWatch {
	p := &paneWatch{
		Relay: r, request: request, process: strconv.Itoa(os.Getpid()),
		closed: make(chan error, 1), disconnected: make(chan struct{}),
	}
	p.leaving, p.startLeaving = context.WithCancel(context.Background())
	return p
}

// checkEachChange lists this process in the pane, and checks the pane after each change. It waits as long as the
// server does not answer. Only [paneWatch.leave] ends it: the server never frees the memory of a connection that
// is closed while it waits.
func (p *paneWatch) checkEachChange() {
	defer close(p.disconnected)
	if p.Pane == "" {
		return
	}
	end := func(cause error) {
		select {
		case p.closed <- cause:
		default: // the first reason counts
		}
	}
	check := func(pane tmux.Pane, err error) {
		for p.leaving.Err() == nil {
			var over error
			if err == nil {
				over, err = p.update(pane.Options)
			}
			switch {
			case over != nil:
				end(over)
				return
			case err == nil:
				return
			case tmux.IsFinal(err):
				end(err)
				return
			}
			p.pause(retryPause)
			pane, err = p.read(openTimeout, watched)
		}
	}
	for p.leaving.Err() == nil {
		began := time.Now()
		err := p.Tmux.ListenTo(context.Background(), p.Pane, watched, check)
		switch {
		case tmux.IsFinal(err):
			end(err)
			return
		case err != nil:
			p.pause(retryPause)
		}
		time.Sleep(minPause - time.Since(began))
	}
}

// pause waits until the time is over or this process begins to leave the pane.
func (p *paneWatch) pause(length time.Duration) {
	select {
	case <-p.leaving.Done():
	case <-time.After(length):
	}
}

// update lists this process in a pane with these options if the pane does not list it yet. Before that it applies
// the event that could not be applied in time because tmux did not answer. over says why the call cannot be answered
// any more, nil if it can; err is the error of tmux.
func (p *paneWatch) update(o tmuxopt.Options) (over, err error) {
	over = p.check(o)
	batch := tmuxopt.Batch{
		Pane: p.Pane, ServerPID: p.Tmux.PID, Edits: tmuxopt.Answerer(p.request.Call, p.process),
	}
	isMissing := p.Missed != nil && !tmuxopt.True(tmuxopt.Has(tmuxopt.Waiting, p.request.Call), o)
	switch {
	case over == nil || p.isListed.Load():
		p.isListed.Store(true)
		return over, nil
	case isMissing && tmuxopt.True(hookmap.Untold(p.Missed.At), o):
		batch.Unless = tmuxopt.Not(hookmap.Untold(p.Missed.At))
		batch.Edits = append(p.Missed.Edits(p.Now()), batch.Edits...)
	case isMissing && over == ErrOver: // a newer event was applied: the registry must show the dialog first
		return nil, nil
	case over != ErrSuperseded:
		return over, nil
	}
	answer, err := p.Tmux.Send(p.leaving, batch)
	if isMissing && tmuxopt.RefusedByCondition(answer.Stderr) { // the pane has changed, so it is checked again
		return nil, nil
	}
	p.isListed.Store(err == nil && !isMissing) // of two hooks the later one stays listed
	return nil, err
}

// check returns why the call cannot be answered any more, nil if it can.
func (p *paneWatch) check(o tmuxopt.Options) error {
	p.countCalls(o)
	entry := tmuxopt.Entry{Key: p.request.Call, Word: p.process}
	switch {
	case p.Origin.Gate != "" && o[tmuxopt.Gate] != p.Origin.Gate: // the pane shows another session
		return ErrOver
	case o[tmuxopt.AnswerOption] == tmuxopt.Off:
		return ErrOff
	case !tmuxopt.True(tmuxopt.Has(tmuxopt.Waiting, p.request.Call), o):
		return ErrOver
	case !slices.Contains(tmuxopt.Entries(o[tmuxopt.Answerable]), entry):
		return ErrSuperseded
	}
	return nil
}

// countCalls records whether several calls are open.
func (p *paneWatch) countCalls(o tmuxopt.Options) {
	if len(hookmap.OpenCalls(o)) > 1 {
		p.hadSeveralCalls.Store(true)
	}
}

// checkNow is check with the current options of the pane.
func (p *paneWatch) checkNow() error {
	if p.Pane == "" { // the hook itself checks the registry
		return nil
	}
	pane, err := p.read(openTimeout, watched)
	if err != nil {
		return err
	}
	return p.check(pane.Options)
}

func (p *paneWatch) read(timeout time.Duration, options []tmuxopt.Option) (tmux.Pane, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return p.Tmux.Pane(ctx, p.Pane, options...)
}

func (p *paneWatch) edit(edits []tmuxopt.Edit) error {
	if p.Pane == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), tmuxTimeout)
	defer cancel()
	_, err := p.Tmux.Send(ctx, tmuxopt.Batch{Pane: p.Pane, ServerPID: p.Tmux.PID, Edits: edits})
	return err
}

// leave applies edits to the pane, removes this process from it, and ends the waiting connection in the
// server. A second call does nothing.
func (p *paneWatch) leave(edits ...tmuxopt.Edit) {
	if p.leaving.Err() != nil {
		return
	}
	p.startLeaving()
	// This edit signals that the pane has changed. If the pane cannot be edited, the next hook corrects it.
	_ = p.edit(append(edits, tmuxopt.NoAnswerer(p.request.Call, p.process)...))
	for deadline := time.Now().Add(leaveTimeout); time.Now().Before(deadline); {
		select {
		case <-p.disconnected:
			return
		case <-time.After(leavePause):
		}
		ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
		err := p.Tmux.Signal(ctx, tmuxopt.PaneChannel+p.Pane)
		cancel()
		if err != nil {
			return
		}
	}
}

// showEnd corrects the pane after a dialog has ended without an event, as soon as [hookmap.Reconcile]
// believes the registry. It returns false if the report is about something else.
//
// It does nothing if the dialog that was open may have belonged to another call. The dialog of a background
// subagent opens only after its hook has ended. Until then the registry lists no dialog (2.1.329), so a pane that
// was corrected too early would stay wrong.
func (p *paneWatch) showEnd(report Report) bool {
	if report.Closed == nil && !report.Ended {
		return false
	}
	if p.Pane == "" {
		return true
	}
	reported := p.Now()
	p.leave() // first: Claude Code kills a hook 1.4 s after Esc
	for deadline := time.Now().Add(correctTimeout); ; {
		pane, err := p.read(tmuxTimeout, tmuxopt.For(tmuxopt.Compared))
		p.countCalls(pane.Options)
		witness := hookmap.Witness{Died: report.Ended}
		if report.Closed != nil {
			// The dialog was open, and is not any more: that is what Drawn means.
			witness.Entry, witness.Drawn = p.Origin.Entry(*report.Closed, pane.Options, reported), true
		}
		uncertain := report.Closed != nil && (witness.Entry == nil || p.hadSeveralCalls.Load() && p.request.Agent != "")
		if err != nil || uncertain || !p.Origin.Shows(pane.Options, p.request.Session) {
			return true
		}
		correction, recheckAfter := hookmap.Reconcile(pane.Options, witness, p.Now())
		if correction != nil {
			_ = p.edit(correction.Edits) // after an error the next hook corrects the pane
			return true
		}
		if recheckAfter == 0 || time.Now().Add(recheckAfter).After(deadline) {
			return true
		}
		time.Sleep(recheckAfter)
	}
}
