package press_test

import "golang.org/x/sys/unix"

// How a terminal is asked for its settings, and told.
const (
	ioctlGet = unix.TCGETS
	ioctlSet = unix.TCSETS
)
