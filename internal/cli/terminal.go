package cli

import (
	"os"

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
