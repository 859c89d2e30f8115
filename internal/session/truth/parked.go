package truth

import (
	"cmp"
	"context"
	"maps"
	"os"
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
func (o Observer) followParked(ctx context.Context, r *Report, workers []claudehome.Process) {
	var attached *attachments
	for _, pane := range r.Panes {
		claude, known := r.Processes[pane.ID]
		if !known && len(workers) > 0 && !pane.Dead && !elsewhere(pane) {
			claude, known = unregistered(pane, workers)
		}
		browses := known && claude.SessionID == "" && claude.ParkedJob == "" // claude agents
		if !known || claude.ParkedJob == "" && !browses {
			continue
		}
		if attached == nil {
			attached = readAttachments(r.Homes)
		}
		// Without a title, as of a pane that has just gone, it shows what it has shown before.
		title, _ := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		view := view{
			pane: pane, claude: claude, title: title, attached: attached.of(claude.PID, o.sources.Now()),
			goesOn: goesOn(claude, o.sources.Now()),
		}
		if browses && view.attached < attaching {
			continue // it has shown none yet
		}
		shown, recheck := view.conversation(workers)
		shown.Attached = view.attached >= attaching
		r.recheckIn(recheck)
		if shown.SessionID != "" || shown.Job == tmuxopt.AnyJob { // else it has only begun
			r.Processes[pane.ID] = shown
		}
	}
}

// unregistered returns the client that runs in the foreground of a pane, if it is one that shows sessions in
// the background and has no entry in the registry: claude attach ID, which becomes claude agents when its
// list is opened.
func unregistered(pane tmux.Pane, workers []claudehome.Process) (claude claudehome.Process, found bool) {
	pid := proc.InFront(pane.PID)
	args := proc.Args(pid)
	if len(args) < 2 || !strings.HasPrefix(filepath.Base(args[0]), "claude") {
		return claude, false
	}
	switch {
	case args[1] == "attach" && len(args) > 2:
		job := jobOf(args[2], workers)
		return claudehome.Process{PID: pid, ParkedJob: job, Job: job}, true
	case args[1] == "agents":
		return claudehome.Process{PID: pid, ParkedJob: pane.Options[tmuxopt.Job]}, true
	}
	return claude, false
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

// attachment is whether a client shows a session in the background, or its list of them.
type attachment int

const (
	unknown   attachment = iota // an older Claude Code does not say
	list                        // the list is open
	attaching                   // it has begun to show one just now: the title of its terminal may be another one's
	attached                    // it shows one
)

// attachments are since when clients show a session in the background, by process.
type attachments struct {
	since  map[int]time.Time
	silent bool // there is a home in which no client has ever told
}

func readAttachments(homes []string) *attachments {
	a := &attachments{since: map[int]time.Time{}}
	for _, home := range homes {
		since, known := claudehome.Attached(os.DirFS(home), proc.Is)
		maps.Copy(a.since, since)
		a.silent = a.silent || !known
	}
	return a
}

// of returns what a client shows.
func (a *attachments) of(pid int, now time.Time) attachment {
	since, found := a.since[pid]
	switch {
	case found && now.Sub(since) < titleSettles:
		return attaching
	case found:
		return attached
	case a.silent:
		return unknown
	}
	return list
}

// handover is how long the worker of a session that was parked in the middle of a turn may take to go on with it: 2.4 s
// on a quiet machine (2.1.330).
const handover = 10 * time.Second

// goesOn returns for how much longer the turn in which a client was parked counts as open if no worker has gone on with
// it, 0 if it was at rest. The entry of the client tells since then what it told last.
func goesOn(claude claudehome.Process, now time.Time) time.Duration {
	left := min(handover, handover-now.Sub(claude.UpdatedAt)) // a clock may have been set back
	if claude.Status != claudehome.StatusBusy || left <= 0 {
		return 0
	}
	if tempo := claudehome.ReadJob(os.DirFS(claude.Home), claude.ParkedJob).Tempo; tempo != "" && tempo != "blocked" {
		return 0
	}
	return left
}

// titleSettles is how long the title of a terminal may be another one's after a session was opened in it.
const titleSettles = time.Second

// titleBeat is how often the title is read until then.
const titleBeat = 100 * time.Millisecond

// view is what a client shows that can show sessions in the background.
type view struct {
	pane     tmux.Pane
	claude   claudehome.Process // its Job is what it shows for certain, "" = it may have opened another one
	title    string
	attached attachment
	goesOn   time.Duration // for how long the turn counts as open although no worker has gone on with it
}

// conversation returns what the pane shows: the session that its client has in its arguments, or the one
// that the title names, else the one that the pane has shown last, else the one that was parked. If that does
// not run any more, its conversation is at rest. If a session is open whose name the title does not have, or
// several have, nobody can tell: then the job is [tmuxopt.AnyJob]. recheck is after how long more can be
// told, 0 if there is nothing to wait for.
func (v view) conversation(workers []claudehome.Process) (shown claudehome.Process, recheck time.Duration) {
	last := "" // the session in the background that the pane has shown
	job, id := v.pane.Options[tmuxopt.Job], v.pane.Options[tmuxopt.SessionID]
	isKnown := job != "" && job != tmuxopt.AnyJob
	if isKnown && id != v.claude.SessionID {
		last = id
	}
	var named, before []claudehome.Process
	for _, w := range workers {
		if names(v.title, w.Name) || v.isUnnamed() && isUnnamed(w) {
			named = append(named, w)
		}
		if last != "" && w.SessionID == last || last == "" && w.Job == v.claude.ParkedJob {
			before = append(before, w)
		}
	}
	isCertain := func(w claudehome.Process) bool { return v.claude.Job != "" && w.Job == v.claude.Job }
	switch i := slices.IndexFunc(workers, isCertain); {
	case i >= 0:
		before = workers[i : i+1]
	case v.attached == list:
	case len(named) == 1:
		before = named
	case v.attached == attaching:
		recheck = titleBeat
	case isKnown && len(before) == 1 && v.isUnnamed(): // it has told its name when it was opened
	case len(named) > 1, v.attached == attached && len(workers) > 1:
		at := claudehome.Process{Job: tmuxopt.AnyJob, Status: claudehome.StatusIdle}
		at.PID, at.ParkedJob = v.claude.PID, v.claude.ParkedJob
		return at, 0
	}
	if len(before) == 0 {
		at := v.claude
		at.WaitingFor, at.Job = "", v.claude.ParkedJob
		if last != "" {
			at.SessionID = last
		}
		if v.goesOn > 0 && last == "" {
			return at, sooner(recheck, v.goesOn)
		}
		at.Status = claudehome.StatusIdle
		return at, recheck
	}
	worker := before[0]
	worker.PID, worker.ParkedJob = v.claude.PID, v.claude.ParkedJob
	isParked := worker.Job == v.claude.ParkedJob
	if hasBegun := worker.Status != "" && worker.Status != claudehome.StatusIdle; isParked && !hasBegun && v.goesOn > 0 {
		worker.Status, recheck = claudehome.StatusBusy, sooner(recheck, v.goesOn)
	}
	return worker, recheck
}

// sooner returns the shorter of two times, of which 0 is none.
func sooner(a, b time.Duration) time.Duration { return min(cmp.Or(a, b), cmp.Or(b, a)) }

// isUnnamed reports whether a session in the background has no name, as one whose worker Claude Code has ended after
// an hour of rest, and started again (2.1.330).
func isUnnamed(worker claudehome.Process) bool { return worker.Name == worker.Job }

// unnamedTitle is the title of a terminal that shows a session without a name of its own. When a client begins to show
// one, it has the name of its entry for a moment all the same (2.1.330): by that the pane knows it.
const unnamedTitle = "Claude Code"

// isUnnamed reports whether the view shows a session, and does not name it.
func (v view) isUnnamed() bool { return v.attached == attached && withoutSign(v.title) == unnamedTitle }

// names reports whether the title of a pane is that of the session in the background of that name: Claude
// Code puts a sign before it, and cuts it.
func names(title, name string) bool {
	title = withoutSign(title)
	beginning, cut := strings.CutSuffix(title, "…")
	if beginning = strings.TrimRight(beginning, " "); cut && beginning != "" && strings.HasPrefix(name, beginning) {
		return true
	}
	return name != "" && title == name
}

// withoutSign takes the sign of Claude Code off a title.
func withoutSign(title string) string {
	sign, rest, found := strings.Cut(title, " ")
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r < unicode.MaxASCII }
	if found && sign != "" && !strings.ContainsFunc(sign, letter) {
		return rest
	}
	return title
}
