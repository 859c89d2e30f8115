package proc

import (
	"fmt"
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
		terminal:  terminalDevice(info.Eproc.Tdev),
		start:     time.Unix(info.Proc.P_starttime.Sec, 0).UTC().Format(time.ANSIC),
		ended:     info.Proc.P_stat == stateZombie,
		suspended: info.Proc.P_stat == stateStopped,
	}, nil
}

// terminalDevice returns the number of a device, 0 for NODEV, which is -1.
func terminalDevice(device int32) uint64 {
	if device == -1 {
		return 0
	}
	return uint64(uint32(device))
}

// terminalPath returns the path of a pseudo-terminal, if that device is there.
func terminalPath(device uint64) string {
	path := fmt.Sprintf("/dev/ttys%03d", unix.Minor(device))
	var file unix.Stat_t
	if device == 0 || unix.Stat(path, &file) != nil || uint64(uint32(file.Rdev)) != device {
		return ""
	}
	return path
}
