package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"atm/internal/act/submit"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
)

type sendCmd struct {
	New        bool          `help:"Open a window with a new session, and send it there once it is ready. You stay where you are; the new pane is printed."`
	Dir        string        `help:"Where the new session begins (default: here)." placeholder:"DIR"`
	Worktree   string        `help:"Have Claude Code begin in a git worktree of that name: its own flag --worktree." placeholder:"NAME"`
	Focus      bool          `help:"Go to the new session when the prompt has arrived."`
	Queue      bool          `help:"Send it also while the session works: Claude Code keeps it until it is its turn."`
	AfterDraft bool          `help:"If somebody has typed something there, wait until it is gone; if it was sent, until its turn has ended."`
	Wait       bool          `help:"Wait until the turn has ended, and print how."`
	Print      bool          `help:"Wait, and print the answer, as atm last does."`
	Timeout    time.Duration `help:"Give up waiting, for a draft or for the end of the turn, after this time (default: never)." placeholder:"10m"`
	Session    *string       `arg:"" optional:"" name:"session" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane, else the only one that runs)."`
	Text       *string       `arg:"" optional:"" name:"text" help:"The text; - is standard input. A single argument is the text."`
}

// Help ends the help text.
func (sendCmd) Help() string {
	return `Pastes a text into a session that waits for a prompt, as it is, and submits it. Success means that the prompt stands in the transcript; else the exit status is 1, and what is known is said.
Nothing is sent while the session works or asks, while a draft stands in its input, in copy mode, or into synchronized panes. Refused are texts that Claude Code would take for a command (/clear), that end it (exit), and characters that it drops. A blank is put before a ! at the beginning, and behind a last \ or word with @ or /, which may stay there. Claude Code itself makes four blanks of a tab, composes letters and their accents, and marks a long text as pasted.
With --wait or --print the exit status is 0 if the turn has ended, 1 if the session needs you, has failed, or did not end in time, 3 if it has ended. With --queue the turn is the one in which Claude takes that prompt, which may be the one that is at work; the answer is what it says from then on.
With --new the program is claude on PATH, or what CLD_CLAUDE names; the window is opened in the tmux session of this pane, and has the environment of tmux, not that of your shell. Nothing is typed while a dialog asks there, as whether the directory is trusted. Whatever fails, the window stays, and the error names its pane.

Examples:
  atm send tests 'run the tests' --print
  git diff | atm send review - --wait
  atm send %3 --queue 'then push it' --wait
  atm send --new --dir ~/src/parser --worktree fix-12 'fix issue 12'`
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
	if c.New {
		if name, err = c.open(ctx, s, text); err != nil {
			return err
		}
	}
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
	end := time.Now().Add(c.Timeout)
	for c.AfterDraft && (err == nil && s.hasDraft(ctx, target) || errors.Is(err, errWorks)) {
		if c.Timeout > 0 && time.Now().After(end) {
			pane := session.Pane.ID
			err := fmt.Errorf("pane %s: nothing was sent within %v", pane, c.Timeout)
			return cli.Hint(err, "atm focus "+pane+" goes there")
		}
		time.Sleep(draftPause)
		if ctx.Err() != nil {
			return &cli.Error{Err: errors.New("interrupted: nothing was sent"), Code: exitInterrupted}
		}
		session, target, err = c.target(ctx, s, name)
	}
	if err != nil {
		return err
	}
	p := prompt{sendCmd: c, streams: s, session: session, target: target, text: text}
	switch {
	case c.Wait && c.Queue:
		return p.sendAndAwaitTurn(ctx)
	case c.Wait:
		return p.sendAndWait(ctx)
	}
	return p.send(ctx)
}

// prompt is a text for a session that can take it.
type prompt struct {
	sendCmd
	streams
	session fleet.Session
	target  submit.Target
	text    string
}

// send sends the prompt. It says where a new session is.
func (p prompt) send(ctx context.Context) error {
	err := submit.Sender{Tmux: p.tmux}.Send(ctx, p.target, p.text)
	if err != nil || !p.New {
		return explainSend(p.session.Pane.ID, err)
	}
	return p.announce(ctx)
}

// hasDraft reports whether somebody has typed something. An error will be met again.
func (s streams) hasDraft(ctx context.Context, target submit.Target) bool {
	screen, err := submit.Sender{Tmux: s.tmux}.Look(ctx, target.Pane.ID)
	return err == nil && screen.Content() == inputbox.Draft
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
	if err := c.contradiction(); err != nil {
		return "", "", usage(err)
	}
	switch {
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

// contradiction says which flags exclude each other.
func (c sendCmd) contradiction() error {
	switch {
	case !c.New && (c.Dir != "" || c.Worktree != "" || c.Focus):
		return errors.New("--dir, --worktree and --focus are for a session that --new begins")
	case c.New && (c.Queue || c.AfterDraft):
		return errors.New("a session that --new begins has neither a turn nor a draft to wait for")
	case c.New && c.Text != nil:
		return errors.New("--new takes no session, only the text")
	}
	return nil
}

// maxPrompt is the longest text that is sent. tmux keeps it in memory, and so does Claude.
const maxPrompt = 1 << 20
