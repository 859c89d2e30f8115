package install

import (
	"errors"
	"os/exec"
	"time"
)

// output runs a program and returns what it printed. It does not wait for a process
// that the program has left in the background with the output open: what the program
// itself has printed is there when it ends.
func output(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it has ended, and with success
	}
	return out, err
}
