package main

import (
	"cmp"
	"context"
	"fmt"

	"atm/internal/act/send"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// besideFlags select where a session is opened.
type besideFlags struct {
	Split  bool `xor:"place" help:"Open it in a pane beside this one."`
	Window bool `xor:"place" help:"Open it in a window of its own."`
	Focus  bool `help:"Go there."`
}

// visit prints the opened pane and, with --focus, switches to it.
func (f besideFlags) visit(ctx context.Context, s streams, pane string) error {
	if _, err := fmt.Fprintln(s.stdout, pane); err != nil || !f.Focus {
		return err
	}
	return s.focus(ctx, "", pane)
}

// thisPane returns the pane that --split splits.
func (besideFlags) thisPane(s streams) (string, error) {
	pane := s.Getenv("TMUX_PANE")
	if pane == "" {
		return "", cli.Wrong("--window opens a window", "--split: this is no pane")
	}
	return pane, nil
}

type forkCmd struct {
	besideFlags
	Worktree string `placeholder:"NAME" help:"Start Claude Code in a git worktree of that name, by its own flag --worktree."`
	Session  string `arg:"" optional:"" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane)."`
}

func (forkCmd) Details() string {
	return `Starts a new session with the whole conversation of another one: claude --resume ID --fork-session. ` +
		`The other session is not changed, and may be working; the new one does not know what is not yet in its ` +
		`transcript. Both have the same directory: if both write files, use --worktree. The new pane is beside ` +
		`that of the other session, or below it if that is narrower than 120 columns; a session without a pane ` +
		`here is forked into a window. atm prints the pane. The new session is named after the other one, as ` +
		`"parser (fork 2)", and is listed below it in atm ls --tree.

Examples:
  atm fork
  atm fork parser --window --focus
  atm fork parser --worktree other-way`
}

func (c forkCmd) Run(s streams) error {
	ctx, stop := untilEnded()
	defer stop()
	asked, cancel := bounded(ctx)
	defer cancel()
	sessions, err := s.NamedSessions(asked)
	if err != nil {
		return err
	}
	session, err := s.Find(sessions, c.Session)
	if err != nil {
		return err
	}
	begin, err := c.fork(s, session, sessions)
	if err != nil {
		return err
	}
	// The pane is shown at once, so that the user can answer what the session asks before it begins.
	begin.Opened = func(ctx context.Context, pane string) error { return c.visit(ctx, s, pane) }
	_, err = begin.Open(ctx, "")
	return err
}

// fork returns the session to open. sessions are needed for its name.
func (c forkCmd) fork(s streams, session fleet.Session, sessions []fleet.Session) (begin send.New, err error) {
	name := query.NameOf(session)
	switch {
	case session.Agent != "":
		return begin, fmt.Errorf("%s: only sessions of Claude Code can be forked", name)
	case query.IsElsewhere(session) || session.Host != "":
		return begin, cli.Hint(fmt.Errorf("%s: it runs elsewhere, where its transcript is", name),
			"type /branch there")
	case session.ID == "" || session.Dir == "":
		return begin, fmt.Errorf("%s: its id or directory is not known", name)
	}
	id, origin := fleet.Conversation(session.Pane.Options)
	begin = send.New{
		Reader: s.Reader, Dir: session.Dir, Worktree: c.Worktree, Focus: c.Focus,
		Args: []string{"--resume", cmp.Or(origin, id, session.ID), "--fork-session",
			"--name=" + tmuxopt.Text(send.ForkName(session, sessions))},
		InHome: s.InHome(session),
	}
	switch {
	case c.Split:
		begin.Beside, err = c.thisPane(s)
	case !c.Window && session.Pane.Exists():
		begin.Beside = session.Pane.ID
	}
	return begin, err
}

type attachCmd struct {
	besideFlags
	Session string `arg:"" help:"The session: its id in the background or the beginning of another one, a title, a directory."`
}

func (attachCmd) Details() string {
	return `Shows a session that runs in the background: claude attach ID, in a window of its own or, with ` +
		`--split, in a pane beside this one. atm prints the pane. If a pane shows the session already, it prints ` +
		`that one.

Examples:
  atm attach parser
  atm attach 7c5dcf5d --split --focus`
}

func (c attachCmd) Run(ctx context.Context, s streams) error {
	sessions, err := s.NamedSessions(ctx)
	if err != nil {
		return err
	}
	session, err := s.Find(sessions, c.Session)
	if err != nil {
		return err
	}
	where := tmux.Window{}
	if where.Session, err = s.Tmux.PaneFormat(ctx, s.Getenv("TMUX_PANE"), "#{session_id}"); err != nil {
		return err
	}
	if c.Split {
		if where.Beside, err = c.thisPane(s); err != nil {
			return err
		}
	}
	pane, err := s.Attach(ctx, session, where)
	if err != nil {
		return err
	}
	return c.visit(ctx, s, pane)
}
