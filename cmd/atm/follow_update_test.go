package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// TestFollowReplaced: after an update the job ends, and tmux starts that of the new
// program. The status line shows nothing of it.
func TestFollowReplaced(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		update func(t *testing.T, dir string)
	}{
		{"another file takes its place", func(t *testing.T, dir string) {
			copyProgram(t, dir+"/v1/new")
			rename(t, dir+"/v1/new", dir+"/v1/atm")
		}},
		{"a link leads to another file", func(t *testing.T, dir string) {
			copyProgram(t, dir+"/v2/atm")
			link(t, "v2", dir+"/new")
			rename(t, dir+"/new", dir+"/current")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			dir, home, drawn := t.TempDir(), t.TempDir(), t.TempDir()+"/drawn"
			copyProgram(t, dir+"/v1/atm")
			link(t, "v1", dir+"/current")
			s.Tmux("set-environment", "-g", "CLAUDE_CONFIG_DIR", home)
			s.Tmux("set-environment", "-g", "PATH", dir+"/current:"+os.Getenv("PATH"))
			s.Tmux("set-option", "-g", "status-interval",
				"0") // so only the end of the job has it started again
			s.Tmux("set-option", "-g", "status-right", "[#(atm sync --follow)]")
			screen := s.Attach()
			s.Until("a job leads", func() bool { return leader(s) != 0 })
			first := leader(s)
			s.Until("the status line is drawn", func() bool {
				return strings.HasSuffix(statusLine(screen),
					"[]")
			})
			shown := statusLine(screen)
			screen.Tmux("pipe-pane", "cat >"+drawn)

			tt.update(t, dir)
			s.Until("another job leads", func() bool {
				if now := statusLine(screen); now != shown {
					t.Errorf("status line %q, before it was %q", now, shown)
				}
				return leader(s) != first
			})
			s.Until("the first one has ended", func() bool { return !proc.Is(first, "") })
			r := newRegistry(t, s)
			r.home = home
			r.setStatus("busy")
			r.becomes("working")
			text, err := os.ReadFile(drawn)
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			if bytes.Contains(text, []byte("sync --follow")) { // as in <'…' not ready>
				t.Errorf("drawn: %q", text)
			}
		})
	}
}

// TestFollowBecomes: a job that nobody would start again becomes the new program.
func TestFollowBecomes(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	dir, r := t.TempDir(), newRegistry(t, s)
	copyProgram(t, dir+"/atm")
	r.setStatus("idle")
	f := followWith(t, s, r.home, dir+"/atm")
	leads(s, f.Process.Pid)
	s.Attach()
	copyProgram(t, dir+"/new")
	rename(t, dir+"/new", dir+"/atm")
	s.Until("the new program runs", func() bool {
		runs, err := os.Stat(fmt.Sprintf("/proc/%d/exe", f.Process.Pid))
		program, _ := os.Stat(dir + "/atm")
		return os.IsNotExist(err) && proc.Is(f.Process.Pid, "") || err == nil && os.SameFile(runs, program)
	})
	r.setStatus("busy")
	r.becomes("working")
	leads(s, f.Process.Pid)
}

// A job goes on while its program is missing, and while another one is being written.
func TestFollowGone(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	dir, r := t.TempDir(), newRegistry(t, s)
	copyProgram(t, dir+"/atm")
	f := followWith(t, s, r.home, dir+"/atm")
	leads(s, f.Process.Pid)
	rename(t, dir+"/atm", dir+"/old")
	r.setStatus("busy")
	r.becomes("working")
	if err := os.WriteFile(dir+"/atm", nil, 0o644); err != nil { // not executable yet
		t.Fatal(err)
	}
	r.setStatus("idle")
	r.becomes("idle")
	rename(t, dir+"/old", dir+"/atm") // the same program is back
	r.setStatus("busy")
	r.becomes("working")
	leads(s, f.Process.Pid)
}

// statusLine returns what a terminal shows in its last line.
func statusLine(screen *tmuxtest.Server) string {
	lines := strings.Split(screen.Tmux("capture-pane", "-p"), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// copyProgram copies atm, as an update does.
func copyProgram(t *testing.T, to string) {
	t.Helper()
	program, err := exec.LookPath("atm")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	tmuxtest.WriteProgram(t, to, string(text))
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}
