package send

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/act/typing"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// New describes a session to begin in a window of its own.
type New struct {
	query.Reader
	Dir      string   // "" = the current one
	Args     []string // for Claude Code
	InHome   []string // see [query.Reader.InHome]; nil = with the CLAUDE_CONFIG_DIR of our own environment
	Beside   string   // the pane to split, "" = a window of its own
	Worktree string   // for Claude Code's own flag, "" = none
	Focus    bool     // a person will go to the window: it is an error if no client is attached
	Command  bool     // the text is a slash command

	// Opened is called with the new pane before the session takes a prompt; nil = nothing is called.
	Opened func(ctx context.Context, pane string) error
}

const (
	startTimeout = time.Minute            // for a session to become ready: it may have to check out a worktree
	startPoll    = 100 * time.Millisecond // between two readings of its screen
	dialogTime   = 500 * time.Millisecond // that a dialog must stay: at its start Claude Code draws some briefly
)

// Open opens a window with a new session, and returns its pane when the session takes a prompt. It only checks the
// text; the caller sends it. As an argument of claude everybody could read the text in the process list, and a text
// that begins with - would be an option.
func (n New) Open(ctx context.Context, text string) (pane string, err error) {
	if text != "" || len(n.Args) == 0 { // checked before anything happens; a fork needs no text
		if _, err := inputbox.Prepare(text, n.Command); err != nil {
			return "", explainSend("", err)
		}
	}
	window, err := n.window(ctx)
	if err != nil {
		return "", err
	}
	if n.Focus {
		if _, err := n.Visitor(ctx, ""); err != nil {
			return "", err
		}
	}
	if pane, err = n.Tmux.OpenWindow(ctx, window); err != nil {
		return "", err
	}
	if n.Opened != nil {
		err = n.Opened(ctx, pane)
	}
	err = errors.Join(err, n.awaitReady(ctx, pane))
	if !errors.Is(err, errStartFailed) { // else its error message would be closed with the window
		err = errors.Join(err, n.Tmux.CloseWithProgram(context.WithoutCancel(ctx), pane))
	}
	return pane, err
}

func (n New) window(ctx context.Context) (window tmux.Window, err error) {
	dir, err := filepath.Abs(cmp.Or(n.Dir, "."))
	if err != nil {
		return window, err
	}
	if info, err := os.Stat(dir); err != nil {
		return window, err
	} else if !info.IsDir() {
		return window, fmt.Errorf("%q is no directory", dir)
	}
	program, err := n.Claude()
	if err != nil {
		return window, err
	}
	session, err := n.Tmux.PaneFormat(ctx, n.Getenv("TMUX_PANE"), "#{session_id}")
	if err != nil {
		return window, err
	}
	window = tmux.Window{
		Session: session,
		Beside:  n.Beside,
		Name:    tmuxopt.Text(cmp.Or(n.Worktree, tmux.WindowName(dir))),
		Dir:     dir,
		Env:     []string{"PATH=" + n.Getenv("PATH")},
		Command: slices.Concat(n.InHome, []string{program}, n.Args),
	}
	// The session must use the same Claude home.
	if home := n.Getenv("CLAUDE_CONFIG_DIR"); home != "" && n.InHome == nil {
		window.Env = append(window.Env, "CLAUDE_CONFIG_DIR="+home)
	}
	if n.Worktree != "" {
		window.Command = append(window.Command, "--worktree="+n.Worktree)
	}
	return window, nil
}

// errStartFailed means that Claude Code has ended before it took a prompt.
var errStartFailed = errors.New("the program has ended")

func (n New) awaitReady(ctx context.Context, pane string) error {
	notReady := fmt.Errorf("pane %s: no input is to be seen after %v", pane, startTimeout)
	var asksSince time.Time
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(startPoll) {
		if ctx.Err() != nil {
			return interrupted("nothing was sent to the new pane " + pane)
		}
		if err := n.checkStarted(ctx, pane); err != nil {
			return err
		}
		screen, _, err := typing.ReadScreen(ctx, n.Tmux, pane)
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
		if _, err = (Prompt{Reader: n.Reader}).promptable(ctx, pane); err == nil {
			return nil
		}
		notReady = err
	}
	return cli.Hint(notReady, "nothing was typed there; atm focus "+pane+" goes there")
}

// checkStarted returns an error if the program of a pane has ended.
func (n New) checkStarted(ctx context.Context, pane string) error {
	state, err := n.Tmux.PaneFormat(ctx, pane, "#{pane_id} #{pane_dead}")
	switch {
	case err != nil || state == pane+" 0":
		return err
	case !strings.HasPrefix(state, pane+" "):
		return fmt.Errorf("pane %s: somebody has closed it", pane)
	}
	message, err := n.firstMessage(ctx, pane)
	if err != nil {
		return err
	}
	return cli.Hint(fmt.Errorf("pane %s: %w: %s", pane, errStartFailed, message),
		"atm focus "+pane+" goes there; tmux kill-pane -t "+pane+" closes it")
}

// firstMessage returns the first line that the ended program of a pane has printed, in quotes. There may be none: tmux
// can drop what a program prints immediately before its end.
func (n New) firstMessage(ctx context.Context, pane string) (string, error) {
	// tmux writes "Pane is dead" into the last row, so that row is not from the program.
	lastRow, err := n.Tmux.PaneFormat(ctx, pane, "#{e|-:#{pane_height},2}")
	if err != nil {
		return "", err
	}
	screen, err := n.Tmux.Run(ctx, [][]string{{"capture-pane", "-p", "-J", "-S", "-", "-E", lastRow, "-t", pane}})
	if err != nil {
		return "", err
	}
	printed, _, _ := strings.Cut(strings.TrimSpace(screen.Stdout), "\n")
	if printed == "" {
		return "it has left no message", nil
	}
	return strconv.Quote(tmuxopt.Text(printed)), nil
}

// ForkName returns the name for a fork of a session: "parser (fork)", or "parser (fork 2)" if one of the
// sessions already has that name. The fork of a fork is named after the original session.
func ForkName(session fleet.Session, sessions []fleet.Session) string {
	forkMark := regexp.MustCompile(` \(fork(?: [0-9]+)?\)$`)
	first := forkMark.ReplaceAllString(session.Name(), "")
	name := first + " (fork)"
	hasName := func(s fleet.Session) bool { return s.Name() == name }
	for n := 2; slices.ContainsFunc(sessions, hasName); n++ {
		name = fmt.Sprintf("%s (fork %d)", first, n)
	}
	return name
}
