package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"atm/internal/act/submit"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// How long a new session may take.
const (
	startTimeout = time.Minute            // until it is ready: a worktree has to be checked out
	startBeat    = 100 * time.Millisecond // between two looks
	dialogTime   = 500 * time.Millisecond // that a dialog stays, and is no picture of the start
)

// open opens a window with a new session, and returns its pane when that takes a prompt. The
// text is pasted there like any other: as an argument of claude everybody could read it in
// the list of processes, and one that begins with - would be an option.
func (c sendCmd) open(ctx context.Context, s streams, text string) (pane string, err error) {
	if _, err := inputbox.Paste(text); err != nil { // before anything happens
		return "", explainSend("", err)
	}
	window, err := c.window(ctx, s)
	if err != nil {
		return "", err
	}
	if c.Focus {
		if _, err := s.visitor(ctx, ""); err != nil {
			return "", err
		}
	}
	if pane, err = s.tmux.OpenWindow(ctx, window); err != nil {
		return "", err
	}
	err = s.awaitReady(ctx, pane)
	if !errors.Is(err, errStartFailed) { // else what it has said would go with the window
		err = errors.Join(err, s.tmux.CloseWithProgram(context.WithoutCancel(ctx), pane))
	}
	return pane, err
}

// window says what is to be opened, and where.
func (c sendCmd) window(ctx context.Context, s streams) (tmux.Window, error) {
	none := tmux.Window{}
	dir, err := filepath.Abs(cmp.Or(c.Dir, "."))
	if err != nil {
		return none, err
	}
	if info, err := os.Stat(dir); err != nil {
		return none, err
	} else if !info.IsDir() {
		return none, fmt.Errorf("%q is no directory", dir)
	}
	name := cmp.Or(s.getenv("CLD_CLAUDE"), "claude")
	program, err := claudehome.Program(name, s.getenv("HOME"))
	if err == nil {
		program, err = filepath.Abs(program)
	}
	if err != nil {
		return none, cli.Hint(fmt.Errorf("no program %q: %w", name, err),
			"install Claude Code, put it on PATH, or name the program in CLD_CLAUDE")
	}
	session, err := s.tmux.PaneFormat(ctx, s.getenv("TMUX_PANE"), "#{session_id}")
	if err != nil {
		return none, err
	}
	window := tmux.Window{
		Session: session,
		Name:    tmuxopt.Text(cmp.Or(c.Worktree, filepath.Base(dir))),
		Dir:     dir,
		Env:     []string{"PATH=" + s.getenv("PATH")},
		Command: []string{program},
	}
	// We look for the session in the same place.
	if home := s.getenv("CLAUDE_CONFIG_DIR"); home != "" {
		window.Env = append(window.Env, "CLAUDE_CONFIG_DIR="+home)
	}
	if c.Worktree != "" {
		window.Command = append(window.Command, "--worktree="+c.Worktree)
	}
	return window, nil
}

// errStartFailed is a Claude Code that has ended before it took a prompt.
var errStartFailed = errors.New("the program has ended")

// awaitReady waits until the new session takes a prompt.
func (s streams) awaitReady(ctx context.Context, pane string) error {
	notReady := fmt.Errorf("pane %s: no input is to be seen after %v", pane, startTimeout)
	var asksSince time.Time
	for end := time.Now().Add(startTimeout); time.Now().Before(end); time.Sleep(startBeat) {
		if ctx.Err() != nil {
			return &cli.Error{Err: fmt.Errorf("interrupted: nothing was sent to the new pane %s", pane),
				Code: exitInterrupted}
		}
		if err := s.checkStarted(ctx, pane); err != nil {
			return err
		}
		screen, err := submit.Sender{Tmux: s.tmux}.Look(ctx, pane)
		if err != nil {
			return err
		}
		if !screen.Chooses() {
			asksSince = time.Time{}
		} else if asksSince.IsZero() {
			asksSince = time.Now()
		} else if time.Since(asksSince) > dialogTime {
			return cli.Hint(fmt.Errorf("pane %s: Claude Code asks something before it begins", pane),
				"nothing was typed there; atm focus "+pane+" goes there")
		}
		if screen.Content() != inputbox.Empty {
			continue
		}
		if _, err = s.promptable(ctx, pane, false); err == nil {
			return nil
		}
		notReady = err
	}
	return cli.Hint(notReady, "nothing was typed there; atm focus "+pane+" goes there")
}

// checkStarted returns an error if the program of a pane has ended.
func (s streams) checkStarted(ctx context.Context, pane string) error {
	state, err := s.tmux.PaneFormat(ctx, pane, "#{pane_id} #{pane_dead}")
	switch {
	case err != nil || state == pane+" 0":
		return err
	case !strings.HasPrefix(state, pane+" "):
		return fmt.Errorf("pane %s: somebody has closed it", pane)
	}
	reply, err := s.tmux.Run(ctx, [][]string{{"capture-pane", "-p", "-J", "-S", "-", "-t", pane}})
	if err != nil {
		return err
	}
	said, _, _ := strings.Cut(strings.TrimSpace(reply.Stdout), "\n")
	return cli.Hint(fmt.Errorf("pane %s: %w: %q", pane, errStartFailed, tmuxopt.Text(said)),
		"atm focus "+pane+" goes there; tmux kill-pane -t "+pane+" closes it")
}

// announce says where the new session is, on standard output unless the answer comes there,
// and goes there if that is wanted.
func (p prompt) announce(ctx context.Context) error {
	pane := p.session.Pane.ID
	switch {
	case p.Print:
		_, _ = fmt.Fprintf(p.stderr, "atm: pane %s\n", pane) // nobody who reads it is missed
	case !p.Wait: // else the last line begins with it
		if _, err := fmt.Fprintln(p.stdout, pane); err != nil {
			return err
		}
	}
	if !p.Focus {
		return nil
	}
	visitor, err := p.visitor(ctx, "")
	if err != nil {
		return err
	}
	return visitor.Go(ctx, pane, visitor.Home())
}
