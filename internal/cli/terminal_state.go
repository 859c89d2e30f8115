package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// displayDefaults ends what a program that draws on the whole terminal begins: the second screen,
// reports of the mouse, of focus and of pastes, special codes of keys, a hidden cursor, colours. The
// rest of the screen below the cursor goes.
const displayDefaults = "\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l" +
	"\x1b[>4m\x1b[<u\x1b[?25h\x1b[0m\r\x1b[J"

// SaveTerminal returns a function that puts a terminal back into the mode that it is in now, and
// forgets what was typed for a program that has ended. After one that was killed, what is displayed
// is put in order, too. A stream that is no terminal, or that of somebody else, is left alone.
func SaveTerminal(stream any) (restore func(killed bool)) {
	nothing := func(bool) {}
	file, isFile := stream.(*os.File)
	if !isFile || !inForeground(file) {
		return nothing
	}
	saved, err := unix.IoctlGetTermios(int(file.Fd()), getTermios)
	if err != nil {
		return nothing
	}
	return func(killed bool) {
		if !inForeground(file) {
			return
		}
		_ = unix.IoctlSetTermios(int(file.Fd()), flushTermios, saved) // it was possible before
		if killed {
			_, _ = file.WriteString(displayDefaults) // the terminal may be gone
		}
	}
}
