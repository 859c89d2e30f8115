package query

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/session/remote"
	"atm/internal/session/truth"
	"atm/internal/session/watching"
	"atm/internal/tmux"
)

// Source returns this server as a source of changes, which it signals on that channel.
func (r Reader) Source(channel string) watching.Source {
	return watching.Source{Tmux: r.Tmux, Channel: channel, Follow: r.followUnlessFollowed}
}

// Watch calls show now, after each signal on the channel, after each report of a host, and whenever the terminal
// gets another size. It returns when ctx ends, which is how the person ends it, when nobody reads the output
// any more, or when the server ends.
func (r Reader) Watch(ctx context.Context, channel string, hosts *remote.Follower, show watching.Show) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	changed := changes(ctx, hosts)
	for {
		err := watching.Each(ctx, r.Source(channel), changed, show)
		if hosts != nil && tmux.NoServer(err) {
			if _, err = show(ctx); err == nil {
				select {
				case <-changed:
				case <-time.After(serverInterval):
				case <-ctx.Done():
				}
			}
		}
		switch {
		case ctx.Err() != nil, errors.Is(err, syscall.EPIPE):
			return nil // the person has ended it
		case err != nil:
			return err
		}
	}
}

// serverInterval is how often Watch checks whether there is a server again although nothing has changed.
const serverInterval = 5 * time.Second

// changes returns a channel that signals, until ctx ends, that the terminal has got another size, or that a
// host has reported something.
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
			default: // the signal before has not been received yet
			}
		}
	}()
	return changed
}

// followUnlessFollowed corrects the panes until ctx ends, or a job of the server's status line does.
func (r Reader) followUnlessFollowed(ctx context.Context) {
	r.NoUnshown = false // that is for the view: a follower publishes all sessions
	isFollowed := func(ctx context.Context) bool {
		bounded, cancel := context.WithTimeout(ctx, Timeout)
		defer cancel()
		id, err := r.Tmux.ServerOption(bounded, truth.FollowerOption)
		return err == nil && truth.Follows(id)
	}
	if !isFollowed(ctx) {
		_ = r.StatesOnly().Corrector().FollowUntil(ctx, isFollowed) // reading the sessions returns the same errors
	}
}

// UncorrectedSessions reads the sessions of this server as its panes show them: it corrects nothing.
func (r Reader) UncorrectedSessions(ctx context.Context) ([]fleet.Session, error) {
	report, err := r.Observer().Observe(ctx)
	return fleet.List(append(report.Panes, report.Unshown...), r.Now()), err
}
