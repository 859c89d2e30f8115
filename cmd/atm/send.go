package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"atm/internal/claudehome"
	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/internal/inputbox"
	"atm/internal/submit"
	"atm/internal/truth"
	"atm/tmuxopt"
)

type sendCmd struct {
	Queue      bool          `help:"Send it also while the session works: Claude Code keeps it until it is its turn."`
	AfterDraft bool          `help:"If somebody has typed something there, wait until it is gone; if it was sent, until its turn has ended."`
	Wait       bool          `help:"Wait until the turn has ended, and print how."`
	Print      bool          `help:"Wait, and print the answer, as atm last does."`
	Timeout    time.Duration `help:"Give up waiting after this time (default: never)." placeholder:"10m"`
	Session    *string       `arg:"" optional:"" name:"session" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane, else the only one that runs)."`
	Text       *string       `arg:"" optional:"" name:"text" help:"The text; - is standard input. A single argument is the text."`
}

// Help ends the help text.
func (sendCmd) Help() string {
	return `Pastes a text into a session that waits for a prompt, as it is, and submits it. Success means that the prompt stands in the transcript; else the exit status is 1, and what is known is said.
Nothing is sent while the session works or asks, while a draft stands in its input, in copy mode, or into synchronized panes. Refused are texts that Claude Code would take for a command (/clear), that end it (exit), and characters that it drops. A blank is put before a ! at the beginning. Claude Code itself makes four blanks of a tab, and marks a long text as pasted.
With --wait or --print the exit status is 0 if the turn has ended, 1 if the session needs you, has failed, or did not end in time, 3 if it has ended.

Examples:
  atm send tests 'run the tests' --print
  git diff | atm send review - --wait
  atm send %3 --queue 'then push it'`
}

// Run sends a prompt.
func (c sendCmd) Run(s streams) error {
	if c.Print {
		c.Wait = true
	}
	name, text, err := c.read(s)
	if err != nil {
		return err
	}
	ctx, stop := untilEnded()
	defer stop()
	for tries := 3; ; tries-- {
		err := c.once(ctx, s, name, text)
		// A hook of a session that has just begun may come in between. Nothing was typed then.
		untouched := errors.Is(err, submit.ErrChanged) && !errors.Is(err, submit.ErrPasted)
		if tries == 1 || !untouched || ctx.Err() != nil {
			return err
		}
		time.Sleep(draftPause)
	}
}

// once sends the prompt if the session can take one.
func (c sendCmd) once(ctx context.Context, s streams, name, text string) error {
	session, target, err := c.target(ctx, s, name)
	for c.AfterDraft && (err == nil && s.hasDraft(ctx, target) || errors.Is(err, errWorks)) {
		time.Sleep(draftPause)
		if ctx.Err() != nil {
			return &cli.Error{Err: errors.New("interrupted: nothing was sent"), Code: exitInterrupted}
		}
		session, target, err = c.target(ctx, s, name)
	}
	if err != nil {
		return err
	}
	if !c.Wait {
		return explainSend(session, submit.Sender{Tmux: s.tmux}.Send(ctx, target, text))
	}
	return c.sendAndWait(ctx, s, target, session, text)
}

// hasDraft reports whether somebody has typed something. An error will be met again.
func (s streams) hasDraft(ctx context.Context, target submit.Target) bool {
	content, err := submit.Sender{Tmux: s.tmux}.Look(ctx, target)
	return err == nil && content == inputbox.Draft
}

// draftPause is the time between two looks at a draft that somebody types.
const draftPause = 300 * time.Millisecond

// target returns the session of that name, if it can take a prompt.
func (c sendCmd) target(ctx context.Context, s streams, name string) (fleet.Session, submit.Target, error) {
	session, err := s.promptable(ctx, name, c.Queue)
	return session, submit.Target{
		Pane:  session.Pane,
		Queue: c.Queue,
		Transcript: func() (fs.FS, claudehome.Transcript, bool) {
			return s.currentTranscript(session)
		},
	}, err
}

// read returns the name of the session and the text.
func (c sendCmd) read(s streams) (name, text string, err error) {
	usage := func(err error) error {
		return &cli.Error{Err: err, Hint: "see atm send --help", Code: cli.Usage}
	}
	text = "-"
	switch {
	case c.Text != nil:
		name, text = *c.Session, *c.Text
		if name == "" {
			return "", "", usage(errors.New("the name of the session is empty"))
		}
	case c.Session != nil:
		text = *c.Session
	}
	switch {
	case c.Queue && c.Wait:
		return "", "", usage(errQueueWait)
	case text != "-":
		return name, text, nil
	case cli.Width(s.stdin) >= 0:
		return "", "", usage(errors.New("no text"))
	}
	all, err := io.ReadAll(io.LimitReader(s.stdin, maxPrompt+1))
	if err == nil && len(all) > maxPrompt {
		err = fmt.Errorf("the text is longer than %d bytes", maxPrompt)
	}
	return name, string(all), err
}

var errQueueWait = errors.New(
	"--queue and --wait exclude each other: the turn that ends may be another one")

// maxPrompt is the longest text that is sent. tmux keeps it in memory, and so does Claude.
const maxPrompt = 1 << 20

// promptable returns the session of that name, if it can take a prompt as its registry and
// its pane say.
func (s streams) promptable(ctx context.Context, name string, queue bool) (fleet.Session, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for end := time.Now().Add(registryLag); ; {
		report, err := s.corrector().Current(ctx, timeout)
		if err != nil {
			return fleet.Session{}, err
		}
		sessions := fleet.List(report.Panes, s.now(), fleet.DefaultStale)
		fleet.Complete(sessions, claudehome.Dir(s.getenv))
		session, err := s.onlySession(sessions, name)
		if err != nil {
			return session, err
		}
		late := report.Processes[session.Pane.ID].Status == "busy" && session.State != tmuxopt.Working
		if late && !queue && time.Now().Before(end) {
			time.Sleep(registryLag / 20)
			continue
		}
		return session, checkPromptable(session, report, queue)
	}
}

// registryLag is how long the registry may say that a session works whose hook has told
// the end of the turn: Claude Code writes it a little later.
const registryLag = 2 * time.Second

// onlySession returns the session of that name. "" is that of this pane, else the only one
// that runs.
func (s streams) onlySession(sessions []fleet.Session, name string) (fleet.Session, error) {
	if name != "" {
		return s.find(sessions, name)
	}
	running := slices.DeleteFunc(slices.Clone(sessions), func(one fleet.Session) bool { return one.State == "" })
	for _, session := range running {
		if session.Pane.ID == s.getenv("TMUX_PANE") {
			return session, nil
		}
	}
	if len(running) == 1 {
		return running[0], nil
	}
	hint := "atm send SESSION TEXT"
	if len(running) > 0 {
		hint += ": " + candidates(running)
	}
	return fleet.Session{}, cli.Hint(fmt.Errorf("which session? %d run", len(running)), hint)
}

// errWorks is a session that has to end its turn first.
var errWorks = errors.New("the session works")

// checkPromptable says why a session cannot take a prompt.
func checkPromptable(session fleet.Session, report truth.Report, queue bool) error {
	pane := session.Pane.ID
	process, registered := report.Processes[pane]
	busy := session.State == tmuxopt.Working || process.Status == "busy"
	switch {
	case session.State == "":
		return cli.Hint(fmt.Errorf("pane %s: the session has ended", pane), "cld resume goes on with it")
	case report.Hidden:
		return cli.Hint(fmt.Errorf("pane %s: its process cannot be seen from here", pane),
			"run atm where the tmux server runs")
	case !registered:
		return fmt.Errorf("pane %s: Claude Code's registry does not know the session", pane)
	case session.State == tmuxopt.Attention || process.Status == "waiting":
		return cli.Hint(fmt.Errorf("pane %s: the session asks something", pane), "atm focus "+pane+" goes there")
	case process.SessionID != session.ID:
		return fmt.Errorf("pane %s: %w", pane, submit.ErrChanged)
	case busy && !queue:
		return cli.Hint(fmt.Errorf("pane %s: %w", pane, errWorks),
			"--queue sends it all the same; atm wait "+pane+" waits")
	case !busy && process.Status != "idle" && process.Status != "shell":
		return fmt.Errorf("pane %s: the session is not ready yet", pane)
	}
	return nil
}

// currentTranscript returns where the transcript of a session is at the moment.
func (s streams) currentTranscript(session fleet.Session) (fs.FS, claudehome.Transcript, bool) {
	found, err := s.transcriptOf(session)
	return found.home, found.Transcript, err == nil && found.Project != noProject
}

// explainSend says what an error of sending means, and what to do.
func explainSend(session fleet.Session, err error) error {
	pane := session.Pane.ID
	for _, known := range []struct {
		err  error
		hint string
	}{
		{submit.ErrDraft, "atm focus " + pane + " goes there; --after-draft waits until it is sent or gone"},
		{submit.ErrHidden, "something covers it: atm focus " + pane + " goes there"},
		{submit.ErrPasted, "the text stands in its input: atm focus " + pane + " goes there"},
		{submit.ErrUnproven, "it may have arrived: look at it before you send it again; atm focus " + pane},
		{submit.ErrChanged, "nothing was sent: try again; leave copy mode, and panes must not be synchronized"},
		{inputbox.ErrCommand, "put a word before it"},
		{inputbox.ErrExit, "atm focus " + pane + " goes there"},
		{inputbox.ErrChar, "take it out"},
	} {
		if errors.Is(err, known.err) {
			return cli.Hint(fmt.Errorf("pane %s: %w", pane, err), known.hint)
		}
	}
	return err
}
