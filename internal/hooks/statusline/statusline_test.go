package statusline_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/internal/dev/tmuxtest"
	_ "atm/internal/hooks/early"
)

// TestMain makes the test binary the atm of all tests: the package early carries out
// the status line, and the hook, before the tests begin.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"atm": func() { panic("not early") }})
}

// patience is when what happens at once has not happened on the most loaded machine.
const patience = tmuxtest.Patience

// status is the JSON of a status line of session s, with so many cents.
func status(cents int) string {
	return fmt.Sprintf(`{"session_id":"s","cost":{"total_cost_usd":%d.%02d}}`+"\n", cents/100, cents%100)
}

// cost returns what pane %0 says that its session has cost.
func cost(s *tmuxtest.Server) string {
	return s.Tmux("show-options", "-pqvt", "%0", "@meta.claude.cost_usd")
}

// start begins session s in pane %0.
func start(t *testing.T) *tmuxtest.Server {
	t.Helper()
	s := tmuxtest.Start(t)
	cmd := exec.Command("atm", "hook")
	cmd.Env = s.Env("%0")
	cmd.Stdin = strings.NewReader(`{"hook_event_name":"SessionStart","source":"startup","session_id":"s"}`)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v, output %q", err, out)
	}
	return s
}

// run is a command as Claude Code runs it: in a process group of its own, which can be
// found by a mark in the environment.
type run struct {
	*exec.Cmd
	t              *testing.T
	mark           string
	stdout, stderr strings.Builder
}

func newRun(t *testing.T, s *tmuxtest.Server, stdin io.Reader, args ...string) *run {
	t.Helper()
	r := &run{Cmd: exec.Command(args[0], args[1:]...), t: t}
	r.mark = "ATM_TEST_MARK=" + tmuxtest.Dir(t)
	r.Env = append(s.Env("%0"), r.mark)
	r.Stdin, r.Stdout, r.Stderr = stdin, &r.stdout, &r.stderr
	r.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return r
}

// ends waits for the command, and returns how it has ended.
func (r *run) ends() string {
	r.t.Helper()
	timer := time.AfterFunc(patience, func() { _ = syscall.Kill(-r.Process.Pid, syscall.SIGKILL) })
	defer timer.Stop()
	err := r.Wait()
	if !timer.Stop() {
		r.t.Errorf("%q does not end", r.Args)
	}
	if r.ProcessState == nil {
		r.t.Fatal(err)
	}
	return r.ProcessState.String()
}

func (r *run) starts() *run {
	r.t.Helper()
	if err := r.Start(); err != nil {
		r.t.Fatal(err)
	}
	return r
}

// leavesNothing waits until no process of the run is there any more.
func (r *run) leavesNothing(s *tmuxtest.Server) {
	r.t.Helper()
	s.Until("no process is left", func() bool { return len(marked(r.t, r.mark)) == 0 })
}

// marked returns the processes that have that in their environment.
func marked(t *testing.T, mark string) (pids []int) {
	t.Helper()
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		return nil // not on macOS
	}
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), mark) {
			continue // it has ended, or is somebody else's
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
