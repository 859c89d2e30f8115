package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"atm/internal/proc"
	"atm/internal/tmuxtest"
	"atm/internal/truth"
	"atm/tmuxopt"
)

// registry is the registry of a throw-away Claude home, with one client: the
// process of a pane.
type registry struct {
	tb   testing.TB
	tmux *tmuxtest.Server
	home string
	pane string
	pid  int
}

func newRegistry(tb testing.TB, s *tmuxtest.Server) *registry {
	tb.Helper()
	pane := s.NewPane()
	pid, err := strconv.Atoi(s.Tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
	if err != nil {
		tb.Fatal(err)
	}
	return &registry{tb, s, filepath.Join(tb.TempDir(), "claude"), pane, pid}
}

// says writes the client's entry, as of now. More members of the entry may
// follow, as JSON with a comma in front.
func (r *registry) says(status string, more ...string) {
	r.tb.Helper()
	if err := writeEntry(r.home, r.pid, status, more...); err != nil {
		r.tb.Fatal(err)
	}
}

func writeEntry(home string, pid int, status string, more ...string) error {
	dir := filepath.Join(home, "sessions")
	ms := time.Now().UnixMilli()
	text := fmt.Sprintf(`{"pid":%d,"sessionId":"23e30f82-0000-4000-8000-000000000000","cwd":"/work","startedAt":%d,"kind":"interactive","entrypoint":"cli","version":"2.1.329","status":%q,"waitingFor":"input needed","statusUpdatedAt":%d,"updatedAt":%d%s}`,
		pid, ms-3_600_000, status, ms, ms, strings.Join(more, ""))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", pid)), []byte(text), 0o600)
}

// becomes waits until the pane is in a state, and returns how long it took.
func (r *registry) becomes(state string) time.Duration {
	r.tb.Helper()
	begin := time.Now()
	r.tmux.Until("the state is "+strconv.Quote(state), func() bool {
		return r.tmux.Tmux("show-options", "-pqvt", r.pane, string(tmuxopt.State)) == state
	})
	return time.Since(begin)
}

// follower runs atm sync --follow as a status job does.
type follower struct {
	*exec.Cmd
	out *os.File // the end that tmux reads
}

func follow(tb testing.TB, s *tmuxtest.Server, home string) follower {
	tb.Helper()
	return followWith(tb, s, home, "atm")
}

// followWith is follow with a program of another path.
func followWith(tb testing.TB, s *tmuxtest.Server, home, program string) follower {
	tb.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	f := follower{exec.Command(program, "sync", "--follow"), r}
	f.Env = append(s.Env(""), "CLAUDE_CONFIG_DIR="+home)
	f.Stdout, f.Stderr = w, os.Stderr
	if err := f.Start(); err != nil {
		tb.Fatal(err)
	}
	w.Close()
	tb.Cleanup(func() {
		_ = f.Process.Kill() // it may have ended
		_ = f.Wait()
		r.Close()
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if line != "\n" || err != nil {
		tb.Errorf("first line %q, error %v", line, err)
	}
	return f
}

// leads waits until the server's follower is that process.
func leads(s *tmuxtest.Server, pid int) {
	s.Until(fmt.Sprintf("process %d leads", pid), func() bool {
		return strings.HasPrefix(s.Tmux("show-options", "-sqv", truth.FollowerOption), fmt.Sprintf("%d-", pid))
	})
}

func TestFollow(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	r := newRegistry(t, s)
	f := follow(t, s, r.home)
	leads(s, f.Process.Pid)

	// The registry appears only now.
	r.says("busy")
	r.becomes("working")
	// Each change is seen at once. (The budget is half a second; a loaded machine gets more.)
	for _, step := range [][2]string{{"waiting", "attention"}, {"busy", "working"}, {"idle", "idle"}, {"waiting", "attention"}, {"idle", "idle"}} {
		r.says(step[0])
		if took := r.becomes(step[1]); took > 2*time.Second {
			t.Errorf("%s after %v", step[0], took)
		}
	}
	// The registry is removed, comes again, and holds a crowd.
	if err := os.RemoveAll(r.home); err != nil {
		t.Fatal(err)
	}
	r.says("busy")
	r.becomes("working")
	for i := range 3000 {
		if err := os.WriteFile(filepath.Join(r.home, "sessions", fmt.Sprintf("%d.json", 5_000_000+i)), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.says("idle")
	r.becomes("idle")
	// The client is killed.
	if err := syscall.Kill(r.pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.Until("the pane is gone", func() bool { return !strings.Contains(s.Tmux("list-panes", "-a", "-F", "#{pane_id}"), r.pane) })
}

func TestFollowKilledClient(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	r := newRegistry(t, s)
	r.says("busy")
	leads(s, follow(t, s, r.home).Process.Pid)
	r.becomes("working")
	if err := syscall.Kill(r.pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	r.becomes("")
	if got := s.Tmux("show-options", "-pqvt", r.pane, string(tmuxopt.Corrected)); got != "died" {
		t.Errorf("corrected %q", got)
	}
}

// Every attached client starts a copy: one works, and another takes over.
func TestOneFollower(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	r := newRegistry(t, s)
	one := follow(t, s, r.home)
	leads(s, one.Process.Pid)
	two := follow(t, s, r.home)
	r.says("busy")
	r.becomes("working")
	leads(s, one.Process.Pid)
	if err := one.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	leads(s, two.Process.Pid)
	r.says("idle")
	r.becomes("idle")
}

// TestFollowEnds: tmux does not end its jobs, so they must see for themselves.
func TestFollowEnds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		end  func(*tmuxtest.Server, follower)
	}{
		{"the server is gone", func(s *tmuxtest.Server, _ follower) { s.Tmux("kill-server") }},
		{"nobody reads its output", func(_ *tmuxtest.Server, f follower) { f.out.Close() }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			leader := follow(t, s, t.TempDir())
			leads(s, leader.Process.Pid)
			standby := follow(t, s, t.TempDir())
			for _, f := range []follower{standby, leader} {
				tt.end(s, f)
				s.Until("it ends", func() bool { return !proc.Is(f.Process.Pid, "") })
				if tt.name == "the server is gone" {
					tt.end = func(*tmuxtest.Server, follower) {}
				}
			}
		})
	}
}

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
			s.Tmux("set-option", "-g", "status-interval", "0") // nothing but the job itself has it started again
			s.Tmux("set-option", "-g", "status-right", "[#(atm sync --follow)]")
			screen := s.Attach()
			first := leaderOf(t, s, 0)
			s.Until("the status line is drawn", func() bool { return strings.HasSuffix(statusLine(screen), "[]") })
			shown := statusLine(screen)
			screen.Tmux("pipe-pane", "cat >"+drawn)

			tt.update(t, dir)
			s.Until("another job leads", func() bool {
				if now := statusLine(screen); now != shown {
					t.Errorf("status line %q, before it was %q", now, shown)
				}
				return leaderOf(t, s, first) != first
			})
			s.Until("the first one has ended", func() bool { return !proc.Is(first, "") })
			r := newRegistry(t, s)
			r.home = home
			r.says("busy")
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

// A job goes on while its program is missing, and while another one is being written.
func TestFollowGone(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	dir, r := t.TempDir(), newRegistry(t, s)
	copyProgram(t, dir+"/atm")
	f := followWith(t, s, r.home, dir+"/atm")
	leads(s, f.Process.Pid)
	rename(t, dir+"/atm", dir+"/old")
	r.says("busy")
	r.becomes("working")
	if err := os.WriteFile(dir+"/atm", nil, 0o644); err != nil { // not executable yet
		t.Fatal(err)
	}
	r.says("idle")
	r.becomes("idle")
	rename(t, dir+"/old", dir+"/atm") // the same program is back
	r.says("busy")
	r.becomes("working")
	leads(s, f.Process.Pid)
}

// leaderOf returns the process of the job that leads, once it is another one than
// before, or if there is none yet before.
func leaderOf(t *testing.T, s *tmuxtest.Server, before int) int {
	t.Helper()
	leader := before
	read := func() bool {
		id, ok := proc.ParseID(s.Tmux("show-options", "-sqv", truth.FollowerOption))
		if ok {
			leader = id.PID()
		}
		return ok
	}
	if before == 0 {
		s.Until("a job leads", read)
	} else {
		read()
	}
	return leader
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
	if err := os.WriteFile(to, text, 0o755); err != nil {
		t.Fatal(err)
	}
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
