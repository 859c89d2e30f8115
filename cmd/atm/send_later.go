package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/act/send"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/setup/install"
	"atm/tmuxopt"
)

// laterFlags select when a prompt is sent that the pane stores until then, and manage the stored prompts.
type laterFlags struct {
	At              string        `xor:"later" placeholder:"TIME" help:"Send it at this time: 17:40, 2026-12-24, '2026-12-24 17:40'."`
	In              time.Duration `xor:"later" placeholder:"2h" help:"Send it after this time: 30m, 2h."`
	When            string        `enum:",idle" default:"" placeholder:"idle" help:"Send it when the session has ended its turn: idle."`
	WhenLimitResets bool          `xor:"later" help:"Send it two minutes after the account's limit is reset, unless the session has gone on by itself."`
	Pending         bool          `xor:"later" help:"List the prompts that are to be sent later."`
	Cancel          bool          `xor:"later" help:"Cancel the pending prompts of these sessions."`
	JSON            bool          `name:"json" help:"With --pending: print their sessions as atm ls --json does."`
	Rearm           bool          `hidden:""`
	Job             string        `hidden:""`
}

// isLater reports whether the prompt is to be sent later.
func (f laterFlags) isLater() bool {
	return f.At != "" || f.In > 0 || f.When != "" || f.WhenLimitResets
}

// time returns the earliest time at which the prompt is sent.
func (f laterFlags) time(now time.Time) (time.Time, error) {
	switch {
	case f.At != "":
		return cli.TimeToCome("--at", f.At, now)
	case f.In == 0: // as soon as it can be sent
		return now, nil
	}
	return now.Add(f.In), nil
}

// later returns what stores and sends such prompts.
func (c sendCmd) later(s streams, p send.Prompt) (send.Later, error) {
	program, err := install.Program()
	p.Reader = s.Reader
	return send.Later{Prompt: p, Program: program, Limit: c.WhenLimitResets}, err
}

// keep stores a prompt in panes, and prints when it will be sent.
func (c sendCmd) keep(ctx context.Context, s streams, p send.Prompt, names []string) error {
	at, err := c.time(s.Now())
	if err != nil {
		return cli.Wrong("as in atm send --help", "%w", err)
	}
	later, err := c.later(s, p)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{""}
	}
	kept, err := later.Keep(ctx, names, at)
	if err != nil {
		return err
	}
	for _, k := range kept {
		when := "when it has ended its turn"
		if k.At.After(s.Now()) {
			when = cli.Clock(s.Now(), k.At)
		}
		if _, err := fmt.Fprintf(s.stdout, "%s → %s\n", query.NameOf(k.Session), when); err != nil {
			return err
		}
	}
	return nil
}

// kept sends, lists or takes back stored prompts.
func (c sendCmd) kept(s streams) error {
	later, err := c.later(s, send.Prompt{})
	if err != nil {
		return err
	}
	ctx, stop := untilEnded()
	defer stop()
	names := c.words()
	if c.Job != "" {
		return c.runJob(ctx, s, later, strings.Join(names, ""))
	}
	if c.Rearm { // restarts the jobs that a server has lost
		ctx, cancel := bounded(ctx) // tmux-resurrect waits for it
		defer cancel()
		return later.Rearm(ctx)
	}
	if c.Cancel && len(names) == 0 {
		names = []string{s.Getenv("TMUX_PANE")}
	}
	kept, err := later.Pending(ctx, names)
	switch {
	case err != nil:
		return err
	case c.JSON:
		var sessions []fleet.Session
		for _, k := range kept {
			sessions = append(sessions, k.Session)
		}
		fleet.WorkOutContext(sessions)
		return s.printJSON(fleet.NewListing(sessions, hookmap.Own))
	case len(kept) == 0 && c.Cancel:
		return cli.Hint(errors.New("no prompt is to be sent later there"), "atm send --pending lists them")
	case len(kept) == 0:
		_, err := fmt.Fprintln(s.stderr, "atm: no prompt is to be sent later")
		return err
	case c.Cancel:
		return c.cancel(ctx, s, later, kept)
	}
	return printKept(s, kept)
}

// cancel takes prompts back, and prints them so that no text is lost. It fails for one that may have arrived.
func (c sendCmd) cancel(ctx context.Context, s streams, later send.Later, kept []send.Kept) error {
	var unsure error
	for _, k := range kept {
		if err := later.TakeBack(ctx, k); err != nil {
			return err
		}
		what := "taken back"
		if k.IsBeingSent() {
			what, unsure = "it was being sent, and may have arrived", cli.Exited(cli.No)
		}
		if _, err := fmt.Fprintf(s.stdout, "%s: %s: %s\n", query.NameOf(k.Session), what, k.Text); err != nil {
			return err
		}
	}
	return unsure
}

// printKept prints stored prompts as a table.
func printKept(s streams, kept []send.Kept) error {
	rows := [][]string{{"SESSION", "WHEN", "PROMPT"}}
	for _, k := range kept {
		when := k.Why()
		if when == "" && k.At.After(s.Now()) {
			when = cli.Clock(s.Now(), k.At)
		}
		rows = append(rows, []string{k.Session.Name(), cmp.Or(when, "when it is idle"), tmuxopt.Text(k.Text)})
	}
	layout := cli.Layout{Shrink: []int{2, 1, 0}}
	_, err := fmt.Fprint(s.stdout, layout.Table(rows, cli.Width(s.stdout)))
	return err
}

// runJob is the tmux job that sends a prompt. If it gives up, it notifies the user.
func (c sendCmd) runJob(ctx context.Context, s streams, later send.Later, pane string) error {
	err := later.RunJob(ctx, pane, c.Job)
	var notSent *send.NotSent
	if !errors.As(err, &notSent) {
		return err
	}
	notifier, err := s.notifier(ctx)
	if err != nil {
		return err
	}
	notSent.Session.Detail = notSent.Why
	occasion := tmuxopt.NotSent
	if notSent.MayHaveArrived {
		occasion = tmuxopt.Unproven
	}
	return notifier.Notify(ctx, notSent.Session, occasion)
}
