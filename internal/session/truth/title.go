package truth

import (
	"context"
	"time"

	"atm/internal/agents/dialect"
	"atm/tmuxopt"
)

// askingBeat is how often the title of an agent that asks is read: no hook tells that its dialog is answered.
const askingBeat = time.Second

// readTitles reads what the titles of agents show, where they show anything. A session that has ended shows nothing.
func (o Observer) readTitles(ctx context.Context, r *Report, only []string) {
	for _, pane := range r.Panes {
		agent := dialect.Of(pane.Options[tmuxopt.Agent])
		state := pane.Options.State()
		if agent == nil || agent.Signs == (dialect.Signs{}) || state == "" || elsewhere(pane) || !named(pane.ID, only) {
			continue
		}
		title, err := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		if err != nil {
			continue // the pane has gone
		}
		if r.titles == nil {
			r.titles = map[string]string{}
		}
		r.titles[pane.ID] = agent.Signs.Status(title)
		if state == tmuxopt.Attention {
			r.Beat = askingBeat
		}
	}
}
