package main

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"atm/internal/claude/claudehome"
	"atm/internal/setup/install"
	"atm/internal/setup/restore"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type saveCmd struct {
	Auto bool `help:"Write the script to ~/.local/state/atm, replacing the last one. After atm setup --save the status job does this every five minutes."`
}

func (saveCmd) Details() string {
	return `Prints a shell script that builds the sessions of this tmux server again, with windows, layouts and ` +
		`directories, and resumes each session of Claude Code in its pane with cld resume. A pane keeps its effort ` +
		`and its handoff. Other programs are not started again. The script runs in any sh, needs only tmux and ` +
		`cld, and can be edited.

The script changes nothing that exists: it leaves out a session of tmux whose name is taken, and says so. If a ` +
		`session of Claude Code cannot be resumed (its directory or transcript is gone, or it runs already), cld ` +
		`says why in its pane.

With --auto the script of the previous server is kept as NAME.before.sh, and nothing is written while no Claude ` +
		`Code runs, or while the sessions of that script are still being resumed. atm doctor prints the age of the script.

Examples:
  atm save >claude.sh
  sh claude.sh
  tmux attach`
}

// Run prints the script, or stores it.
func (c saveCmd) Run(ctx context.Context, s streams) error {
	sessions, err := s.arrangement(ctx)
	if err != nil {
		return err
	}
	cld, now := ownname.Cld(proc.CalledAs()), s.Now().Format("2006-01-02 15:04")
	script := restore.Script(sessions, s.serverFlags(), cld, now)
	if c.Auto {
		if !restore.Resumes(sessions) {
			return nil
		}
		return s.keep(ctx, script)
	}
	_, err = io.WriteString(s.stdout, script)
	return err
}

// keep stores the script of this server.
func (s streams) keep(ctx context.Context, script string) error {
	home, socket, err := s.keptFor(ctx)
	if err != nil {
		return err
	}
	said, err := s.Tmux.Run(ctx, [][]string{
		{"display-message", "-p", "#{start_time}"}, {"show-options", "-sqv", tmuxopt.SavedOption}})
	if err != nil {
		return err
	}
	began, saved, _ := strings.Cut(said.Stdout, "\n")
	file := restore.KeptFile(home, socket)
	if strings.TrimSpace(saved) == "" { // the file is that of the previous server
		mayKeep, err := restore.SetAside(file, script, s.Now().Sub(tmuxopt.UnixTime(began)))
		if err != nil || !mayKeep {
			return err
		}
		if _, err = s.Tmux.Run(ctx, [][]string{{"set-option", "-s", tmuxopt.SavedOption, tmuxopt.On}}); err != nil {
			return err
		}
	}
	return restore.Keep(file, script)
}

// keptFor returns the home directory in which the script is stored, and the socket after which it is named.
func (s streams) keptFor(ctx context.Context) (home, socket string, err error) {
	if home = s.Getenv("HOME"); home == "" {
		return "", "", install.ErrNoHome
	}
	socket, err = s.Tmux.PaneFormat(ctx, "", "#{socket_path}")
	return home, socket, err
}

// arrangement reads the tmux sessions, the Claude Code sessions that run in them, and the efforts of their
// panes with their handoffs.
func (s streams) arrangement(ctx context.Context) ([]restore.Session, error) {
	report, err := s.Corrector().Current(ctx, timeout) // the registry has the session ids after /clear
	if err != nil {
		return nil, err
	}
	server, err := s.Tmux.Identify(ctx) // without its socket a tmux client is started for each request
	if err != nil {
		return nil, err
	}
	for _, pane := range report.Panes {
		more := restore.Options(pane.Options)
		if len(more) == 0 {
			continue
		}
		left, err := server.Pane(ctx, pane.ID, more...)
		if err != nil {
			return nil, err
		}
		maps.Copy(pane.Options, left.Options)
	}
	places, err := server.Places(ctx)
	isChosen := func(home string) bool { return claudehome.IsChosen(s.Getenv, home) }
	return restore.Arrange(places, report.Panes, isChosen), err
}

// serverFlags returns the arguments by which tmux's own client reaches this server, also from a pane of another one. A
// reboot removes the directory of the socket, and tmux creates it again only for -L.
func (s streams) serverFlags() []string {
	dir, name := filepath.Split(s.Tmux.Socket)
	actual, _ := os.Stat(dir) // on macOS the path of the socket begins with /private
	usual, _ := os.Stat(tmux.SocketDir(s.Getenv))
	switch {
	case name == "":
		return []string{"-L", "default"}
	case !os.SameFile(actual, usual):
		return []string{"-S", s.Tmux.Socket}
	}
	return []string{"-L", name}
}
