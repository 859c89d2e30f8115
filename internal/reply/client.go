package reply

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"atm/internal/claudehome"
	"atm/internal/proc"
)

// Dialog is the dialog of a request, as its Claude Code has it.
type Dialog struct {
	Home   string // the Claude home
	Client int    // the process of Claude Code that asks

	// Grace is how long the registry may take to say that the dialog is open.
	Grace time.Duration

	// Background reports whether a subagent runs in the background, as far as is known by now; nil
	// if none asks. Claude Code opens the dialog of such a one when the hook has ended: who waited
	// on would keep it from the person at the terminal.
	Background func() bool
}

// clientWatch sees what becomes of a dialog where its Claude Code runs.
type clientWatch struct {
	Dialog
	signals  chan os.Signal
	exited   chan struct{} // closed when the client has ended
	registry <-chan struct{}
	grace    <-chan time.Time // the dialog should have opened by now
	open     bool             // the dialog, as the registry says
}

// watch looks at the client until ctx ends.
func (d Dialog) watch(ctx context.Context) (*clientWatch, error) {
	c := &clientWatch{
		Dialog: d, signals: make(chan os.Signal, 1), exited: make(chan struct{}), grace: time.After(d.Grace),
	}
	signal.Notify(c.signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	entries, err := claudehome.WatchProcess(ctx, d.Home, d.Client)
	if err != nil {
		c.stop()
		return nil, err
	}
	c.registry = entries
	go func() {
		if proc.Wait(ctx, d.Client) == nil {
			close(c.exited)
		}
	}()
	return c, nil
}

// stop lets signals end the process again.
func (c *clientWatch) stop() { signal.Stop(c.signals) }

// shown returns when the registry says that the dialog of a subagent is open: that of one in
// the background is not, as long as its hook runs. It may be the dialog of another call, so
// that is found out first; the client may be late to write it down.
func (c *clientWatch) shown() error {
	if c.Background == nil { // the main thread has asked
		return nil
	}
	beat := time.NewTicker(backgroundBeat)
	defer beat.Stop()
	for {
		switch {
		case c.Background():
			return ErrBackground
		case c.asks():
			c.open = true
			return nil
		}
		select {
		case <-c.registry:
		case <-beat.C:
		case <-c.signals:
			return ErrStopped
		case <-c.exited:
			return ErrClient
		case <-c.grace:
			return ErrNoDialog
		}
	}
}

// asks reports whether the registry says that a dialog is open.
func (c *clientWatch) asks() bool {
	entry, err := c.entry()
	return err == nil && entry.Status == claudehome.StatusWaiting
}

// entry reads what the registry says of the client.
func (c *clientWatch) entry() (claudehome.Process, error) {
	return claudehome.ReadSettled(os.DirFS(c.Home), c.Client)
}

// registered takes in what the registry says by now. It returns [ErrClosed] if a dialog that
// was open is not any more. Half an entry says nothing: the other half is on its way.
func (c *clientWatch) registered() error {
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

// closes waits for the registry to say that a dialog was closed. It follows within a tenth of
// a second, also where it had yet to tell that one was open. It returns false if the client has
// ended.
func (c *clientWatch) closes() bool {
	limit := time.NewTimer(closeLimit)
	defer limit.Stop()
	for told := c.open; !told || c.asks(); {
		select {
		case <-c.registry:
			told = true
		case <-c.exited:
			return false
		case <-limit.C:
			return true
		}
	}
	return true
}
