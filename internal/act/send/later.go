package send

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// Later keeps prompts in panes, and sends them when their time has come. A job of tmux waits meanwhile.
type Later struct {
	Prompt
	Program string // ours, which tmux starts
	Limit   bool   // not before the limit of the session's account starts again
}

const (
	// patience is how long a session that is not at work may be unable to take a prompt, before it is given up.
	patience = time.Minute
	// patiencePause is the time between two tries.
	patiencePause = time.Second
	// afterReset is how much later than a limit starts again a prompt is sent. By then Claude Code has gone on by
	// itself, if it does: 2.1.330 did so 55 seconds later.
	afterReset = 2 * time.Minute
	// longestNap is how long tmux is asked to wait at most. It does not count the time that a computer is suspended.
	longestNap = 5 * time.Minute
)

// Kept is a prompt that a session will get, or did not get.
type Kept struct {
	Session fleet.Session
	tmuxopt.Pending
}

// Keep has the panes of those sessions keep the prompt until that time, and then until the session can take it. It is
// an error if one of them is not found or keeps a prompt already: then none keeps it.
func (l Later) Keep(ctx context.Context, names []string, at time.Time) ([]Kept, error) {
	l.Text = strings.TrimSpace(l.Text)
	if _, err := inputbox.Prepare(l.Text, l.Command); err != nil {
		return nil, explainSend("", err)
	}
	var all []Kept
	for _, name := range names {
		one, err := l.plan(ctx, name, at)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(k Kept) bool { return k.Session.Pane.ID == one.Session.Pane.ID }) {
			all = append(all, one)
		}
	}
	for _, one := range all {
		if err := l.keep(ctx, one); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// plan says what the pane of a session is to keep.
func (l Later) plan(ctx context.Context, name string, at time.Time) (Kept, error) {
	session, report, err := l.named(ctx, name)
	if err == nil {
		err = checkReachable(session, report)
	}
	if err != nil {
		return Kept{}, err
	}
	pane := session.Pane.ID
	if session.Later != "" {
		return Kept{}, cli.Hint(fmt.Errorf("pane %s: it keeps a prompt already", pane),
			"atm send --pending shows it, atm send --cancel "+pane+" takes it back")
	}
	k := Kept{Session: session, Pending: tmuxopt.Pending{
		Text: l.Text, At: at, Session: session.ID, Key: rand.Text(),
	}}
	if l.Limit {
		if k.At, err = limitEnds(session); err != nil {
			return Kept{}, err
		}
		if session.State == tmuxopt.Failed || hookmap.MayAwaitLimit(session.Pane.Options) {
			changes, err := l.Tmux.Changes(ctx)
			if err != nil {
				return Kept{}, err
			}
			k.Failed = strconv.Itoa(changes)
		}
	}
	if !k.Fits() {
		return Kept{}, cli.Hint(fmt.Errorf("a pane keeps at most %d bytes, of characters that can be seen", tmuxopt.MaxLater),
			"put the text into a file, and send: Read FILE, and do what it says")
	}
	return k, nil
}

// limitEnds returns when a session can go on: when the limits that it has reached start again, else the one for five
// hours.
func limitEnds(session fleet.Session) (time.Time, error) {
	at := session.Pane.Options.LimitEnds()
	if at.IsZero() && session.Limit5hResets != nil {
		at = time.Unix(*session.Limit5hResets, 0)
	}
	if at.Before(time.Now()) {
		return at, cli.Hint(fmt.Errorf("pane %s: when its limit starts again is not known", session.Pane.ID),
			"its status line tells that after a turn, to subscribers; --at TIME sends it then")
	}
	return at.Add(afterReset), nil
}

// keep has a pane keep a prompt, and tmux start the job.
func (l Later) keep(ctx context.Context, k Kept) error {
	batch := tmuxopt.Batch{
		Pane: k.Session.Pane.ID, ServerPID: l.Tmux.PID, Edits: k.Keep(), Unless: tmuxopt.Get(tmuxopt.Later),
	}
	if _, err := l.Tmux.Send(ctx, batch); err != nil {
		return fmt.Errorf("pane %s: nothing was kept: %w", k.Session.Pane.ID, err)
	}
	return l.start(ctx, k.Session.Pane.ID, k.Key, time.Until(k.At))
}

// start has tmux run the job with that key.
func (l Later) start(ctx context.Context, pane, key string, in time.Duration) error {
	in = min(max(in, 0), longestNap)
	line := tmuxopt.Lit(shell.Word(l.Program) + " send --job " + tmuxopt.ID(key) + " ").String()
	_, err := l.Tmux.Once(ctx, [][]string{{
		"run-shell", "-b", "-d", strconv.FormatFloat(in.Seconds(), 'f', 3, 64), "-t", pane,
		line + "'#{pane_id}' >/dev/null 2>&1 || :",
	}})
	return err
}

// Pending returns the prompts that panes keep, of all panes or of the sessions that are named.
func (l Later) Pending(ctx context.Context, names []string) ([]Kept, error) {
	sessions, err := l.NamedSessions(ctx)
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		var named []fleet.Session
		for _, name := range names {
			one, err := l.Find(sessions, name)
			if err != nil {
				return nil, err
			}
			named = append(named, one)
		}
		return keptBy(named), nil
	}
	// A pane that was built again after a reboot may have no session yet.
	panes, err := l.Tmux.Panes(ctx, tmuxopt.Listed)
	for _, pane := range panes {
		if !slices.ContainsFunc(sessions, func(s fleet.Session) bool { return s.Pane.ID == pane.ID }) {
			sessions = append(sessions, fleet.Session{Pane: pane, ID: pane.Options[tmuxopt.LaterSession]})
		}
	}
	return keptBy(sessions), err
}

// keptBy returns the prompts that the panes of sessions keep.
func keptBy(sessions []fleet.Session) []Kept {
	var all []Kept
	for _, session := range sessions {
		if p, kept := tmuxopt.PendingPrompt(session.Pane.Options); kept {
			all = append(all, Kept{session, p})
		}
	}
	return all
}

// TakeBack has a pane keep its prompt no more.
func (l Later) TakeBack(ctx context.Context, k Kept) error {
	_, err := l.Tmux.Send(ctx, tmuxopt.Batch{Pane: k.Session.Pane.ID, ServerPID: l.Tmux.PID, Edits: tmuxopt.TakeBack()})
	return err
}

// Rearm starts new jobs for the prompts that were kept before tmux was started again. One whose time is over is not
// sent any more.
func (l Later) Rearm(ctx context.Context) error {
	all, err := l.Pending(ctx, nil)
	failures := []error{err}
	for _, k := range all {
		if k.Key == "" {
			continue
		}
		key, why := rand.Text(), ""
		if k.At.Before(time.Now()) {
			key, why = "", "its time was over when tmux was started again"
		}
		pane := k.Session.Pane.ID
		_, err := l.Tmux.Send(ctx, tmuxopt.Batch{Pane: pane, ServerPID: l.Tmux.PID, Edits: k.NoteWhy(why, key)})
		if err == nil && key != "" {
			err = l.start(ctx, pane, key, time.Until(k.At))
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}
