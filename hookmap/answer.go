package hookmap

import (
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

// Answered returns the edits that end a call which has been answered by its own hook: what
// comes next in Claude Code is told by no event for as long as the tool runs.
func Answered(call string, now time.Time) []opt.Edit {
	running := opt.And(opt.Get(opt.Turn), opt.Has(opt.Waiting, call))
	return append([]opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnOpen)).If(running),
		callAnsweredBy(call),
	}, opt.DeriveAsserted(now)...)
}
