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

// background is what a server keeps of sessions in the background that no pane of it shows.
type background struct {
	off        bool            // the person does not want them: [tmuxopt.BackgroundOption]
	jobsOption string          // the value of [tmuxopt.JobsOption]
	parked     []tmuxopt.Entry // of [ParkedOption]
	seen       string          // the policy for seeing
}

// ParkedOption is the option of the server that has the parked sessions among them, a list of
// JOB=SINCE/UNTIL, as [tmuxopt.Parked] and [tmuxopt.ParkedUntil] have it of a pane. An entry ends when the
// state of its session changes.
const ParkedOption = "@atm_parked"

// askBackground prints a line for each session of tmux. All are the same.
var askBackground = []string{"list-sessions", "-F", backgroundMark + "#{" + tmuxopt.BackgroundOption + "}\t#{" +
	tmuxopt.JobsOption + "}\t#{" + ParkedOption + "}\t#{" + tmuxopt.SeenOption + "}"}

const backgroundMark = "atm background\t"

// readBackground takes what askBackground has printed out of an answer.
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

// wasSeen reports whether somebody may have looked at a session that no pane shows and that has finished: a
// pane has shown it until now, or it had finished already when the follower saw it first.
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
		transcript := claudehome.Transcript{Project: pathcodec.Encode(w.Cwd), ID: w.SessionID}
		o[tmuxopt.TranscriptPath] = tmuxopt.Path(filepath.Join(w.Home, filepath.FromSlash(transcript.Path())))
		i := slices.IndexFunc(b.parked, func(e tmuxopt.Entry) bool { return e.Key == w.Job })
		if i >= 0 {
			o.ParkAs(b.parked[i].Word)
		}
		panes = append(panes, tmux.Unshown(w.Job, w.PID, o))
		r.Processes[w.Job] = w
	}
	return panes
}

// Park parks a session that no pane shows, until its state changes or, if that is not zero, until that time;
// or takes that back. Entries of sessions whose state has changed go.
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

// shown returns the panes that show sessions in the background.
func (r Report) shown() (shown []tmuxopt.JobState) {
	for _, pane := range r.Panes {
		if p := r.Processes[pane.ID]; p.Job != "" && p.Job != tmuxopt.AnyJob {
			shown = append(shown, tmuxopt.JobState{Job: p.Job, Pane: pane.ID, ClaudePID: p.PID})
		}
	}
	return shown
}

// tellJobs has tmux count the sessions in the background that no pane shows, notify the user of what has
// become of them, and keep which panes show the others.
func (c Corrector) tellJobs(ctx context.Context, r Report) error {
	var sessions, news []tmuxopt.JobState
	for _, p := range r.Unshown {
		s := tmuxopt.JobState{Job: p.ID, As: p.Options.ShownState()}
		sessions = append(sessions, s)
		previous := tmuxopt.WasUnshown(r.background.jobsOption, p.ID)
		parked := p.Options.IsParked(c.sources.Now())
		switch {
		case parked, previous == s.As, s.As == tmuxopt.ShownState(tmuxopt.Working), s.As == tmuxopt.ShownAsleep,
			previous == tmuxopt.ShownAsleep && s.As != tmuxopt.ShownState(tmuxopt.Attention): // its wake-up is overdue
		case len(tmuxopt.PanesOf(r.background.jobsOption, p.ID)) > 0: // the pane that has shown it has told that
		case previous != "", s.As == tmuxopt.ShownState(tmuxopt.Attention):
			news = append(news, s)
		}
	}
	now := tmuxopt.Jobs(append(sessions, r.shown()...))
	if now == r.background.jobsOption {
		return nil
	}
	_, err := c.sources.Tmux.Run(ctx, tmuxopt.TellJobs(r.background.jobsOption, now, news))
	if err != nil && tmuxopt.Refused(err.Error()) { // another follower has told it
		return nil
	}
	return err
}
