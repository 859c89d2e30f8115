package truth

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/pathcodec"
	"atm/tmuxopt"
)

// background is what the options of a server say about sessions in the background that no pane shows.
type background struct {
	off        bool            // the user does not want them listed: [tmuxopt.BackgroundOption]
	jobsOption string          // the value of [tmuxopt.JobsOption]
	parked     []tmuxopt.Entry // of [ParkedOption]
	seen       string          // the policy for seeing
}

// ParkedOption is the server option that lists which of these sessions are parked, as JOB=SINCE/UNTIL: the
// values that a pane has in [tmuxopt.Parked] and [tmuxopt.ParkedUntil]. An entry ends when the state of its
// session changes.
const ParkedOption = "@atm_parked"

// askBackground prints the same line once for each session of tmux.
var askBackground = []string{"list-sessions", "-F", backgroundMark + "#{" + tmuxopt.BackgroundOption + "}\t#{" +
	tmuxopt.JobsOption + "}\t#{" + ParkedOption + "}\t#{" + tmuxopt.SeenOption + "}"}

const backgroundMark = "atm background\t"

// readBackground removes the lines that askBackground has printed from an answer, and parses them.
func readBackground(answer string) (rest string, b background) {
	for line := range strings.Lines(answer) {
		text, found := strings.CutPrefix(line, backgroundMark)
		fields := strings.Split(strings.TrimSuffix(text, "\n"), "\t")
		if !found || len(fields) != 4 {
			rest += line
			continue
		}
		b = background{off: fields[0] == tmuxopt.Off, jobsOption: fields[1],
			parked: tmuxopt.Entries(fields[2]), seen: fields[3]}
	}
	return rest, b
}

// wasSeen reports whether somebody may have seen that a session which no pane shows has finished: a pane
// showed it until now, or it had already finished when the follower found it.
func (b background) wasSeen(job string) bool {
	previous := tmuxopt.WasUnshown(b.jobsOption, job)
	return previous == "" || previous == tmuxopt.ShownState(tmuxopt.Idle)
}

// unshown returns the sessions in the background that no pane shows. Their processes are added to those of
// the report.
func (r Report) unshown(workers []claudehome.Process, b background, now time.Time) []tmux.Pane {
	shown := map[string]bool{}
	for _, p := range r.Processes {
		shown[p.Job] = true
	}
	var panes []tmux.Pane
	for _, w := range workers {
		if w.SessionID == "" || tmuxopt.ID(w.Job) == "" || shown[w.Job] {
			continue
		}
		job := claudehome.ReadJob(os.DirFS(w.Home), w.Job)
		o := w.Entry(proc.Suspended).Background(job, now)
		if !b.wasSeen(w.Job) {
			o[tmuxopt.SeenOption] = b.seen
		}
		o[tmuxopt.TranscriptPath] = tmuxopt.Path(conversationFile(w))
		i := slices.IndexFunc(b.parked, func(e tmuxopt.Entry) bool { return e.Key == w.Job })
		if i >= 0 {
			o.ParkAs(b.parked[i].Word)
		}
		panes = append(panes, tmux.Unshown(w.Job, w.PID, o))
		r.Processes[w.Job] = w
	}
	return panes
}

// WithoutServer reports what runs in the background although tmux does not run.
func (o Observer) WithoutServer() Report {
	r := Report{Homes: claudeHomes(o.sources.Home, nil), Processes: map[string]claudehome.Process{}}
	if !o.sources.NoUnshown {
		_, workers := registeredProcesses(r.Homes)
		r.Unshown = r.unshown(workers, background{}, o.sources.Now())
	}
	return r
}

// conversationFile returns the path of the transcript with the conversation of a background session. A session
// that was moved into the background writes its own with the next prompt. The file may not exist yet.
func conversationFile(w claudehome.Process) string {
	transcript := claudehome.Transcript{Project: pathcodec.Encode(w.Cwd), ID: w.SessionID}
	path := filepath.Join(w.Home, filepath.FromSlash(transcript.Path()))
	if _, _, found := claudehome.FindTranscript(path); found || !strings.HasPrefix(w.SessionID, w.Job) {
		return path
	}
	transcript.ID = claudehome.Roster(os.DirFS(w.Home))[w.Job].ForkOf
	origin := filepath.Join(w.Home, filepath.FromSlash(transcript.Path()))
	if _, _, found := claudehome.FindTranscript(origin); found {
		return origin
	}
	return path
}

// Park parks a session that no pane shows, until its state changes or until the given time, if that is not
// zero. With off it removes the mark. Entries of sessions whose state has changed are removed.
func (r Report) Park(ctx context.Context, server tmux.Server, job string, off bool, until time.Time) error {
	var list []tmuxopt.Entry
	for _, p := range r.Unshown {
		switch {
		case p.ID == job && off:
			continue
		case p.ID == job:
			p.Options.ParkNow(until)
		}
		if as := p.Options.ParkedAs(); as != "" {
			list = append(list, tmuxopt.Entry{Key: p.ID, Word: as})
		}
	}
	_, err := server.Run(ctx, [][]string{{"set-option", "-s", ParkedOption, tmuxopt.List(list)}})
	return err
}

// jobPanes returns which panes show which sessions in the background.
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
	var sessions, changes []tmuxopt.JobState
	for _, p := range r.Unshown {
		s := tmuxopt.JobState{Job: p.ID, As: p.Options.ShownState()}
		sessions = append(sessions, s)
		previous := tmuxopt.WasUnshown(r.background.jobsOption, p.ID)
		parked := p.Options.IsParked(c.sources.Now())
		switch {
		case parked, previous == s.As, s.As == tmuxopt.ShownState(tmuxopt.Working), s.As == tmuxopt.ShownAsleep,
			previous == tmuxopt.ShownAsleep && s.As != tmuxopt.ShownState(tmuxopt.Attention): // its wake-up is overdue
		case len(tmuxopt.PanesOf(r.background.jobsOption, p.ID)) > 0: // its pane has notified the user
		case previous != "", s.As == tmuxopt.ShownState(tmuxopt.Attention):
			changes = append(changes, s)
		}
	}
	now := tmuxopt.Jobs(append(sessions, r.jobPanes()...))
	if now == r.background.jobsOption {
		return nil
	}
	_, err := c.sources.Tmux.Run(ctx, tmuxopt.TellJobs(r.background.jobsOption, now, changes))
	if err != nil && tmuxopt.Refused(err.Error()) { // another follower has published the change
		return nil
	}
	return err
}
