package reply

import (
	"context"
	"os"
	"strconv"
	"time"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/proc"
	"atm/tmuxopt"
)

// shown returns when the registry says that the dialog of a subagent is open: that of one in
// the background is not, as long as its hook runs. It may be the dialog of another call, so
// that is found out first; the client may be late to write it down.
func (w *wait) shown() error {
	beat := time.NewTicker(backgroundBeat)
	defer beat.Stop()
	for {
		switch {
		case w.Background():
			return ErrBackground
		case w.asks():
			w.open = true
			return nil
		}
		select {
		case <-w.registry:
		case <-beat.C:
		case <-w.signals:
			return ErrStopped
		case <-w.exited:
			return ErrClient
		case <-w.grace:
			return ErrNoDialog
		}
	}
}

// asks reports whether the registry says that a dialog is open.
func (w *wait) asks() bool {
	entry, err := w.entry()
	return err == nil && entry.Status == claudehome.StatusWaiting
}

// entry reads what the registry says of the client.
func (w *wait) entry() (claudehome.Process, error) {
	return claudehome.ReadSettled(os.DirFS(w.Home), w.Client)
}

// closed has the pane show what has come of a dialog that was closed just now. The registry
// follows within a tenth of a second, also where it had yet to tell that one was open.
func (w *wait) closed() {
	limit := time.NewTimer(closeLimit)
	defer limit.Stop()
	told := w.open
	for late := false; !late && (!told || w.asks()); {
		select {
		case <-w.registry:
			told = true
		case <-w.exited:
			return
		case <-limit.C:
			late = true
		}
	}
	w.correct()
}

// correct has the pane show what has come of the call, as a follower would: no hook tells.
//
// It does not if the dialog that was open may have been another one's. That of a subagent in
// the background opens only when its hook has ended: the registry says meanwhile that
// nothing is asked (2.1.329), and nobody would tell the pane that something is.
func (w *wait) correct() {
	for limit := time.Now().Add(correctLimit); ; {
		ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
		pane, err := w.Tmux.Pane(ctx, w.Pane, hookmap.Compared()...)
		cancel()
		w.count(pane.Options)
		if w.several && w.Request.Agent != "" {
			return
		}
		entry, unreadable := w.entry()
		if err != nil || unreadable != nil || pane.Options[tmuxopt.PID] != strconv.Itoa(w.Client) {
			return
		}
		// We have seen the dialog open, and now it is not.
		witness := hookmap.Witness{Entry: entry.Entry(proc.Suspended), Drawn: true}
		correction, again := hookmap.Reconcile(pane.Options, witness, w.Now())
		if correction != nil {
			w.tell(correction.Edits)
			return
		}
		if again == 0 || time.Now().Add(again).After(limit) {
			return
		}
		time.Sleep(again)
	}
}

// died clears the pane of a client that was killed: nothing else tells, where nobody follows.
func (w *wait) died() {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	pane, err := w.Tmux.Pane(ctx, w.Pane, hookmap.Compared()...)
	if err != nil || pane.Options[tmuxopt.PID] != strconv.Itoa(w.Client) {
		return
	}
	if c, _ := hookmap.Reconcile(pane.Options, hookmap.Witness{Died: true}, w.Now()); c != nil {
		w.tell(c.Edits)
	}
}
