package proc_test

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// TestBelow: the youngest child of a process and the programs below that; none if there is no child or no
// process.
func TestBelow(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", `sleep 1000 & sh -c "sleep 1001; :" & wait`)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	tmuxtest.Until(t, "a shell and its sleep run below the shell", func() bool {
		return strings.Join(proc.Below(t.Context(), cmd.Process.Pid), " ") == "sh sleep"
	})
	if got := proc.Below(t.Context(), 1<<30); got != nil {
		t.Errorf("below no process: %q", got)
	}
}
