package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/draw"
	"atm/tmuxopt"
)

// server is a private tmux server.
type server struct {
	atm    string // the program that is shown
	tmux   string // the program of tmux
	dir    string // for everything that belongs to it
	socket string
	pid    string // "" until it runs
}

// sessionName is the server's one session.
const sessionName = "demo"

// newServer returns a server that does not run yet.
func newServer(atm string) (*server, error) {
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		return nil, err
	}
	if atm, err = filepath.Abs(atm); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("/tmp", "atm-demo") // the path of a socket may have about 100 bytes
	if err != nil {
		return nil, err
	}
	return &server{atm: atm, tmux: tmux, dir: dir, socket: filepath.Join(dir, "s")}, nil
}

// remove ends the server and removes its files.
func (s *server) remove() {
	_ = s.command("kill-server").Run() // it may not have been started
	_ = os.RemoveAll(s.dir)
}

func (s *server) command(args ...string) *exec.Cmd {
	cmd := exec.Command(s.tmux, append([]string{"-u", "-S", s.socket}, args...)...)
	cmd.Env = s.env()
	return cmd
}

// env is the environment without what belongs to a tmux or a session around us.
func (s *server) env() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TMUX") || strings.HasPrefix(variable, "CLAUDE") ||
			strings.HasPrefix(variable, "ATM_")
	})
}

// run runs a tmux command and returns what it prints.
func (s *server) run(args ...string) (string, error) {
	out, err := s.command(args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w: %s", args[0], err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// pane is a pane that is to be opened.
type pane struct {
	window string // name of its window; "" = in that of the pane before
	split  string // else: -h beside that, -v below
	file   string // the pane shows this file, and what is appended to it
}

// open opens a pane, for the first of which it starts the server.
func (s *server) open(p pane) (id string, err error) {
	args := []string{"new-window", "-n", p.window}
	switch {
	case s.pid == "":
		args = []string{"-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "20"}
		args = append(args, "-s", sessionName, "-n", p.window)
	case p.window == "":
		args = []string{"split-window", p.split}
	}
	if id, err = s.run(append(args, "-P", "-F", "#{pane_id}", "exec tail -f "+p.file)...); err != nil {
		return "", err
	}
	if s.pid == "" {
		s.pid, err = s.run("display-message", "-p", "#{pid}")
	}
	return id, err
}

// configure has tmux draw icons on borders and beside the names of windows, and counts
// in the status line, as a user's tmux.conf would.
func (s *server) configure() error {
	settings := [][2]string{
		{tmuxopt.IconsOption, string(tmuxopt.States)},
		{tmuxopt.SeenOption, string(tmuxopt.Dwell)},
		{"@atm_pane", draw.PaneFormat(tmuxopt.Auto)},
		{"@atm_window", draw.WindowFormat(tmuxopt.Auto)},
		{"@atm_counts", draw.CountsFormat(tmuxopt.Auto)},
		{tmuxopt.IconOptionPrefix + "attention", "#[fg=red,bold]!#[default]"},
		{"pane-border-status", "top"},
		{"pane-border-format", " " + draw.MeterFormat(tmuxopt.Auto) + " "},
		{"status-style", "bg=black,fg=white"},
		{"status-left", "#[bold] atm demo  "},
		{"status-left-length", "20"},
		{"window-status-format", " #I:#W #{E:@atm_window} "},
		{"window-status-current-format", "#[reverse] #I:#W #[noreverse] #{E:@atm_window} "},
		{"status-right", "#{E:@atm_counts} "},
		{"status-right-length", "80"},
		{"status-interval", "0"},
	}
	for _, option := range settings {
		if _, err := s.run("set-option", "-g", option[0], option[1]); err != nil {
			return err
		}
	}
	if _, err := s.run("bind-key", "-n", "C-c", "detach-client"); err != nil {
		return err
	}
	_, err := s.run("select-window", "-t", ":0")
	return err
}

// tell runs what Claude Code runs in a pane, a hook or a status line, with its JSON and
// further variables.
func (s *server) tell(cmd *exec.Cmd, pane, payload string, variables ...string) error {
	cmd.Env = append(s.env(), "TMUX="+s.socket+","+s.pid+",0", "TMUX_PANE="+pane)
	cmd.Env = append(cmd.Env, variables...)
	cmd.Stdin = strings.NewReader(payload)
	return cmd.Run()
}
