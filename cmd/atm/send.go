package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"atm/internal/act/send"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/query"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

type sendCmd struct {
	New        bool          `help:"Start a new session in a new window, and send the text to it. You stay where you are; atm prints the new pane."`
	Dir        string        `help:"Where the new session begins (default: here)." placeholder:"DIR"`
	Worktree   string        `help:"Start Claude Code in a git worktree of that name, by its own flag --worktree." placeholder:"NAME"`
	Focus      bool          `help:"Go to the new session when the prompt has arrived."`
	Queue      bool          `help:"Also send it while the session works: Claude Code queues it."`
	AfterDraft bool          `help:"If its input holds a draft, wait until it is gone or, if it was sent, until its turn has ended."`
	Wait       bool          `help:"Wait until the turn has ended, and print its result."`
	Print      bool          `help:"Wait, and print the answer like atm last."`
	Timeout    time.Duration `help:"Stop waiting for a draft or for the end of the turn after this time (default: never)." placeholder:"10m"`
	Command    string        `help:"Run this slash command or skill there, instead of a text: /compact, '/implement the parser'." placeholder:"/NAME"`
	laterFlags
	Session *string  `arg:"" optional:"" name:"session" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane, else the only one that runs)."`
	Text    *string  `arg:"" optional:"" name:"text" help:"The text; - is standard input. A single argument is the text; with --command all are sessions."`
	More    []string `arg:"" optional:"" name:"more" help:"With several sessions the last argument is the text."`
}

func (sendCmd) Details() string {
	return `Pastes a text into a session that waits for a prompt, and submits it. The exit status is 0 only if the ` +
		`prompt is in the transcript; otherwise it is 1, and atm prints what it knows.
Nothing is sent while the session works or asks, while its input holds a draft, in copy mode, or into synchronized ` +
		`panes. Keys that somebody types there in the same tenth of a second may go along. atm refuses texts that ` +
		`Claude Code would run as a command (/clear: see --command) or that end it (exit), and characters that it ` +
		`drops. It adds a blank before a ! at the beginning, and after a last \ or a last word with @ or /. Claude ` +
		`Code itself turns a tab into four blanks, composes accented letters, and marks a long text as pasted.
With --command it runs a slash command, a skill or a command file. Success means that Claude Code has written it ` +
		`to the transcript, or has begun to compact. If Claude Code does not know it (/nosuch), atm prints its ` +
		`message. A command that opens a dialog (/model, /cost, /config) leaves it open for you, and the exit ` +
		`status is 1; nothing proves that an alias (/new) has run. --wait waits for the command's turn, if it has ` +
		`one.
With --at, --in or --when the pane keeps the prompt, and a job of tmux sends it after that time, as soon as the ` +
		`session has ended its turn. A dialog, a draft or copy mode may delay it for a minute; then atm gives up ` +
		`and notifies you. No other session in the pane ever gets it. atm save keeps it over a reboot; a prompt ` +
		`whose time has passed meanwhile is shown, and not sent.
With several sessions, each must be able to take the text; otherwise none gets it.
With --wait or --print the exit status is 0 if the turn has ended, 1 if the session needs you, has failed, or did ` +
		`not finish in time, and 3 if it has ended. With --queue the turn is the one in which Claude reads the ` +
		`prompt, which may be the current one; the answer is what it writes after that.
With --new the program is claude on PATH, or $CLD_CLAUDE. The window opens in the tmux session of this pane, with ` +
		`the environment of tmux, not that of your shell. Nothing is typed while a dialog is open, such as the one ` +
		`about trust in the directory. If anything fails, the window stays, and the error names its pane.

Examples:
  atm send tests 'run the tests' --print
  git diff | atm send review - --wait
  atm send %3 --queue 'then push it' --wait
  atm send tests docs --command /compact
  atm send tests 'go on with the plan' --at 17:40
  atm send --pending
  atm send --new --dir ~/src/parser --worktree fix-12 'fix issue 12'`
}

// Run sends a prompt, or manages the prompts that are sent later.
func (c sendCmd) Run(s streams) error {
	if c.Print {
		c.Wait = true
	}
	if c.JSON && !c.Pending {
		return cli.Wrong("", "--json is for --pending")
	}
	if c.Pending || c.Cancel || c.Rearm || c.Job != "" {
		return c.kept(s)
	}
	names, text, err := c.read(s)
	if err != nil {
		return err
	}
	ctx, stop := untilEnded()
	defer stop()
	p := send.Prompt{
		Reader: s.Reader, Text: text, Command: c.Command != "",
		Queue: c.Queue, AfterDraft: c.AfterDraft, Wait: c.Wait, Timeout: c.Timeout,
	}
	if c.isLater() {
		return c.keep(ctx, s, p, names)
	}
	if len(names) > 1 {
		return c.sendAll(ctx, s, p, names)
	}
	name := strings.Join(names, "")
	if c.New {
		begin := send.New{Reader: s.Reader, Dir: c.Dir, Worktree: c.Worktree, Focus: c.Focus, Command: p.Command}
		if name, err = begin.Open(ctx, text); err != nil {
			return err
		}
		p.Sent = func(ctx context.Context, pane string) error { return c.announce(ctx, s, pane) }
	}
	result, err := p.Send(ctx, name)
	if err != nil || c.New && !c.Wait {
		return err
	}
	return c.report(s, result)
}

// sendAll sends the prompt to several sessions, and prints the outcome of each.
func (c sendCmd) sendAll(ctx context.Context, s streams, p send.Prompt, names []string) error {
	outcomes, err := p.SendAll(ctx, names)
	if err != nil {
		return err
	}
	failed := false
	for _, outcome := range outcomes {
		err := outcome.Err
		if err == nil {
			if c.Print {
				// report returns the same error of the output.
				_, _ = fmt.Fprintf(s.stdout, "==> %s\n", query.NameOf(outcome.Result.Session))
			}
			err = c.report(s, outcome.Result)
		}
		if err != nil {
			failed = true
			cli.End(s.stderr, "atm", err)
		}
	}
	if failed {
		return cli.Exited(cli.No) // the reasons are printed already
	}
	return nil
}

// announce prints the pane of the new session, on standard error if the answer goes to standard output. With
// --focus it switches to the pane.
func (c sendCmd) announce(ctx context.Context, s streams, pane string) error {
	switch {
	case c.Print:
		_, _ = fmt.Fprintf(s.stderr, "atm: pane %s\n", pane) // an error means that nobody reads it
	case !c.Wait: // with --wait, the last line begins with the pane
		if _, err := fmt.Fprintln(s.stdout, pane); err != nil {
			return err
		}
	}
	if !c.Focus {
		return nil
	}
	return s.focus(ctx, "", pane)
}

// report prints the state after the turn, or the answer.
func (c sendCmd) report(s streams, result send.Result) error {
	session := result.Session
	if !c.Wait {
		if cli.Width(s.stdout) >= 0 { // a script needs the exit status only
			_, err := fmt.Fprintf(s.stdout, "%s: sent\n", query.NameOf(session))
			return err
		}
		return nil
	}
	if !c.Print {
		if _, err := fmt.Fprintln(s.stdout, session.StateLine()); err != nil {
			return err
		}
	} else if session.State == tmuxopt.Idle {
		source, turn, err := result.Answer()
		if err != nil {
			return err
		}
		if err := (lastCmd{Turns: 1}).print(s, source, []claudehome.Turn{turn}); err != nil {
			return err
		}
	}
	switch {
	case session.State != tmuxopt.Idle && !c.Print:
		return cli.Exited(cli.No) // the line says why
	case session.State != tmuxopt.Idle:
		return fmt.Errorf("%s", session.StateLine())
	case session.Asks():
		return fmt.Errorf("pane %s: the answer is a %s", session.Pane.ID, draw.Question)
	}
	return nil
}

// read returns the names of the sessions and the text.
func (c sendCmd) read(s streams) (names []string, text string, err error) {
	names, text = c.words(), cmp.Or(c.Command, "-")
	if last := len(names) - 1; c.Command == "" && last >= 0 {
		names, text = names[:last], names[last]
	}
	if err := c.contradiction(); err != nil {
		return nil, "", cli.Wrong("", "%w", err)
	}
	switch {
	case c.New && len(names) > 0:
		return nil, "", cli.Wrong("", "--new takes no session, only the text")
	case text != "-" || c.Command != "":
		return names, text, nil
	case cli.Width(s.stdin) >= 0:
		return nil, "", cli.Wrong("", "no text")
	}
	all, err := io.ReadAll(io.LimitReader(s.stdin, maxPrompt+1))
	if err == nil && len(all) > maxPrompt {
		err = fmt.Errorf("the text is longer than %d bytes", maxPrompt)
	}
	return names, string(all), err
}

// words returns all arguments. They are several fields so that a flag may stand between them.
func (c sendCmd) words() []string {
	words := slices.Clone(c.More)
	for _, word := range []*string{c.Text, c.Session} {
		if word != nil {
			words = slices.Insert(words, 0, *word)
		}
	}
	return words
}

// contradiction returns an error if flags exclude each other.
func (c sendCmd) contradiction() error {
	switch {
	case !c.New && (c.Dir != "" || c.Worktree != "" || c.Focus):
		return errors.New("--dir, --worktree and --focus are for a session that --new begins")
	case c.New && (c.Queue || c.AfterDraft):
		return errors.New("a session that --new begins has neither a turn nor a draft to wait for")
	case c.When != "" && (c.At != "" || c.In > 0 || c.WhenLimitResets):
		return errors.New("--when and a time can't be used together")
	case c.isLater() && (c.New || c.Queue || c.AfterDraft || c.Wait || c.Timeout != 0):
		return errors.New("what is sent later goes to a session that runs, when it has ended its turn, and is not waited for")
	case c.Command != "" && c.Queue && c.Wait:
		return errors.New("the end of a command in the queue cannot be waited for")
	}
	return nil
}

// maxPrompt is how many bytes of a text are sent. Both tmux and Claude keep the text in memory.
const maxPrompt = 1 << 20
