package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"atm/internal/draw"
	"atm/internal/trace"
	"atm/tmuxopt"
)

// stage is a private tmux server with a window for every two recordings.
type stage struct {
	atm      string
	tmuxPath string
	dir      string
	socket   string
	pid      string // of the server
}

func newStage(atm string) (*stage, error) {
	tmuxPath, err := exec.LookPath("tmux")
	if err != nil {
		return nil, err
	}
	// Short: the path of a socket may have about 100 bytes.
	dir, err := os.MkdirTemp("/tmp", "atm-demo")
	if err != nil {
		return nil, err
	}
	atm, err = filepath.Abs(atm)
	return &stage{atm: atm, tmuxPath: tmuxPath, dir: dir, socket: filepath.Join(dir, "s")}, err
}

// strike removes all that the show has made.
func (s *stage) strike() {
	_ = s.tmux("kill-server").Run() // it may not have been started
	_ = os.RemoveAll(s.dir)
}

func (s *stage) tmux(args ...string) *exec.Cmd {
	cmd := exec.Command(s.tmuxPath, append([]string{"-u", "-S", s.socket}, args...)...)
	cmd.Env = s.env()
	return cmd
}

// env is the environment without what belongs to a tmux or a session around us.
func (s *stage) env() []string {
	var env []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "TMUX") && !strings.HasPrefix(kv, "CLAUDE") && !strings.HasPrefix(kv, "ATM_") {
			env = append(env, kv)
		}
	}
	return env
}

// ask runs a tmux command and returns what it prints.
func (s *stage) ask(args ...string) (string, error) {
	out, err := s.tmux(args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w: %s", args[0], err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// set starts the server and opens a pane for each recording.
func (s *stage) set(scenes []string) ([]*player, error) {
	var players []*player
	for i, scene := range scenes {
		rows, err := trace.Read(scene)
		if err != nil {
			return nil, err
		}
		p := &player{stage: s, rows: rows, script: filepath.Join(s.dir, scene)}
		if err := os.WriteFile(p.script, nil, 0o600); err != nil {
			return nil, err
		}
		open := []string{"new-window", "-n", windowName(i)}
		switch {
		case i == 0:
			open = []string{"-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "20", "-s", "demo", "-n", windowName(i)}
		case i%2 == 1:
			open = []string{"split-window", "-v"}
		}
		p.pane, err = s.ask(append(open, "-P", "-F", "#{pane_id}", "exec tail -f "+p.script)...)
		if err != nil {
			return nil, err
		}
		players = append(players, p)
	}
	return players, s.dress()
}

func windowName(i int) string { return []string{"parser", "website", "infra", "docs"}[i/2%4] }

// dress puts the icons on the borders, beside the names of the windows, and the
// counts into the status line: what a user's tmux.conf would do.
func (s *stage) dress() error {
	detail := "#{q/e:@meta.claude.state} #[fg=brightblack]#{q/e:@meta.claude.detail}"
	settings := [][2]string{
		{tmuxopt.IconsOption, string(tmuxopt.States)},
		{tmuxopt.SeenOption, string(tmuxopt.Dwell)},
		{"@atm_pane", draw.PaneFormat(tmuxopt.Auto)},
		{"@atm_window", draw.WindowFormat(tmuxopt.Auto)},
		{"@atm_counts", draw.CountsFormat(tmuxopt.Auto)},
		{tmuxopt.IconOptionPrefix + "attention", "#[fg=red,bold]!#[default]"},
		{"pane-border-status", "top"},
		{"pane-border-format", " #{E:@atm_pane} " + detail + " "},
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
		if _, err := s.ask("set-option", "-g", option[0], option[1]); err != nil {
			return err
		}
	}
	if _, err := s.ask("bind-key", "-n", "C-c", "detach-client"); err != nil {
		return err
	}
	if _, err := s.ask("select-window", "-t", ":0"); err != nil {
		return err
	}
	var err error
	s.pid, err = s.ask("display-message", "-p", "#{pid}")
	return err
}
