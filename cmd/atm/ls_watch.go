package main

import (
	"context"
	"fmt"
	"reflect"

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
	ctx, hosts, end, err := c.begin(s)
	defer end()
	if err != nil {
		return err
	}
	ctx, quit := context.WithCancel(ctx)
	defer quit()
	defer cli.Keys(s.stdin, func(key byte) {
		if key == 'q' || key == 'Q' {
			quit()
		}
	})()
	return s.Watch(ctx, tmuxopt.ShownChannel, hosts, func(ctx context.Context) ([]fleet.Session, error) {
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
