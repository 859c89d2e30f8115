package proc_test

import (
	"bytes"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"atm/internal/sys/proc"
)

// TestBelow: the youngest child of a process, and what runs below that; of one that has none, or is none, nothing.
func TestBelow(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", `sleep 1000 & sh -c "sleep 1001; :" & wait`)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	got := ""
	for end := time.Now().Add(10 * time.Second); got != "sh sleep"; {
		if time.Now().After(end) {
			t.Fatalf("below the shell: %q %s", got, out.String())
		}
		got = strings.Join(proc.Below(t.Context(), cmd.Process.Pid), " ")
	}
	if got := proc.Below(t.Context(), 1<<30); got != nil {
		t.Errorf("below no process: %q", got)
	}
}
