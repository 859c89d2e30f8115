package hookmap

import (
	"slices"

	opt "atm/tmuxopt"
)

// Other tools of this kind use their own words for the states of a session. Each vocabulary is computed from
// the options of a pane.

// Vocabulary names a set of words for states.
type Vocabulary string

// The vocabularies, with their words.
const (
	// Own has starting, working, attention, idle, error.
	Own Vocabulary = ""
	// Cld has running, stopped.
	Cld Vocabulary = "cld"
	// AgentTmux is that of agent-tmux-monitor: Idle, Working(detail), AttentionNeeded(reason).
	AgentTmux Vocabulary = "atm"
	// Plate is that of plate-spinner: starting, running, idle, awaiting_input, awaiting_approval, error,
	// closed.
	Plate Vocabulary = "plate"
	// Headspace has IDLE, COMMANDED, PROCESSING, AWAITING_INPUT, COMPLETE.
	Headspace Vocabulary = "headspace"
	// Fleet is that of the hooks engine: error, attention, working, checked, done.
	Fleet Vocabulary = "fleet"
)

// Say returns the word for the state of a pane, "" if it never had a session. A state without a word is
// returned unchanged.
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
		return plateSpinner(o)
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
		if o.Asks() {
			return "AttentionNeeded(" + string(opt.Question) + ")"
		}
	}
	return "Idle"
}

func plateSpinner(o opt.Options) string {
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
		if o.Asks() {
			return "awaiting_input"
		}
		return string(state)
	}
}

// headspace describes a task, which lasts from a prompt to its end. A session without a task is idle; one
// whose model has not called a tool yet is commanded.
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
		case o.Asks():
			return "AWAITING_INPUT"
		case event == SessionStart, event == PostCompact, !hasWorked(o):
			return "IDLE"
		}
		return "COMPLETE"
	default:
		return "IDLE"
	}
}

// hasWorked reports whether a session has had a task, according to its history: an event that changes no
// state does not complete one.
func hasWorked(o opt.Options) bool {
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

// fleet distinguishes sessions that were seen from those that were not: see [opt.Options.Unseen].
func fleet(o opt.Options) string {
	switch state := o.State(); state {
	case opt.Failed, opt.Attention, opt.Working:
		return string(state)
	default:
		switch {
		case o.Asks():
			return string(opt.Attention)
		case o.Unseen():
			return "done"
		}
		return "checked"
	}
}
