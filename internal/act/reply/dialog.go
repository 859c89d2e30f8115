package reply

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/gate/message"
	"atm/internal/sys/proc"
)

// Dialog is the dialog that Claude Code shows for a request.
type Dialog struct {
	Home   string // the Claude home
	Claude int    // the process of the Claude Code that asks

	// OpenTimeout is how long the registry may take to list the dialog as open.
	OpenTimeout time.Duration

	// Background reports whether the subagent is known to run in the background; nil if the main thread asks.
	// Claude Code opens the dialog of such a subagent only after the hook has ended, so a waiting hook would
	// keep the dialog from the person at the terminal.
	Background func() bool
}

const (
	closeTimeout   = 400 * time.Millisecond // for the registry to list a dialog as closed
	backgroundPoll = 50 * time.Millisecond  // between two checks whether a subagent is in the background
	entryPoll      = 20 * time.Millisecond  // between two readings of a half-written entry

	// entryTimeout is how long to wait for the rest of a half-written entry where a decision depends on it: on a busy
	// machine Claude Code may pause between the two halves.
	entryTimeout = time.Second
)

// dialogWatch follows a dialog in the registry of its Claude Code.
type dialogWatch struct {
	Dialog
	signals      chan os.Signal
	exited       chan struct{} // closed when Claude Code has ended
	registry     <-chan struct{}
	openTimedOut <-chan time.Time // ends the time that the dialog has to open
	open         bool             // the registry has listed the dialog as open
}

// watch watches the dialog until ctx ends. From now on no signal ends the process: Claude Code sends one
// after Esc, and the pane must still be corrected.
func (d Dialog) watch(ctx context.Context) (*dialogWatch, error) {
	w := &dialogWatch{
		Dialog: d, signals: make(chan os.Signal, 1), exited: make(chan struct{}),
		openTimedOut: time.After(d.OpenTimeout),
	}
	signal.Notify(w.signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	signal.Ignore(syscall.SIGPIPE) // if Claude Code has ended, nobody reads what the hook prints
	var err error
	if w.registry, err = claudehome.WatchProcess(ctx, d.Home, d.Claude); err != nil {
		return nil, err
	}
	start(func() {
		if proc.Wait(ctx, d.Claude) == nil {
			close(w.exited)
		}
	})
	return w, nil
}

// awaitDialog returns nil when the hook may wait for an answer. In the main thread it returns at once. The dialog
// of a subagent must be listed as open first: that of a background subagent is not listed as long as its hook
// runs. The listed dialog may belong to another call, so the transcript is checked first; Claude Code may be late
// in writing there that the subagent runs in the background.
func (w *dialogWatch) awaitDialog() error {
	if w.Background == nil {
		return nil
	}
	ticker := time.NewTicker(backgroundPoll)
	defer ticker.Stop()
	for {
		switch {
		case w.Background():
			return ErrBackground
		case w.isAsking():
			w.open = true
			return nil
		}
		select {
		case <-w.registry:
		case <-ticker.C:
		case <-w.signals:
			return ErrStopped
		case <-w.exited:
			return ErrClaudeEnded
		case <-w.openTimedOut:
			return ErrNoDialog
		}
	}
}

func (w *dialogWatch) isAsking() bool {
	entry, err := w.entry()
	return err == nil && entry.Status == claudehome.StatusWaiting
}

// checkAsking returns [ErrOver] if the registry lists no dialog as open any more.
func (w *dialogWatch) checkAsking() error {
	for deadline := time.Now().Add(entryTimeout); ; time.Sleep(entryPoll) {
		entry, err := w.entry()
		switch {
		case err == nil && entry.Status == claudehome.StatusWaiting:
			return nil
		case err == nil:
			return ErrOver
		case time.Now().After(deadline):
			return fmt.Errorf("nobody knows whether the dialog is still open: %w", err)
		}
	}
}

func (w *dialogWatch) entry() (claudehome.Process, error) {
	return claudehome.ReadProcess(os.DirFS(w.Home), w.Claude)
}

// checkRegistry returns [ErrClosed] if a dialog that was open is closed. It ignores a half-written entry.
func (w *dialogWatch) checkRegistry() error {
	entry, err := w.entry()
	switch {
	case err != nil || entry.Status == "":
	case entry.Status == claudehome.StatusWaiting:
		w.open = true
	case w.open:
		return ErrClosed
	}
	return nil
}

// awaitClose waits until the registry lists the dialog as closed. That takes a tenth of a second, even if
// the dialog is not yet listed as open. awaitClose returns false if Claude Code has ended.
func (w *dialogWatch) awaitClose() bool {
	timeout := time.After(closeTimeout)
	for changed := w.open; !changed || w.isAsking(); {
		select {
		case <-w.registry:
			changed = true
		case <-w.exited:
			return false
		case <-timeout:
			return true
		}
	}
	return true
}

// report reports how the dialog has ended if no event does: after a key, Esc, or the end of Claude Code.
func (w *dialogWatch) report(relay Link, cause error, now func() time.Time) {
	switch {
	case cause == ErrClaudeEnded, cause == ErrStopped && !w.awaitClose():
		_ = relay.Send(Report{Ended: true}) // the relay may have ended, also in the sends below
	case cause == ErrStopped, cause == ErrClosed:
		if entry, err := w.entry(); err == nil {
			process := message.NewProcess(*entry.Entry(proc.Suspended), true, now())
			_ = relay.Send(Report{Closed: &process})
		}
	}
}
