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
	tmuxLimit    = 500 * time.Millisecond // for one call of tmux
	leaveLimit   = 800 * time.Millisecond // for the server to end the waiting of a connection
	leavePause   = 20 * time.Millisecond  // between two signals for that
	correctLimit = 500 * time.Millisecond // for the registry to be believed
	minPause     = 10 * time.Millisecond  // between two readings of a pane that changes often
)

// watched are the options that show whether a call is open.
var watched = []tmuxopt.Option{tmuxopt.Waiting, tmuxopt.Answerable, tmuxopt.AnswerOption, tmuxopt.Gate}

// paneWatch watches a call in its pane, which lists this process as the one that waits.
type paneWatch struct {
	Relay
	request Request
	process string     // our own process id
	closed  chan error // why the call cannot be answered any more

	hadSeveralCalls atomic.Bool // several calls were open at the same time
	leaving         atomic.Bool
	disconnected    chan struct{} // closed when no connection waits in the server any more
}

func newPaneWatch(r Relay, request Request) *paneWatch {
	return &paneWatch{
		Relay: r, request: request, process: strconv.Itoa(os.Getpid()),
		closed: make(chan error, 1), disconnected: make(chan struct{}),
	}
}

// checkEachChange checks the pane after each change. Only [paneWatch.leave] ends it: the server never frees
// the memory of a connection that is closed while it waits.
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
		if err == nil {
			err = p.check(pane.Options)
		}
		if err != nil {
			end(err)
		}
	}
	for !p.leaving.Load() {
		began := time.Now()
		if err := p.Tmux.ListenTo(context.Background(), p.Pane, watched, check); err != nil {
			end(err)
			return
		}
		time.Sleep(minPause - time.Since(began))
	}
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
	if p.Pane == "" { // the hook asks the registry
		return nil
	}
	pane, err := p.read(watched)
	if err != nil {
		return err
	}
	return p.check(pane.Options)
}

func (p *paneWatch) read(options []tmuxopt.Option) (tmux.Pane, error) {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	return p.Tmux.Pane(ctx, p.Pane, options...)
}

func (p *paneWatch) edit(edits []tmuxopt.Edit) error {
	if p.Pane == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	_, err := p.Tmux.Send(ctx, tmuxopt.Batch{Pane: p.Pane, ServerPID: p.Tmux.PID, Edits: edits})
	return err
}

// leave applies edits to the pane, removes this process from it, and ends the waiting connection in the
// server. A second call does nothing.
func (p *paneWatch) leave(edits ...tmuxopt.Edit) {
	if p.leaving.Swap(true) {
		return
	}
	// This edit signals that the pane has changed. If the pane cannot be edited, the next hook corrects it.
	_ = p.edit(append(edits, tmuxopt.NoAnswerer(p.request.Call, p.process)...))
	for limit := time.Now().Add(leaveLimit); time.Now().Before(limit); {
		select {
		case <-p.disconnected:
			return
		case <-time.After(leavePause):
		}
		ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
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
// subagent opens only after its hook has ended: until then the registry lists no dialog (2.1.329), and a
// pane that was corrected too early would stay wrong.
func (p *paneWatch) showEnd(report Report) bool {
	if report.Closed == nil && !report.Ended {
		return false
	}
	if p.Pane == "" {
		return true
	}
	reported := p.Now()
	p.leave() // first: Claude Code kills a hook 1.4 s after Esc
	for limit := time.Now().Add(correctLimit); ; {
		pane, err := p.read(tmuxopt.For(tmuxopt.Compared))
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
			_ = p.edit(correction.Edits) // the next hook corrects the pane
			return true
		}
		if recheckAfter == 0 || time.Now().Add(recheckAfter).After(limit) {
			return true
		}
		time.Sleep(recheckAfter)
	}
}
