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

// opened returns when the registry says that a dialog is open. It may be that of another call
// if a subagent in the background asks, so that is found out first; the client may be late to
// write it down.
func (w *wait) opened() error {
	grace := time.NewTimer(w.Grace)
	defer grace.Stop()
	var again <-chan time.Time // never, where nothing but the registry has to tell
	if w.Background != nil {
		beat := time.NewTicker(backgroundBeat)
		defer beat.Stop()
		again = beat.C
	}
	for {
		switch {
		case w.Background != nil && w.Background():
			return ErrBackground
		case w.asks():
			return nil
		}
		select {
		case <-w.registry:
		case <-again:
		case <-w.signals:
			return ErrStopped
		case <-w.exited:
			return ErrClient
		case <-grace.C:
			return ErrNoDialog
		}
	}
}

// asks reports whether the registry says that a dialog is open.
func (w *wait) asks() bool {
	entry, err := w.entry()
	return err == nil && entry.Status == claudehome.StatusWaiting
}

// entry reads what the registry says of the client, which rewrites it in place: what is
// half-written now is complete a moment later.
func (w *wait) entry() (entry claudehome.Process, err error) {
	for range entryTries {
		if entry, err = claudehome.ReadProcess(os.DirFS(w.Home), w.Client); err == nil {
			break
		}
		time.Sleep(entryPause)
	}
	return entry, err
}

// closed has the pane show what has come of a dialog that was closed just now. The registry
// follows within a tenth of a second, also where it had yet to tell that one was open.
func (w *wait) closed(told bool) {
	limit := time.NewTimer(closeLimit)
	defer limit.Stop()
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
