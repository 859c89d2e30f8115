package doctor

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// drawing finds out what is drawn, and by which process panes are corrected.
func (g *gatherer) drawing(ctx context.Context) error {
	var err error
	if g.facts.Clients, err = g.Tmux.Clients(ctx); err != nil {
		return err
	}
	for i, client := range g.facts.Clients {
		g.facts.Clients[i].Name = tmuxopt.Text(client.Name)
	}
	sessions, err := g.sessions(ctx)
	if err != nil {
		return err
	}
	for _, session := range sessions {
		screen, err := g.screen(ctx, session)
		if err != nil {
			return err
		}
		g.facts.Screens = append(g.facts.Screens, screen)
	}
	return g.follower(ctx)
}

// tmuxSession is a session of tmux.
type tmuxSession struct{ id, name string }

// sessions lists the sessions that clients show; where there is no client, the one
// that tmux would show.
func (g *gatherer) sessions(ctx context.Context) ([]tmuxSession, error) {
	reply, err := g.Tmux.Run(ctx, [][]string{
		{"display-message", "-p", "#{session_id}"}, {"list-sessions", "-F", "#{session_id}\t#{session_name}"},
	})
	if err != nil {
		return nil, err
	}
	current, list, _ := strings.Cut(reply.Stdout, "\n")
	shown := map[string]bool{}
	for _, client := range g.facts.Clients {
		shown[client.Session] = shown[client.Session] || !client.Control
	}
	if len(shown) == 0 {
		shown[current] = true
	}
	var sessions []tmuxSession
	for line := range strings.Lines(list) {
		id, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if shown[id] {
			sessions = append(sessions, tmuxSession{id: id, name: tmuxopt.Text(name)})
		}
	}
	return sessions, nil
}

// jobStartTime is how long tmux may take to start the job of a status line: it does
// so when it draws one.
const jobStartTime = 2 * time.Second

// follower looks at the process that corrects the panes.
func (g *gatherer) follower(ctx context.Context) error {
	screen := Screen{}
	if len(g.facts.Screens) > 0 {
		screen = syncScreen(g.facts.Screens)
	}
	expected := screen.Sync.Presence == Drawn && len(screen.Clients) > 0
	for deadline := time.Now().Add(jobStartTime); ; time.Sleep(100 * time.Millisecond) {
		reply, err := g.Tmux.Run(ctx, [][]string{{"show-options", "-sqv", truth.FollowerOption}})
		if err != nil {
			return err
		}
		if id := strings.TrimSpace(reply.Stdout); truth.Follows(id) {
			g.facts.Tmux.Follower = g.describeFollower(id)
			return nil
		}
		if !expected || time.Now().After(deadline) {
			return nil
		}
	}
}

// describeFollower says which program a follower runs, where the system tells.
func (g *gatherer) describeFollower(id string) Follower {
	follower := Follower{Runs: true, PID: proc.ID(id).PID()}
	program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", follower.PID)) // macOS has none
	if err != nil {
		return follower
	}
	follower.Program, follower.Deleted = strings.CutSuffix(program, " (deleted)")
	if real, err := filepath.EvalSymlinks(g.facts.Program); err == nil && real == follower.Program {
		follower.Program = g.facts.Program
	}
	return follower
}

// options reads what the user has set of our options, and which icons follow from
// that.
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
		sign := draw.Unstyled(cmp.Or(values[icon.Option()], icon.Sign))
		g.facts.Tmux.Icons = append(g.facts.Tmux.Icons, withoutControls(sign))
	}
	return nil
}

// withoutControls takes control characters out of an icon. Others stay, also those that
// an option of the contract could not hold: that is what doctor reports.
func withoutControls(sign string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, sign)
}
