// Package statusline is the command that Claude Code runs to draw its status line: it writes the values of
// the status line into the pane, corrects what no hook reports, and lets the user's own command draw.
//
// It promises to be invisible. With a command, the process becomes that command, which gets the same bytes on
// its standard input. Another process, the updater, passes the bytes on, updates tmux at the same time, and
// then ends. Without a command it prints nothing, and the exit status is 0. It writes no value that the pane
// already has: each write redraws every client of the server.
package statusline

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/hookmap"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
)

// updateFlag makes the process an updater. It is not part of the command line grammar: only this package uses
// it.
const updateFlag = "--tell"

// commandPipe is the updater's file descriptor that leads to the user's command.
const commandPipe = 3

// Asked reports whether these arguments of the program ask for the status line.
func Asked(args []string) bool {
	return len(args) > 0 && args[0] == "statusline" &&
		(len(args) == 1 || args[1] == "--" || slices.Equal(args[1:], []string{updateFlag}))
}

// Run draws the status line, and returns the exit status. With a command it returns only if that command
// cannot be run.
func Run(args []string, getenv func(string) string, now func() time.Time) int {
	switch {
	case slices.Equal(args[1:], []string{updateFlag}):
		update(os.NewFile(commandPipe, "command"), getenv, now)
	case len(args) > 2:
		return Become(args[2:], getenv)
	default:
		update(nil, getenv, now)
	}
	return 0
}

// maxJSON limits the memory that the object can take: a status line gets about one kilobyte.
const maxJSON = 1 << 20

// update writes the values on standard input into the pane. It passes the input on to the command, if there is one.
func update(command *os.File, getenv func(string) string, now func() time.Time) {
	c := caller.New(getenv, now())
	r := c.NewReport()
	r.Event = "StatusLine"
	defer r.Write(now)
	defer r.Recover()
	var input io.Reader = socket.DeadlineReader{File: os.Stdin, Deadline: c.Start.Add(caller.Deadline)}
	if command != nil {
		input = io.TeeReader(input, untilUnread{command})
	}
	line, err := hookmap.DecodeStatusLine(io.LimitReader(input, maxJSON))
	if command != nil {
		defer passOn(command)()
	}
	if err != nil {
		r.Err = fmt.Errorf("standard input holds no JSON object: %w", err)
		return
	}
	r.Err = updater{Caller: c, report: r, now: now, line: line}.update()
}

// untilUnread writes to the command without an error: the command need not read all.
type untilUnread struct{ command *os.File }

func (u untilUnread) Write(b []byte) (int, error) {
	_, _ = u.command.Write(b)
	return len(b), nil
}

// passOn passes the rest of standard input on to the command, and returns a function that waits until that has ended,
// or no process has the read end of the pipe open. It has no limit: only the user decides how long the command runs.
// One goroutine waits for both: while another one polled the pipe, closing it would not end the command's input.
func passOn(command *os.File) (wait func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer command.Close()
		for buffer := make([]byte, 4<<10); ; {
			polled := []unix.PollFd{{Fd: commandPipe}, {Fd: int32(syscall.Stdin), Events: unix.POLLIN}}
			switch _, err := unix.Poll(polled, -1); {
			case errors.Is(err, unix.EINTR):
				continue
			case err != nil, polled[0].Revents != 0: // nobody reads any more
				return
			}
			n, err := os.Stdin.Read(buffer)
			if _, unread := command.Write(buffer[:n]); err != nil || unread != nil {
				return
			}
		}
	}()
	return func() { <-ended }
}

// Become makes this process the command. First it starts an updater, which takes over the standard input,
// while the command reads a pipe from the updater. It returns only if the command cannot be run.
func Become(command []string, getenv func(string) string) (status int) {
	if _, err := caller.New(getenv, time.Time{}).EnvRoute(); err == nil || errors.Is(err, caller.ErrBackground) {
		startUpdater()
	}
	status, err := proc.Become(command, os.Environ())
	fmt.Fprintf(os.Stderr, "atm: %q: %v\n", command[0], err)
	return status
}

// startUpdater starts the updater and replaces standard input by the pipe. If that fails, the command keeps
// its standard input: the command matters more.
//
// os.Pipe and os/exec cannot be used: they make the command's descriptors non-blocking, and start threads.
// The updater stays in our process group, which Claude Code ends as a whole.
func startUpdater() {
	program, err := os.Executable()
	if err != nil {
		return
	}
	var pipe [2]int
	if err := syscall.Pipe(pipe[:]); err != nil {
		return
	}
	syscall.CloseOnExec(pipe[0])
	syscall.CloseOnExec(pipe[1])
	_, err = proc.Detached{
		Program: program, Args: []string{os.Args[0], "statusline", updateFlag}, Env: os.Environ(), InGroup: true,
		Files: map[int]uintptr{0: uintptr(syscall.Stdin), commandPipe: uintptr(pipe[1])},
	}.Start()
	if err != nil {
		return
	}
	// Not dup2, which Linux does not have on every architecture.
	if unix.Close(syscall.Stdin) == nil {
		_, _ = unix.FcntlInt(uintptr(pipe[0]), unix.F_DUPFD, syscall.Stdin) // the lowest that is free
	}
}
