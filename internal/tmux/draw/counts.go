package draw

import (
	"fmt"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// CountsFormat is the tmux format that counts the sessions of the whole server
// by state, "!1 ?1 ✓1 ▶2 ⏸3": what needs attention, what failed, what has finished with a
// question, what has finished since somebody looked, what works, what is idle otherwise, what is
// asleep. Sessions that have ended do not count, and the windows of grouped tmux sessions count once.
// In front of them stand the limits of the account that are nearly used up: see [LimitsFormat].
func CountsFormat(set tmuxopt.Icons) string {
	return inline(allCounts(set))
}

func allCounts(set tmuxopt.Icons) string {
	return "#{s| $||:" + LimitsFormat() + countsFormat(set) + "}"
}

// Counted lists what is counted, the most urgent first.
func Counted() []string {
	return urgencyWithout(tmuxopt.ShownState(tmuxopt.Starting), tmuxopt.ShownElsewhere, tmuxopt.ShownEnded)
}

// urgencyWithout returns names of [tmuxopt.ByUrgency] without some.
func urgencyWithout(omitted ...tmuxopt.ShownState) []string {
	var names []string
	for _, shown := range tmuxopt.ByUrgency() {
		if !slices.Contains(omitted, shown) {
			names = append(names, string(shown))
		}
	}
	return names
}

// countsFormat shows states also in the classic set: a count that adds who
// needs you to who is merely idle would be of no use. All panes are gone through once, for a
// letter each: the rows are written around the letters, and expanded as a format only then. In a
// row, "2 ▶" becomes "▶2 ", the number in the icon's colour, and "0 ▶" nothing.
func countsFormat(set tmuxopt.Icons) string {
	var rows strings.Builder
	for _, name := range Counted() {
		own := ownIcon(name)
		style := choice(own, "", coloured(" "+StyleOf(name).tmux(), ""))
		const row = `#{s|^0 .*||;s|^([0-9]+) (.*)|` + begin + `%s]\2\1` + end + ` |:#{n:#{s/[^%s]//:%s}} %s}`
		fmt.Fprintf(&rows, row, style, tmuxopt.ShownState(name).Letter(), letters,
			choice(own, own, ourSign(statesOf(set), name)))
	}
	return "#{E:#{s~^.*$~" + later(rows.String()) + "~:" + everySession() + "}}"
}

// letters stand in the rows for the letters of all sessions.
const letters = "LETTERS"

// later is a format that is the replacement of a substitution, and is expanded only after that: tmux
// expands a replacement twice. The letters are what was substituted.
func later(format string) string {
	return "#{l:#{l:" + strings.NewReplacer(`\`, `\\`, letters, `#{l:\0}`).Replace(format) + "}}"
}

// everySession is a letter for what each session of the server shows: see [tmuxopt.ShownState.Letter].
// A window of several sessions (of a group, or linked) counts in the one that the list of its
// sessions begins with. Where that list is not the group's, the window may stand twice in one
// session, and a comma in a name of the group may mislead: there its letters stand after its id,
// and a repetition is left out, up to two. (A loop within a loop over windows would be exact, but
// makes tmux 3.7 read freed memory.)
func everySession() string {
	const (
		alone = "#{==:#{session_name},#{window_linked_sessions_list}}"
		// The list begins with the name and a comma.
		first    = "#{==:#{session_name}#,,#{=/#{n:#{session_name}#,}/:window_linked_sessions_list}}"
		linked   = "#{!=:#{n:window_linked_sessions_list},#{n:session_group_list}}"
		oddGroup = "#{?session_grouped," +
			"#{!=:#{n:#{s/[^#,]//:session_group_list}},#{e|-:#{session_group_size},1}},}"
		repeated = `s/(@[0-9]+[A-Z]+[.])(.*)\1/\1\2/;`
	)
	marks := "#{P:" + choice(get(tmuxopt.Shown), get(tmuxopt.Shown), get(tmuxopt.State)) + " }"
	named := "#{window_id}" + marks + "."
	windows := func(ofFirst string) string {
		return "#{W:" + choice(alone, marks, choice(first, ofFirst, "")) + "}"
	}
	all := "#{S:" + choice(oddGroup, windows(named), windows(choice(linked, named, marks))) + "}"
	words := ""
	for _, shown := range tmuxopt.ByUrgency() {
		words += "s/" + string(shown) + " /" + shown.Letter() + "/;"
	}
	return "#{" + words + strings.Repeat(repeated, 2) + "s/[^A-Z]//:" + all + "#{" + tmuxopt.JobsOption + "}}"
}
