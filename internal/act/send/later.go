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
	"atm/internal/act/submit"
	"atm/internal/act/typing"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/watching"
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
	paste := inputbox.Paste
	if l.Command {
		paste = inputbox.PasteCommand
	}
	if _, err := paste(l.Text); err != nil {
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

// NotSent is a prompt that a pane kept, and that is given up.
type NotSent struct {
	Session fleet.Session
	Why     string
}

// Error says why.
func (e *NotSent) Error() string { return e.Why }

// Carry is the job that sends the prompt which a pane keeps, if it is still the one with that key. Before its time it
// goes to sleep again. It waits until the session has ended its turn, and [patience] for everything else that
// keeps a prompt from it. The error is a [NotSent] if it gives up.
func (l Later) Carry(ctx context.Context, pane, key string) error {
	var tried time.Time // when it could not take the prompt for the first time
	for {
		now, err := l.Tmux.Pane(ctx, pane, tmuxopt.Later, tmuxopt.LaterAt, tmuxopt.LaterSession, tmuxopt.LaterFailed,
			tmuxopt.LaterKey, tmuxopt.LaterNote, tmuxopt.History)
		if err != nil {
			return err
		}
		kept, isKept := tmuxopt.PendingPrompt(now.Options)
		if !isKept || kept.Key != key {
			return nil
		}
		if in := time.Until(kept.At); in > 0 {
			return l.start(ctx, pane, key, in)
		}
		l.Text, l.Command = kept.Text, kept.IsCommand()
		one, err := l.to(ctx, pane)
		one.session.Pane.ID = pane // also where no session is known
		if errors.Is(err, errWorks) && kept.Failed == "" && one.session.ID == kept.Session {
			if err := l.awaitTurn(ctx, one.session); err != nil {
				return err
			}
			tried = time.Time{}
			continue
		}
		why, final := obstacle(one.session, kept, hasWorked(now.Options, kept), err)
		if why == "" {
			why, final, err = l.sendOnce(ctx, one, kept)
			if err == nil {
				return nil
			}
		}
		if tried.IsZero() {
			tried = time.Now()
		}
		final = final || time.Since(tried) > patience
		if err := l.note(ctx, one.session, kept, why, final); err != nil || final {
			return err
		}
		if err := typing.Pause(ctx, patiencePause); err != nil {
			return err
		}
	}
}

// hasWorked reports whether a session that had reached a limit has worked since.
func hasWorked(o tmuxopt.Options, kept tmuxopt.Pending) bool {
	count, err := strconv.Atoi(kept.Failed)
	return err == nil && slices.ContainsFunc(tmuxopt.ChangesAfter(count, o[tmuxopt.History]), func(c tmuxopt.Change) bool {
		return c.State == tmuxopt.Working
	})
}

// obstacle says why a session cannot take the prompt, "" = it can, and whether it never will.
func obstacle(session fleet.Session, kept tmuxopt.Pending, hasWorked bool, err error) (why string, final bool) {
	switch {
	case session.ID != "" && session.ID != kept.Session:
		return "another session runs there now", true
	case hasWorked:
		return "the session has gone on by itself", true
	case err != nil:
		return strings.TrimPrefix(err.Error(), "pane "+session.Pane.ID+": "), false
	}
	return "", false
}

// sendOnce sends the prompt, unless another job does, or it was taken back. It says why it was not sent, and whether
// it must not be sent again.
func (l Later) sendOnce(ctx context.Context, one prompt, kept tmuxopt.Pending) (why string, final bool, err error) {
	claim := tmuxopt.Batch{
		Pane: one.session.Pane.ID, ServerPID: l.Tmux.PID, Unless: tmuxopt.ClaimedByOther(kept.Key),
		Edits: kept.NoteWhy("it was being sent: look at the session before you send it again", ""),
	}
	if reply, err := l.Tmux.Send(ctx, claim); err != nil {
		if tmuxopt.Refused(reply.Stderr) {
			return "", false, nil
		}
		return err.Error(), false, err
	}
	err = one.send(ctx)
	if err == nil {
		_, err = l.Tmux.Send(ctx, tmuxopt.Batch{Pane: one.session.Pane.ID, ServerPID: l.Tmux.PID, Edits: tmuxopt.Sent()})
		return "", false, err
	}
	untouched := false
	for _, before := range []error{submit.ErrDraft, submit.ErrHidden, submit.ErrChanged, submit.ErrReserved} {
		untouched = untouched || errors.Is(err, before)
	}
	why = strings.TrimPrefix(err.Error(), "pane "+one.session.Pane.ID+": ")
	return why, !untouched || errors.Is(err, submit.ErrPasted), err
}

// note says in the pane why a prompt was not sent so far. For one that is given up it returns a [NotSent].
func (l Later) note(ctx context.Context, session fleet.Session, kept tmuxopt.Pending, why string, final bool) error {
	key := kept.Key
	if final {
		key = ""
	}
	if why != kept.Note || final {
		_, err := l.Tmux.Send(ctx, tmuxopt.Batch{
			Pane: session.Pane.ID, ServerPID: l.Tmux.PID, Edits: kept.NoteWhy(why, key),
		})
		if err != nil {
			return err
		}
	}
	if final {
		return &NotSent{Session: session, Why: why}
	}
	return nil
}

// awaitTurn waits until a session does not work any more.
func (l Later) awaitTurn(ctx context.Context, session fleet.Session) error {
	await := &fleet.Await{Session: session, Wanted: func(now fleet.Session) bool { return now.State != tmuxopt.Working }}
	waiter, err := watching.Begin(ctx, l.Source(tmuxopt.PaneChannel+session.Pane.ID), l.ReadSessions, await)
	if err != nil {
		return err
	}
	defer waiter.Close()
	if _, _, err := waiter.Wait(ctx); err != nil {
		return err
	}
	return typing.Pause(ctx, patiencePause) // the registry may be late
}
