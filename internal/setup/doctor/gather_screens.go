package doctor

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// drawing finds out what tmux draws for each session that a client shows, or, without any client, for the session that
// tmux would show, and which process is the follower.
func (g *gatherer) drawing(ctx context.Context) error {
	var err error
	if g.facts.Clients, err = g.Tmux.Clients(ctx); err != nil {
		return err
	}
	for i, client := range g.facts.Clients {
		g.facts.Clients[i].Name = tmuxopt.Text(client.Name)
	}
	reply, err := g.Tmux.Run(ctx, [][]string{
		{"display-message", "-p", "#{session_id}"}, {"list-sessions", "-F", "#{session_id}\t#{session_name}"},
	})
	if err != nil {
		return err
	}
	current, sessions, _ := strings.Cut(reply.Stdout, "\n")
	for line := range strings.Lines(sessions) {
		id, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		screen := Screen{Session: tmuxopt.Text(name)}
		for _, client := range g.facts.Clients {
			if client.Session == id && !client.Control {
				screen.Clients = append(screen.Clients, client.Name)
			}
		}
		if len(screen.Clients) == 0 && (len(g.facts.Clients) > 0 || id != current) {
			continue
		}
		if err := g.inspect(ctx, id, &screen); err != nil {
			return err
		}
		g.facts.Screens = append(g.facts.Screens, screen)
	}
	return g.follower(ctx)
}

// followerTimeout limits the wait for the follower, "atm sync --follow": tmux starts it when it draws a status line
// that names it.
const followerTimeout = 2 * time.Second

// follower looks for the running follower. If a status line that is drawn starts one, it may take a moment to appear.
func (g *gatherer) follower(ctx context.Context) error {
	screen := Screen{}
	if len(g.facts.Screens) > 0 {
		screen = syncScreen(g.facts.Screens)
	}
	expected := screen.Sync.Presence == Drawn && len(screen.Clients) > 0
	for deadline := time.Now().Add(followerTimeout); ; time.Sleep(100 * time.Millisecond) {
		id, err := g.Tmux.ServerOption(ctx, truth.FollowerOption)
		if err != nil {
			return err
		}
		if truth.Follows(id) {
			g.facts.Tmux.Follower = proc.ID(id).PID()
			return nil
		}
		if !expected || time.Now().After(deadline) {
			return nil
		}
	}
}

// options reads the options of ours that the user has set, and the icons that follow from them.
func (g *gatherer) options(ctx context.Context) error {
	var names []string
	for _, setting := range tmuxopt.Settings() {
		names = append(names, setting.Option)
	}
	for _, set := range draw.IconSets() {
		for _, icon := range draw.Signs(set) {
			names = append(names, icon.Option())
		}
	}
	slices.Sort(names)
	values, _, err := g.Tmux.Globals(ctx, slices.Compact(names)...)
	if err != nil {
		return err
	}
	for _, setting := range tmuxopt.Settings() {
		if value := values[setting.Option]; !setting.Fits(value) {
			g.facts.Tmux.BadOptions = append(g.facts.Tmux.BadOptions, setting.Option+" "+value)
		}
	}
	for _, icon := range draw.Signs(tmuxopt.Icons(values[tmuxopt.IconsOption])) {
		g.facts.Tmux.Icons = append(g.facts.Tmux.Icons, draw.Unstyled(cmp.Or(values[icon.Option()], icon.Sign)))
	}
	return nil
}
