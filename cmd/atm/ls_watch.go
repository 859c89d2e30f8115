package main

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"syscall"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// screen is what was printed last, and the size of the terminal then.
type screen struct {
	sessions      []fleet.Record
	unreachable   []string
	width, height int
}

// watch prints the list again whenever the list or the size of the terminal has changed. The mere passing of
// time does not count.
func (c lsCmd) watch(s streams) error {
	var last *screen
	restore := func() {}
	defer func() { restore() }()
	ctx, hosts, end, err := c.begin(s)
	defer end()
	if err != nil {
		return err
	}
	return s.Watch(ctx, tmuxopt.ShownChannel, hosts, func(ctx context.Context) ([]fleet.Session, error) {
		if last == nil {
			restore = s.interruptOnQ() // only now SIGINT is handled
		}
		list, err := c.list(ctx, s, hosts.Answers)
		if err != nil {
			return nil, err
		}
		now := &screen{
			sessions:    fleet.Records(list.sessions, c.States),
			unreachable: unreachable(list.answers),
			width:       cli.Width(s.stdout),
			height:      cli.Height(s.stdout),
		}
		if reflect.DeepEqual(now, last) {
			return list.sessions, nil
		}
		last = now
		if now.width >= 0 && s.Getenv("TERM") != "dumb" {
			fmt.Fprint(s.stdout, "\x1b[H\x1b[2J")
		}
		return list.sessions, c.show(ctx, s, list)
	})
}

// interruptOnQ makes the key q work like Ctrl-C, if standard input is a terminal, until restore is called.
func (s streams) interruptOnQ() (restore func()) {
	return cli.Keys(s.stdin, func(key byte) {
		if key == 'q' || key == 'Q' {
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT) // a signal to this process cannot fail
		}
	})
}
