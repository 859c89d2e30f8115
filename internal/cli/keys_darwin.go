package cli

import "golang.org/x/sys/unix"

const (
	getTermios   = unix.TIOCGETA
	setTermios   = unix.TIOCSETAW
	flushTermios = unix.TIOCSETAF // what was typed is forgotten
	disabled     = 0xff           // _POSIX_VDISABLE: no key has this function
)
