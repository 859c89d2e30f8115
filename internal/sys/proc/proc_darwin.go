package proc

import (
	"time"

	"golang.org/x/sys/unix"
)

// States of a process, from sys/proc.h.
const (
	stateStopped = 4 // SSTOP
	stateZombie  = 5 // SZOMB
)

// statusOf asks the kernel.
func statusOf(pid int) (status, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return status{}, err
	}
	return status{
		parent:    int(info.Eproc.Ppid),
		group:     int(info.Eproc.Pgid),
		inFront:   int(info.Eproc.Tpgid),
		start:     time.Unix(info.Proc.P_starttime.Sec, 0).UTC().Format(time.ANSIC),
		ended:     info.Proc.P_stat == stateZombie,
		suspended: info.Proc.P_stat == stateStopped,
	}, nil
}
