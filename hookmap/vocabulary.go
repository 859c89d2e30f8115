package hookmap

import (
	"slices"

	opt "atm/tmuxopt"
)

// Other tools of this kind have words of their own for what a session does.
// Each vocabulary is a projection of the options of a pane.

// Vocabulary names a set of words for states.
type Vocabulary string

// The vocabularies.
const (
	Own       Vocabulary = ""          // starting, working, attention, idle, error
	Cld       Vocabulary = "cld"       // running, stopped
	AgentTmux Vocabulary = "atm"       // agent-tmux-monitor: Idle, Working(detail), AttentionNeeded(reason)
	Plate     Vocabulary = "plate"     // plate-spinner: starting, running, idle, awaiting_input, awaiting_approval, error, closed
	Headspace Vocabulary = "headspace" // IDLE, COMMANDED, PROCESSING, AWAITING_INPUT, COMPLETE
	Fleet     Vocabulary = "fleet"     // of the hooks engine: error, attention, working, checked, done
)

// Say returns the word for the state of a pane, "" for one in which no session
// ever ran. An unknown state is said as it is.
func (v Vocabulary) Say(o opt.Options) string {
	if o[opt.State] == "" && o[opt.SessionID] == "" {
		return ""
	}
	switch v {
	case Cld:
		return o[opt.Status]
	case AgentTmux:
		return agentTmux(o)
	case Plate:
		return plate(o)
	case Headspace:
		return headspace(o)
	case Fleet:
		return fleet(o)
	default:
		return o[opt.State]
	}
}

func agentTmux(o opt.Options) string {
	switch o.State() {
	case opt.Working:
		return "Working(" + o[opt.Detail] + ")"
	case opt.Attention:
		return "AttentionNeeded(" + o[opt.Detail] + ")"
	case opt.Idle:
		if Asks(o) {
			return "AttentionNeeded(" + string(opt.Question) + ")"
		}
	}
	return "Idle"
}

func plate(o opt.Options) string {
	switch state := o.State(); state {
	case "":
		return "closed"
	case opt.Working:
		return "running"
	case opt.Attention:
		for _, call := range opt.Entries(o[opt.Waiting]) {
			if kind := CallKind(call.Word); kind == CallPermission || kind == CallPlan {
				return "awaiting_approval"
			}
		}
		return "awaiting_input"
	default:
		if Asks(o) {
			return "awaiting_input"
		}
		return string(state)
	}
}

// headspace speaks of a task: from a prompt to its end. A session that has had
// none is idle; one whose model has not called a tool yet is commanded.
func headspace(o opt.Options) string {
	switch o.State() {
	case opt.Working:
		subagents := o[opt.Agents] + o[opt.Reports]
		switch {
		case o[opt.Turn] != string(opt.TurnOpen) && subagents == "": // a compaction is no task
			return "IDLE"
		case o[opt.Activity] == "" && subagents == "":
			return "COMMANDED"
		}
		return "PROCESSING"
	case opt.Attention:
		return "AWAITING_INPUT"
	case opt.Idle, opt.Failed:
		event := EventName(o[opt.LatestHookEvent])
		switch {
		case Asks(o):
			return "AWAITING_INPUT"
		case event == SessionStart, event == PostCompact, !worked(o):
			return "IDLE"
		}
		return "COMPLETE"
	default:
		return "IDLE"
	}
}

// worked reports whether a session has had a task, as far as its history tells:
// an event that changes nothing does not complete one.
func worked(o opt.Options) bool {
	history := opt.ChangesAfter(0, o[opt.History])
	for _, change := range slices.Backward(history) {
		switch change.State {
		case opt.Working, opt.Attention, opt.Failed:
			return true
		case "":
			return false
		}
	}
	return len(history) == 0
}

// HeadspaceMoves reports whether headspace's table has a transition between two
// of its states. A task that is complete gives way to an idle one.
func HeadspaceMoves(from, to string) bool {
	next := map[string][]string{
		"IDLE":           {"COMMANDED"},
		"COMMANDED":      {"PROCESSING", "AWAITING_INPUT", "COMPLETE"},
		"PROCESSING":     {"PROCESSING", "AWAITING_INPUT", "COMPLETE"},
		"AWAITING_INPUT": {"PROCESSING", "COMPLETE"},
		"COMPLETE":       {"IDLE"},
	}
	for _, state := range next[from] {
		if state == to {
			return true
		}
	}
	return false
}

// fleet tells what was seen from what was not: see Unseen.
func fleet(o opt.Options) string {
	switch state := o.State(); state {
	case opt.Failed, opt.Attention, opt.Working:
		return string(state)
	default:
		switch {
		case Asks(o):
			return string(opt.Attention)
		case Unseen(o):
			return "done"
		}
		return "checked"
	}
}
