package truth

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"atm/internal/agents/dialect"
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
			r.statuses = map[string]string{}
		}
		r.statuses[pane.ID] = o.statusOf(ctx, agent, pane)
	}
}

// statusOf returns what the title of a pane says, or the file in which the agent lists its sessions: "" = nothing.
func (o Observer) statusOf(ctx context.Context, agent *dialect.Agent, pane tmux.Pane) string {
	if agent.Signs != (dialect.Signs{}) {
		title, err := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		if err != nil {
			return "" // the pane has gone
		}
		return agent.Signs.Status(title)
	}
	for _, dir := range agent.Dirs(o.sources.Getenv) {
		text, err := os.ReadFile(filepath.Join(dir, agent.Sessions.File))
		if err != nil {
			continue // it may not be there
		}
		if status := agent.Sessions.Status(text, pane.Options[tmuxopt.SessionID]); status != "" {
			return status
		}
	}
	return ""
}
