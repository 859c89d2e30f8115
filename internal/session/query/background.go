package query

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
		Env: []string{"PATH=" + r.Getenv("PATH")}, Command: append(r.InHome(session), program, "attach", session.Job),
	}
	if info, err := os.Stat(session.Dir); err == nil && info.IsDir() {
		window.Dir = session.Dir
	}
	if pane, err = r.Tmux.OpenWindow(ctx, window); err == nil {
		err = r.Tmux.CloseWithProgram(ctx, pane)
	}
	return pane, err
}

// InHome returns the words before a command with which that runs in the Claude home of a session, nil if that is not
// known. They also remove a variable that the server's environment has.
func (r Reader) InHome(session fleet.Session) []string {
	const variable = "CLAUDE_CONFIG_DIR"
	home, known := truth.HomeOf(session.Pane.Options[tmuxopt.TranscriptPath])
	switch {
	case !known:
		return nil
	case home == filepath.Join(r.Getenv("HOME"), ".claude") && filepath.Clean(r.Getenv(variable)) != home:
		return []string{"env", "-u", variable} // with it Claude Code looks for .claude.json in the home, and not beside it
	}
	return []string{"env", variable + "=" + home}
}

// StopBackground makes Claude Code stop a session in the background. Its conversation is kept.
func (r Reader) StopBackground(ctx context.Context, session fleet.Session) error {
	program, err := r.Claude()
	if err != nil {
		return err
	}
	words := append(r.InHome(session), program, "stop", session.Job)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: claude stop: %w: %s", NameOf(session), err, tmuxopt.Text(strings.TrimSpace(string(out))))
	}
	return nil
}
