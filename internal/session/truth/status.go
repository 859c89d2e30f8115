package truth

import (
	"context"
	"path/filepath"
	"time"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/sys/edit"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// How often an agent is looked at where no hook tells of a change: that its dialog is answered; that its turn was
// interrupted, or its process has ended, which has to be known before that can be waited for.
const (
	askingBeat  = 500 * time.Millisecond
	workingBeat = time.Second
)

// readStatuses reads what agents show besides their hooks. A session that has ended shows nothing.
func (o Observer) readStatuses(ctx context.Context, r *Report, only []string) {
	for _, pane := range r.Panes {
		agent := dialect.Of(pane.Options[tmuxopt.Agent])
		state := pane.Options.State()
		if agent == nil || state == "" || elsewhere(pane) || !named(pane.ID, only) {
			continue
		}
		switch {
		case state == tmuxopt.Attention:
			r.Beat = askingBeat
		case state == tmuxopt.Working && r.Beat == 0:
			r.Beat = workingBeat
		}
		if !agent.ShowsStatus() {
			continue
		}
		if r.statuses == nil {
			r.statuses = map[string]hookmap.Entry{}
		}
		r.statuses[pane.ID] = o.shownBy(ctx, agent, pane)
	}
}

// shownBy returns what the title of a pane says or, where that says nothing, the file in which the agent writes down
// the session: an entry without a status = nothing.
func (o Observer) shownBy(ctx context.Context, agent *dialect.Agent, pane tmux.Pane) (shown hookmap.Entry) {
	if agent.Signs != (dialect.Signs{}) {
		title, err := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		if err != nil {
			return shown // the pane has gone
		}
		shown.Status = agent.Signs.Status(title)
	}
	session := pane.Options[tmuxopt.SessionID]
	if shown.Status != "" || agent.Sessions.Files == nil || session == "" || session != tmuxopt.ID(session) ||
		pane.Options.TurnIsOver() {
		return shown
	}
	for _, dir := range agent.Dirs(o.sources.Getenv) {
		for _, pattern := range agent.Sessions.Files(session) {
			files, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(files) != 1 {
				continue
			}
			if end, _, err := edit.ReadEnd(files[0], maxEnd); err == nil {
				return agent.Sessions.Status(end)
			}
		}
	}
	return shown
}

// maxEnd is how much of a file is read in which an agent writes down a session.
const maxEnd = 64 << 10
