package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"atm/hookmap"
	"atm/internal/act/answer"
	"atm/internal/act/press"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/dialog"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

// target is the pane of a session in which keys answer.
func (s streams) target(ctx context.Context, session fleet.Session) press.Target {
	t := press.Target{Tmux: s.Tmux, Pane: session.Pane}
	t.Process = func() (claudehome.Process, error) { return s.EntryOf(session) }
	if session.Job != "" {
		t.Client = func(worker claudehome.Process) (int, bool) {
			ctx, cancel := bounded(context.WithoutCancel(ctx)) // a person takes longer than a command may wait for tmux
			defer cancel()
			return s.ClientOf(ctx, session, worker)
		}
	}
	return t
}

// byKeys shows or answers the dialog that is on the screen of a session.
func (c answerCmd) byKeys(ctx context.Context, s streams, session fleet.Session, words []string) (err error) {
	isChoice := false
	defer func() {
		if err != nil && !isChoice {
			err = c.orNamed(ctx, s, err)
		}
	}()
	name, reason := query.NameOf(session), ""
	switch {
	case query.IsElsewhere(session):
		reason = "no key is pressed: it runs elsewhere, where its registry cannot be read"
	case !session.Pane.Exists():
		reason = "no pane shows it"
	}
	if reason != "" {
		return cli.Hint(fmt.Errorf("%s: %w, and %s", name, answer.ErrNoHook, reason), answer.GoThere(session))
	}
	target := s.target(ctx, session)
	target.Several = (c.Keys || c.Screen) && c.Call == ""
	seen, err := target.ReadDialog(ctx)
	if err == nil && c.Call != "" && len(hookmap.OpenCalls(session.Pane.Options)) > 1 {
		err = press.ErrSeveral // the dialog on the screen may be that of another call
	}
	switch {
	case err != nil:
		return cli.Hint(fmt.Errorf("%s: %w, and by keys: %w", name, answer.ErrNoHook, err),
			press.Hint(err, session.Pane.ID))
	case c.Show:
		return s.print(c.JSON, answer.NewScreen(session, seen), answer.ScreenText(name, seen))
	}
	if words, err = c.typed(s, words, answer.ScreenText(name, seen), answer.AskedOnScreen(seen)); err != nil {
		return err
	}
	untried, err := c.keysFit(s, session, words)
	if err != nil {
		return err
	}
	choice, err := seen.Choice(words[0])
	if err != nil {
		return cli.Hint(fmt.Errorf("%s: %w", name, err), press.Hint(err, session.Pane.ID))
	}
	isChoice = true
	if err := c.confirmKeys(s, answer.ScreenText(name, seen), words, untried); err != nil {
		return err
	}
	if cli.Width(s.stderr) > 0 { // it may take some seconds
		fmt.Fprintln(s.stderr, "Pressing the key, and waiting until Claude Code has taken it …")
	}
	if err := target.Choose(context.WithoutCancel(ctx), seen, choice); err != nil {
		return cli.Hint(fmt.Errorf("%s: %w", name, err), press.Hint(err, session.Pane.ID))
	}
	s.Corrector().Settle(context.WithoutCancel(ctx))
	record := answer.NewScreen(session, seen)
	record.Answer = c.answerText(words)
	return s.print(c.JSON, record, fmt.Sprintf("%s: %s: %s (by keys)\n", name, record.Answer, answer.ScreenTitle(seen)))
}

// confirmKeys is confirm for keys. If these keys were never tried with this version of Claude Code, it asks
// the user to insist, and returns the error untried if nobody can be asked.
func (c answerCmd) confirmKeys(s streams, whole string, words []string, untried error) error {
	if untried == nil {
		c.Yes = c.Yes || c.Ask
		return c.confirm(s, whole, "", words, "")
	}
	if c.Yes || cli.Width(s.stdin) < 0 || cli.Width(s.stderr) < 0 {
		return untried
	}
	if !c.Ask {
		s.dialog().Show(whole)
	}
	question := fmt.Sprintf("%v: press %s anyway?", errors.Unwrap(untried), c.inWords(words))
	return s.dialog().Insist(question, "--keys")
}

// keysFit returns an error if the answer cannot be given by keys. untried is an error that the user can
// overrule.
func (c answerCmd) keysFit(s streams, session fleet.Session, words []string) (untried, err error) {
	pane := session.Pane.ID
	refuse := func(text string) (untried, err error) {
		return nil, cli.Hint(fmt.Errorf("%s: %w, and by keys %s", query.NameOf(session), answer.ErrNoHook, text),
			"atm focus "+pane+" goes there")
	}
	switch {
	case len(c.If) > 0:
		return refuse("no rule can be checked: --if answers nothing")
	case c.Call != "" && (!c.Ask && (c.Yes || cli.Width(s.stdin) < 0 || cli.Width(s.stderr) < 0)):
		return refuse("somebody has to see that the dialog on the screen is that call; --keys without --call answers it")
	case c.Call != "" && !slices.ContainsFunc(tmuxopt.Entries(session.Pane.Options[tmuxopt.Waiting]),
		func(e tmuxopt.Entry) bool { return e.Key == c.Call }):
		return refuse(fmt.Sprintf("the call %q is not known to be the one on the screen", c.Call))
	case c.Say != "" || c.Command != nil || c.Mode != "":
		return refuse("only a choice can be made: --say, --command and --mode are of no use")
	case len(words) != 1:
		return refuse("only one answer can be given")
	}
	entry, err := s.EntryOf(session)
	if err != nil {
		return nil, err
	}
	if !dialog.Tried(entry.Version) && !c.Keys {
		tried := fmt.Errorf("%s: %w, and its keys were not tried with Claude Code %s (%s were)",
			query.NameOf(session), answer.ErrNoHook, tmuxopt.Text(entry.Version), dialog.TriedVersions)
		return cli.Hint(tried, "--keys presses them all the same; atm focus "+pane+" goes there"), nil
	}
	return nil, nil
}
