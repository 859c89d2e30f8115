package reply

import (
	"context"
	"strconv"
	"time"

	"atm/hookmap"
	"atm/internal/proc"
	"atm/tmuxopt"
)

// closed has the pane show what has come of a dialog that was closed just now.
func (p *paneWatch) closed(c *clientWatch, now func() time.Time) {
	if c.closes() {
		p.correct(c, now)
	}
}

// correct has the pane show what has come of the call, as a follower would: no hook tells.
func (p *paneWatch) correct(c *clientWatch, now func() time.Time) {
	p.reconcile(now, func(o tmuxopt.Options) *hookmap.Entry {
		entry, err := c.entry()
		if err != nil || o[tmuxopt.PID] != strconv.Itoa(c.Client) {
			return nil
		}
		return entry.Entry(proc.Suspended)
	})
}

// reconcile compares the pane with an entry of the registry of a client whose dialog was
// closed just now, until it is believed. Where there is none, nothing is compared.
//
// Nothing is if the dialog that was open may have been another one's. That of a subagent in
// the background opens only when its hook has ended: the registry says meanwhile that
// nothing is asked (2.1.329), and nobody would tell the pane that something is.
func (p *paneWatch) reconcile(now func() time.Time, entry func(tmuxopt.Options) *hookmap.Entry) {
	for limit := time.Now().Add(correctLimit); ; {
		ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
		pane, err := p.Tmux.Pane(ctx, p.Pane, tmuxopt.For(tmuxopt.Compared)...)
		cancel()
		p.count(pane.Options)
		if err != nil || p.several && p.Request.Agent != "" {
			return
		}
		found := entry(pane.Options)
		if found == nil {
			return
		}
		// We have seen the dialog open, and now it is not.
		witness := hookmap.Witness{Entry: found, Drawn: true}
		correction, again := hookmap.Reconcile(pane.Options, witness, now())
		if correction != nil {
			p.tell(correction.Edits)
			return
		}
		if again == 0 || time.Now().Add(again).After(limit) {
			return
		}
		time.Sleep(again)
	}
}

// died clears the pane of a client that was killed, if it shows that one: nothing else tells,
// where nobody follows.
func (p *paneWatch) died(now time.Time, shows func(tmuxopt.Options) bool) {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	pane, err := p.Tmux.Pane(ctx, p.Pane, tmuxopt.For(tmuxopt.Compared)...)
	if err != nil || !shows(pane.Options) {
		return
	}
	if c, _ := hookmap.Reconcile(pane.Options, hookmap.Witness{Died: true}, now); c != nil {
		p.tell(c.Edits)
	}
}
