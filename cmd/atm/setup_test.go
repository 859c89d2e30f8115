package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
)

// TestStatusJob: the job that setup has put into the status line runs while a client
// is attached. Another setup replaces it by a new one, which may be another program by
// then, and uninstall ends it, which tmux would do an hour later.
func TestStatusJob(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	tmuxtest.Pgrep(t, "-P", s.PID) // without it uninstall does not end the job
	s.Attach()
	s.Tmux("set-option", "-g", "status-interval", "1")
	home := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("atm", append(args, "--claude-home", home, "--tmux-conf", home+"/tmux.conf")...)
		cmd.Env = append(s.Env("%0"), "HOME="+t.TempDir(), "CLD_CLAUDE=nowhere")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("atm %q: %v\n%s", args, err, out)
		}
	}
	// follower waits until another process than that one corrects the panes.
	follower := func(before int) (pid int) {
		t.Helper()
		s.Until("a new status job runs", func() bool {
			id, _, _ := strings.Cut(s.Tmux("show-options", "-sqv", truth.FollowerOption), "-")
			pid, _ = strconv.Atoi(id) // there may be none yet
			return pid != 0 && pid != before && proc.Is(pid, "")
		})
		return pid
	}
	pane := s.Tmux("new-window", "-d", "-P", "-F", "#{pane_id}",
		"sh -c 'sleep 10000; : atm sync --follow; :'")
	run("setup", "--yes")
	first := follower(0)
	run("doctor")
	run("setup", "--yes")
	second := follower(first)
	s.Until("the first one has ended", func() bool { return !proc.Is(first, "") })
	run("uninstall")
	s.Until("the status job has ended", func() bool {
		return tmuxtest.Pgrep(t, "-P", s.PID, "-f", "sync --follow$") == ""
	})
	s.Until("and so has what it had started", func() bool { return !proc.Is(second, "") })
	if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if got := s.Tmux("display-message", "-pt", pane, "#{pane_id}"); got != pane {
		t.Error("a program in a pane has ended that has the same words among its arguments")
	}
}

// TestLinkedFiles: the user's files are where links lead, the server has read them
// under their real names, and uninstalling gives back what was there before.
func TestLinkedFiles(t *testing.T) {
	t.Parallel()
	const conf = "set -g mouse on\n"
	for _, tt := range []struct {
		name   string
		links  map[string]string // below HOME
		env    string
		copies map[string]int // how many setup and uninstall leave in which directory
	}{
		{
			name:   "a linked directory",
			links:  map[string]string{".config/tmux": "../dots/tmux"},
			copies: map[string]int{".config/tmux": 2, ".claude": 2},
		},
		{
			name:   "a linked file",
			links:  map[string]string{".config/tmux/tmux.conf": "../../dots/tmux/tmux.conf"},
			copies: map[string]int{".config/tmux": 2, ".claude": 2},
		},
		{
			name:   "two names of the settings",
			links:  map[string]string{".config/tmux": "../dots/tmux", "claude": ".claude"},
			env:    "CLAUDE_CONFIG_DIR=HOME/claude",
			copies: map[string]int{".config/tmux": 2, "claude": 2},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			put(t, home+"/dots/tmux/tmux.conf", conf)
			put(t, home+"/.claude/settings.json", `{"model": "opus"}`)
			for name, to := range tt.links {
				put(t, home+"/"+name, "")
				if err := errors.Join(os.Remove(home+"/"+name), os.Symlink(to, home+"/"+name)); err != nil {
					t.Fatal(err)
				}
			}
			s := tmuxtest.StartWith(t, home+"/dots/tmux/tmux.conf", "HOME="+home)
			before := files(t, home)
			run := func(args ...string) string {
				t.Helper()
				cmd := exec.Command("atm", args...)
				env := strings.ReplaceAll(tt.env, "HOME", home)
				cmd.Env = append(s.Env("%0"), "HOME="+home, "FAKE_VERSION=2.1.329", env)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("atm %q: %v\n%s", args, err, out)
				}
				return string(out)
			}
			run("setup", "--yes")
			out := run("uninstall")
			copies := map[string]int{}
			for line := range strings.Lines(out) {
				if path, found := strings.CutPrefix(strings.TrimSpace(line), "kept: "+home+"/"); found {
					copies[filepath.Dir(path)]++
					if err := os.Remove(home + "/" + path); err != nil {
						t.Error(err)
					}
				}
			}
			if diff := cmp.Diff(tt.copies, copies); diff != "" {
				t.Errorf("copies (-want +got):\n%s\n%s", diff, out)
			}
			if diff := cmp.Diff(before, files(t, home)); diff != "" {
				t.Errorf("files (-before +after):\n%s", diff)
			}
			if text, err := os.ReadFile(home + "/dots/tmux/tmux.conf"); err != nil || string(text) != conf {
				t.Errorf("tmux.conf holds %q, %v", text, err)
			}
		})
	}
}

// put makes a file, and its directories.
func put(t *testing.T, path, text string) {
	t.Helper()
	made := os.MkdirAll(filepath.Dir(path), 0o755)
	if err := errors.Join(made, os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}
