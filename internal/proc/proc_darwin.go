package proc

import "golang.org/x/sys/unix"

// Parent returns the process id of the parent of a process.
func Parent(pid int) (int, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0, err
	}
	return int(info.Eproc.Ppid), nil
}
