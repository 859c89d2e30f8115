package tmuxopt

import (
	"strconv"
)

// Whoever wants to know of changes waits on one channel of the server, and
// counts them by one option, because a signal can be missed: one that nobody
// waits for is remembered, but a second one takes it away again.
const (
	ChangesChannel = "atm-changes"
	ChangesOption  = "@atm_changes"
)

// NotifyOption is the global option with the shell command that tmux starts,
// with the pane's id and the state behind it, when a session calls for attention, fails or
// finishes. The command comes from setup, never from a payload.
const NotifyOption = "@atm-notify-run"

// WatchedOption lists on the server who wants to know also of what changes while
// the state stays.
const WatchedOption = "@atm_watched"

// Signal returns the edits that tell of a change of a pane's state: its history,
// those who wait, and the command for notifications, which tmux runs in the
// background. They belong into a group that is for changes only.
func Signal() []Edit {
	history := "#{=-" + strconv.Itoa(maxHistory) + ":" + string(History) + "} #{" + ChangesOption + "}=" + get(State)
	return []Edit{
		{command: count},
		{command: []string{"set-option", "-pFt", target, string(History), history}},
		{command: wake},
		Together(ServerFormat("#{"+WaitedOption+"}"), Edit{command: []string{"wait-for", "-S", PaneChannel + target}}),
		notify(),
	}
}

// WaitedOption is set in a pane that somebody waits for.
const WaitedOption = "@atm_waited"

// PaneChannel + a pane's id is the channel of those who wait for that pane alone.
const PaneChannel = "atm-"

// Called returns the edits that tell of another call for attention in a pane that
// has one already.
func Called() []Edit { return []Edit{{command: count}, {command: wake}, notify()} }

// maxHistory is how many characters of its history a pane keeps, besides the last
// change: a dozen changes.
const maxHistory = 200

var (
	count = []string{"set-option", "-sF", ChangesOption, "#{e|+:#{" + ChangesOption + "},1}"}
	wake  = []string{"wait-for", "-S", ChangesChannel}
)

// Shown returns the edit that tells those who show more than states that
// something has changed, if there are any.
func Shown() Edit {
	return Together(ServerFormat("#{"+WatchedOption+"}"), Edit{command: count}, Edit{command: wake})
}

// notify returns the edit that starts the command for notifications, if the
// pane's state is one to tell of.
func notify() Edit {
	// Were there output, or a status, tmux would show it in the pane, in a mode that
	// takes the keys that are meant for Claude.
	run := []string{"run-shell", "-bt", target, "#{" + NotifyOption + "} #{pane_id} #{q:" + string(State) + "} >/dev/null 2>&1 || :"}
	asked := ServerFormat("#{m:* " + get(State) + " *, #{s/,/ /;s/done/idle/:" + NotifyStatesOption + "} }") // people say done
	wanted := If(Get(NotifyStatesOption), asked, Is(State, "attention"))
	return Together(And(Get(NotifyOption), And(Get(State), wanted)), Edit{command: run})
}

// Change is an entry of a pane's history.
type Change struct {
	Count int    // of all changes of the server
	State string // "" = the session has ended
}

// ChangesAfter returns the entries of a history that came after a count. (Of the
// first one a part may have been cut off: then its count is a smaller one.)
func ChangesAfter(count int, history string) []Change {
	var changes []Change
	for _, e := range Entries(history) {
		if n, err := strconv.Atoi(e.Key); err == nil && n > count {
			changes = append(changes, Change{n, e.Word})
		}
	}
	return changes
}

// target stands for the pane in the arguments of a command of an edit.
const target = "PANE"
