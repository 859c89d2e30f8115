package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// Listener returns the process id of the process that listens on the unix socket
// that fd is connected to.
func Listener(fd int) (pid int, err error) {
	pid, err = unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	return pid, os.NewSyscallError("getsockopt", err)
}
