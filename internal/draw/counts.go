package draw

import (
	"fmt"
	"strings"

	"atm/tmuxopt"
)

// CountsFormat is the tmux format that counts the sessions of the whole server
// by state, "!1 ?1 ▶2 ⏸3": what needs attention, what failed, what has finished with a
// question, what works, what is idle otherwise. Sessions that have ended do not count,
// and the windows of grouped tmux sessions count once. In front of them stand the limits
// of the account that are nearly used up: see [LimitsFormat].
func CountsFormat(set tmuxopt.Icons) string {
	return inline(allCounts(set))
}

func allCounts(set tmuxopt.Icons) string {
	return "#{s| $||:" + LimitsFormat() + countsFormat(set) + "}"
}

// countsFormat shows states also in the classic set: a count that adds who
// needs you to who is merely idle would be of no use. The panes are gone through
// once for each state: "2 ▶" becomes "▶2 ", the number in the icon's colour, and "0 ▶" nothing.
func countsFormat(set tmuxopt.Icons) string {
	var b strings.Builder
	for _, name := range []string{attention, failed, Question, working, idle} {
		cond := shows(name)
		if name == idle {
			cond = tmuxopt.And(tmuxopt.Is(tmuxopt.State, idle), tmuxopt.Not(lastAsked())).String()
		}
		own := ownIcon(name)
		style := choice(own, "", coloured(" "+StyleOf(name).tmux(), ""))
		const row = `#{s|^0 .*||;s|^([0-9]+) (.*)|` + begin + `%s]\2\1` + end + ` |:#{n:%s} %s}`
		fmt.Fprintf(&b, row, style, anywhere(cond), choice(own, own, ourSign(statesOf(set), name)))
	}
	return b.String()
}

// anywhere is one mark for each pane of the server for which the condition is
// true. A window of grouped sessions is linked to all of them: it counts in the
// one that the list of its sessions begins with. A list of one is compared as it
// is: there may be a comma in the name. (Since 3.6 the number of sessions is no
// help: a group counts as one there.)
func anywhere(cond string) string {
	first := "#{==:#{session_name},#{s/#,.*//:window_linked_sessions_list}}"
	once := "#{||:#{==:#{session_name},#{window_linked_sessions_list}}," + first + "}"
	return "#{S:#{W:#{?" + once + ",#{P:" + mark(cond) + "},}}}"
}
