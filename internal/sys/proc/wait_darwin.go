package proc

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Wait waits until a process, which need not be a child, has ended, or until ctx
// ends.
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
		// Nothing can wake a call that blocks, so ctx is looked at each second.
		second := unix.NsecToTimespec(time.Second.Nanoseconds())
		if n, err := unix.Kevent(queue, nil, make([]unix.Kevent_t, 1), &second); n > 0 {
			return nil
		} else if err != nil && err != unix.EINTR {
			return os.NewSyscallError("kevent", err)
		}
	}
	return ctx.Err()
}
