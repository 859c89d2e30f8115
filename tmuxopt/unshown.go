package tmuxopt

import (
	"slices"
	"strings"
)

// UnshownOption is the option of the server that says what the sessions in the background show that no
// pane shows: for each the id of its job, and a letter. The follower sets it, and counts add it.
const UnshownOption = "@atm_unshown"

// unshownLetter stands for what a session shows, in UnshownOption. Ids have no capitals.
func unshownLetter(as ShownState) string {
	place := slices.Index(ByUrgency(), as)
	if place < 0 {
		return ""
	}
	return string(rune('A' + place))
}

// CountUnshown is one letter for each session in the background that no pane shows and that shows that.
func CountUnshown(as ShownState) string {
	return "#{s/[^" + unshownLetter(as) + "]//:#{" + UnshownOption + "}}"
}

// UnshownSession is a session in the background that no pane shows.
type UnshownSession struct {
	Job string
	As  ShownState // what it shows
}

// Unshown is a value of UnshownOption.
func Unshown(sessions []UnshownSession) string {
	var words []string
	for _, s := range sessions {
		if job := ID(s.Job); job != "" && job == strings.ToLower(job) {
			words = append(words, job+unshownLetter(s.As))
		}
	}
	return strings.Join(words, " ")
}

// WasUnshown returns what a session showed in a value of UnshownOption, "" if that does not have it.
func WasUnshown(value, job string) ShownState {
	for word := range strings.FieldsSeq(value) {
		for _, as := range ByUrgency() {
			if word == job+unshownLetter(as) {
				return as
			}
		}
	}
	return ""
}

// TellUnshown returns the commands that set UnshownOption to another value, wake those who wait, and
// notify the user of some of the sessions. If another process was faster, the first command fails, and
// tmux drops the rest.
func TellUnshown(was, now string, news []UnshownSession) [][]string {
	name := If(Eq(ServerFormat("#{"+UnshownOption+"}"), Lit(was)), Lit(UnshownOption), Lit(noOption)).String()
	cmds := [][]string{
		{"set-option", "-s", name, now},
		signal{ChangesChannel}.command(""), signal{ShownChannel}.command(""),
	}
	for _, s := range news {
		if s.As == ShownQuestion {
			s.As = ShownState(Idle)
		}
		line := "#{" + NotifyOption + "} " + s.Job + " " + string(s.As) + " >/dev/null 2>&1 || :"
		cmds = append(cmds, []string{"run-shell", "-bt", NoTarget, "#{?" + NotifyOption + "," + line + ",:}"})
	}
	return cmds
}
