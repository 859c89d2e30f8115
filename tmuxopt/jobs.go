package tmuxopt

import (
	"slices"
	"strconv"
	"strings"
)

// JobsOption is the option of the server that has the sessions in the background, by the ids of their jobs.
// Of one that no pane shows a letter says what it shows itself; of others it has the panes, and the clients in
// them. The follower sets it. Counts add the letters, and the hooks of the sessions find their panes there.
const JobsOption = "@atm_jobs"

// Letter stands for what a session shows, in JobsOption and where sessions are counted. Ids of jobs have no
// capitals.
func (s ShownState) Letter() string {
	place := slices.Index(ByUrgency(), s)
	if place < 0 {
		return ""
	}
	return string(rune('A' + place))
}

// JobState is a session in the background: one that no pane shows, or one that a pane shows.
type JobState struct {
	Job string
	As  ShownState // what it shows, if no pane shows it

	Pane      string
	ClaudePID int // the process in the pane
}

// Jobs is a value of JobsOption.
func Jobs(jobs []JobState) string {
	var words []string
	for _, j := range jobs {
		id := ID(j.Job)
		switch {
		case id == "" || id != strings.ToLower(id):
		case j.Pane == "":
			words = append(words, id+j.As.Letter())
		default:
			words = append(words, id+"="+j.Pane+"/"+strconv.Itoa(j.ClaudePID))
		}
	}
	return strings.Join(words, " ")
}

// PanesOf returns the panes that show a session, as a value of JobsOption has them.
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

// WasUnshown returns what a session showed in a value of JobsOption, "" if that does not have it.
func WasUnshown(value, job string) ShownState {
	for word := range strings.FieldsSeq(value) {
		for _, as := range ByUrgency() {
			if word == job+as.Letter() {
				return as
			}
		}
	}
	return ""
}

// TellJobs returns the commands that set JobsOption to another value, wake those who wait, and
// notify the user of some of the sessions. If another process was faster, the first command fails, and
// tmux drops the rest.
func TellJobs(before, now string, news []JobState) [][]string {
	name := If(Eq(ServerFormat("#{"+JobsOption+"}"), Lit(before)), Lit(JobsOption), Lit(noOption)).String()
	cmds := [][]string{
		{"set-option", "-s", name, now},
		signal{ChangesChannel}.command(""), signal{ShownChannel}.command(""),
	}
	for _, s := range news {
		if s.As == ShownQuestion || s.As == ShownUnseen {
			s.As = ShownState(Idle)
		}
		line := "#{" + NotifyOption + "} " + s.Job + " " + string(s.As) + " >/dev/null 2>&1 || :"
		cmds = append(cmds, []string{"run-shell", "-bt", NoTarget, "#{?" + NotifyOption + "," + line + ",:}"})
	}
	return cmds
}
