package truth

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/sys/edit"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// How often an agent's state is read because no hook reports some changes: an answer to a dialog, an interrupted
// turn, or the end of a process before we could wait for it.
const (
	askingPoll  = 500 * time.Millisecond
	workingPoll = time.Second
)

// readStatuses reads the statuses that agents show besides their hooks. An ended session shows none.
func (o Observer) readStatuses(ctx context.Context, r *Report, paneIDs []string) {
	r.statuses = map[string]hookmap.Entry{}
	for _, pane := range r.Panes {
		agent := dialect.Of(pane.Options[tmuxopt.Agent])
		state := pane.Options.State()
		if agent == nil || state == "" || isElsewhere(pane) || !isSelected(pane.ID, paneIDs) {
			continue
		}
		switch {
		case state == tmuxopt.Attention:
			r.PollInterval = askingPoll
		case state == tmuxopt.Working && r.PollInterval == 0:
			r.PollInterval = workingPoll
		}
		if agent.ShowsStatus() {
			r.statuses[pane.ID] = o.statusShownBy(ctx, agent, pane)
		}
	}
}

// statusShownBy returns the status in the title of a pane, else that in the file in which the agent records the
// session. An entry without a status means that neither shows one.
func (o Observer) statusShownBy(
	ctx context.Context, agent *dialect.Agent, pane tmux.Pane,
) (shown hookmap.Entry) {
	if agent.Signs != (dialect.Signs{}) {
		title, err := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		if err != nil {
			return shown // the pane has disappeared
		}
		shown.Status = agent.Signs.Status(title)
	}
	session := pane.Options[tmuxopt.SessionID]
	if shown.Status != "" || agent.SessionFile.Files == nil || session == "" || session != tmuxopt.ID(session) ||
		pane.Options.TurnIsOver() {
		return shown
	}
	for _, dir := range agent.Dirs(o.sources.Getenv) {
		for _, pattern := range agent.SessionFile.Files(session) {
			files, _ := fs.Glob(os.DirFS(dir), pattern) // a wrong pattern fits no file
			if len(files) != 1 {
				continue
			}
			if end, _, err := edit.ReadEnd(filepath.Join(dir, files[0]), maxEnd); err == nil {
				return agent.SessionFile.Status(end)
			}
		}
	}
	return shown
}

// maxEnd is how many bytes are read from the end of the file in which an agent records a session.
const maxEnd = 64 << 10
