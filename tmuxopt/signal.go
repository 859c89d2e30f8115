package tmuxopt

import (
	"context"
	"strings"
)

// Whoever wants to know of changes waits on one channel of the server, and
// counts them by one option, because a signal can be missed: one that nobody
// waits for is remembered, but a second one takes it away again.
const (
	changesChannel = "atm-changes"
	changesOption  = "@atm_changes"
)

// NotifyOption is the global option with the shell command that tmux starts,
// with the pane's id and the state behind it, when a session calls for attention, fails or
// finishes. The command comes from setup, never from a payload.
const NotifyOption = "@atm-notify-run"

// Signal returns the edits that tell of a change of a pane's state: those who
// wait, and the command for notifications, which tmux runs in the background.
// They belong into a group that is for changes only.
func Signal() []Edit {
	// Were there output, or a status, tmux would show it in the pane, in a mode that
	// takes the keys that are meant for Claude.
	notify := []string{"run-shell", "-bt", target, "#{" + NotifyOption + "} #{pane_id} #{q:" + string(State) + "} >/dev/null 2>&1 || :"}
	wanted := And(Get(NotifyOption), Differ(Get(State), Lit("working"))) // which nobody is told of
	return []Edit{
		{command: []string{"set-option", "-sF", changesOption, "#{e|+:#{" + changesOption + "},1}"}},
		{command: []string{"wait-for", "-S", changesChannel}},
		Together(wanted, Edit{command: notify}),
	}
}

// target stands for the pane in a command of an edit.
const target = "PANE"

// Changes returns the count of changes so far, "" before the first one.
func (s Server) Changes(ctx context.Context) (string, error) {
	r, err := s.Run(ctx, [][]string{readChanges})
	return strings.TrimSpace(r.Stdout), err
}

var readChanges = []string{"show-options", "-sqv", changesOption}

// WaitChange returns once the count of changes differs from the one given, and
// with it the count. Nothing is missed between two calls: tmux compares and waits
// in one go.
func (s Server) WaitChange(ctx context.Context, count string) (now string, err error) {
	if !digits(count) {
		count = ""
	}
	same := Eq(serverFormat("#{"+changesOption+"}"), Lit(count)).String()
	r, err := s.Run(ctx, [][]string{{"if-shell", "-F", same, "wait-for " + changesChannel}, readChanges})
	return strings.TrimSpace(r.Stdout), err
}
