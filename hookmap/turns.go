package hookmap

import (
	"slices"
	"strconv"

	opt "atm/tmuxopt"
)

// notification edits facts only where Claude Code notifies of a dialog, or of a
// session that has been idle for a minute. The first comes six seconds after
// PermissionRequest, which knows more: it counts only if nothing waits yet.
func notification(e event) []opt.Edit {
	switch e.Notified {
	case "permission_prompt", "worker_permission_prompt":
		return e.notified("permission", "Permission")
	case "elicitation_dialog", "elicitation_url_dialog":
		return e.notified("mcp", "MCP input")
	case "idle_prompt":
		return idle(e)
	}
	return nil
}

func (e event) notified(kind, reason string) []opt.Edit {
	call := opt.Entry{Key: mainThread + ".notified", Word: kind}
	first := opt.And(opt.Get(opt.Turn), opt.Not(opt.Get(opt.Waiting)))
	return e.asserted(e.opened(), opt.Set(opt.Reason, reason).If(first), opt.Set(opt.Waiting, call.String()).If(first))
}

func idle(e event) []opt.Edit {
	failed := opt.Is(opt.Turn, "error")
	return e.asserted(
		unlessFailed(e.turn("done")),
		opt.Unset(opt.Activity).If(opt.Not(failed)),
		silent(mainThread),
		opt.Unset(opt.Compacting),
	)
}

// unlessFailed restricts an edit to panes whose turn did not end in an error.
func unlessFailed(edit opt.Edit) opt.Edit {
	return edit.If(opt.And(opt.Not(opt.Is(opt.Turn, "error")), edit.When))
}

func preCompact(e event) []opt.Edit {
	trigger := opt.Word(e.Trigger)
	if trigger == "" {
		trigger = "auto"
	}
	return e.asserted(unlessLate(opt.Set(opt.Compacting, trigger)), unlessLate(opt.Set(opt.Activity, "Compacting")))
}

func postCompact(e event) []opt.Edit { return e.asserted(compacted()...) }

func compacted() []opt.Edit {
	return []opt.Edit{
		opt.Unset(opt.Compacting),
		opt.Unset(opt.Activity).If(opt.Is(opt.Activity, "Compacting")),
	}
}

func stop(e event) []opt.Edit { return e.ended("done", "") }

func stopFailure(e event) []opt.Edit {
	name := opt.Text(e.Error)
	if name == "" {
		name = "unknown"
	}
	return e.ended("error", name)
}

// ended is the end of a turn of the main thread. Subagents may work on in the
// background: the payload lists them, which makes up for every SubagentStop
// that never came.
func (e event) ended(turn, activity string) []opt.Edit {
	return e.asserted(slices.Concat([]opt.Edit{e.turn(turn)}, e.identity(), []opt.Edit{
		unlessLate(opt.Set(opt.Activity, activity)),
		opt.Unset(opt.Compacting),
		silent(e.agent),
		unlessLate(opt.Set(opt.Agents, opt.List(e.working()))),
	})...)
}

// working returns the background tasks that are agents at work. A shell left
// running is none: a development server never ends.
func (e event) working() []opt.Entry {
	var list []opt.Entry
	for _, task := range e.Tasks {
		switch task.Type {
		case "subagent", "workflow", "teammate":
			if task.Status == "running" {
				kind := task.AgentType
				if kind == "" {
					kind = task.Type
				}
				list = append(list, opt.Entry{Key: agentKey(task.ID), Word: opt.Word(kind)})
			}
		}
	}
	return list
}

// sessionEnd clears the pane if it still shows what ends. /clear and /resume
// leave the process alive and may be told after the next SessionStart: there
// the id decides. All other reasons mean that the process goes: there the
// process decides, whatever the id, which some versions report wrongly.
func sessionEnd(e event) []opt.Edit {
	ends := e.known()
	var edits []opt.Edit
	if e.Reason != "clear" && e.Reason != "resume" {
		ends = e.ours()
		// The last chance after a resume that reported a wrong id. A client
		// that found nothing to resume ends a session that never was.
		if e.TranscriptExists {
			edits = e.identity()
		}
	}
	edits = append(edits, opt.Set(opt.StateNS, nanoseconds(e.Now)))
	edits = append(edits, noSession()...)
	for i := range edits {
		edits[i] = edits[i].If(ends)
	}
	return edits
}

// noSession clears what is true of a running session only; the client's process
// goes last, because conditions read it.
func noSession() []opt.Edit {
	return []opt.Edit{
		opt.Unset(opt.Turn), opt.Unset(opt.Waiting), opt.Unset(opt.Agents), opt.Unset(opt.Compacting), opt.Unset(opt.Activity), opt.Unset(opt.Reason),
		opt.Unset(opt.State), opt.Unset(opt.Status), opt.Unset(opt.Detail), opt.Unset(opt.Since), opt.Unset(opt.SinceNS), opt.Unset(opt.Seen),
		opt.Together(opt.Not(opt.Get(opt.State)), opt.Signal()...),
		opt.Unset(opt.PID),
	}
}

// ours is true in a pane that shows our client, or does not know which.
func (e event) ours() opt.Format {
	candidates := e.Ancestors
	if e.Client != 0 {
		candidates = []int{e.Client}
	}
	ours := opt.Not(opt.Get(opt.PID))
	if len(candidates) == 0 {
		ours = opt.Or(e.known(), ours)
	}
	for _, pid := range candidates {
		ours = opt.Or(opt.Is(opt.PID, strconv.Itoa(pid)), ours)
	}
	return ours
}
