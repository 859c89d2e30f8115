package proc

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Getenv returns a variable of the environment that a process was started with, "" if it
// was not set. Only that of the user's own processes can be read.
func Getenv(pid int, name string) (string, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return "", err
	}
	for entry := range bytes.SplitSeq(text, []byte{0}) {
		if value, found := bytes.CutPrefix(entry, []byte(name+"=")); found {
			return string(value), nil
		}
	}
	return "", nil
}

// Args returns the arguments of a process, its name first; none if they cannot be read.
func Args(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}
