package hookmap

import (
	"slices"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// Call returns the key of the call that a PermissionRequest is about, "" of another event.
func (p Payload) Call() string {
	if p.Event != string(PermissionRequest) {
		return ""
	}
	return callKey(agentKey(p.AgentID), p.Tool, p.Input)
}

// IsCall reports whether a text may be the key of a call: one that has come from elsewhere.
func IsCall(key string) bool {
	agent, hash, found := strings.Cut(key, ".")
	return found && agent != "" && hash != "" && opt.Word(agent) == agent && opt.Word(hash) == hash
}

// Answered returns the edits that end a call which has been answered by its own hook: what
// comes next in Claude Code is told by no event for as long as the tool runs.
func Answered(call string, now time.Time) []opt.Edit {
	running := opt.And(opt.Get(opt.Turn), opt.Has(opt.Waiting, call))
	return append([]opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnOpen)).If(running),
		callAnsweredBy(call),
	}, opt.DeriveAsserted(now)...)
}

// OpenCalls returns the open calls of a session. What the registry alone has told of is one
// only where no hook has told of any: else it is the same dialog.
func OpenCalls(o opt.Options) []opt.Entry {
	calls := opt.Entries(o[opt.Waiting])
	if len(calls) < 2 {
		return calls
	}
	return slices.DeleteFunc(calls, func(e opt.Entry) bool { return e.Key == placeholder })
}
