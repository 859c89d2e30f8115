package ssh_test

import (
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/ssh"
)

// TestThrough: with any /bin/sh on the other host, a command gets the gate, its exit status is that of the
// session, no process holds its output open, and the socket is removed after the command.
func TestThrough(t *testing.T) {
	t.Parallel()
	for _, sh := range []string{"dash", "bash --posix", "busybox sh", "ksh", "zsh --emulate sh"} {
		name, _, _ := strings.Cut(sh, " ")
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("there is no %s", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			socket := tmuxtest.Dir(t) + "/s"
			listener, err := net.Listen("unix", socket)
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			args := ssh.Arguments{Host: "box", Command: []string{"echo $ATM_GATE; ls", socket + "; exit", "7"}}
			through := args.Through(ssh.Forward{Remote: socket, Local: "/near"}, "address", false)
			line := strings.Replace(through[len(through)-1], "/bin/sh", sh, 1)
			cmd := exec.Command("/bin/sh", "-c", line)
			cmd.Env = append(os.Environ(), "SHELL=/bin/sh", "PATH=/usr/bin:/bin", "HOME="+t.TempDir())
			out, _ := cmd.CombinedOutput() // the exit status tells
			if got := cmd.ProcessState.ExitCode(); got != 7 {
				t.Errorf("exit status %d", got)
			}
			if diff := cmp.Diff("address\n"+socket+"\n", string(out)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			tmuxtest.Until(t, "the socket is removed", func() bool {
				_, err := os.Lstat(socket)
				return err != nil
			})
		})
	}
}
