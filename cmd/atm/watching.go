package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"atm/internal/fleet"
	"atm/internal/fleet/watching"
	"atm/internal/truth"
)

// source is this server, watched on a channel on which it signals changes.
func (s streams) source(channel string) watching.Source {
	return watching.Source{Tmux: s.tmux, Channel: channel, Follow: s.followInStead}
}

// followInStead corrects the panes until ctx ends, unless the server's status line
// has somebody who does.
func (s streams) followInStead(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	reply, err := s.tmux.Run(bounded, [][]string{{"show-options", "-sqv", truth.FollowerOption}})
	if err == nil && truth.Follows(strings.TrimSpace(reply.Stdout)) {
		return
	}
	_ = s.statesOnly().corrector().Follow(ctx) // the reader of the sessions meets the same errors
}

// readSessions reads the sessions of this server, as [watching.Read] says.
func (s streams) readSessions(ctx context.Context, correct bool) ([]fleet.Session, error) {
	if correct {
		return s.sessions(ctx)
	}
	panes, err := s.tmux.Panes(ctx, s.omit...)
	return fleet.List(panes, s.now(), s.stale(ctx)), err
}

// watching shows something now, after each signal on the channel, and whenever the
// terminal gets another size, until the person ends it, nobody reads it any more, or
// the server ends.
func (s streams) watching(channel string, show func(context.Context) ([]fleet.Session, error)) error {
	ctx, stop := untilEnded()
	defer stop()
	return s.watchingUntil(ctx, channel, show)
}

// watchingUntil is watching until ctx ends, which is how the person ends it.
func (s streams) watchingUntil(ctx context.Context, channel string,
	show func(context.Context) ([]fleet.Session, error)) error {
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	defer signal.Stop(resized)
	err := watching.Each(ctx, s.source(channel), resized, show)
	if ctx.Err() != nil || errors.Is(err, syscall.EPIPE) {
		return nil // it was meant to end
	}
	return err
}

// untilEnded returns a context that lives until the person ends the command, or the
// terminal does. That nobody reads the output any more is an error of writing it.
func untilEnded() (ctx context.Context, stop context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
