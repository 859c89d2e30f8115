package truth

import (
	"cmp"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// background holds the options of a server for background sessions that no pane shows.
type background struct {
	off        bool            // the user does not want them listed: [tmuxopt.BackgroundOption]
	jobsOption string          // the value of [tmuxopt.JobsOption]
	parked     []tmuxopt.Entry // the value of [ParkedOption]
	seen       string          // the value of [tmuxopt.ActiveSeenPolicyOption]
	settings   tmuxopt.Options // other settings that a session without a pane has like a pane
	sights     sights          // what panes have shown
}

// sights has, by the ids of sessions, what a pane has shown last of one that has finished: the session may go on in
// the background, as by /bg, and the pane may be closed.
type sights map[string]sight

// sight is what a pane has shown of a session.
type sight struct {
	at     time.Time
	unseen bool // nobody had looked at its end
}

// remember adds what the panes show. A session is forgotten when its conversation has not gone on in the background
// within the usual time.
func (s sights) remember(panes []tmux.Pane, now time.Time) {
	for _, p := range panes {
		if id := p.Options[tmuxopt.SessionID]; id != "" && p.Options.State() != "" && !isElsewhere(p) {
			s[id] = sight{now, p.Options.Unseen()}
		}
	}
	maps.DeleteFunc(s, func(_ string, shown sight) bool { return now.Sub(shown.at) >= handover })
}

// isUnseen reports whether the last sight of these sessions, which have the same conversation, was one of an end at
// which nobody had looked.
func (s sights) isUnseen(ids ...string) bool {
	var last sight
	for _, id := range ids {
		if s[id].at.After(last.at) {
			last = s[id]
		}
	}
	return last.unseen
}

// ParkedOption is the server option that lists which of these sessions are parked, as JOB=SINCE/UNTIL: the
// values that a pane has in [tmuxopt.Parked] and [tmuxopt.ParkedUntil]. An entry ends when the state of its
// session changes.
const ParkedOption = "@atm_parked"

// askBackground prints the same line once for each session of tmux.
var askBackground = []string{"list-sessions", "-F", backgroundMark + "#{" + tmuxopt.BackgroundOption + "}\t#{" +
	tmuxopt.JobsOption + "}\t#{" + ParkedOption + "}\t#{" + tmuxopt.ActiveSeenPolicyOption + "}\t#{" +
	tmuxopt.StaleOption + "}\t#{" + tmuxopt.WordsOption + "}\t#{" + tmuxopt.WordsLengthOption + "}"}

const backgroundMark = "atm background\t"

// readBackground parses the lines that askBackground has printed, and returns the rest of the answer.
func readBackground(answer string) (rest string, b background) {
	for line := range strings.Lines(answer) {
		text, found := strings.CutPrefix(line, backgroundMark)
		fields := strings.Split(strings.TrimSuffix(text, "\n"), "\t")
		if !found || len(fields) != 7 {
			rest += line
			continue
		}
		b = background{off: fields[0] == tmuxopt.Off, jobsOption: fields[1],
			parked: tmuxopt.Entries(fields[2]), seen: fields[3], settings: tmuxopt.Options{
				tmuxopt.StaleOption: fields[4], tmuxopt.WordsOption: fields[5], tmuxopt.WordsLengthOption: fields[6]}}
	}
	return rest, b
}

// starting is what a session shows whose worker has just been started: it goes on with what it was.
const starting = tmuxopt.ShownState(tmuxopt.Starting)

// wasSeen reports whether somebody may have seen that a session which no pane shows has finished: in the pane that
// has shown it until now, or it had already finished when the follower found it. ids are those of the session, and of
// the one that it continues.
func (b background) wasSeen(job string, ids ...string) bool {
	switch previous := tmuxopt.WasUnshown(b.jobsOption, job); previous.As {
	case "", starting:
		return !b.sights.isUnseen(ids...)
	case tmuxopt.ShownState(tmuxopt.Idle):
		return true
	default:
		return previous.Seen
	}
}

// addUnshown adds the sessions in the background that no pane shows, and their processes.
func (r *Report) addUnshown(workers []claudehome.Process, now time.Time) {
	shown := map[string]bool{}
	for _, p := range r.Processes {
		shown[p.Job] = true
	}
	for _, w := range workers {
		if w.SessionID == "" || tmuxopt.ID(w.Job) == "" || shown[w.Job] {
			continue
		}
		transcript := conversationFile(w)
		job := readJob(w, transcript)
		entry := w.Entry(proc.Suspended)
		if entry.Prompted = entry.Prompted && job.Name != w.Name; entry.Prompted {
			entry.AskedFirst = claudehome.TitleAt(transcript) // the registry has the last prompt
		}
		if before := tmuxopt.WasUnshown(r.background.jobsOption, w.Job).As; before != "" && before != starting {
			job.Starts = false // it has worked since, and its job is written later
		}
		o := entry.Background(job, r.background.settings, now)
		if rests := now.Sub(w.StatusUpdatedAt); w.Status == claudehome.StatusIdle && isWithin(rests, transcriptLag) {
			r.recheckIn(max(0, transcriptLag-rests))
		}
		origin := continuedBy(w)
		if !job.Interrupted && !r.background.wasSeen(w.Job, w.SessionID, origin) {
			o[tmuxopt.ActiveSeenPolicyOption] = r.background.seen
		}
		o[tmuxopt.TranscriptPath] = tmuxopt.Path(transcript)
		isOfJob := func(e tmuxopt.Entry) bool { return e.Key == w.Job }
		if i := slices.IndexFunc(r.background.parked, isOfJob); i >= 0 {
			o.ParkAs(r.background.parked[i].Word)
		}
		r.Unshown = append(r.Unshown, tmux.Unshown(w.Job, w.PID, o))
		r.Processes[w.Job] = w
	}
}

// transcriptLag is how much later than the registry a transcript may tell of an interruption: with a scripted API it
// was 0.07 s (2.1.330).
const transcriptLag = time.Second

// readJob reads the job of a worker, its last prompt, how its last turn has failed, and whether a person has
// interrupted it. Then the detail is no answer: Claude Code leaves there the prompt, or what a tool was to do
// (2.1.330). The prompt of the job is that with which it was moved into the background.
func readJob(w claudehome.Process, transcript string) hookmap.Job {
	job := claudehome.ReadJob(os.DirFS(w.Home), w.Job)
	if _, _, found := claudehome.FindTranscript(transcript); !found {
		return job
	}
	ending := claudehome.ReadEnding(transcript)
	if job.Name == "" && !isNameOf(w.Name, job.Prompt) && !isNameOf(w.Name, ending.Prompt) {
		job.Name = w.Name // as Claude's own title
	}
	job.Prompt = cmp.Or(ending.Prompt, job.Prompt)
	if w.Status != claudehome.StatusIdle {
		return job
	}
	job.Failure, job.Ended = ending.Failure, ending.At
	if job.Interrupted = !ending.Interrupted.IsZero(); job.Interrupted {
		job.Detail = ""
	}
	return job
}

// isNameOf reports whether the registry calls a session by that prompt, cut to 200 characters (2.1.330).
func isNameOf(name, prompt string) bool {
	oneLine := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	return name != "" && strings.HasPrefix(oneLine(prompt), oneLine(name))
}

// WithoutServer reports the sessions that run in the background although tmux does not run.
func (o Observer) WithoutServer() Report {
	r := Report{Homes: claudeHomes(o.sources.Home, nil), Processes: map[string]claudehome.Process{}}
	if !o.sources.NoUnshown {
		_, workers := r.registeredProcesses()
		r.addUnshown(workers, o.sources.Now())
	}
	return r
}

// conversationFile returns the path of the transcript with the conversation of a background session. A session
// that was moved into the background writes its own with the next prompt; until then that is the transcript of
// the session that it continues. The file may not exist yet.
func conversationFile(w claudehome.Process) string {
	path := expectedTranscript(w)
	if hasConversation(path) {
		return path
	}
	moved := w
	moved.SessionID = continuedBy(w)
	if origin := expectedTranscript(moved); hasConversation(origin) {
		return origin
	}
	return path
}

// continuedBy returns the id of the session that was moved into the background, and which this one continues; "" =
// none, or /clear has begun another one since.
func continuedBy(w claudehome.Process) string {
	if !strings.HasPrefix(w.SessionID, w.Job) {
		return ""
	}
	return w.Worker.ForkOf
}

// inBackground returns the ids of the sessions in the background for their own, and for those that they continue.
func inBackground(workers []claudehome.Process) map[string]string {
	ids := map[string]string{}
	for _, w := range workers {
		ids[w.SessionID], ids[continuedBy(w)] = w.SessionID, w.SessionID
	}
	return ids
}

func hasConversation(transcript string) bool {
	_, _, found := claudehome.FindConversation(transcript)
	return found
}

// Park parks a session that no pane shows until its state changes, or until the given time if that is not zero.
// With off the session is no longer parked. Entries of sessions whose state has changed are removed.
func (r Report) Park(ctx context.Context, server tmux.Server, job string, off bool, until time.Time) error {
	var list []tmuxopt.Entry
	for _, p := range r.Unshown {
		switch {
		case p.ID == job && off:
			continue
		case p.ID == job:
			p.Options.ParkNow(until)
		}
		if value := p.Options.ParkedAs(); value != "" {
			list = append(list, tmuxopt.Entry{Key: p.ID, Word: value})
		}
	}
	_, err := server.Run(ctx, [][]string{
		{"set-option", "-s", ParkedOption, tmuxopt.List(list)}, {"wait-for", "-S", tmuxopt.ShownChannel},
	})
	return err
}

// jobPanes returns the panes that show sessions in the background.
func (r Report) jobPanes() (shown []tmuxopt.JobState) {
	for _, pane := range r.Panes {
		if p := r.Processes[pane.ID]; p.Job != "" && p.Job != tmuxopt.AnyJob {
			shown = append(shown, tmuxopt.JobState{Job: p.Job, Pane: pane.ID, ClaudePID: p.PID})
		}
	}
	return shown
}

// publishJobs writes the list of background sessions into the server's options: tmux counts those that no
// pane shows, notifies the user of their changes, and remembers which panes show the others.
func (c Corrector) publishJobs(ctx context.Context, r Report) error {
	const working, attention = tmuxopt.ShownState(tmuxopt.Working), tmuxopt.ShownState(tmuxopt.Attention)
	before := r.background.jobsOption
	var sessions, changes []tmuxopt.JobState
	for _, p := range r.Unshown {
		s := tmuxopt.JobState{Job: p.ID, As: p.Options.ShownState()}
		hasMark := s.As == tmuxopt.ShownQuestion || s.As == tmuxopt.ShownState(tmuxopt.Failed)
		s.Seen = hasMark && !p.Options.Unseen()
		sessions = append(sessions, s)
		previous := tmuxopt.WasUnshown(before, p.ID).As
		switch {
		case p.Options.IsParked(c.sources.Now()), s.As == previous, s.As == working, s.As == tmuxopt.ShownAsleep:
		case s.As == starting, previous == starting && s.As != attention:
		case previous == tmuxopt.ShownAsleep && s.As != attention: // its wake-up is overdue
		case len(tmuxopt.PanesOf(before, p.ID)) > 0: // its pane has notified the user
		case previous != "", s.As == attention:
			changes = append(changes, s)
		}
	}
	now := tmuxopt.Jobs(append(sessions, r.jobPanes()...))
	if now == before {
		return nil
	}
	_, err := c.sources.Tmux.Run(ctx, tmuxopt.TellJobs(before, now, changes))
	if err != nil && tmuxopt.Refused(err.Error()) { // another follower has published the change
		return nil
	}
	return err
}
