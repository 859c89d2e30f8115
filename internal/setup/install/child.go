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
	return out, ended(err)
}

// combinedOutput runs a program and returns all that it has printed.
func combinedOutput(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = waitDelay
	out, err := cmd.CombinedOutput()
	return out, ended(err)
}

// waitDelay is how long a process may keep the output open that a program has left in
// the background. What the program itself has printed is there when it ends.
const waitDelay = time.Second

// ended takes the error away that says that such a process still runs: the program
// has ended with success.
func ended(err error) error {
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}
