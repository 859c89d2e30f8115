package hookmap

import (
	"slices"
	"strconv"
	"strings"

	opt "atm/tmuxopt"
)

// An event is late if the pane has seen the end of its session: no turn, and
// still the id of that session. Then it changes no facts. In a pane that knows
// nothing, or another session, the hooks were installed in mid-session: there
// the event opens the turn.

// turn is the edit that gives the turn a value unless the event is late.
func (e event) turn(value string) opt.Edit {
	return opt.Set(opt.Turn, value).If(opt.Or(opt.Get(opt.Turn), opt.Not(e.known())))
}

// opened is the edit that opens the turn in a pane that knows of none, unless
// the event is late. It leaves a turn that is done.
func (e event) opened() opt.Edit {
	return opt.Set(opt.Turn, "open").If(opt.Not(opt.Or(opt.Get(opt.Turn), e.known())))
}

// known is true in a pane that has seen the event's session.
func (e event) known() opt.Format {
	if e.session == "" {
		return opt.Get(opt.SessionID)
	}
	return opt.Is(opt.SessionID, e.session)
}

// unlessLate restricts edits that follow turn or opened.
func unlessLate(edit opt.Edit) opt.Edit { return edit.If(opt.Get(opt.Turn)) }

// identity says which session this is.
func (e event) identity() []opt.Edit {
	if e.session == "" {
		return nil
	}
	return []opt.Edit{
		opt.Set(opt.SessionID, e.session),
		opt.Set(opt.SessionIDSetOn, opt.Word(e.Event)),
		opt.Set(opt.TranscriptPath, opt.Path(e.TranscriptPath)),
	}
}

// client says which process this is.
func (e event) client() []opt.Edit {
	if e.Client == 0 {
		return nil
	}
	return []opt.Edit{opt.Set(opt.PID, strconv.Itoa(e.Client))}
}

func sessionStart(e event) []opt.Edit {
	if e.Source == "compact" {
		return e.asserted(slices.Concat(e.identity(), compacted())...)
	}
	edits := slices.Concat([]opt.Edit{opt.Unset(opt.SessionID), opt.Unset(opt.SessionIDSetOn), opt.Unset(opt.TranscriptPath), opt.Unset(opt.PID)}, e.identity(), e.client(), []opt.Edit{
		opt.Set(opt.SessionDir, opt.Path(e.CWD)),
		opt.Set(opt.Title, opt.Text(e.Payload.Title)),
		opt.Set(opt.Turn, "done"), opt.Unset(opt.Waiting), opt.Unset(opt.Agents), opt.Unset(opt.Compacting), opt.Unset(opt.Activity), opt.Unset(opt.Reason),
	})
	// After /clear it is the same process, and the payload does not repeat these.
	if model := opt.Text(e.Payload.Model); model != "" || e.Source != "clear" {
		edits = append(edits, opt.Set(opt.Model, model))
	}
	if e.Source != "clear" {
		edits = append(edits, opt.Unset(opt.PermissionMode))
	}
	// A session that starts has not finished anything that one should look at.
	return append(e.asserted(edits...), opt.SetFormat(opt.Seen, opt.Get(opt.Since)))
}

func setup(e event) []opt.Edit {
	return e.asserted(opt.Set(opt.Turn, "open"), opt.Set(opt.Activity, "Setup"))
}

func userPromptSubmit(e event) []opt.Edit {
	settled := opt.Unset(opt.Waiting)
	if e.synthetic() {
		// Nobody typed: a dialog of a subagent may be open all the while.
		settled = silent(mainThread)
	}
	return e.asserted(slices.Concat(e.identity(), e.client(), []opt.Edit{
		opt.Set(opt.Turn, "open"), settled, opt.Unset(opt.Activity), opt.Unset(opt.Compacting),
	})...)
}

// synthetic reports whether the prompt comes from the client itself.
func (e event) synthetic() bool {
	return e.Source != "" && e.Source != "user" || strings.HasPrefix(e.Prompt, "<task-notification>")
}

func preToolUse(e event) []opt.Edit {
	if kind := attentionTools[e.Tool]; kind != "" {
		return e.calls(callKey(e.agent, e.Tool, e.Input), kind, e.Tool)
	}
	return e.asserted(e.turn("open"), unlessLate(opt.Set(opt.Activity, opt.Text(e.Tool))))
}

func agentPreToolUse(e event) []opt.Edit {
	if attentionTools[e.Tool] != "" {
		return preToolUse(e)
	}
	return e.asserted(e.opened(), e.works())
}

func permissionRequest(e event) []opt.Edit {
	kind := attentionTools[e.Tool]
	if kind == "" {
		kind = "permission"
	}
	return e.calls(callKey(e.agent, e.Tool, e.Input), kind, "Permission: "+e.Tool)
}

// calls is an open call for attention.
func (e event) calls(key, kind, reason string) []opt.Edit {
	// One that the registry has told of before its hook came is told of already.
	fresh := opt.Not(opt.Or(opt.Has(opt.Waiting, key), opt.Has(opt.Waiting, placeholder)))
	return e.asserted(
		e.opened(),
		opt.Together(opt.And(opt.Is(opt.State, "attention"), fresh), opt.Called()...),
		unlessLate(opt.SetFormat(opt.Waiting, opt.With(opt.Waiting, opt.Entry{Key: key, Word: kind}))),
		unlessLate(opt.Set(opt.Reason, opt.Text(reason))),
	)
}

func toolEnded(e event) []opt.Edit {
	return e.asserted(
		e.turn("open"),
		answered(callKey(e.agent, e.Tool, e.Input)),
		unlessLate(opt.Set(opt.Activity, "Thinking")),
	)
}

func callAnswered(e event) []opt.Edit {
	return e.asserted(answered(callKey(e.agent, e.Tool, e.Input)))
}

// answered ends one call for attention.
func answered(key string) opt.Edit {
	return opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, key)).If(opt.Get(opt.Waiting))
}

func batchEnded(e event) []opt.Edit {
	return e.asserted(silent(e.agent), unlessLate(opt.Set(opt.Activity, "Thinking")))
}

func allAnswered(e event) []opt.Edit { return e.asserted(silent(e.agent)) }

// silent ends all calls for attention of one agent.
func silent(agent string) opt.Edit {
	return opt.SetFormat(opt.Waiting, opt.WithoutOwner(opt.Waiting, agent)).If(opt.Get(opt.Waiting))
}

func elicitation(e event) []opt.Edit {
	return e.calls(elicitationKey(e.agent, e.Payload), "mcp", "MCP input")
}

func elicitationResult(e event) []opt.Edit {
	return e.asserted(answered(elicitationKey(e.agent, e.Payload)))
}

func subagentStart(e event) []opt.Edit {
	return e.asserted(e.opened(), e.works(), unlessLate(opt.Set(opt.Activity, opt.Text(e.agentType()))))
}

// works lists the event's agent among those at work.
func (e event) works() opt.Edit {
	return unlessLate(opt.SetFormat(opt.Agents, opt.With(opt.Agents, opt.Entry{Key: e.agent, Word: opt.Word(e.agentType())})))
}

func (e event) agentType() string {
	if e.AgentType == "" {
		return "agent"
	}
	return e.AgentType
}

// subagentStop does nothing for an agent that is not listed: helpers of the
// client (compaction, titles) fire it too, up to seconds late, when the pane may
// show another session already.
func subagentStop(e event) []opt.Edit {
	var edits []opt.Edit
	for _, edit := range e.identity() {
		edits = append(edits, edit.If(opt.Has(opt.Agents, e.agent)))
	}
	edits = append(edits, opt.SetFormat(opt.Agents, opt.Without(opt.Agents, e.agent)).If(opt.Get(opt.Agents)), silent(e.agent))
	return append(edits, derived(e.Now)...)
}
