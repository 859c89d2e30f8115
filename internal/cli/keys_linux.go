package cli

import "golang.org/x/sys/unix"

const (
	getTermios   = unix.TCGETS
	setTermios   = unix.TCSETSW
	flushTermios = unix.TCSETSF // what was typed is forgotten
	disabled     = 0            // _POSIX_VDISABLE: no key has this function
)
