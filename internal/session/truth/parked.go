package truth

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// followParked gives a pane the background session that the client in it shows. One press of ← in 2.1.330
// moves the conversation into a worker with a session id of its own; no hook fires in the pane, and the
// registry entry of the client no longer changes. claude attach has no entry at all. So the worker's entry
// is used instead. The process of the pane is still the client: when that ends, the pane has no session.
func (o Observer) followParked(ctx context.Context, r *Report, workers []claudehome.Process) {
	clients := sync.OnceValue(func() attachments { return readAttachments(r.Homes) })
	for _, pane := range r.Panes {
		claude, known := r.Processes[pane.ID]
		if !known && len(workers) > 0 && !pane.Dead && !isElsewhere(pane) {
			claude, known = unregisteredClient(pane, clients(), workers)
		}
		if !known || claude.ParkedJob == "" && claude.SessionID != "" {
			continue
		}
		// Without a title, for example if the pane has just disappeared, the pane keeps its last session.
		title, _ := o.sources.Tmux.PaneFormat(ctx, pane.ID, "#{pane_title}")
		now, opened := o.sources.Now(), clients().byPID[claude.PID]
		v := view{
			pane: pane, claude: claude, title: title, attached: clients().of(claude.PID, now), now: now,
			painting: opened.Painting, loads: opened.Painting == "" && isWithin(now.Sub(opened.Since), loadTime),
		}
		if claude.ParkedJob == "" && v.attached < attaching {
			continue // claude agents has not shown a session yet
		}
		shown, recheck := v.conversation(workers)
		shown.Attached = v.attached >= attaching
		r.recheckIn(recheck)
		if shown.SessionID != "" || shown.Job == tmuxopt.AnyJob { // else the session has just started
			r.Processes[pane.ID] = shown
		}
	}
}

// unregisteredClient returns the client in the foreground of a pane, if it shows sessions in the background
// and has no entry in the registry: claude attach ID, which becomes claude agents when the list is opened. The
// leader of the foreground may be a shell that waits for it, as in a window that the inbox has opened.
func unregisteredClient(
	pane tmux.Pane, clients attachments, workers []claudehome.Process,
) (claudehome.Process, bool) {
	leader := proc.InFront(pane.PID)
	pid := leader
	for client := range clients.byPID {
		if slices.Contains(proc.Ancestors(client), leader) && !proc.Suspended(client) {
			pid = client
		}
	}
	args := proc.Args(pid)
	switch {
	case len(args) < 2 || !strings.HasPrefix(filepath.Base(args[0]), "claude"):
	case args[1] == "attach" && len(args) > 2:
		job, isListed := jobNamedBy(args[2], workers)
		last := pane.Options[tmuxopt.Job]
		if !isListed && pane.Options[tmuxopt.PID] == strconv.Itoa(pid) && last != "" && last != tmuxopt.AnyJob {
			job, isListed = last, true // it has been listed, and this client shows no other one
		}
		claude := claudehome.Process{PID: pid, ParkedJob: job}
		if isListed {
			claude.Job = job
		}
		return claude, true
	case args[1] == "agents":
		return claudehome.Process{PID: pid, ParkedJob: pane.Options[tmuxopt.Job]}, true
	}
	return claudehome.Process{}, false
}

// jobNamedBy returns the job that an argument of claude attach names by an id or by a part of the name, else the
// argument, and whether its worker is listed.
func jobNamedBy(argument string, workers []claudehome.Process) (job string, isListed bool) {
	var named []string
	for _, w := range workers {
		if w.Job == argument || w.SessionID == argument {
			return w.Job, true
		}
		if strings.Contains(strings.ToLower(w.Name), strings.ToLower(argument)) {
			named = append(named, w.Job)
		}
	}
	if len(named) == 1 {
		return named[0], true
	}
	return argument, false
}

// attachment says whether a client shows a session in the background, or the list of these sessions.
type attachment int

const (
	unknown   attachment = iota // an older Claude Code does not record it
	listing                     // the list is open
	attaching                   // it has just opened a session: the title may still be that of another one
	attached                    // it shows a session
)

// attachments holds what clients have recorded of the background sessions that they show.
type attachments struct {
	byPID  map[int]claudehome.Attachment
	silent bool // in one of the homes no client has ever recorded anything
}

func readAttachments(homes []string) attachments {
	a := attachments{byPID: map[int]claudehome.Attachment{}}
	for _, home := range homes {
		clients, known := claudehome.Attached(os.DirFS(home), proc.Is)
		maps.Copy(a.byPID, clients)
		a.silent = a.silent || !known
	}
	return a
}

// of returns what a client shows.
func (a attachments) of(pid int, now time.Time) attachment {
	client, found := a.byPID[pid]
	switch {
	case found && isWithin(now.Sub(client.Since), titleSettleTime):
		return attaching
	case found:
		return attached
	case a.silent:
		return unknown
	}
	return listing
}

// handover is how long after ← the worker may take to continue the conversation: 4 s on a quiet machine; beside
// seventeen other sessions on two processors it is listed after 30 s, and goes on 7 s later (2.1.330).
const handover = time.Minute

// handoverRemaining returns for how much longer the worker may take.
func (v view) handoverRemaining() time.Duration {
	return max(0, min(handover, handover-v.now.Sub(v.claude.UpdatedAt))) // a clock may have been set back
}

// turnRemaining returns for how much longer the turn in which the client was parked counts as open although
// no worker works; 0 if a worker has continued it, which somebody may have interrupted since, or if the state of
// the pane is not working: the hooks of the client and of the worker report the end of a turn at once. The
// client's entry may have been late when the client was parked, so the status in it does not count. A worker that runs
// and is not listed yet may take longer: more than a minute beside thirty busy processes (2.1.332).
func (v view) turnRemaining(isListed bool) time.Duration {
	home := os.DirFS(v.claude.Home)
	if v.pane.Options.State() != tmuxopt.Working || !claudehome.JobIsPending(home, v.claude.ParkedJob) {
		return 0
	}
	worker := claudehome.Roster(home)[v.claude.ParkedJob]
	if !isListed && worker.PID > 0 && proc.Is(worker.PID, worker.ProcStart) {
		return handover
	}
	return v.handoverRemaining()
}

// isWithin reports whether less than a limit has passed. If the clock was set back, the time may be far below zero; it
// is a little below zero if what happened was read later than the clock.
func isWithin(passed, limit time.Duration) bool { return -time.Second < passed && passed < limit }

// titleSettleTime is how long the title of a terminal may still be that of another session after a session
// was opened in it.
const titleSettleTime = time.Second

// loadTime is how long a client may take to paint a session: 3 to 7 s beside eight others on two processors
// (2.1.330). Older clients do not record it.
const loadTime = 15 * time.Second

// titlePoll is how often the title is read while it may still change.
const titlePoll = 100 * time.Millisecond

// view is what a client of background sessions shows.
type view struct {
	pane     tmux.Pane
	claude   claudehome.Process // Job is what it shows for certain, "" = it may have opened another session
	title    string
	attached attachment
	now      time.Time

	loads    bool   // the client may not have painted the session yet
	painting string // of the session that the client shows, "" = not known
}

// conversation returns the session that the pane shows. It takes the first that it finds: the session in the
// arguments of the client, the one that the title names, the only one that fits, the one that was parked. If
// that session no longer runs, it is idle. If a session is open but nothing tells which one, the job is
// [tmuxopt.AnyJob]. recheck is the time after which more can be known, 0 if nothing more is expected.
func (v view) conversation(workers []claudehome.Process) (shown claudehome.Process, recheck time.Duration) {
	last := "" // the session in the background that the pane has shown
	job, id := v.pane.Options[tmuxopt.Job], v.pane.Options[tmuxopt.SessionID]
	if job != "" && job != tmuxopt.AnyJob && id != v.claude.SessionID {
		last = id
	}
	var named, before []claudehome.Process
	for _, w := range workers {
		if isTitleOf(v.title, w.Name) || isUnnamed(w) && isTitleOf(v.title, firstPrompt(w)) {
			named = append(named, w)
		}
		wasShown := w.SessionID == last || w.Job == job // after /clear it has another id
		if last != "" && wasShown || last == "" && w.Job == v.claude.ParkedJob {
			before = append(before, w)
		}
	}
	isCertain := func(w claudehome.Process) bool { return v.claude.Job != "" && w.Job == v.claude.Job }
	switch i := slices.IndexFunc(workers, isCertain); {
	case i >= 0:
		before = workers[i : i+1]
	case v.claude.Job != "": // its worker has ended, and is started again
		before = nil
	case v.attached == listing:
	case len(named) == 1:
		before = named
	case v.attached == attaching, len(named) == 0 && (v.loads || last == "" && v.isMissing(before)):
		recheck = titlePoll
	case len(named) > 1, v.attached == attached && (len(workers) > 1 || v.showsNew()):
		if before = v.fitting(workers, named, before); len(before) != 1 {
			return claudehome.Process{
				PID: v.claude.PID, ParkedJob: v.claude.ParkedJob, Job: tmuxopt.AnyJob, Status: claudehome.StatusIdle,
			}, 0
		}
	}
	if len(before) == 0 {
		parked := v.claude
		parked.WaitingFor, parked.Job, parked.Status = "", v.claude.ParkedJob, claudehome.StatusIdle
		if last != "" { // the client's entry names another session, or has an old name
			parked.SessionID, parked.Job, parked.Name = last, job, ""
		}
		remaining := v.turnRemaining(false)
		if remaining > 0 && last == "" {
			parked.Status, recheck = claudehome.StatusBusy, shorterNonZero(recheck, remaining)
		}
		return parked, recheck
	}
	worker := before[0]
	worker.PID, worker.ParkedJob = v.claude.PID, v.claude.ParkedJob
	isParked := worker.Job == v.claude.ParkedJob
	if isParked && strings.HasPrefix(worker.SessionID, worker.Job) { // else /clear has begun another session
		worker.Continues = v.claude.SessionID
	}
	if rests := worker.Status == claudehome.StatusIdle || worker.Status == ""; isParked && rests {
		if remaining := v.turnRemaining(true); remaining > 0 {
			worker.Status, recheck = claudehome.StatusBusy, shorterNonZero(recheck, remaining)
		}
	}
	return worker, recheck
}

// isMissing reports whether the worker of the conversation that was parked here may not be listed yet, or has no
// name yet. before is that worker, if it is listed.
func (v view) isMissing(before []claudehome.Process) bool {
	return isWithin(v.now.Sub(v.claude.UpdatedAt), handover) && !v.showsNew() && (len(before) == 0 || before[0].Name == "")
}

// showsNew reports whether the client shows a session that began in the background.
func (v view) showsNew() bool { return v.painting == claudehome.NewSession }

// fitting returns the sessions that fit the title and what the client has recorded. named are the sessions that
// the title may mean; before is what the pane has shown last.
func (v view) fitting(workers, named, before []claudehome.Process) []claudehome.Process {
	possible := named
	isPainted := func(w claudehome.Process) bool { return w.Worker.Painting != "" }
	knowsPainting := v.painting != "" && slices.ContainsFunc(workers, isPainted)
	isBefore := func(w claudehome.Process) bool {
		isKnown := knowsPainting || v.pane.Options[tmuxopt.Job] != tmuxopt.AnyJob
		return isKnown && len(before) == 1 && w.Job == before[0].Job
	}
	if v.attached == attached && withoutSign(v.title) == unnamedTitle {
		for _, w := range workers {
			if isUnnamed(w) || isBefore(w) {
				possible = append(possible, w)
			}
		}
	}
	if knowsPainting {
		isOther := func(w claudehome.Process) bool { return w.Worker.Painting != v.painting }
		if possible = slices.DeleteFunc(possible, isOther); len(possible) == 0 {
			return slices.DeleteFunc(slices.Clone(workers), isOther)
		}
	}
	return possible
}

// shorterNonZero returns the shorter of two durations; a duration of 0 does not count.
func shorterNonZero(a, b time.Duration) time.Duration { return min(cmp.Or(a, b), cmp.Or(b, a)) }

// isUnnamed reports whether a session in the background has no name. It has none if it has begun in the list of
// agents, or if Claude Code has ended the worker after an idle hour and has started another one (2.1.330).
func isUnnamed(worker claudehome.Process) bool { return worker.Name == worker.Job }

// firstPrompt returns with what a session without a name was begun, in one line: that is the title of its terminal
// until it has a name (2.1.330).
func firstPrompt(worker claudehome.Process) string {
	return strings.Join(strings.Fields(claudehome.ReadJob(os.DirFS(worker.Home), worker.Job).Prompt), " ")
}

// unnamedTitle is the title of a terminal that shows a session without a name of its own. If the session has a
// name in the registry, that is the title for a moment when the client opens the session (2.1.330): so the pane
// can recognise it.
const unnamedTitle = "Claude Code"

// isTitleOf reports whether title is the title of a pane that shows the background session with that name:
// Claude Code puts a sign before the name, and cuts it.
func isTitleOf(title, name string) bool {
	title = withoutSign(title)
	beginning, cut := strings.CutSuffix(title, "…")
	if beginning = strings.TrimRight(beginning, " "); cut && beginning != "" && strings.HasPrefix(name, beginning) {
		return true
	}
	return name != "" && title == name
}

// withoutSign removes the sign of Claude Code from a title.
func withoutSign(title string) string {
	sign, rest, found := strings.Cut(title, " ")
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r < unicode.MaxASCII }
	if found && sign != "" && !strings.ContainsFunc(sign, letter) {
		return rest
	}
	return title
}
