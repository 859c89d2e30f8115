package query

import (
	"context"
	"strings"

	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/session/watching"
)

// Source is this server, watched on a channel on which it signals changes.
func (r Reader) Source(channel string) watching.Source {
	return watching.Source{Tmux: r.Tmux, Channel: channel, Follow: r.followInStead}
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
