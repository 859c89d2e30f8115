package tmuxconf

import (
	"fmt"
	"strconv"

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
	cmds := [][]string{{"set-option", "-gqu", tmuxopt.SeenOption}}
	switch policy {
	case tmuxopt.Visit, tmuxopt.Dwell, tmuxopt.Respond:
		cmds = [][]string{{"set-option", "-g", tmuxopt.SeenOption, string(policy)}}
	}
	texts := map[string]string{}
	if policy == tmuxopt.Visit || policy == tmuxopt.Dwell {
		if policy == tmuxopt.Visit {
			seconds = 0
		}
		for _, hook := range visitHooks() {
			texts[hook] = tmuxopt.Source(visit())
		}
		texts[seenHook] = tmuxopt.Source([][]string{{"run-shell", "-b", seenCommand(program, seconds)}})
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
			cmds = append(cmds, []string{"set-option", "-gqu", name})
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
