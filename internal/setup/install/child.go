package install

import (
	"errors"
	"os/exec"
	"time"
)

// output runs a program and returns what it has printed to its standard output.
func output(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = waitDelay
	out, err := cmd.Output()
	return out, withoutWaitDelay(err)
}

// combinedOutput runs a program and returns all that it has printed.
func combinedOutput(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = waitDelay
	out, err := cmd.CombinedOutput()
	return out, withoutWaitDelay(err)
}

// waitDelay is how long a process may keep the output open that a program has left in
// the background. What the program itself has printed is there when it ends.
const waitDelay = time.Second

// withoutWaitDelay drops exec.ErrWaitDelay: that is returned only where the program itself has succeeded,
// and a process that it left in the background still held the output open.
func withoutWaitDelay(err error) error {
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}
