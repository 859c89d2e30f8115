package cli

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Width returns how many columns a terminal has, 0 if it does not know, and -1
// if the stream is no terminal.
func Width(stream any) int {
	width, _ := size(stream)
	return width
}

// Height returns how many lines the terminal has that a stream is, or -1.
func Height(stream any) int {
	_, height := size(stream)
	return height
}

func size(stream any) (columns, lines int) {
	f, ok := stream.(*os.File)
	if !ok {
		return -1, -1
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return -1, -1
	}
	return int(size.Col), int(size.Row)
}

// displayDefaults resets what a program that draws on the whole terminal sets: the second screen, reports of
// the mouse, of focus and of pastes, special codes of keys, a hidden cursor, colours. It clears the screen
// below the cursor.
const displayDefaults = "\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l" +
	"\x1b[>4m\x1b[<u\x1b[?25h\x1b[0m\r\x1b[J"

// ownTerminal returns a stream and its mode if it is a terminal that this program may change. A program in
// the background may not: it would be stopped.
func ownTerminal(stream any) (file *os.File, mode *unix.Termios, ok bool) {
	file, isFile := stream.(*os.File)
	if !isFile || !inForeground(file) {
		return nil, nil, false
	}
	mode, err := unix.IoctlGetTermios(int(file.Fd()), getTermios)
	return file, mode, err == nil
}

// SaveTerminal returns a function that restores the present mode of a terminal, and drops what was typed for
// a program that has ended. After a program that was killed it also resets the display. A stream that is no
// terminal, or the terminal of another program, is not changed.
func SaveTerminal(stream any) (restore func(killed bool)) {
	file, saved, ok := ownTerminal(stream)
	if !ok {
		return func(bool) {}
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

// Keys calls pressed for each key that is typed on a terminal, at once and without echo, until restore is
// called, which restores the terminal.
//
// Ctrl-C and Ctrl-Z still send their signals: a program that ends by one must restore the terminal. Ctrl-\ is
// an ordinary key, because its signal would end the program at once. A stream that is no terminal, or the
// terminal of another program, is not read.
func Keys(stream any, pressed func(key byte)) (restore func()) {
	file, saved, ok := ownTerminal(stream)
	if !ok {
		return func() {}
	}
	fd := int(file.Fd())
	wakeEnd, wake, err := os.Pipe()
	if err != nil {
		return func() {}
	}
	keys := *saved
	keys.Lflag &^= unix.ICANON | unix.ECHO
	keys.Cc[unix.VMIN], keys.Cc[unix.VTIME], keys.Cc[unix.VQUIT] = 1, 0, disabled
	_ = unix.IoctlSetTermios(fd, setTermios, &keys) // if it fails, keys arrive only after Enter
	var reader sync.WaitGroup
	reader.Go(func() { readKeys(fd, int(wakeEnd.Fd()), pressed) })
	return sync.OnceFunc(func() {
		wake.Close()
		reader.Wait()
		wakeEnd.Close()
		_ = unix.IoctlSetTermios(fd, setTermios, saved) // it was possible a moment ago
	})
}

// AwaitKey calls prompt, and waits until any key is typed on a terminal. It reads all bytes that the key
// sends.
func AwaitKey(stream any, prompt func()) {
	if Width(stream) < 0 {
		return
	}
	pressed := make(chan struct{})
	closePressed := sync.OnceFunc(func() { close(pressed) })
	restore := Keys(stream, func(byte) { closePressed() })
	defer restore()
	prompt()
	<-pressed
	time.Sleep(keySequence)
}

// lineMode prepares a terminal for the input of a line, until restore is called: Esc and Ctrl-C end the line like
// Enter, and Backspace removes whole characters, which the popups of tmux 3.3a do not set. Ctrl-C sends no signal: that
// would also end the program for which this one asks. After a line that was left, restore drops the rest of the input:
// arrow keys also begin with Esc.
func lineMode(file *os.File) (restore func(left bool)) {
	_, saved, ok := ownTerminal(file)
	if !ok {
		return func(bool) {}
	}
	fd, mode := int(file.Fd()), *saved
	mode.Cc[unix.VEOL], mode.Cc[unix.VEOL2], mode.Cc[unix.VINTR] = esc, ctrlC, disabled
	mode.Iflag |= unix.IUTF8
	_ = unix.IoctlSetTermios(fd, setTermios, &mode) // if it fails, Esc is an ordinary character
	return func(left bool) {
		how := uint(setTermios)
		if left {
			time.Sleep(keySequence)
			how = flushTermios
		}
		_ = unix.IoctlSetTermios(fd, how, saved) // it was possible a moment ago
	}
}

// dropTyped drops what was typed and not read, and reports whether there was anything, for example because several
// lines were pasted.
func dropTyped(file *os.File) bool {
	_, saved, ok := ownTerminal(file)
	if !ok {
		return false
	}
	time.Sleep(keySequence)
	fd, mode := int(file.Fd()), *saved
	mode.Lflag &^= unix.ICANON // else an incomplete line does not count
	_ = unix.IoctlSetTermios(fd, setTermios, &mode)
	var readable unix.FdSet
	readable.Set(fd)
	n, err := unix.Select(fd+1, &readable, nil, nil, &unix.Timeval{})
	_ = unix.IoctlSetTermios(fd, flushTermios, saved)
	return err == nil && n > 0
}

// What these keys send.
const (
	esc   = 0x1b
	ctrlC = 0x03
)

// keySequence is how long the bytes of one key may take.
const keySequence = 20 * time.Millisecond

// inForeground reports whether this program is in the foreground of a terminal, or the terminal is not its
// controlling terminal, as for a program that fzf runs in a popup: then it is not stopped either.
func inForeground(file *os.File) bool {
	group, err := unix.IoctlGetInt(int(file.Fd()), unix.TIOCGPGRP)
	return errors.Is(err, unix.ENOTTY) || err == nil && group == unix.Getpgrp()
}

// readKeys reads keys until the other end of a pipe is closed. Keys that are typed after that are for the
// next program.
func readKeys(fd, closed int, pressed func(key byte)) {
	for {
		var readable unix.FdSet // macOS cannot poll terminals
		readable.Set(fd)
		readable.Set(closed)
		_, err := unix.Select(max(fd, closed)+1, &readable, nil, nil, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil, readable.IsSet(closed):
			return
		}
		var key [1]byte
		if n, err := unix.Read(fd, key[:]); n != 1 || err != nil {
			return
		}
		pressed(key[0])
	}
}
