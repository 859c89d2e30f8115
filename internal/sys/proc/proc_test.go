package proc

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sleeper starts a process that runs until the test has ended.
func sleeper(t *testing.T) *exec.Cmd {
	t.Helper()
	return run(t, exec.Command("sleep", "1000"))
}

// run starts a command, and kills it when the test has ended.
func run(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	})
	return cmd
}

// until polls until the condition holds, and fails the test after a minute.
func until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(time.Minute); !cond(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

func TestIs(t *testing.T) {
	t.Parallel()
	cmd := sleeper(t)
	pid := cmd.Process.Pid
	start, err := Start(pid)
	if err != nil || !Is(pid, start) || !Is(pid, "") {
		t.Errorf("process %d, started %q: %v", pid, start, err)
	}
	if Is(pid, start+"0") {
		t.Error("another process of the same id counts")
	}
	if parent, err := Parent(pid); parent != os.Getpid() || err != nil {
		t.Errorf("parent %d, %v, want %d", parent, err, os.Getpid())
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until(t, "a zombie, which nobody has waited for, does not run", func() bool { return !Is(pid, "") })
	if err := cmd.Wait(); err == nil {
		t.Error("killed, and ended well")
	}
	if Is(pid, "") || Is(-1, "") || Is(0, "") {
		t.Error("what is no process runs")
	}
}

// TestBegan: a process begins between the moments before and after its start, as far as the clocks are exact.
func TestBegan(t *testing.T) {
	t.Parallel()
	const exactness = time.Second // of macOS; Linux counts hundredths
	before := time.Now().Add(-exactness)
	pid := sleeper(t).Process.Pid
	after := time.Now().Add(exactness)
	if began, err := Began(pid); err != nil || began.Before(before) || began.After(after) {
		t.Errorf("began %v, not from %v to %v; error %v", began, before, after, err)
	}
	if began, err := Began(-1); err == nil {
		t.Errorf("what is no process began %v", began)
	}
}

func TestSuspended(t *testing.T) {
	t.Parallel()
	process := sleeper(t).Process
	if Suspended(process.Pid) {
		t.Error("suspended from the start")
	}
	for _, step := range []struct {
		signal    syscall.Signal
		suspended bool
	}{{syscall.SIGSTOP, true}, {syscall.SIGCONT, false}} {
		if err := process.Signal(step.signal); err != nil {
			t.Fatal(err)
		}
		until(t, step.signal.String(), func() bool { return Suspended(process.Pid) == step.suspended })
		if !Is(process.Pid, "") {
			t.Errorf("%v: it does not run any more", step.signal)
		}
	}
	if Suspended(-1) {
		t.Error("what is no process is suspended")
	}
}

func TestID(t *testing.T) {
	t.Parallel()
	self, err := Self()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name     string
		text     string
		ok, runs bool
		pid      int
	}{
		{name: "this process", text: string(self), ok: true, runs: true, pid: os.Getpid()},
		{name: "another one of the same number", text: string(self) + "0", ok: true, pid: os.Getpid()},
		{name: "no start time", text: strconv.Itoa(os.Getpid()), ok: true, pid: os.Getpid()},
		{name: "no process", text: "-1-2"},
		{name: "nothing", text: ""},
		{name: "a format", text: string(self) + "#{x}", pid: os.Getpid()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			id, ok := ParseID(tt.text)
			if ok != tt.ok || id.Runs() != tt.runs || id.PID() != tt.pid {
				t.Errorf("%q: ok %t, runs %t, process %d", id, ok, id.Runs(), id.PID())
			}
		})
	}
}

// TestStartAgrees compares Start with the format of the registry on macOS.
func TestStartAgrees(t *testing.T) {
	t.Parallel()
	start, err := Start(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strconv.ParseUint(start, 10, 64); err == nil {
		return // Linux: a number
	}
	cmd := exec.Command("ps", "-o", "lstart=", "-p", strconv.Itoa(os.Getpid()))
	cmd.Env = []string{"TZ=UTC", "LC_ALL=C", "PATH=/bin:/usr/bin"}
	out, err := cmd.Output()
	if err != nil {
		t.Skip(err)
	}
	if want := strings.TrimSpace(string(out)); start != want {
		t.Errorf("got %q, ps says %q", start, want)
	}
}
