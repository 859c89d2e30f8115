package reply

import (
	"context"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/act/typing"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const (
	tmuxTimeout    = 500 * time.Millisecond // for one call of tmux
	openTimeout    = 3 * time.Second        // for a reading that shows whether the request is open: half of receiptTimeout
	retryPause     = 200 * time.Millisecond // after a call of tmux that has failed and may succeed later
	leaveTimeout   = 800 * time.Millisecond // for the server to end the waiting of a connection
	correctTimeout = 500 * time.Millisecond // for [hookmap.Reconcile] to believe the registry
	minPause       = 10 * time.Millisecond  // between two readings of a pane that changes often
)

// watched are the options that show whether a call is open, and when the last event was applied to the pane.
var watched = []tmuxopt.Option{
	tmuxopt.Waiting, tmuxopt.Answerable, tmuxopt.AnswerOption, tmuxopt.Gate, tmuxopt.StateNS,
}

// checkEachChange lists this process in the pane, and checks the pane after each change. It waits as long as the
// server does not answer. Only [relay.leave] ends it: the server never frees the memory of a connection that
// is closed while it waits.
func (r *relay) checkEachChange() {
	defer close(r.disconnected)
	if r.Pane == "" {
		return
	}
	end := func(cause error) {
		select {
		case r.closed <- cause:
		default: // the first reason counts
		}
	}
	check := func(pane tmux.Pane, err error) {
		for r.leaving.Err() == nil {
			var over error
			if err == nil {
				over, err = r.update(pane.Options)
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
			_ = typing.Pause(r.leaving, retryPause)
			pane, err = r.read(openTimeout, watched)
		}
	}
	for r.leaving.Err() == nil {
		began := time.Now()
		err := r.Tmux.ListenTo(context.Background(), r.Pane, watched, check)
		switch {
		case tmux.IsFinal(err):
			end(err)
			return
		case err != nil:
			_ = typing.Pause(r.leaving, retryPause)
		}
		time.Sleep(minPause - time.Since(began))
	}
}

// update lists this process in a pane with these options if the pane does not list it yet. Before that it applies
// the event that could not be applied in time because tmux did not answer. over says why the call cannot be answered
// any more, nil if it can; err is the error of tmux.
func (r *relay) update(o tmuxopt.Options) (over, err error) {
	over = r.check(o)
	batch := tmuxopt.Batch{
		Pane: r.Pane, ServerPID: r.Tmux.PID, Edits: tmuxopt.Answerer(r.request.Call, r.process),
	}
	isMissing := r.Missed != nil && !tmuxopt.True(tmuxopt.Has(tmuxopt.Waiting, r.request.Call), o)
	switch {
	case over == nil || r.isListed.Load():
		r.isListed.Store(true)
		return over, nil
	case isMissing && tmuxopt.True(hookmap.Untold(r.Missed.At), o):
		batch.Unless = tmuxopt.Not(hookmap.Untold(r.Missed.At))
		if over == ErrOff {
			batch.Edits = nil
		}
		batch.Edits = append(r.Missed.Edits(r.Now()), batch.Edits...)
	case isMissing && over == ErrOver: // a newer event was applied: the registry must show the dialog first
		return nil, nil
	case over != ErrSuperseded:
		return over, nil
	}
	answer, err := r.Tmux.Send(r.leaving, batch)
	if isMissing && tmuxopt.RefusedByCondition(answer.Stderr) { // the pane has changed, so it is checked again
		return nil, nil
	}
	r.isListed.Store(err == nil && !isMissing) // of two hooks the later one stays listed
	return nil, err
}

// check returns why the call cannot be answered any more, nil if it can.
func (r *relay) check(o tmuxopt.Options) error {
	r.countCalls(o)
	entry := tmuxopt.Entry{Key: r.request.Call, Word: r.process}
	switch {
	case r.Origin.Gate != "" && o[tmuxopt.Gate] != r.Origin.Gate: // the pane shows another session
		return ErrOver
	case o[tmuxopt.AnswerOption] == tmuxopt.Off:
		return ErrOff
	case !tmuxopt.True(tmuxopt.Has(tmuxopt.Waiting, r.request.Call), o):
		return ErrOver
	case !slices.Contains(tmuxopt.Entries(o[tmuxopt.Answerable]), entry):
		return ErrSuperseded
	}
	return nil
}

func (r *relay) countCalls(o tmuxopt.Options) {
	if len(hookmap.OpenCalls(o)) > 1 {
		r.hadSeveralCalls.Store(true)
	}
}

// checkNow is check with the current options of the pane.
func (r *relay) checkNow() error {
	if r.Pane == "" { // the hook itself checks the registry
		return nil
	}
	pane, err := r.read(openTimeout, watched)
	if err != nil {
		return err
	}
	return r.check(pane.Options)
}

func (r *relay) read(timeout time.Duration, options []tmuxopt.Option) (tmux.Pane, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return r.Tmux.Pane(ctx, r.Pane, options...)
}

func (r *relay) edit(edits []tmuxopt.Edit) error {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxTimeout)
	defer cancel()
	_, err := r.Tmux.Send(ctx, tmuxopt.Batch{Pane: r.Pane, ServerPID: r.Tmux.PID, Edits: edits})
	return err
}

// leave applies edits to the pane, removes this process from it, and ends the waiting connection in the
// server. A second call does nothing.
func (r *relay) leave(edits ...tmuxopt.Edit) {
	if r.leaving.Err() != nil {
		return
	}
	r.startLeaving()
	if r.Pane == "" {
		return
	}
	// If the pane cannot be edited, the next hook corrects it.
	_ = r.edit(append(edits, tmuxopt.NoAnswerer(r.request.Call, r.process)...))
	r.Tmux.StopListening(tmuxopt.PaneChannel+r.Pane, r.disconnected, tmux.WakePause, leaveTimeout) // the edits signal
}

// showEnd corrects the pane after a dialog has ended without an event, as soon as [hookmap.Reconcile]
// believes the registry. It returns false if the report is about something else.
//
// It does nothing if the dialog that was open may have belonged to another call. The dialog of a background
// subagent opens only after its hook has ended. Until then the registry lists no dialog (2.1.329), so a pane that
// was corrected too early would stay wrong.
func (r *relay) showEnd(report Report) bool {
	if report.Closed == nil && !report.Ended {
		return false
	}
	if r.Pane == "" {
		return true
	}
	reported := r.Now()
	r.leave() // first: Claude Code kills a hook 1.4 s after Esc
	for deadline := time.Now().Add(correctTimeout); ; {
		pane, err := r.read(tmuxTimeout, tmuxopt.For(tmuxopt.Compared))
		r.countCalls(pane.Options)
		witness := hookmap.Witness{Died: report.Ended}
		if report.Closed != nil {
			// The dialog was open, and is not any more: that is what Drawn means.
			witness.Entry, witness.Drawn = r.Origin.Entry(*report.Closed, pane.Options, reported), true
		}
		uncertain := report.Closed != nil && (witness.Entry == nil || r.hadSeveralCalls.Load() && r.request.Agent != "")
		if err != nil || uncertain || !r.Origin.Shows(pane.Options, r.request.Session) {
			return true
		}
		correction, recheckAfter := hookmap.Reconcile(pane.Options, witness, r.Now())
		if correction != nil {
			_ = r.edit(correction.Edits) // after an error the next hook corrects the pane
			return true
		}
		if recheckAfter == 0 || time.Now().Add(recheckAfter).After(deadline) {
			return true
		}
		time.Sleep(recheckAfter)
	}
}
