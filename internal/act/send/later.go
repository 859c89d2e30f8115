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

// Later stores prompts in panes, and sends them at a later time. A job of tmux waits until then.
type Later struct {
	Prompt
	Program string // our own program, which tmux starts
	Limit   bool   // wait until the limit of the session's account is reset
}

const (
	// unableTimeout is how long an idle session may be unable to take a prompt before the prompt is given up.
	unableTimeout = time.Minute
	retryPause    = time.Second // between two tries
	// resetDelay is how long after the reset of a limit a prompt is sent. If Claude Code continues by itself, it has
	// done so by then: 2.1.330 did so after 55 seconds.
	resetDelay = 2 * time.Minute
	// maxDelay limits one wait of tmux, which does not count the time in which the computer is suspended.
	maxDelay = 5 * time.Minute
)

// Kept is a prompt that a pane stores: it will be sent, or could not be sent.
type Kept struct {
	Session fleet.Session
	tmuxopt.Pending
}

// Keep stores the prompt in the panes of the named sessions. It is sent at that time, or as soon after that as the
// session can take it. If a session is not found or has a stored prompt, Keep stores nothing and returns an error.
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

// plan returns what to store in the pane of a session.
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
		if k.At, err = limitEndTime(session); err != nil {
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

// limitEndTime returns when the limits that a session has reached are reset, else when the five-hour limit is.
func limitEndTime(session fleet.Session) (time.Time, error) {
	at := session.Pane.Options.LimitEnds()
	if at.IsZero() && session.Limit5hResets != nil {
		at = time.Unix(*session.Limit5hResets, 0)
	}
	switch {
	case at.IsZero():
		return at, cli.Hint(fmt.Errorf("pane %s: when its limit starts again is not known", session.Pane.ID),
			"its status line tells that after a turn, to subscribers; --at TIME sends it then")
	case at.Before(time.Now()):
		err := fmt.Errorf("pane %s: its limit has started again at %s", session.Pane.ID, at.Format(time.TimeOnly))
		return at, cli.Hint(err, "atm send without --when-limit-resets sends it now")
	}
	return at.Add(resetDelay), nil
}

func (l Later) keep(ctx context.Context, k Kept) error {
	batch := tmuxopt.Batch{
		Pane: k.Session.Pane.ID, ServerPID: l.Tmux.PID, Edits: k.Keep(), Unless: tmuxopt.Get(tmuxopt.Later),
	}
	if _, err := l.Tmux.Send(ctx, batch); err != nil {
		return fmt.Errorf("pane %s: nothing was kept: %w", k.Session.Pane.ID, err)
	}
	return l.start(ctx, k.Session.Pane.ID, k.Key, time.Until(k.At))
}

// start makes tmux start the job with that key after a while.
func (l Later) start(ctx context.Context, pane, key string, in time.Duration) error {
	in = min(max(in, 0), maxDelay)
	line := tmuxopt.Lit(shell.Word(l.Program) + " send --job " + tmuxopt.ID(key) + " ").String()
	_, err := l.Tmux.Once(ctx, [][]string{{
		"run-shell", "-b", "-d", strconv.FormatFloat(in.Seconds(), 'f', 3, 64), "-t", pane,
		line + "'#{pane_id}' >/dev/null 2>&1 || :",
	}})
	return err
}

// Pending returns the stored prompts of all panes, or of the named sessions.
func (l Later) Pending(ctx context.Context, names []string) ([]Kept, error) {
	sessions, err := l.NamedSessions(ctx)
	if err != nil {
		return nil, err
	}
	// A pane that was restored after a reboot may not have a session yet.
	panes, err := l.Tmux.Panes(ctx, tmuxopt.Listed|tmuxopt.Printed)
	if err != nil {
		return nil, err
	}
	for _, pane := range panes {
		isListed := slices.ContainsFunc(sessions, func(s fleet.Session) bool { return s.Pane.ID == pane.ID })
		if !isListed && pane.Options[tmuxopt.Later] != "" {
			sessions = append(sessions, fleet.Session{
				Pane: pane, ID: pane.Options[tmuxopt.LaterSession], Work: fleet.NewWork(pane.Options),
			})
		}
	}
	if len(names) == 0 {
		return keptBy(sessions), nil
	}
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

func keptBy(sessions []fleet.Session) []Kept {
	var all []Kept
	for _, session := range sessions {
		if p, kept := tmuxopt.PendingPrompt(session.Pane.Options); kept {
			all = append(all, Kept{session, p})
		}
	}
	return all
}

// TakeBack removes the stored prompt from a pane, unless its job has begun to send it, or another one has replaced it.
func (l Later) TakeBack(ctx context.Context, k Kept) error {
	pane := k.Session.Pane.ID
	reply, err := l.Tmux.Send(ctx, tmuxopt.Batch{
		Pane: pane, ServerPID: l.Tmux.PID, Unless: tmuxopt.ClaimedByOther(k.Key), Edits: tmuxopt.TakeBack(),
	})
	if err != nil && tmuxopt.Refused(reply.Stderr) {
		return cli.Hint(fmt.Errorf("pane %s: its prompt is no longer the one that was stored, or is being sent", pane),
			"atm send --pending lists what is to be sent; atm focus "+pane+" goes there")
	}
	return err
}

func (l Later) edit(ctx context.Context, pane string, edits []tmuxopt.Edit) error {
	_, err := l.Tmux.Send(ctx, tmuxopt.Batch{Pane: pane, ServerPID: l.Tmux.PID, Edits: edits})
	return err
}

// Rearm starts jobs for the prompts that were restored after a restart of tmux. It gives up overdue prompts, and leaves
// alone those that have a job.
func (l Later) Rearm(ctx context.Context) error {
	all, err := l.Pending(ctx, nil)
	failures := []error{err}
	for _, k := range all {
		if k.Key != tmuxopt.SavedKey {
			continue
		}
		key, reason := rand.Text(), ""
		if k.At.Before(time.Now()) {
			key, reason = "", "its time was over when tmux was started again"
		}
		pane := k.Session.Pane.ID
		err := l.edit(ctx, pane, k.NoteWhy(reason, key))
		if err == nil && key != "" {
			err = l.start(ctx, pane, key, time.Until(k.At))
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}
