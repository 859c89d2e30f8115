package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/tmux/draw"
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

// open opens a pane beside the others, in which a command runs. For the first one it starts the server.
func (s *server) open(command string) (id string, err error) {
	args := []string{"split-window"}
	if s.pid == "" {
		args = []string{"-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(lines),
			"-s", sessionName, "-n", "work"}
	}
	if id, err = s.run(append(args, "-P", "-F", "#{pane_id}", command)...); err != nil {
		return "", err
	}
	if s.pid == "" {
		s.pid, err = s.run("display-message", "-p", "#{pid}")
	} else {
		_, err = s.run("select-layout", "tiled")
	}
	return id, err
}

// configure has tmux draw icons on borders and beside the names of windows, and counts
// in the status line, as a user's tmux.conf would.
func (s *server) configure() error {
	settings := [][2]string{
		{tmuxopt.IconsOption, string(tmuxopt.States)},
		{tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Dwell)},
		{"@atm_pane", draw.PaneFormat(tmuxopt.Auto)},
		{"@atm_window", draw.WindowFormat(tmuxopt.Auto)},
		{"@atm_counts", draw.CountsFormat(tmuxopt.Auto)},
		{tmuxopt.IconOptionPrefix + "attention", "#[fg=red,bold]!#[default]"},
		{"pane-border-status", "top"},
		{"pane-border-format", " " + draw.MeterFormat(tmuxopt.Auto) + " "},
		{"status-style", "bg=black,fg=white"},
		{"status-left", fmt.Sprintf("#[bold] atm demo#{?#{e|<:#{client_width},%d}, (needs %[1]d columns),}  ", columns)},
		{"status-left-length", "40"},
		{"window-status-format", " #I:#W #{E:@atm_window} "},
		{"window-status-current-format", "#[reverse] #I:#W #[noreverse] #{E:@atm_window} "},
		{"status", "2"},
		{"status-format[1]", "#[bg=default,fg=cyan] #{@demo_caption}"},
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
	_, err := s.run("select-pane", "-t", ":0.0")
	return err
}

// caption shows a text below the window.
func (s *server) caption(text string) error {
	_, err := s.run("set-option", "-g", "@demo_caption", text)
	return err
}

// claudeHome is the home of the Claude Code that is shown: that of the user has no part in it.
func (s *server) claudeHome() string { return filepath.Join(s.dir, "claude") }

func (s *server) homeVariables() []string { return []string{"CLAUDE_CONFIG_DIR=" + s.claudeHome()} }

// inside runs a command in a pane of the server, "" for in none, with further variables.
func (s *server) inside(cmd *exec.Cmd, pane string, variables ...string) error {
	cmd.Env = append(s.env(), "TMUX="+s.socket+","+s.pid+",0", "TMUX_PANE="+pane)
	cmd.Env = append(cmd.Env, variables...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("atm %s: %w: %s", cmd.Args[1], err, out)
	}
	return nil
}
