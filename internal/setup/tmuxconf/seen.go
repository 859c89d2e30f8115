package tmuxconf

import (
	"fmt"
	"strconv"
	"strings"

	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// visitHooks are the hooks that tmux runs when another pane may have become visible. To change from one visible pane
// to another is no visit. client-focus-in exists since 3.3.
func visitHooks() []string {
	return []string{
		"after-select-window", "session-window-changed", "client-session-changed", "client-attached", "client-focus-in",
		"window-layout-changed",                  // zoomed or not, also by select-pane
		"after-select-pane", "after-resize-pane", // the same before 3.3
	}
}

// hookName returns the name of a hook as a format, which is that of no hook where tmux must not have ours. Some hooks
// are run some time after their event. There may be no session left by then, and tmux 3.2 crashes if such a hook runs
// another hook.
func hookName(hook string) string {
	name := fmt.Sprintf("%s[%d]", hook, tmuxopt.HookIndex)
	switch hook {
	case "window-layout-changed", "session-window-changed":
		return "#{?" + tmuxopt.Before("3") + ",none," + name + "}"
	case "after-select-pane", "after-resize-pane":
		return "#{?" + tmuxopt.Before("3") + "," + name + ",none}"
	}
	return name
}

// seenHook is the hook of tmux that stores the command atm seen. Only so a hook can run a command under a
// condition without leaving anything in the server (see tmuxopt's stored programs). list-buffers fires it as
// well, which then counts as a visit.
const seenHook = "after-list-buffers"

// SeenHooks returns the commands that install a policy for when a pane counts as seen: a format over global options
// that is the name of a [tmuxopt.SeenPolicy]. Nothing polls: tmux starts atm seen only when somebody visits a window
// with something unseen. With the policy dwell the visit must last that many seconds. With respond no visit counts.
func SeenHooks(program, policy string, seconds int) [][]string {
	setPolicy := []string{"set-option", "-gFt", tmuxopt.NoTarget, tmuxopt.ActiveSeenPolicyOption, policy}
	cmds := append(undoSeen(), setPolicy) // an earlier version may have set other hooks
	set := func(hook, text string) {
		cmds = append(cmds, []string{"set-option", "-gq", hookName(hook), text}) // -q: a tmux may not have the hook
	}
	for _, hook := range visitHooks() {
		set(hook, tmuxopt.Source(visit()))
	}
	set(seenHook, tmuxopt.Source([][]string{{"run-shell", "-b", seenCommand(program, seconds)}}))
	return cmds
}

// undoSeen returns the commands that remove the policy and its hooks. An earlier version used window-pane-changed.
func undoSeen() [][]string {
	cmds := [][]string{forget(tmuxopt.ActiveSeenPolicyOption)}
	for _, hook := range append(visitHooks(), seenHook, "window-pane-changed") {
		cmds = append(cmds, forget(fmt.Sprintf("%s[%d]", hook, tmuxopt.HookIndex)))
	}
	return cmds
}

// isNews is true where a visit to the window counts.
func isNews() tmuxopt.Format {
	respond := tmuxopt.Is(tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Respond))
	return tmuxopt.And(tmuxopt.Not(respond), tmuxopt.UnseenInWindow())
}

// visit returns the commands that count a visit to a window with something unseen, and run seenHook.
func visit() [][]string {
	return [][]string{
		tmuxopt.CountVisit(isNews()),
		{"set-hook", "-R", tmuxopt.If(isNews(), tmuxopt.Lit(seenHook), tmuxopt.Lit("none")).String()},
	}
}

// seenCommand is the shell command that calls atm seen. tmux expands the pane and the count of visits in it.
// The shell gets only the digits of the count, because a pane may have an option of that name with any value.
func seenCommand(program string, seconds int) string {
	atm := tmuxopt.Lit(shell.Word(program)).String()
	visits := "#{s/[^0-9]//:" + tmuxopt.VisitOption + "}"
	atOnce := tmuxopt.Is(tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Visit))
	after := tmuxopt.If(atOnce, tmuxopt.Lit("0"), tmuxopt.Lit(strconv.Itoa(seconds))).String()
	command := atm + " seen --after " + after + "s #{pane_id} " + visits + " >/dev/null 2>&1"
	return "#{?" + isNews().String() + "," + command + ",:}"
}

// presenceVariable names the presence file. While that file exists, Claude Code sends no notifications to the
// telephone.
const presenceVariable = "CLAUDE_CLIENT_PRESENCE_FILE"

// presenceEnd is the suffix of our presence file.
const presenceEnd = ".here"

// presenceIndex is the index of our commands in presenceHooks. Some of these also have a command at
// tmuxopt.HookIndex.
const presenceIndex = tmuxopt.HookIndex + 2

func presenceHooks() []string {
	return []string{"client-focus-in", "client-focus-out", "client-attached", "client-detached"}
}

// presence sets presenceVariable for new panes, unless the user has set it, and has tmux create and remove
// the file. Each server has its own file.
func (c Conf) presence(w *writer) {
	const name = "#{s|/|-|:socket_path}" + presenceEnd // the last name is not unique: $TMUX_TMPDIR and -S
	dir := literal(c.Presence + "/")
	w.section("Keep a file while somebody is here, for Claude Code's notifications on the telephone: atm setup --help")
	w.ifNot("#{"+presenceVariable+"}", "set-environment -gF "+presenceVariable+" "+word(dir+name))
	command := "run-shell -b " + word(tmuxopt.Lit(shell.Word(c.Program)).String()+" here "+
		literal(shell.Word(c.Presence+"/"))+"#{q;s|/|-|:socket_path}"+presenceEnd+" >/dev/null 2>&1 || :")
	for _, hook := range presenceHooks() {
		w.line("set-option -gq %s[%d] %s", hook, presenceIndex, word(command)) // -q: tmux 3.2 does not have all
	}
	w.line("%s", command)
}

// undoPresence removes our presence file, its variable and the hooks.
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

// TellsPresence reports whether our configuration file has tmux create a presence file.
func TellsPresence(text string) bool {
	return strings.Contains(text, "set-environment -gF "+presenceVariable)
}
