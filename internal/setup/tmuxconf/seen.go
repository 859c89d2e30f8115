package tmuxconf

import (
	"fmt"
	"strconv"
	"strings"

	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// visitHooks are the hooks of tmux after which other panes may be visible to
// somebody. client-focus-in exists since 3.3.
func visitHooks() []string {
	return []string{
		"after-select-pane", "after-select-window", "window-pane-changed", "session-window-changed",
		"client-session-changed", "client-attached", "client-focus-in", "after-resize-pane", // zoom
	}
}

// firesLate reports whether tmux runs a hook some time after what it is about: there
// may be no session left by then. tmux 3.2 crashes where a hook runs another one then,
// so it does without these.
func firesLate(hook string) bool {
	return hook == "window-pane-changed" || hook == "session-window-changed"
}

// seenHook is the hook of tmux that keeps the command which looks whether a visit
// lasts. Commands of a hook run under a condition that way without leaving anything in
// the server (see tmuxopt's stored programs). When somebody lists the buffers of tmux
// and so fires the hook, it does what a visit does.
const seenHook = "after-list-buffers"

// SeenHooks returns the commands that install a policy for what has been seen in a
// server: there is no polling, and a process only when somebody comes to a window
// with something to see. With dwell it looks whether the visit still lasts after that
// many seconds. Respond has no hooks; any other policy removes everything.
func SeenHooks(program string, policy tmuxopt.SeenPolicy, seconds int) [][]string {
	cmds := [][]string{{"set-option", "-g", tmuxopt.SeenOption, string(policy)}}
	texts := map[string]string{}
	switch policy {
	case tmuxopt.Visit, tmuxopt.Dwell:
		if policy == tmuxopt.Visit {
			seconds = 0
		}
		for _, hook := range visitHooks() {
			texts[hook] = tmuxopt.Source(visit())
		}
		texts[seenHook] = tmuxopt.Source([][]string{{"run-shell", "-b", seenCommand(program, seconds)}})
	case tmuxopt.Respond:
	default:
		cmds = [][]string{forget(tmuxopt.SeenOption)}
	}
	for _, hook := range append(visitHooks(), seenHook) {
		name := fmt.Sprintf("%s[%d]", hook, tmuxopt.HookIndex)
		if firesLate(hook) {
			name = "#{?" + tmuxopt.Before("3") + ",none," + name + "}"
		}
		// -q, because a version of tmux may not have the hook.
		if text := texts[hook]; text != "" {
			cmds = append(cmds, []string{"set-option", "-gq", name, text})
		} else {
			cmds = append(cmds, forget(name))
		}
	}
	return cmds
}

// visit returns the commands that count a visit to a window with something to see,
// and have it looked at.
func visit() [][]string {
	unseen := tmuxopt.UnseenInWindow()
	return [][]string{
		tmuxopt.CountVisit(unseen),
		{"set-hook", "-R", tmuxopt.If(unseen, tmuxopt.Lit(seenHook), tmuxopt.Lit("none")).String()},
	}
}

// seenCommand is the shell command that looks whether the visit lasts. tmux expands
// the pane and the count of visits, of which the shell gets the digits alone: a pane may
// have an option of that name, with any value.
func seenCommand(program string, seconds int) string {
	atm := tmuxopt.Lit(shell.Word(program)).String()
	visits := "#{s/[^0-9]//:" + tmuxopt.VisitOption + "}"
	command := atm + " seen --after " + strconv.Itoa(seconds) + "s #{pane_id} " + visits + " >/dev/null 2>&1"
	return "#{?" + tmuxopt.UnseenInWindow().String() + "," + command + ",:}"
}

// presenceVariable names the file by which Claude Code learns that somebody is here. As long as there is one, what
// happens in a session is not pushed to the telephone.
const presenceVariable = "CLAUDE_CLIENT_PRESENCE_FILE"

// presenceEnd is how the name of our file ends.
const presenceEnd = ".here"

// presenceIndex is the index of our commands in the hooks of tmux after which somebody may have come or gone. Another
// one of ours, for what is seen, stands in some of them.
const presenceIndex = tmuxopt.HookIndex + 2

func presenceHooks() []string {
	return []string{"client-focus-in", "client-focus-out", "client-attached", "client-detached"}
}

// presence has new panes know the file, one for each server, and tmux make and remove it. A file that the user has
// named stays.
func (c Conf) presence(w *writer) {
	const name = "#{b:socket_path}" + presenceEnd
	dir := literal(c.Presence + "/")
	w.section("Keep a file while somebody is here, for Claude Code's notifications on the telephone: atm setup --help")
	w.ifNot("#{"+presenceVariable+"}", "set-environment -gF "+presenceVariable+" "+word(dir+name))
	command := "run-shell -b " + word(tmuxopt.Lit(shell.Word(c.Program)).String()+" here "+
		literal(shell.Word(c.Presence+"/"))+"#{q;b:socket_path}"+presenceEnd+" >/dev/null 2>&1 || :")
	for _, hook := range presenceHooks() {
		w.line("set-option -gq %s[%d] %s", hook, presenceIndex, word(command)) // -q: tmux 3.2 does not have all
	}
	w.line("%s", command)
}

// undoPresence removes our file, and what makes it.
func undoPresence() [][]string {
	ours := "#{m:*/.local/state/atm/*" + presenceEnd + ",#{" + presenceVariable + "}}"
	remove := `f=#{q:` + presenceVariable + `}; rm -f -- "$f"; rmdir -- "$(dirname -- "$f")" 2>/dev/null || :`
	cmds := [][]string{
		{"run-shell", "-t", tmuxopt.NoTarget, "#{?" + ours + "," + remove + ",:}"},
		{"if-shell", "-Ft", tmuxopt.NoTarget, ours, "set-environment -gu " + presenceVariable},
	}
	for _, hook := range presenceHooks() {
		cmds = append(cmds, forget(fmt.Sprintf("%s[%d]", hook, presenceIndex)))
	}
	return cmds
}

// TellsPresence reports whether our configuration file has tmux keep the file.
func TellsPresence(text string) bool {
	return strings.Contains(text, "set-environment -gF "+presenceVariable)
}
