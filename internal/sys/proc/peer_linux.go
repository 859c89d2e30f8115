package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// Peer returns the process and the user at the other end of a unix socket. The process
// is 0 where it has no number here.
func Peer(fd int) (pid, uid int, err error) {
	peer, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0, 0, os.NewSyscallError("getsockopt", err)
	}
	return int(peer.Pid), int(peer.Uid), nil
}
