package proc

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// zombie is SZOMB of sys/proc.h, a process that has ended.
const zombie = 5

// Parent returns the process id of the parent of a process.
func Parent(pid int) (int, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0, err
	}
	return int(info.Eproc.Ppid), nil
}

// Start returns when a process that runs was started, in the words of Claude
// Code's registry: what "ps -o lstart" prints with TZ=UTC and LC_ALL=C.
func Start(pid int) (string, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return "", err
	}
	if info.Proc.P_stat == zombie {
		return "", fmt.Errorf("process %d: has ended", pid)
	}
	return time.Unix(info.Proc.P_starttime.Sec, 0).UTC().Format(time.ANSIC), nil
}
