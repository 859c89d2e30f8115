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

// Keys calls pressed for each key that is typed on a terminal, at once and without
// showing it, until restore is called, which puts the terminal back as it was.
//
// Ctrl-C and Ctrl-Z still send their signals: anyone who is ended by one has to restore
// the terminal. Ctrl-\ is a key like others, because its signal would end the program
// on the spot. A stream that is no terminal, or that of somebody else (a program in the
// background is stopped when it touches it), is left alone.
func Keys(stream any, pressed func(key byte)) (restore func()) {
	file, isFile := stream.(*os.File)
	if !isFile || !inForeground(file) {
		return func() {}
	}
	fd := int(file.Fd())
	saved, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return func() {}
	}
	wakeEnd, wake, err := os.Pipe()
	if err != nil {
		return func() {}
	}
	keys := *saved
	keys.Lflag &^= unix.ICANON | unix.ECHO
	keys.Cc[unix.VMIN], keys.Cc[unix.VTIME], keys.Cc[unix.VQUIT] = 1, 0, disabled
	_ = unix.IoctlSetTermios(fd, setTermios, &keys) // else keys come when Enter is pressed
	var reader sync.WaitGroup
	reader.Go(func() { readKeys(fd, int(wakeEnd.Fd()), pressed) })
	return sync.OnceFunc(func() {
		wake.Close()
		reader.Wait()
		wakeEnd.Close()
		_ = unix.IoctlSetTermios(fd, setTermios, saved) // it was possible a moment ago
	})
}

// AwaitKey waits until a key is typed on a terminal, whichever it is, after prompt was called; it takes all
// that the key sends.
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

// lineMode prepares a terminal for a line that is typed, until restore is called: Esc ends it, as Enter does,
// and Backspace takes whole characters, which the popups of tmux 3.3a do not ask for. Of a line that was left
// restore forgets the rest: arrow keys, too, begin with Esc.
func lineMode(file *os.File) (restore func(left bool)) {
	fd := int(file.Fd())
	saved, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil || !inForeground(file) {
		return func(bool) {}
	}
	mode := *saved
	mode.Cc[unix.VEOL] = esc
	mode.Iflag |= unix.IUTF8
	_ = unix.IoctlSetTermios(fd, setTermios, &mode) // else Esc is a character like others
	return func(left bool) {
		how := uint(setTermios)
		if left {
			time.Sleep(keySequence)
			how = flushTermios
		}
		_ = unix.IoctlSetTermios(fd, how, saved) // it was possible a moment ago
	}
}

// moreTyped reports whether more was typed after a line that was read, whole or not, as where several lines
// are pasted. It is forgotten.
func moreTyped(file *os.File) bool {
	fd := int(file.Fd())
	saved, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil || !inForeground(file) {
		return false
	}
	time.Sleep(keySequence)
	mode := *saved
	mode.Lflag &^= unix.ICANON // else a line without its end does not count
	_ = unix.IoctlSetTermios(fd, setTermios, &mode)
	var readable unix.FdSet
	readable.Set(fd)
	n, err := unix.Select(fd+1, &readable, nil, nil, &unix.Timeval{})
	_ = unix.IoctlSetTermios(fd, flushTermios, saved)
	return err == nil && n > 0
}

// esc is what the key Esc sends.
const esc = 0x1b

// keySequence is how long the bytes of one key may take.
const keySequence = 20 * time.Millisecond

// inForeground reports whether a stream is the terminal of this program, or one that controls no program of
// ours, as what fzf runs in a popup has it: that stops nobody.
func inForeground(file *os.File) bool {
	group, err := unix.IoctlGetInt(int(file.Fd()), unix.TIOCGPGRP)
	return errors.Is(err, unix.ENOTTY) || err == nil && group == unix.Getpgrp()
}

// readKeys reads keys until the other end of a pipe is closed. What is typed then is
// for the next program.
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
