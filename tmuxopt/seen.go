package tmuxopt

import "strings"

// A session that has finished is unseen until somebody has looked at its pane. A [SeenPolicy] says what
// counts as looking.

// VisitOption is the option of a window that counts how often somebody has switched to it while it had
// something unseen.
const VisitOption = "@atm_visit"

// UnseenInWindow is true where the window has a visible pane with something unseen.
func UnseenInWindow() Format {
	each := If(And(visible(), unseen()), Lit("1"), Lit(""))
	return ServerFormat("#{P:" + each.String() + "}")
}

// CountVisit returns the command that counts a visit to the current window if the condition is true.
func CountVisit(condition Format) []string {
	flags, name := conditional(VisitOption, condition)
	return []string{"set-option", flags + "wF", name, "#{e|+:#{" + VisitOption + "},1}"}
}

// MarkSeen is the edit that marks what a pane shows as seen.
func MarkSeen() Edit { return SetFormat(Seen, Get(Since)) }

// MarkVisited is the edit that marks what a pane shows as seen, if that visit to its window has not ended.
func MarkVisited(visit string) Edit {
	isSameVisit := Eq(ServerFormat("#{"+VisitOption+"}"), Lit(ID(visit)))
	return MarkSeen().If(And(And(Watched(), unseen()), isSameVisit))
}

// Watched is true where the pane is visible in an attached client whose terminal has the focus, if tmux
// knows that: from 3.7 on, and with focus-events on. It depends on the server, so for the model it is false.
func Watched() Format {
	return And(visible(), And(ServerFormat(terminals), focused()))
}

// terminals is the names of the clients that show the pane's window on a terminal. Clients without a
// terminal are programs in control mode, such as atm watch --hosts on another host: tmux names them after
// their process. That of tmux -CC (iTerm2) has a terminal, and somebody looks there.
const terminals = "#{s/,?client-[0-9]+//:window_active_clients_list}"

// visible is true in the panes that are visible in a client which shows their window.
func visible() Format {
	return Or(ServerFormat("#{pane_active}"), Not(ServerFormat("#{window_zoomed_flag}")))
}

// focused is true where one of the clients that show the pane's window has the focus.
//
// From 3.4 on, a format can loop over the clients. Up to 3.6 these include programs that have connected and
// not identified themselves yet, as each hook does for a moment: they have no name, and asking for it, or
// sorting by it, crashes tmux (seen with 3.5a). From 3.7 on tmux leaves them out, and those that are locked or
// suspended; before, every client counts as focused.
func focused() Format {
	shows := "#{m:*#,#{client_name}#,*,#," + terminals + "#,}"
	each := "#{?#{m:attached#,*focused*,#{client_flags}},#{?" + shows + ",1,},}"
	return If(ServerFormat(Before("7")), Lit("1"), ServerFormat("#{L:"+each+"}"))
}

// HasTerminal is true in the pane that has the terminal of that path, and in none if the path is none of a terminal.
func HasTerminal(path string) Format {
	name, isDevice := strings.CutPrefix(path, "/dev/")
	if !isDevice || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789/") != "" {
		return Lit("")
	}
	return Eq(ServerFormat("#{pane_tty}"), Lit(path))
}
