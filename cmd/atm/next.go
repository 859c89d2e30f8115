package main

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type nextCmd struct {
	State  []string `enum:"${states}" placeholder:"STATE" help:"Go to sessions in these states (default: those that need you): ${enum}."`
	Back   bool     `help:"Go back to where you started."`
	Client string   `help:"The tmux client to switch (default: the one that you are at)." placeholder:"NAME" mayBeEmpty:""`

	hostFlags
	backgroundFlag
}

func (nextCmd) Details() string {
	return `Goes to the most urgent session that needs you: it asks, or it has failed or finished and you have not ` +
		`looked at it since. Each further call goes to the next one, and finally back to where you started. If you ` +
		`are at the only one, atm says so; if no session needs you, the exit status is 1. A session of another host ` +
		`opens in a window in which ssh attaches to its pane; detach to close it.

Examples:
  atm next
  atm next --state idle
  atm next --hosts
  tmux bind a run-shell -b 'atm next --client "#{client_name}" || :'`
}

func (c nextCmd) Run(ctx context.Context, s streams) error {
	visitor, err := s.Visitor(ctx, c.Client)
	if err != nil {
		return err
	}
	if c.Back {
		if visitor.Origin == "" {
			return query.Refuse(ctx, visitor, "nowhere to go back to")
		}
		return visitor.Go(ctx, visitor.Origin, "")
	}
	s.Reader = s.StatesOnly()
	s.NoUnshown = c.NoBackground
	sessions, err := c.read(ctx, s, s.Sessions)
	if err != nil {
		return err
	}
	var candidates []string
	for _, session := range sessions {
		if len(c.State) == 0 && session.NeedsYou() || len(c.State) > 0 && session.Is(c.State...) {
			candidates = append(candidates, session.Key())
		}
	}
	home := visitor.Home
	next := fleet.Next(candidates, visitor.Visited, visitor.At, home)
	if next == home && !s.hasPane(ctx, home) {
		home, next = "", fleet.Next(candidates, visitor.Visited, visitor.At, "")
	}
	wanted := strings.Join(c.State, " or ")
	switch {
	case next == home && next != "":
		return visitor.Go(ctx, home, "") // the round ends
	case next != "":
		return visitor.Go(ctx, next, home)
	case slices.Contains(candidates, visitor.At):
		return visitor.ShowMessage(ctx, "atm: no other session "+cmp.Or(cli.After("is ", wanted), "needs you"))
	case len(candidates) == 0 && wanted != "":
		return query.Refuse(ctx, visitor, "no session is "+wanted)
	}
	return query.Refuse(ctx, visitor, "nothing needs you")
}

// hasPane reports whether a pane exists. A pane on another host counts as existing: a visit finds out.
func (s streams) hasPane(ctx context.Context, pane string) bool {
	if !tmux.PaneID(pane) {
		return true
	}
	id, err := s.Tmux.PaneFormat(ctx, pane, "#{pane_id}")
	return err == nil && id == pane
}

type focusCmd struct {
	hostFlags
	Client  string `help:"The tmux client to switch (default: the one that you are at)." placeholder:"NAME" mayBeEmpty:""`
	Session string `arg:"" name:"session" help:"Where to go: a pane or its place, the beginning of a session's id, its title, or its directory; on another host as HOST:NAME."`
}

func (focusCmd) Details() string {
	return `For a host of the option @atm-hosts the name of the host before that of the session is enough. Outside ` +
		`of tmux, ssh attaches this terminal.

Examples:
  atm focus 23e3
  atm focus 'fix the parser'
  atm focus %3
  atm focus ~/src/parser
  atm focus devbox:main:1.0`
}

func (c focusCmd) Run(ctx context.Context, s streams) error {
	sessions, err := c.read(ctx, s, s.NamedSessions)
	if !c.Hosts && len(c.Host) == 0 && len(query.NamedBy(sessions, c.Session)) == 0 {
		for _, host := range tmuxopt.Words(s.Option(ctx, tmuxopt.HostsOption)) {
			if strings.HasPrefix(c.Session, host+":") {
				c.Host, c.HostTimeout = []string{host}, max(c.HostTimeout, namedHostTimeout)
				sessions, err = c.read(ctx, s, s.NamedSessions)
				break
			}
		}
	}
	if err != nil {
		return err
	}
	session, err := s.Find(sessions, c.Session)
	if err != nil {
		return err
	}
	return s.focus(ctx, c.Client, session.Key())
}

// focus moves a client to the session with that key; "" = the client that the user is at. Outside of tmux it
// attaches this terminal to a session of another host.
func (s streams) focus(ctx context.Context, client, key string) error {
	if host, pane := fleet.SplitKey(key); host != "" && client == "" && s.Getenv("TMUX") == "" {
		return tmux.Server{Host: host}.Attach(ctx, pane)
	}
	visitor, err := s.Visitor(ctx, client)
	if err != nil {
		return err
	}
	return visitor.Focus(ctx, key)
}

// namedHostTimeout is how long a host may take that the user has named, which delays nothing else.
const namedHostTimeout = 5 * time.Second

// hostLimit is [hostFlags.hostLimit], with more time if the name of the session may begin with the name of a
// host.
func (c focusCmd) hostLimit() time.Duration {
	limit := c.hostFlags.hostLimit()
	if strings.Contains(c.Session, ":") {
		limit = max(limit, c.HostTimeout, namedHostTimeout)
	}
	return limit
}
