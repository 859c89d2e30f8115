package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"atm/internal/session/remote"
	"atm/internal/session/watching"
	"atm/internal/tmux"
)

// watching shows something now, after each signal on the channel, whenever one of the hosts
// has told something, and whenever the terminal gets another size, until ctx ends, which is
// how the person ends it, nobody reads it any more, or the server ends.
func (s streams) watching(ctx context.Context, channel string, hosts *remote.Follower, show watching.Show) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	changed := changes(ctx, hosts)
	for {
		err := watching.Each(ctx, s.Source(channel), changed, show)
		if hosts != nil && tmux.NoServer(err) {
			err = untilServer(ctx, changed, show)
		}
		switch {
		case ctx.Err() != nil, errors.Is(err, syscall.EPIPE):
			return nil // it was meant to end
		case err != nil:
			return err
		}
	}
}

// serverInterval is how often it is looked whether there is a server again.
const serverInterval = 5 * time.Second

// untilServer shows what hosts tell while there is no server here, for a while.
func untilServer(ctx context.Context, changed <-chan struct{}, show watching.Show) error {
	deadline := time.After(serverInterval)
	for {
		if _, err := show(ctx); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-deadline:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// changes tells, until ctx ends, when the terminal has got another size, or one of the hosts
// has told something.
func changes(ctx context.Context, hosts *remote.Follower) <-chan struct{} {
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	changed := make(chan struct{}, 1)
	go func() {
		defer signal.Stop(resized)
		for {
			select {
			case <-resized:
			case <-hosts.Changed():
			case <-ctx.Done():
				return
			}
			select {
			case changed <- struct{}{}:
			default: // one that nobody has taken yet
			}
		}
	}()
	return changed
}

// untilEnded returns a context that lives until the person ends the command, or the
// terminal does. That nobody reads the output any more is an error of writing it.
func untilEnded() (ctx context.Context, stop context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
