package tmuxtest

import (
	"os"
	"os/exec"
)

// RawTerminal has every key arrive as it is, and at once, in a test binary that is the program
// of a pane.
func RawTerminal() error {
	stty := exec.Command("stty", "-icanon", "-echo", "-isig", "-icrnl")
	stty.Stdin = os.Stdin
	return stty.Run()
}
