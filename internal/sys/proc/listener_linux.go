package proc

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// errHidden is a process that has no id here.
var errHidden = errors.New("the process that listens cannot be seen from here")

// Listener returns the process id of the process that listens on the unix socket
// that fd is connected to. The kernel answers in our own numbers: a process in a
// pid namespace that is not ours, nor below ours, is an error, and so is one below
// ours, which calls itself by another number than the one that we see.
func Listener(fd int) (pid int, err error) {
	peer, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0, os.NewSyscallError("getsockopt", err)
	}
	if pid = int(peer.Pid); pid <= 0 || nested(pid) {
		return 0, errHidden
	}
	return pid, nil
}

// nested reports whether a process lives in a pid namespace below ours: then
// /proc/PID/status has a number for each. Linux before 4.1 does not tell.
func nested(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return false
	}
	for line := range bytes.Lines(text) {
		if numbers, found := bytes.CutPrefix(line, []byte("NSpid:")); found {
			return len(bytes.Fields(numbers)) > 1
		}
	}
	return false
}
