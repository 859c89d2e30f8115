package proc

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// States of a process, from sys/proc.h.
const (
	stateStopped = 4 // SSTOP
	stateZombie  = 5 // SZOMB
)

func statusOf(pid int) (status, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return status{}, err
	}
	return status{
		parent:    int(info.Eproc.Ppid),
		group:     int(info.Eproc.Pgid),
		inFront:   int(info.Eproc.Tpgid),
		terminal:  terminalDevice(info.Eproc.Tdev),
		start:     time.Unix(info.Proc.P_starttime.Sec, 0).UTC().Format(time.ANSIC),
		ended:     info.Proc.P_stat == stateZombie,
		suspended: info.Proc.P_stat == stateStopped,
	}, nil
}

// timeOf returns the time that a start time of [Start] names.
func timeOf(start string) (time.Time, error) { return time.Parse(time.ANSIC, start) }

// terminalDevice returns the number of a device, 0 for NODEV, which is -1.
func terminalDevice(device int32) uint64 {
	if device == -1 {
		return 0
	}
	return uint64(uint32(device))
}

// terminalPath returns the path of a pseudo-terminal, "" if that device does not exist.
func terminalPath(device uint64) string {
	path := fmt.Sprintf("/dev/ttys%03d", unix.Minor(device))
	var file unix.Stat_t
	if device == 0 || unix.Stat(path, &file) != nil || uint64(uint32(file.Rdev)) != device {
		return ""
	}
	return path
}

// Getenv returns an error: on macOS the environment of many processes cannot be read.
func Getenv(int, string) (string, error) { return "", errors.ErrUnsupported }

// Args returns the arguments of a process, its name first; none if they cannot be read.
func Args(pid int) []string {
	// The text has the number of arguments, the path of the program, zeros, and the arguments.
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(text) < 4 {
		return nil
	}
	number := int(binary.NativeEndian.Uint32(text))
	_, text, _ = bytes.Cut(text[4:], []byte{0})
	fields := bytes.SplitN(bytes.TrimLeft(text, "\x00"), []byte{0}, number+1)
	var args []string
	for _, field := range fields[:min(number, len(fields))] {
		args = append(args, string(field))
	}
	return args
}

// Peer returns the process and the user at the other end of a unix socket.
func Peer(fd int) (pid, uid int, err error) {
	peer, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return 0, 0, os.NewSyscallError("getsockopt", err)
	}
	pid, err = unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	return pid, int(peer.Uid), os.NewSyscallError("getsockopt", err)
}

// Listener returns the id of the process that listens on the unix socket to which fd is connected.
func Listener(fd int) (pid int, err error) {
	pid, err = unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	return pid, os.NewSyscallError("getsockopt", err)
}

// Wait waits until a process, which need not be a child, has ended, or until ctx ends.
func Wait(ctx context.Context, pid int) error {
	queue, err := unix.Kqueue()
	if err != nil {
		return os.NewSyscallError("kqueue", err)
	}
	defer unix.Close(queue)
	exit := unix.Kevent_t{
		Ident:  uint64(pid),
		Filter: unix.EVFILT_PROC,
		Flags:  unix.EV_ADD | unix.EV_ONESHOT,
		Fflags: unix.NOTE_EXIT,
	}
	if _, err := unix.Kevent(queue, []unix.Kevent_t{exit}, nil, nil); err == unix.ESRCH {
		return nil
	} else if err != nil {
		return os.NewSyscallError("kevent", err)
	}
	for ctx.Err() == nil {
		// Nothing can interrupt a blocking call, so ctx is checked every second.
		second := unix.NsecToTimespec(time.Second.Nanoseconds())
		if n, err := unix.Kevent(queue, nil, make([]unix.Kevent_t, 1), &second); n > 0 {
			return nil
		} else if err != nil && err != unix.EINTR {
			return os.NewSyscallError("kevent", err)
		}
	}
	return ctx.Err()
}
