package query

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Claude returns the absolute path of the program of Claude Code.
func (r Reader) Claude() (string, error) {
	name := cmp.Or(r.Getenv("CLD_CLAUDE"), "claude")
	program, err := claudehome.Program(name, r.Getenv("HOME"))
	if err == nil {
		program, err = filepath.Abs(program)
	}
	if err != nil {
		return "", cli.Hint(fmt.Errorf("no program %q: %w", name, err),
			"install Claude Code, put it on PATH, or name the program in CLD_CLAUDE")
	}
	return program, nil
}

// attach is Attach for a session that is named by its job. The window opens in the tmux session.
func (r Reader) attach(ctx context.Context, tmuxSession, job string) (pane string, err error) {
	sessions, err := r.NamedSessions(ctx)
	if err != nil {
		return "", err
	}
	session, err := r.Find(sessions, job)
	if err != nil {
		return "", err
	}
	return r.Attach(ctx, session, tmux.Window{Session: tmuxSession})
}

// Attach opens a window, or a pane beside another one, in which claude attach shows a session in the
// background, and returns the pane. If a pane already shows the session, it returns that one.
func (r Reader) Attach(ctx context.Context, session fleet.Session, where tmux.Window) (pane string, err error) {
	if session.Pane.Exists() {
		return session.Pane.ID, nil
	}
	program, err := r.Claude()
	if err != nil {
		return "", err
	}
	window := tmux.Window{
		Session: where.Session, Beside: where.Beside, Name: tmux.WindowName(session.Dir), Dir: "/",
		Env: append(r.HomeOf(session), "PATH="+r.Getenv("PATH")), Command: []string{program, "attach", session.Job},
	}
	if info, err := os.Stat(session.Dir); err == nil && info.IsDir() {
		window.Dir = session.Dir
	}
	if pane, err = r.Tmux.OpenWindow(ctx, window); err == nil {
		err = r.Tmux.CloseWithProgram(ctx, pane)
	}
	return pane, err
}

// homeVariable names the Claude home.
const homeVariable = "CLAUDE_CONFIG_DIR="

// HomeOf returns the environment variable that names the Claude home of a session: an empty list if it is the home that
// Claude Code uses without the variable, nil if it is not known.
func (r Reader) HomeOf(session fleet.Session) []string {
	home, known := truth.HomeOf(session.Pane.Options[tmuxopt.TranscriptPath])
	switch {
	case !known:
		return nil
	case home == filepath.Join(r.Getenv("HOME"), ".claude"):
		return []string{}
	}
	return []string{homeVariable + home}
}

// StopBackground makes Claude Code stop a session in the background. Its conversation is kept.
func (r Reader) StopBackground(ctx context.Context, session fleet.Session) error {
	program, err := r.Claude()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, program, "stop", session.Job)
	cmd.Env = os.Environ()
	if home := r.HomeOf(session); home != nil {
		isHome := func(variable string) bool { return strings.HasPrefix(variable, homeVariable) }
		cmd.Env = append(slices.DeleteFunc(cmd.Env, isHome), home...)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: claude stop: %w: %s", NameOf(session), err, tmuxopt.Text(strings.TrimSpace(string(out))))
	}
	return nil
}
