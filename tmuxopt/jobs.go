package tmuxopt

import (
	"slices"
	"strconv"
	"strings"
)

// JobsOption is the server option that lists the background sessions, by the ids of their jobs. If no pane
// shows a session, a letter says what the session itself shows; otherwise the option lists the panes, and
// the clients in them. The follower sets it. Counts add up the letters, and the hooks of the sessions find
// their panes there.
const JobsOption = "@atm_jobs"

// Letter is the letter for what a session shows, in JobsOption and where sessions are counted. Ids of jobs
// have no capitals.
func (s ShownState) Letter() string {
	place := slices.Index(ByUrgency(), s)
	if place < 0 {
		return ""
	}
	return string(rune('A' + place))
}

// JobState is a background session that no pane shows, or one in a pane that shows it.
type JobState struct {
	Job  string
	As   ShownState // what it shows, if no pane shows it
	Seen bool       // a question or an error that somebody has seen; the other states tell that themselves

	Pane      string
	ClaudePID int // the process in the pane
}

// seenMark is behind the letter of a question or an error that was seen. Counts ignore it.
const seenMark = "."

// Jobs returns the value of JobsOption for these jobs.
func Jobs(jobs []JobState) string {
	var words []string
	for _, j := range jobs {
		id := ID(j.Job)
		switch {
		case id == "" || id != strings.ToLower(id):
		case j.Pane == "":
			word := id + j.As.Letter()
			if j.Seen {
				word += seenMark
			}
			words = append(words, word)
		default:
			words = append(words, id+"="+j.Pane+"/"+strconv.Itoa(j.ClaudePID))
		}
	}
	return strings.Join(words, " ")
}

// PanesOf returns the panes that show a session, according to a value of JobsOption.
func PanesOf(value, job string) (panes []JobState) {
	for word := range strings.FieldsSeq(value) {
		at, found := strings.CutPrefix(word, job+"=")
		pane, pid, _ := strings.Cut(at, "/")
		if pid, err := strconv.Atoi(pid); found && err == nil && pid > 0 {
			panes = append(panes, JobState{Job: job, Pane: pane, ClaudePID: pid})
		}
	}
	return panes
}

// WasUnshown returns the state of a session according to a value of JobsOption. It has no As if no pane shows
// the session there, or the value does not have it.
func WasUnshown(value, job string) JobState {
	for word := range strings.FieldsSeq(value) {
		word, seen := strings.CutSuffix(word, seenMark)
		for _, as := range ByUrgency() {
			if word == job+as.Letter() {
				return JobState{Job: job, As: as, Seen: seen}
			}
		}
	}
	return JobState{}
}

// TellJobs returns the commands that change JobsOption, wake those who wait, and notify the user of some of
// the sessions. If another process was faster, the first command fails, and tmux drops the rest.
func TellJobs(before, now string, changes []JobState) [][]string {
	name := NameIf(Eq(ServerFormat("#{"+JobsOption+"}"), Lit(before)), JobsOption)
	cmds := [][]string{
		{"set-option", "-s", name, now},
		signal(ChangesChannel).command(""), signal(ShownChannel).command(""),
	}
	for _, s := range changes {
		if s.As == ShownQuestion || s.As == ShownUnseen {
			s.As = ShownState(Idle)
		}
		line := "#{" + NotifyOption + "} " + s.Job + " " + string(s.As) + " >/dev/null 2>&1 || :"
		cmds = append(cmds, []string{"run-shell", "-bt", NoTarget, "#{?" + NotifyOption + "," + line + ",:}"})
	}
	return cmds
}
