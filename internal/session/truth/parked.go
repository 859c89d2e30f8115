package truth

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// followParked has a pane follow its conversation into the background. One press of ← in 2.1.330 moves
// that into a worker with a session id of its own; no hook fires in the pane, and the entry of its client
// says for ever what it said before. claude attach has no entry at all. The worker's entry is as good as
// any. The process of the pane is still its client, with which it ends.
func (o Observer) followParked(ctx context.Context, r Report, workers []claudehome.Process) {
	for _, pane := range r.Panes {
		client, known := r.Processes[pane.ID]
		if !known && len(workers) > 0 && !pane.Dead && !elsewhere(pane) {
			client, known = attached(pane, workers)
		}
		if !known || client.ParkedJob == "" {
			continue
		}
		// Without a title, as of a pane that has just gone, it shows what it has shown before.
		title, _ := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		r.Processes[pane.ID] = conversation(pane, client, workers, title, o.sources.Now())
	}
}

// attached returns the client that shows a session in the background, if claude attach runs in the
// foreground of the pane. Its argument names the session that was attached first.
func attached(pane tmux.Pane, workers []claudehome.Process) (client claudehome.Process, found bool) {
	pid := proc.InFront(pane.PID)
	args := proc.Args(pid)
	at := slices.Index(args, "attach")
	if at < 1 || at+1 >= len(args) || !strings.HasPrefix(filepath.Base(args[at-1]), "claude") {
		return client, false
	}
	return claudehome.Process{PID: pid, ParkedJob: jobOf(args[at+1], workers)}, true
}

// jobOf returns the job that an argument of claude attach names: an id, or part of the name.
func jobOf(argument string, workers []claudehome.Process) string {
	var named []string
	for _, w := range workers {
		if w.Job == argument || w.SessionID == argument {
			return w.Job
		}
		if strings.Contains(strings.ToLower(w.Name), strings.ToLower(argument)) {
			named = append(named, w.Job)
		}
	}
	if len(named) == 1 {
		return named[0]
	}
	return argument
}

// nameSettles is how long the title of a terminal may have another name than the registry, after that
// has changed.
const nameSettles = 5 * time.Second

// conversation returns what the pane of a client shows that shows sessions in the background: the one
// that the title of the pane names, else the one that the pane has shown last, else the one that was
// parked or attached. If that does not run any more, its conversation is at rest. If the title names
// several, or one that is not known, nobody can tell: then the job is [tmuxopt.AnyJob].
func conversation(
	pane tmux.Pane, client claudehome.Process, workers []claudehome.Process, title string, now time.Time,
) claudehome.Process {
	last := "" // the session that the pane has shown
	if job := pane.Options[tmuxopt.Job]; job != "" && job != tmuxopt.AnyJob {
		last = pane.Options[tmuxopt.SessionID]
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
	renamed := slices.ContainsFunc(workers, func(w claudehome.Process) bool { return now.Sub(w.UpdatedAt) < nameSettles })
	switch {
	case len(named) == 1:
		shown = named
	case len(named) > 1, len(workers) > 1 && titleOfSession(title) && !renamed:
		return claudehome.Process{
			PID: client.PID, Job: tmuxopt.AnyJob, ParkedJob: client.ParkedJob, Status: claudehome.StatusIdle,
		}
	}
	if len(shown) == 0 {
		at := client
		at.Status, at.WaitingFor, at.Job = claudehome.StatusIdle, "", client.ParkedJob
		if last != "" {
			at.SessionID = last
		}
		return at
	}
	worker := shown[0]
	worker.PID, worker.ParkedJob = client.PID, client.ParkedJob
	return worker
}

// names reports whether the title of a pane is that of the session in the background of that name: Claude
// Code puts a sign before it, and cuts it.
func names(title, name string) bool {
	title, _ = withoutSign(title)
	beginning, cut := strings.CutSuffix(title, "…")
	if beginning = strings.TrimRight(beginning, " "); cut && beginning != "" && strings.HasPrefix(name, beginning) {
		return true
	}
	return name != "" && title == name
}

// titleOfSession reports whether the title of a pane is one that Claude Code gives it while it shows a
// session: while its list of agents is open, the title has no sign.
func titleOfSession(title string) bool {
	_, signed := withoutSign(title)
	return signed
}

// withoutSign takes the sign of Claude Code off a title.
func withoutSign(title string) (rest string, signed bool) {
	sign, rest, found := strings.Cut(title, " ")
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r < unicode.MaxASCII }
	if found && sign != "" && !strings.ContainsFunc(sign, letter) {
		return rest, true
	}
	return title, false
}
