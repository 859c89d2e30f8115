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

	// Background reports whether a subagent is known to run in the background; nil if the main thread asks.
	// Claude Code opens the dialog of such a subagent only after the hook has ended, so a waiting hook would
	// keep the dialog from the person at the terminal.
	Background func() bool
}

const (
	closeLimit     = 400 * time.Millisecond // for the registry to list a dialog as closed
	backgroundPoll = 50 * time.Millisecond  // between two checks whether a subagent is in the background
)

// dialogWatch follows a dialog in the registry of its Claude Code.
type dialogWatch struct {
	Dialog
	signals      chan os.Signal
	exited       chan struct{} // closed when Claude Code has ended
	registry     <-chan struct{}
	openTimedOut <-chan time.Time // the dialog should have opened by now
	open         bool             // the registry has listed the dialog as open
}

// watch watches the dialog until ctx ends. From now on no signal ends the process: Claude Code sends one
// after Esc, and the pane must still be corrected.
func (d Dialog) watch(ctx context.Context) (*dialogWatch, error) {
	c := &dialogWatch{
		Dialog: d, signals: make(chan os.Signal, 1), exited: make(chan struct{}),
		openTimedOut: time.After(d.OpenTimeout),
	}
	signal.Notify(c.signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	signal.Ignore(syscall.SIGPIPE) // if Claude Code has ended, nobody reads what the hook prints
	changes, err := claudehome.WatchProcess(ctx, d.Home, d.Claude)
	if err != nil {
		return nil, err
	}
	c.registry = changes
	start(func() {
		if proc.Wait(ctx, d.Claude) == nil {
			close(c.exited)
		}
	})
	return c, nil
}

// awaitDialog returns nil when the hook may wait for an answer. In the main thread that is at once. The
// dialog of a subagent has to be listed as open first: that of a background subagent is not listed as long
// as its hook runs. The listed dialog may belong to another call, so the transcript is checked first; Claude
// Code may be late in writing there that the subagent runs in the background.
func (c *dialogWatch) awaitDialog() error {
	if c.Background == nil {
		return nil
	}
	ticker := time.NewTicker(backgroundPoll)
	defer ticker.Stop()
	for {
		switch {
		case c.Background():
			return ErrBackground
		case c.isAsking():
			c.open = true
			return nil
		}
		select {
		case <-c.registry:
		case <-ticker.C:
		case <-c.signals:
			return ErrStopped
		case <-c.exited:
			return ErrClaudeEnded
		case <-c.openTimedOut:
			return ErrNoDialog
		}
	}
}

// isAsking reports whether the registry lists a dialog as open.
func (c *dialogWatch) isAsking() bool {
	entry, err := c.entry()
	return err == nil && entry.Status == claudehome.StatusWaiting
}

// entryLimit is how long to wait for the rest of a half-written entry where a decision depends on it: on a
// busy machine Claude Code may pause between the two halves.
const entryLimit = time.Second

// checkAsking returns [ErrOver] if the registry lists no dialog as open any more.
func (c *dialogWatch) checkAsking() error {
	for limit := time.Now().Add(entryLimit); ; {
		entry, err := c.entry()
		switch {
		case err == nil && entry.Status == claudehome.StatusWaiting:
			return nil
		case err == nil:
			return ErrOver
		case time.Now().After(limit):
			return fmt.Errorf("nobody knows whether the dialog is still open: %w", err)
		}
		time.Sleep(entryPause)
	}
}

// entryPause is the time between two readings of a half-written entry.
const entryPause = 20 * time.Millisecond

// entry reads the entry of Claude Code in the registry.
func (c *dialogWatch) entry() (claudehome.Process, error) {
	return claudehome.ReadSettled(os.DirFS(c.Home), c.Claude)
}

// checkRegistry returns [ErrClosed] if a dialog that was open is closed. It ignores a half-written entry.
func (c *dialogWatch) checkRegistry() error {
	entry, err := c.entry()
	switch {
	case err != nil || entry.Status == "":
	case entry.Status == claudehome.StatusWaiting:
		c.open = true
	case c.open:
		return ErrClosed
	}
	return nil
}

// awaitClose waits until the registry lists the dialog as closed. That takes a tenth of a second, even if
// the dialog is not yet listed as open. awaitClose returns false if Claude Code has ended.
func (c *dialogWatch) awaitClose() bool {
	limit := time.NewTimer(closeLimit)
	defer limit.Stop()
	for changed := c.open; !changed || c.isAsking(); {
		select {
		case <-c.registry:
			changed = true
		case <-c.exited:
			return false
		case <-limit.C:
			return true
		}
	}
	return true
}

// report tells the relay how the dialog has ended, where no event does: after a key, Esc, or the end of
// Claude Code.
func (c *dialogWatch) report(relay Link, cause error, now func() time.Time) {
	switch {
	case cause == ErrClaudeEnded, cause == ErrStopped && !c.awaitClose():
		_ = relay.Send(Report{Ended: true}) // the relay may have ended, also in the sends below
	case cause == ErrStopped, cause == ErrClosed:
		if entry, err := c.entry(); err == nil {
			process := message.NewProcess(*entry.Entry(proc.Suspended), true, now())
			_ = relay.Send(Report{Closed: &process})
		}
	}
}
