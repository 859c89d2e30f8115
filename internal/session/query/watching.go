package query

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/session/remote"
	"atm/internal/session/truth"
	"atm/internal/session/watching"
	"atm/internal/tmux"
)

// Source is this server, watched on a channel on which it signals changes.
func (r Reader) Source(channel string) watching.Source {
	return watching.Source{Tmux: r.Tmux, Channel: channel, Follow: r.followInStead}
}

// Watch shows something now, after each signal on the channel, whenever one of the hosts
// has told something, and whenever the terminal gets another size, until ctx ends, which is
// how the person ends it, nobody reads it any more, or the server ends.
func (r Reader) Watch(ctx context.Context, channel string, hosts *remote.Follower, show watching.Show) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	changed := changes(ctx, hosts)
	for {
		err := watching.Each(ctx, r.Source(channel), changed, show)
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

// followInStead corrects the panes until ctx ends, unless the server's status line
// has somebody who does.
func (r Reader) followInStead(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	reply, err := r.Tmux.Run(bounded, [][]string{{"show-options", "-sqv", truth.FollowerOption}})
	if err == nil && truth.Follows(strings.TrimSpace(reply.Stdout)) {
		return
	}
	_ = r.StatesOnly().Corrector().Follow(ctx) // the reader of the sessions meets the same errors
}

// ReadSessions reads the sessions of this server, as [watching.Read] says.
func (r Reader) ReadSessions(ctx context.Context, correct bool) ([]fleet.Session, error) {
	if correct {
		return r.Sessions(ctx)
	}
	report, err := truth.NewObserver(r.Sources()).Observe(ctx)
	return fleet.List(append(report.Panes, report.Unshown...), r.Now(), r.Stale(ctx)), err
}
