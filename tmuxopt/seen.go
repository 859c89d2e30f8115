package tmuxopt

import (
	"fmt"
	"strconv"
	"strings"
)

// SeenIndex is the index of our hooks in tmux's lists of hooks: those of the user
// and of other tools stand at others.
const SeenIndex = 8128

// SeenOption is the global option that says that a policy is at work: without one
// a session would stay unseen for ever.
const SeenOption = "@atm_seen"

// SeenPolicy says when a session that has finished counts as seen.
type SeenPolicy string

// The policies, values of [SeenPolicyOption].
const (
	Visit   SeenPolicy = "visit"   // as soon as its pane is on a screen
	Dwell   SeenPolicy = "dwell"   // when it has been there for two seconds; the default
	Respond SeenPolicy = "respond" // only when it is given something new to do
)

// seenHooks are the hooks of tmux after which another pane may be on a screen.
func seenHooks() []string {
	return []string{"after-select-pane", "after-select-window", "window-pane-changed", "session-window-changed", "client-session-changed", "client-attached"}
}

// SeenHooks returns the commands that install a policy in a server: no polling,
// and no process. Dwell looks after that many seconds. Respond has no hooks;
// any other policy removes everything.
func SeenHooks(policy SeenPolicy, seconds int) [][]string {
	delay := "0"
	if policy == Dwell {
		delay = strconv.Itoa(max(seconds, 0))
	}
	cmds := [][]string{{"set-option", "-gqu", SeenOption}}
	if policy == Visit || policy == Dwell || policy == Respond {
		cmds = [][]string{{"set-option", "-g", SeenOption, string(policy)}}
	}
	for _, hook := range seenHooks() {
		name := fmt.Sprintf("%s[%d]", hook, SeenIndex)
		if policy == Visit || policy == Dwell {
			cmds = append(cmds, []string{"set-hook", "-g", name, arrival(delay)})
		} else {
			cmds = append(cmds, []string{"set-hook", "-gu", name})
		}
	}
	return cmds
}

// VisitOption counts how often somebody may have come to a pane with a session.
const VisitOption = "@atm_visit"

// arrival is the command that counts a visit to a pane, and looks at it after the
// delay.
func arrival(delay string) string {
	commands := [][]string{
		{"set-option", "-pF", VisitOption, "#{e|+:#{" + VisitOption + "},1}"},
		{"run-shell", "-b", "-d", delay, "-C", look()},
	}
	return quoted("if-shell", "-F", get(SessionID), strings.TrimSpace(Source(commands)))
}

// look is the command that marks a pane as seen if it is on a screen, is so since
// the same visit, and shows a session that has finished or failed. run-shell
// expands the pane and the visit when the hook runs; the rest is quoted, and
// expanded when the command runs.
func look() string {
	const visit = "VISIT"
	stayed := And(Looked(), Eq(serverFormat("#{"+VisitOption+"}"), Lit(visit)))
	finished := Or(Is(State, "idle"), Is(State, "error"))
	unseen := And(stayed, And(finished, Not(Eq(Get(Since), Get(Seen)))))
	mark := quoted("set-option", "-pFt", target, string(Seen), get(Since))
	cmd := quoted("if-shell", "-Ft", target, unseen.String(), mark)
	return strings.NewReplacer(target, "#{pane_id}", visit, "#{"+VisitOption+"}").Replace(cmd)
}

// quoted returns a command as text for tmux's parser.
func quoted(cmd ...string) string { return strings.TrimSpace(Source([][]string{cmd})) }
