// Package statusline is the command that Claude Code runs to draw its status line: it
// writes the values of the status line into the pane, corrects what no hook reports, and
// lets the user's own command draw.
//
// It promises to be invisible. With a command, the process becomes that command, which
// gets the same bytes on its standard input; another process, the updater, hands them
// over and updates tmux meanwhile, and ends when it has. Without one, it prints nothing,
// and the exit status is 0. Nothing is written that the pane has already: each write
// redraws every client of the server.
package statusline

import (
	"bytes"
	"errors"
	"slices"
	"syscall"
	"time"

	"atm/internal/hooks/caller"
)

// updateFlag makes the process an updater. It is no part of the grammar: only this package
// starts one.
const updateFlag = "--tell"

// commandPipe is the updater's file descriptor that leads to the user's command.
const commandPipe = 3

// Asked reports whether these arguments of the program ask for the status line.
func Asked(args []string) bool {
	return len(args) > 0 && args[0] == "statusline" &&
		(len(args) == 1 || args[1] == "--" || slices.Equal(args[1:], []string{updateFlag}))
}

// Run draws the status line, and returns the exit status. With a command it does not
// return, unless that command cannot be run.
func Run(args []string, getenv func(string) string, now func() time.Time) int {
	switch {
	case slices.Equal(args[1:], []string{updateFlag}):
		update(commandPipe, getenv, now)
	case len(args) > 2:
		return Become(args[2:], getenv)
	default:
		update(none, getenv, now)
	}
	return 0
}

// errNoJSON is a standard input that held no JSON object, or a very large one.
var errNoJSON = errors.New("standard input holds no JSON object")

// update hands standard input over to a pipe, if there is one, and writes its values into the pane.
func update(pipe int, getenv func(string) string, now func() time.Time) {
	start := now()
	c := caller.New(getenv, start)
	r := c.NewReport()
	r.Event = "StatusLine"
	defer r.Write(now)
	defer r.Recover()
	updated := make(chan error, 1)
	t := updater{Caller: c, report: r, now: now}
	p := newPump(syscall.Stdin, pipe, start.Add(caller.Deadline))
	p.complete = func(text []byte) {
		go func() { updated <- t.safely(bytes.NewReader(text)) }()
	}
	switch text, handed := p.run(); {
	case handed:
		r.Err = <-updated
	case text == nil:
		r.Err = errNoJSON
	default:
		r.Err = t.update(bytes.NewReader(text))
	}
}
