package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"atm/internal/cli"
	"atm/internal/inbox"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/setup/install"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
	"atm/internal/sys/shell"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// popup opens the inbox in a popup of a client, by the arguments of this command, and returns when the popup is closed.
func (c pickCmd) popup(ctx context.Context, s streams, visitor fleet.Visitor, fzf string, args []string) error {
	program, err := install.Program()
	if err != nil {
		return err
	}
	// A popup has the environment of the server, in which variables of the pane may be missing.
	var env []string
	for _, name := range []string{"PATH", "CLAUDE_CONFIG_DIR", "ATM_TMUX", "ATM_TRANSPORT"} {
		if value := s.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	inside := []string{"--inside", fzf, "--client", visitor.Name}
	words := slices.Concat([]string{"env"}, env, []string{program}, args, inside)
	for i, word := range words {
		words[i] = shell.Word(word)
	}
	// In a small terminal the popup fills the terminal.
	const enoughColumns, enoughLines = 100, 30
	width := max(visitor.Width*9/10, min(visitor.Width, enoughColumns))
	height := max(visitor.Height*9/10, min(visitor.Height, enoughLines))
	reply, err := s.Tmux.Once(context.WithoutCancel(ctx), [][]string{{
		"display-popup", "-E", "-c", visitor.Name, "-t", visitor.Pane,
		"-w", strconv.Itoa(width), "-h", strconv.Itoa(height), "exec " + strings.Join(words, " "),
	}})
	if reply.Code > 0 && reply.Stderr == "" {
		return cli.Exited(reply.Code) // the popup has shown the error
	}
	return err
}

// inside shows the inbox on this terminal, and opens the chosen session.
func (c pickCmd) inside(s streams, fzf string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// Ctrl-C reaches every process on the terminal, but is meant for the command that a key has started.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	program, err := install.Program()
	if err != nil {
		return err
	}
	finder := inbox.Finder{Fzf: fzf, Program: program, Columns: cli.Width(s.stdout), View: inbox.Running}
	if c.Resume {
		finder.View = inbox.Ended
	}
	chosen, err := s.showInbox(ctx, finder, c.hostFlags)
	if err != nil || chosen.IsEmpty() {
		return err
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	return c.choose(limited, s, chosen)
}

// showInbox shows the inbox, and returns the chosen row, if any.
func (s streams) showInbox(ctx context.Context, finder inbox.Finder, flags hostFlags) (inbox.Row, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	listing := s
	listing.Read = tmuxopt.Listed
	hosts, err := flags.follow(ctx, listing)
	if err != nil {
		return inbox.Row{}, err
	}
	defer hosts.Wait()
	defer cancel()
	list := inbox.Sessions{Reader: s.Reader, Hosts: hosts, Width: func() int { return cli.Width(s.stdout) }}
	feed, err := inbox.OpenFeed(finder, list.Rows)
	if err != nil {
		return inbox.Row{}, err
	}
	defer feed.Close() // if this fails, only a temporary directory remains
	// fzf starts while the first list is read, because both take some time.
	cmd := feed.Finder().Command(ctx)
	var out bytes.Buffer
	cmd.Stdout = &out
	input, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return inbox.Row{}, err
	}
	go feed.Serve(ctx)
	go feed.FollowScreen(ctx, s.Tmux)
	err = feed.Begin(ctx, input)
	ended := make(chan error, 1)
	go func() { ended <- s.updateInbox(ctx, feed, list) }()
	if err != nil {
		cancel()
	}
	err = errors.Join(err, cmd.Wait())
	cancel()
	<-ended // the connection to the server is closed
	const nothingChosen, left = 1, 130
	if code := cmd.ProcessState.ExitCode(); code == nothingChosen || code == left {
		return inbox.Row{}, nil
	}
	return inbox.Parse(out.String()), err
}

// updateInbox keeps the list of running sessions up to date until ctx ends.
func (s streams) updateInbox(ctx context.Context, feed *inbox.Feed, list inbox.Sessions) error {
	select {
	case <-feed.Loaded: // leaves the processors to fzf until it has loaded the list
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.Watch(ctx, tmuxopt.ShownChannel, list.Hosts, func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := s.NamedSessions(ctx)
		if err != nil && !tmux.NoServer(err) {
			return nil, err
		}
		rows, err := list.Running(ctx, sessions)
		if err == nil {
			feed.Update(rows)
		}
		return sessions, err
	})
}

// choose switches to the session of a row, or resumes it if it has ended.
func (c pickCmd) choose(ctx context.Context, s streams, row inbox.Row) error {
	if host, _ := fleet.SplitKey(row.Pane); host != "" {
		return s.focus(ctx, c.Client, row.Pane)
	}
	sessions, err := s.UncorrectedSessions(ctx)
	if err != nil && !tmux.NoServer(err) {
		return err
	}
	inPane := func(session fleet.Session) bool { return session.Pane.ID == row.Pane }
	runs := slices.ContainsFunc(fleet.ThatRun(sessions), inPane)
	visitor, err := s.Visitor(ctx, c.Client)
	switch {
	case s.Getenv("TMUX") == "" && c.Client == "" && runs:
		return s.Tmux.Attach(ctx, row.Pane)
	case err != nil:
		return err
	case runs:
		return visitor.Focus(ctx, row.Pane)
	}
	cld, err := exec.LookPath(ownname.Cld(proc.CalledAs()))
	if err != nil {
		return query.Refuse(ctx, visitor, "cld is not on PATH: install it beside atm")
	}
	commands, err := s.resumeCommands(ctx, visitor, cld, s.EndedWith(sessions, row.Session, row.Pane))
	if err == nil {
		_, err = s.Tmux.Once(ctx, commands)
	}
	return err
}
