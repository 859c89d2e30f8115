package draw

import (
	"fmt"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// CountsFormat is the tmux format that counts the sessions of the whole server by state, "!1 ?1 ✓1 ▶2 ⏸3":
// those that need attention, have failed, have finished with a question, have finished since somebody
// looked, work, are otherwise idle, are asleep. Ended sessions do not count, and the windows of grouped tmux
// sessions count once. Before the counts it draws the limits of the account that are nearly used up: see
// [LimitsFormat].
func CountsFormat(set tmuxopt.Icons) string {
	return inline(allCounts(set))
}

func allCounts(set tmuxopt.Icons) string {
	return "#{s| $||:" + LimitsFormat() + countsFormat(set) + "}"
}

// Counted lists the states that are counted, the most urgent first.
func Counted() []string {
	return urgencyWithout(tmuxopt.ShownState(tmuxopt.Starting), tmuxopt.ShownElsewhere, tmuxopt.ShownEnded)
}

// urgencyWithout returns the names of [tmuxopt.ByUrgency] except some.
func urgencyWithout(omitted ...tmuxopt.ShownState) []string {
	var names []string
	for _, shown := range tmuxopt.ByUrgency() {
		if !slices.Contains(omitted, shown) {
			names = append(names, string(shown))
		}
	}
	return names
}

// countsFormat shows states in the classic set, too: a count of both sessions that need you and idle ones
// would be useless. It loops over all panes once, for one letter each: the rows are written around the
// letters, and only then expanded as a format. In a row, "2 ▶" becomes "▶2 ", with the number in the icon's
// colour, and "0 ▶" becomes empty.
func countsFormat(set tmuxopt.Icons) string {
	var rows strings.Builder
	for _, name := range Counted() {
		own := ownIcon(name)
		style := choice(own, "", coloured(" "+StyleOf(name).tmux(), ""))
		const row = `#{s|^0 .*||;s|^([0-9]+) (.*)|` + begin + `%s]\2\1` + end + ` |:#{n:#{s/[^%s]//:%s}} %s}`
		fmt.Fprintf(&rows, row, style, tmuxopt.ShownState(name).Letter(), letters,
			choice(own, own, ourSign(statesOf(set), name)))
	}
	return "#{E:#{s~^.*$~" + expandedLater(rows.String()) + "~:" + everySession() + "}}"
}

// letters is the placeholder in the rows for the letters of all sessions.
const letters = "LETTERS"

// expandedLater returns a format as the replacement of a substitution that is expanded only after the
// substitution: tmux expands a replacement twice. The text that was substituted takes the place of letters.
func expandedLater(format string) string {
	return "#{l:#{l:" + strings.NewReplacer(`\`, `\\`, letters, `#{l:\0}`).Replace(format) + "}}"
}

// everySession draws a letter for what each session of the server shows: see [tmuxopt.ShownState.Letter]. A
// window in several sessions (of a group, or linked) counts in the first of its list of sessions. If that
// list is not the group's, the window may occur twice in one session, and a comma in a name of the group may
// mislead: then its letters stand after its id, and a repetition is left out, up to two. (A loop over
// sessions within a loop over windows would be exact, but makes tmux 3.7 read freed memory.)
func everySession() string {
	const (
		isOnlySession = "#{==:#{session_name},#{window_linked_sessions_list}}"
		// The list begins with the name and a comma.
		first    = "#{==:#{session_name}#,,#{=/#{w:#{session_name}#,}/:window_linked_sessions_list}}"
		linked   = "#{!=:#{n:window_linked_sessions_list},#{n:session_group_list}}"
		oddGroup = "#{?session_grouped," +
			"#{!=:#{n:#{s/[^#,]//:session_group_list}},#{e|-:#{session_group_size},1}},}"
		repeated = `s/(@[0-9]+[A-Z]+[.])(.*)\1/\1\2/;`
	)
	marks := "#{P:" + choice(get(tmuxopt.Shown), get(tmuxopt.Shown), get(tmuxopt.State)) + " }"
	named := "#{window_id}" + marks + "."
	windows := func(ofFirst string) string {
		return "#{W:" + choice(isOnlySession, marks, choice(first, ofFirst, "")) + "}"
	}
	all := "#{S:" + choice(oddGroup, windows(named), windows(choice(linked, named, marks))) + "}"
	words := ""
	for _, shown := range tmuxopt.ByUrgency() {
		words += "s/" + string(shown) + " /" + shown.Letter() + "/;"
	}
	return "#{" + words + strings.Repeat(repeated, 2) + "s/[^A-Z]//:" + all + "#{" + tmuxopt.JobsOption + "}}"
}
