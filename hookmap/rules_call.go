package hookmap

import (
	"strings"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

func preToolUse(e *event) []opt.Edit {
	if kind := attentionTools[e.Tool]; kind != "" && !e.Allowed {
		return e.openCall(e.callKey(), kind, e.Tool, e.Request)
	}
	edits := append([]opt.Edit{
		e.setTurn(opt.TurnOpen),
		unlessLate(opt.Set(opt.Activity, e.Tool)), unlessLate(opt.Set(opt.ActivityPrompt, e.PromptID)),
	}, setWords(opt.Doing, e.Request)...)
	if e.Old {
		// The tools of one message start together, and the notification of a dialog comes six seconds later:
		// a tool that starts after the notification belongs to the next message.
		edits = append(edits, closeCall(notifiedKey))
	}
	if e.Allowed {
		edits = append(edits, closeCall(e.callKey()))
	}
	if e.Tool == skillTool {
		edits = append(edits, opt.StartEffortBy(e.Skill, e.Now)...)
	}
	return e.derive(edits...)
}

func agentPreToolUse(e *event) []opt.Edit {
	if e.UntypedAgent() {
		return e.untypedToolUse()
	}
	if attentionTools[e.Tool] != "" {
		return preToolUse(e)
	}
	edits := []opt.Edit{e.openTurn(), e.listAgent()}
	if e.Allowed {
		edits = append(edits, closeCall(e.callKey()))
	}
	return e.derive(edits...)
}

// untypedToolUse handles the tool of an agent without a type. One that is not listed is a helper of Claude Code: its
// calls change nothing.
func (e *event) untypedToolUse() []opt.Edit {
	edits := e.derive()
	if attentionTools[e.Tool] != "" {
		edits = preToolUse(e)
	}
	return opt.OnlyWhere(opt.Has(opt.Agents, e.agent), edits)
}

func permissionRequest(e *event) []opt.Edit {
	key := e.callKey()
	if kind := attentionTools[e.Tool]; kind != "" {
		return e.openCall(key, kind, e.Tool, e.Request)
	}
	return e.openCall(key, CallPermission, permissionFor(e.Tool), e.Request)
}

// permissionReason is the reason of a call for permission if the tool is unknown.
const permissionReason = "Permission"

// permissionFor is the reason of a call for permission to use a tool.
func permissionFor(tool string) string { return permissionReason + ": " + tool }

// openCall returns the edits of an open call for attention; request says what it wants.
func (e *event) openCall(key string, kind CallKind, reason, request string) []opt.Edit {
	// If the registry has listed the call before its hook arrived, the call is listed already.
	isListed := opt.Or(opt.Has(opt.Waiting, key), opt.Has(opt.Waiting, placeholder))
	another := opt.And(opt.Is(opt.State, string(opt.Attention)), opt.Not(isListed))
	edits := append([]opt.Edit{e.openTurn()}, opt.NotifyCall(another)...)
	if e.agent == mainThread {
		edits = append(edits, unlessLate(withoutPlaceholder(kind)))
	}
	edits = append(edits,
		unlessLate(opt.SetFormat(opt.Waiting,
			opt.With(opt.Waiting, opt.Entry{Key: key, Word: string(kind)}))),
		unlessLate(opt.Set(opt.Reason, opt.Text(reason))),
		unlessLate(opt.Set(opt.RequestCall, key)),
	)
	return e.derive(append(edits, setWords(opt.Request, request)...)...)
}

// withoutPlaceholder returns the edit that removes what the registry has reported of the main thread's call:
// its hook knows more. It is the same call, because the main thread has only one at a time.
func withoutPlaceholder(kind CallKind) opt.Edit {
	isListed := opt.HasEntry(opt.Waiting, opt.Entry{Key: placeholder, Word: string(kind)})
	return opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, placeholder)).If(isListed)
}

// setWords sets an option to a foreign text, unless the event is late or [opt.WordsOption] turns texts off.
func setWords(o opt.Option, text string) []opt.Edit {
	return onlyInSession(opt.SetWords(o, words.OptionText(text)))
}

// toolEnded closes the call of the tool, if there is one. Claude Code before 2.0.45 reports a dialog only by a
// notification. Then the dialog belongs to the tool that the notification names, else to the tool that started
// last. (Newer versions close such a call by PostToolBatch.)
func toolEnded(e *event) []opt.Edit {
	edits := []opt.Edit{e.setTurn(opt.TurnOpen), closeCall(e.callKey())}
	if tool := opt.ID(e.Tool); tool != "" && e.Old {
		last := opt.And(opt.Is(opt.Reason, permissionReason), opt.Is(opt.Activity, tool))
		ofThisTool := opt.Or(opt.Is(opt.Reason, permissionFor(tool)), last)
		edits = append(edits, closeCall(notifiedKey).If(ofThisTool))
	}
	if e.Launched != "" {
		edits = append(edits, setWords(opt.Given, e.Request)...)
		edits = append(edits, unlessLate(opt.Set(opt.GivenAgent, e.Launched)))
	}
	return e.derive(append(edits, unlessLate(opt.Set(opt.Activity, thinking)), opt.Unset(opt.Doing))...)
}

// thinking is the activity between two tools.
const thinking = "Thinking"

func agentToolEnded(e *event) []opt.Edit {
	return e.derive(closeCall(e.callKey()))
}

// closeCall returns the edit that closes the call with that key. Its request disappears with it, because
// that is derived.
func closeCall(key string) opt.Edit {
	return opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, key)).If(opt.Get(opt.Waiting))
}

// batchEnded handles the moment at which Claude gets the results of its tools, and the reports that are due.
func batchEnded(e *event) []opt.Edit {
	return e.derive(closeCallsOf(e.agent), opt.Unset(opt.Reports), unlessLate(opt.Set(opt.Activity, thinking)),
		opt.Unset(opt.Doing))
}

func agentBatchEnded(e *event) []opt.Edit { return e.derive(closeCallsOf(e.agent)) }

// closeCallsOf closes all calls for attention of one agent.
func closeCallsOf(agent string) opt.Edit {
	return opt.SetFormat(opt.Waiting, opt.WithoutOwner(opt.Waiting, agent)).If(opt.Get(opt.Waiting))
}

func elicitation(e *event) []opt.Edit {
	request := "mcp " + e.MCPServer
	if e.Message != "" {
		request += ": " + e.Message
	}
	return e.openCall(e.elicitationKey(), CallMCP, mcpInput, request)
}

// mcpInput is the reason of a call of an MCP server.
const mcpInput = "MCP input"

func elicitationResult(e *event) []opt.Edit {
	return e.derive(closeCall(e.elicitationKey()))
}

// notification edits facts only if Claude Code notifies of a dialog, or of a session that has been idle for
// a minute. The first comes six seconds after PermissionRequest, which knows more: it counts only if nothing
// waits yet.
func notification(e *event) []opt.Edit {
	switch e.Notified {
	case "permission_prompt", "worker_permission_prompt":
		reason := permissionReason
		if _, tool, found := strings.Cut(e.Message, "permission to use "); found {
			reason = permissionFor(tool)
		}
		return e.openNotifiedCall(CallPermission, reason)
	case "elicitation_dialog", "elicitation_url_dialog":
		return e.openNotifiedCall(CallMCP, mcpInput)
	case "idle_prompt":
		return idleNotification(e)
	}
	return nil
}

// notifiedKey is the key of a call that only a notification has reported.
const notifiedKey = mainThread + ".notified"

func (e *event) openNotifiedCall(kind CallKind, reason string) []opt.Edit {
	call := opt.Entry{Key: notifiedKey, Word: string(kind)}
	first := opt.And(opt.Get(opt.Turn), opt.Not(opt.Get(opt.Waiting)))
	return append([]opt.Edit{
		e.openTurn(),
		// For a known call this is nothing new: a person who has seen the call need not look again.
		opt.Set(opt.StateNS, opt.Nanoseconds(e.Now)).If(first),
		opt.Set(opt.Reason, opt.Text(reason)).If(first),
		opt.Unset(opt.RequestCall).If(first),
		opt.Set(opt.Waiting, call.String()).If(first),
	}, opt.Derive(e.Now)...)
}
