package truth

import (
	"context"
	"strings"
	"unicode"

	"atm/internal/claude/claudehome"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// followParked has a pane follow its conversation into the background. One press of ← in 2.1.330 moves
// that into a worker with a session id of its own; no hook fires in the pane, and the entry of its client
// says for ever what it said before. The worker's entry is as good as any. The process is still the
// client, with which the pane ends.
func (o Observer) followParked(ctx context.Context, r Report, workers []claudehome.Process) {
	for _, pane := range r.Panes {
		client := r.Processes[pane.ID]
		if client.ParkedJob == "" {
			continue
		}
		// Without a title, as of a pane that has just gone, it shows what it has shown before.
		title, _ := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		r.Processes[pane.ID] = conversation(pane, client, workers, title)
	}
}

// conversation returns what the pane of a client shows whose own conversation was parked: the worker
// that the title of the pane names, else the one that the pane has shown last, else the one that the
// conversation has become. If that does not run any more, its conversation is at rest.
func conversation(
	pane tmux.Pane, client claudehome.Process, workers []claudehome.Process, title string,
) claudehome.Process {
	last := pane.Options[tmuxopt.SessionID]
	if last == client.SessionID {
		last = ""
	}
	var named, shown []claudehome.Process
	for _, w := range workers {
		if names(title, w.Name) {
			named = append(named, w)
		}
		if last != "" && w.SessionID == last || last == "" && w.Job == client.ParkedJob {
			shown = append(shown, w)
		}
	}
	if len(named) == 1 {
		shown = named
	}
	if len(shown) == 0 {
		at := client
		at.Status, at.WaitingFor = claudehome.StatusIdle, ""
		if last != "" {
			at.SessionID = last
		}
		return at
	}
	worker := shown[0]
	worker.PID, worker.ParkedJob = client.PID, client.ParkedJob
	return worker
}

// names reports whether the title of a pane is that of the background session of that name: Claude Code
// puts a sign before it, and cuts it.
func names(title, name string) bool {
	sign, rest, found := strings.Cut(title, " ")
	if found && !strings.ContainsFunc(sign, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		title = rest
	}
	beginning, cut := strings.CutSuffix(title, "…")
	return name != "" && (title == name || cut && beginning != "" && strings.HasPrefix(name, strings.TrimRight(beginning, " ")))
}
