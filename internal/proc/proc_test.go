package proc

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestIs(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
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
	// It has ended as soon as it is a zombie, which nobody has waited for.
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(10 * time.Second); Is(pid, ""); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatal("a process that has ended still runs")
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("killed, and ended well")
	}
	if Is(pid, "") || Is(-1, "") || Is(0, "") {
		t.Error("what is no process runs")
	}
}

// TestStartAgrees compares with the words that the registry uses on macOS.
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
