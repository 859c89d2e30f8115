package tmuxconf

import (
	"fmt"
	"strconv"
	"strings"

	"atm/tmuxopt"
)

// SeenIndex is the index of our hooks in tmux's lists of hooks: those of the user
// and of other tools stand at others.
const SeenIndex = 8128

// seenHooks are the hooks of tmux after which another pane may be on a screen.
func seenHooks() []string {
	return []string{"after-select-pane", "after-select-window", "window-pane-changed", "session-window-changed", "client-session-changed", "client-attached"}
}

// SeenHooks returns the commands that install a policy in a server: no polling,
// and no process. Dwell looks after that many seconds. Respond has no hooks;
// any other policy removes everything.
func SeenHooks(policy tmuxopt.SeenPolicy, seconds int) [][]string {
	delay := "0"
	if policy == tmuxopt.Dwell {
		delay = strconv.Itoa(max(seconds, 0))
	}
	cmds := [][]string{{"set-option", "-gqu", tmuxopt.SeenOption}}
	if policy == tmuxopt.Visit || policy == tmuxopt.Dwell || policy == tmuxopt.Respond {
		cmds = [][]string{{"set-option", "-g", tmuxopt.SeenOption, string(policy)}}
	}
	for _, hook := range seenHooks() {
		name := fmt.Sprintf("%s[%d]", hook, SeenIndex)
		if policy == tmuxopt.Visit || policy == tmuxopt.Dwell {
			cmds = append(cmds, []string{"set-hook", "-g", name, arrival(delay)})
		} else {
			cmds = append(cmds, []string{"set-hook", "-gu", name})
		}
	}
	return cmds
}

// arrival is the command that counts a visit to a pane, and looks at it after the
// delay.
func arrival(delay string) string {
	commands := [][]string{
		{"set-option", "-pF", tmuxopt.VisitOption, "#{e|+:#{" + tmuxopt.VisitOption + "},1}"},
		{"run-shell", "-b", "-d", delay, "-C", look()},
	}
	return quoted("if-shell", "-F", tmuxopt.Get(tmuxopt.SessionID).String(), strings.TrimSpace(tmuxopt.Source(commands)))
}

// look is the command that marks a pane as seen if it is on a screen, is so since
// the same visit, and shows a session that has finished or failed. run-shell
// expands the pane and the visit when the hook runs; the rest is quoted, and
// expanded when the command runs.
func look() string {
	const visit = "VISIT"
	stayed := tmuxopt.And(tmuxopt.Looked(), tmuxopt.Eq(tmuxopt.ServerFormat("#{"+tmuxopt.VisitOption+"}"), tmuxopt.Lit(visit)))
	finished := tmuxopt.Or(tmuxopt.Is(tmuxopt.State, "idle"), tmuxopt.Is(tmuxopt.State, "error"))
	unseen := tmuxopt.And(stayed, tmuxopt.And(finished, tmuxopt.Not(tmuxopt.Eq(tmuxopt.Get(tmuxopt.Since), tmuxopt.Get(tmuxopt.Seen)))))
	mark := quoted("set-option", "-pFt", target, string(tmuxopt.Seen), tmuxopt.Get(tmuxopt.Since).String())
	cmd := quoted("if-shell", "-Ft", target, unseen.String(), mark)
	return strings.NewReplacer(target, "#{pane_id}", visit, "#{"+tmuxopt.VisitOption+"}").Replace(cmd)
}

// target stands for the pane.
const target = "PANE"

// quoted returns a command as text for tmux's parser.
func quoted(cmd ...string) string { return strings.TrimSpace(tmuxopt.Source([][]string{cmd})) }
