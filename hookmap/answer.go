package hookmap

import (
	"slices"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// Call returns the key of the call that a PermissionRequest is about, "" for another event.
func (p Payload) Call() string {
	if p.Event != string(PermissionRequest) {
		return ""
	}
	return callKey(agentKey(p.AgentID), opt.Text(p.Tool), p.Input.sum(p.Tool))
}

// IsCall reports whether a text has the form of a call's key.
func IsCall(key string) bool {
	agent, hash, found := strings.Cut(key, ".")
	return found && agent != "" && hash != "" && opt.Word(agent) == agent && opt.Word(hash) == hash
}

// Untold is true in a pane to which the event of a call may still be applied, after tmux was too slow for it
// at that time: no newer event was reported, or only the registry has reported a dialog.
func Untold(at time.Time) opt.Format {
	return opt.Or(opt.Older(opt.Nanoseconds(at)), opt.Has(opt.Waiting, placeholder))
}

// Answered returns the edits that end a call which its own hook has answered. Claude Code fires no event for
// that until the tool has run.
func Answered(call string, now time.Time) []opt.Edit {
	running := opt.And(opt.Get(opt.Turn), opt.Has(opt.Waiting, call))
	return append([]opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnOpen)).If(running),
		closeCall(call),
	}, opt.DeriveAsserted(now)...)
}

// OpenCalls returns the open calls of a session. A call that only the registry has reported counts only if
// no hook has reported one: otherwise both are the same dialog.
func OpenCalls(o opt.Options) []opt.Entry {
	calls := opt.Entries(o[opt.Waiting])
	if len(calls) < 2 {
		return calls
	}
	return slices.DeleteFunc(calls, func(e opt.Entry) bool { return e.Key == placeholder })
}

// OnlyRegistered reports whether only the registry has reported a call, which asks for a permission or an answer.
func OnlyRegistered(call opt.Entry) bool {
	return call.Key == placeholder && call.Word != string(CallDialog)
}

// IsOver reports whether a pane shows that a call is over: it lists other calls of the session, each from a hook.
func IsOver(o opt.Options, call string) bool {
	listed := opt.Entries(o[opt.Waiting])
	return len(listed) > 0 && !slices.ContainsFunc(listed, func(e opt.Entry) bool {
		return e.Key == call || e.Key == placeholder
	})
}

// SubagentAsksToo reports whether a subagent asks beside the main thread. Then the registry lists the session as
// waiting also after Esc at the dialog of the main thread.
func SubagentAsksToo(o opt.Options) bool {
	main, others := false, false
	for _, call := range OpenCalls(o) {
		owner, _, _ := strings.Cut(call.Key, ".")
		main, others = main || owner == mainThread, others || owner != mainThread
	}
	return main && others
}
