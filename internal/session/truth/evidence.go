package truth

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/pathcodec"
	"atm/tmuxopt"
)

// claudeHomes returns the Claude home of the environment and those of the transcripts that panes name.
func claudeHomes(own string, panes []tmux.Pane) []string {
	homes := []string{}
	if own != "" {
		homes = append(homes, filepath.Clean(own))
	}
	for _, p := range panes {
		home, ok := HomeOf(p.Options[tmuxopt.TranscriptPath])
		if ok && !isElsewhere(p) && !slices.Contains(homes, home) {
			homes = append(homes, home)
		}
	}
	return homes
}

// HomeOf returns the Claude home of a transcript: its path is HOME/projects/DIRECTORY/ID.jsonl.
func HomeOf(transcript string) (home string, ok bool) {
	projects := filepath.Dir(filepath.Dir(transcript))
	return filepath.Dir(projects), filepath.Base(projects) == "projects" && filepath.IsAbs(projects)
}

// registeredProcesses returns the running processes that have an entry in one of the homes: the claudes, and
// the newest worker of each background session. 2.1.330 starts another worker for one that hangs, before that
// one has ended. A registry that cannot be read counts as empty: then only the hooks report.
func (r *Report) registeredProcesses() (claudes, workers []claudehome.Process) {
	r.reused = map[int]bool{}
	for _, home := range r.Homes {
		runs := func(pid int, start string) bool {
			if proc.Is(pid, start) {
				return true
			}
			if start != "" && isOfEnded(home, pid) {
				r.reused[pid] = true
			}
			return false
		}
		found, _ := claudehome.Processes(os.DirFS(home), runs)
		roster := sync.OnceValue(func() map[string]claudehome.Worker { return claudehome.Roster(os.DirFS(home)) })
		for _, p := range found {
			p.Home = home
			switch {
			case !p.Background():
				claudes = append(claudes, p)
			case !p.Spare:
				p.Worker = roster()[p.Job]
				workers = append(workers, p)
			}
		}
	}
	slices.SortStableFunc(workers, func(a, b claudehome.Process) int { return b.StartedAt.Compare(a.StartedAt) })
	jobs := map[string]bool{}
	isOlder := func(w claudehome.Process) bool {
		older := w.Job != "" && jobs[w.Job]
		jobs[w.Job] = true
		return older
	}
	return claudes, slices.DeleteFunc(workers, isOlder)
}

// isOfEnded reports whether the claude that wrote an entry of the registry has ended, if the process with its id is
// another one. A claude in a container that shares the home may have the same id there: then its entry is newer than
// the process here.
func isOfEnded(home string, pid int) bool {
	began, err := proc.Began(pid)
	if err != nil {
		return false
	}
	info, err := os.Stat(filepath.Join(home, "sessions", strconv.Itoa(pid)+".json"))
	return err == nil && info.ModTime().Before(began)
}

// matchPanes returns the process of each pane, by the pane's id: the process that the pane's hooks have named, or a
// descendant of the pane's own process. (The registry of 2.1.329 also names a pane, but not the server, and pane ids
// are the same on all servers.)
func matchPanes(panes []tmux.Pane, processes []claudehome.Process) map[string]claudehome.Process {
	paneByHook, paneByRoot := map[int]string{}, map[int]string{} // pane ids by process id
	for _, p := range panes {
		if isElsewhere(p) { // a local process with the same number is a different one
			continue
		}
		if p.PID != 0 {
			paneByRoot[p.PID] = p.ID
		}
		if pid, err := strconv.Atoi(p.Options[tmuxopt.PID]); err == nil {
			paneByHook[pid] = p.ID
		}
	}
	matched := map[string]claudehome.Process{}
	for _, p := range processes {
		if pane, ok := paneByHook[p.PID]; ok {
			matched[pane] = p
		}
	}
	for _, p := range processes {
		// A claude with -p belongs to a pane only if its hooks have named the pane.
		if paneByHook[p.PID] != "" || !p.Interactive() {
			continue
		}
		for _, pid := range proc.Ancestors(p.PID) {
			pane, isRoot := paneByRoot[pid]
			// Of several processes that no hook has named, the newest counts.
			other, taken := matched[pane]
			if isRoot && (!taken || paneByHook[other.PID] == "" && other.StartedAt.Before(p.StartedAt)) {
				matched[pane] = p
			}
		}
	}
	return matched
}

// isElsewhere reports whether the session of a pane runs in a container or on another host. Then only the gate
// there can judge it.
func isElsewhere(p tmux.Pane) bool { return p.Options[tmuxopt.Gate] != "" }

// gateProcess returns the process of the gate that reports a session elsewhere. If another program has written
// the option, it returns an id whose process does not run.
func gateProcess(p tmux.Pane) proc.ID {
	id, _ := proc.ParseID(p.Options[tmuxopt.Gate])
	return id
}

// witness returns what is known of the claude in a pane besides its hooks.
func (r *Report) witness(p tmux.Pane) hookmap.Witness {
	if isElsewhere(p) {
		return hookmap.Witness{GateEnded: !gateProcess(p).Runs()}
	}
	if claude, ok := r.Processes[p.ID]; ok {
		entry := claude.Entry(proc.Suspended)
		if p.Options[tmuxopt.PID] != strconv.Itoa(entry.PID) && p.Options[tmuxopt.FirstPrompt] == "" {
			entry.AskedFirst = transcriptTitle(*entry, r.Homes)
		}
		isNew := entry.Job != "" && entry.Job != tmuxopt.AnyJob && entry.SessionID != p.Options[tmuxopt.SessionID]
		if isNew || entry.Prompted || entry.Status == claudehome.StatusWaiting {
			transcript := ""
			if isNew {
				transcript = conversationFile(claude)
			}
			job := readJob(claude, transcript)
			entry.Needs = job.Needs // perhaps no hook has told this pane what it waits for
			entry.Prompted = entry.Prompted && job.Name != claude.Name
			if isNew {
				entry.AskedFirst = claudehome.TitleAt(transcript) // the job has only its last prompt
				entry.Failure = job.Failure
				entry.Newly = &hookmap.Shown{Job: job, Transcript: transcript}
			}
		}
		// The transcript is read only of a session that has reached a limit.
		awaits := hookmap.MayAwaitLimit(p.Options) && claudehome.AwaitsLimit(p.Options[tmuxopt.TranscriptPath])
		w := hookmap.Witness{Entry: entry, AwaitsLimit: awaits, Seen: r.isSeenElsewhere(p)}
		isOpen := p.Options[tmuxopt.Turn] == string(tmuxopt.TurnOpen)
		isHidden := isOpen && (entry.MayOnlyLead || p.Options[tmuxopt.Agents] != "")
		if isHidden || hookmap.SubagentAsksToo(p.Options) {
			w.Interrupted = interruptedAt(p.Options)
		}
		return w
	}
	pid, err := strconv.Atoi(p.Options[tmuxopt.PID])
	// It need not descend from the pane's process: screen and dtach reparent it.
	runs := func() bool { return proc.Is(pid, "") && !r.reused[pid] }
	if p.Options[tmuxopt.Agent] != "" { // other agents have no registry
		runs = func() bool { return !AgentEnded(p) }
	}
	died, wentOn := p.Dead || err == nil && !runs(), r.goesOn[p.Options[tmuxopt.SessionID]]
	if died || wentOn != "" && p.Options.State() == "" {
		return hookmap.Witness{Died: died, WentOn: wentOn}
	}
	if entry := r.statuses[p.ID]; entry.Status != "" {
		entry.Agent, entry.PID, entry.Suspended = p.Options[tmuxopt.Agent], pid, proc.Suspended(pid)
		return hookmap.Witness{Entry: &entry}
	}
	return hookmap.Witness{Interrupted: interruptedAt(p.Options), Woken: teammateWokenAt(p, r.Homes)}
}

// AgentEnded reports whether the process of another agent in a pane has ended; false if it is not known.
func AgentEnded(p tmux.Pane) bool {
	pid, err := strconv.Atoi(p.Options[tmuxopt.PID])
	return err == nil && !(proc.Is(pid, "") && slices.Contains(proc.Ancestors(pid), p.PID))
}

// maxApart is how far apart the times may be at which two panes that show a session got the same state: one by a
// hook, the other by a correction, a second later.
const maxApart = 5 * time.Second

// isSeenElsewhere reports whether somebody has looked at another pane that shows the same session, since the
// session has the state of this pane. What a gate reports says nothing of a session here.
func (r *Report) isSeenElsewhere(p tmux.Pane) bool {
	o := p.Options
	return o[tmuxopt.SessionID] != "" && o.Unseen() && slices.ContainsFunc(r.Panes, func(q tmux.Pane) bool {
		other := q.Options
		apart := tmuxopt.UnixTime(other[tmuxopt.Since]).Sub(tmuxopt.UnixTime(o[tmuxopt.Since])).Abs()
		isSame := other[tmuxopt.SessionID] == o[tmuxopt.SessionID] && other.State() == o.State() && apart <= maxApart
		return isSame && !isElsewhere(q) && !other.Unseen()
	})
}

// endedHooks returns the hooks that a pane lists as waiting for an answer although their process does not run.
func endedHooks(o tmuxopt.Options) []tmuxopt.Entry {
	return slices.DeleteFunc(tmuxopt.Entries(o[tmuxopt.Answerable]), func(hook tmuxopt.Entry) bool {
		pid, err := strconv.Atoi(hook.Word)
		return err != nil || pid <= 0 || proc.Is(pid, "")
	})
}

// teammateWokenAt returns when a teammate in a pane of its own has begun to work, according to the file of
// the team; the zero time if it has not, or was interrupted.
func teammateWokenAt(p tmux.Pane, homes []string) (at time.Time) {
	if p.Options[tmuxopt.Lead] == "" || !p.Options.TurnIsOver() {
		return at
	}
	for _, home := range homes {
		if changed := claudehome.Woken(os.DirFS(home), p.Options[tmuxopt.Lead], p.ID); changed.After(at) {
			at = changed
		}
	}
	if !at.IsZero() && !claudehome.InterruptedAt(p.Options[tmuxopt.TranscriptPath]).IsZero() {
		return time.Time{}
	}
	return at
}

// Status returns the status of the claude in a pane: see [hookmap.Entry.StatusIn].
func (r *Report) Status(p tmux.Pane) string {
	return r.Processes[p.ID].Entry(proc.Suspended).StatusIn(p.Options, time.Now())
}

// interruptedAt returns when the turn was interrupted according to the end of the transcript; the zero time if it was
// not. It is read only where the registry cannot tell: an old claude has none.
func interruptedAt(o tmuxopt.Options) time.Time {
	if state := o.State(); state != tmuxopt.Working && state != tmuxopt.Attention {
		return time.Time{}
	}
	return claudehome.InterruptedAt(o[tmuxopt.TranscriptPath])
}

// transcriptTitle returns the title that the transcript gives a session that no hook has reported, else "".
func transcriptTitle(entry hookmap.Entry, homes []string) (title string) {
	for _, home := range homes {
		session := claudehome.Process{Home: home, Cwd: entry.Dir, SessionID: tmuxopt.ID(entry.SessionID)}
		title = cmp.Or(title, claudehome.TitleAt(expectedTranscript(session)))
	}
	return title
}

// expectedTranscript returns the path that the transcript of a session has by its directory and id. The file
// may not exist yet.
func expectedTranscript(p claudehome.Process) string {
	transcript := claudehome.Transcript{Project: pathcodec.Encode(p.Cwd), ID: p.SessionID}
	return filepath.Join(p.Home, filepath.FromSlash(transcript.Path()))
}
