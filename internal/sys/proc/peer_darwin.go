package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// Peer returns the process and the user at the other end of a unix socket.
func Peer(fd int) (pid, uid int, err error) {
	peer, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return 0, 0, os.NewSyscallError("getsockopt", err)
	}
	pid, err = unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	return pid, int(peer.Uid), os.NewSyscallError("getsockopt", err)
}
