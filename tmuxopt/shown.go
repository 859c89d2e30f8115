package tmuxopt

import (
	"slices"
	"sync"
)

// ShownState is a value of [Shown]: what a session shows, in one word.
type ShownState string

// The values of [Shown] that are not states.
const (
	ShownQuestion  ShownState = ShownState(Question) // idle, and its last answer has asked something
	ShownUnseen    ShownState = "unseen"             // idle, and nobody has looked since it has finished
	ShownElsewhere ShownState = "elsewhere"          // a background session, and it is not known which
	ShownStuck     ShownState = "stuck"              // it works, but has fired no event for long
	ShownAsleep    ShownState = "asleep"             // idle, and it will go on by itself
	ShownEnded     ShownState = "ended"              // it no longer runs
)

// AnyJob is the value of [Job] in a pane that shows a background session of which it is not known which it
// is.
const AnyJob = "?"

// ShowsJob is true in a pane that shows that background session, and in one without a job for which the
// condition is true.
func ShowsJob(job string, unknown Format) Format {
	return Or(Is(Job, job), And(Not(Get(Job)), unknown))
}

// ShowJob adds the edit that makes the pane show that background session.
func ShowJob(job string, edits []Edit) []Edit { return append(slices.Clip(edits), Set(Job, job)) }

// ByUrgency lists the values of [Shown] by urgency. No other place defines the order: lists, icons of
// windows, counts and colours follow it.
func ByUrgency() []ShownState {
	return []ShownState{
		ShownState(Attention), ShownState(Failed), ShownQuestion, ShownUnseen, ShownStuck,
		ShownState(Working), ShownState(Starting), ShownElsewhere, ShownState(Idle), ShownAsleep, ShownEnded,
	}
}

// Asks reports whether the last answer of a session ended its turn with a question. It does not matter
// whether it was seen: the question is open until there is a prompt. A sleeping session asks nothing.
func (o Options) Asks() bool { return True(rules().asking, o) }

// Unseen reports whether a session has finished or failed since its pane was last looked at. A sleeping
// session has not finished. Without a policy for seeing, nothing is unseen.
func (o Options) Unseen() bool { return True(rules().unseen, o) }

// ShownState returns what the pane shows according to its facts, "" if it never had a session. The option
// [Shown] has the same value, unless another program has written the facts.
func (o Options) ShownState() ShownState { return ShownState(rules().shown.Eval(o)) }

// rules are built once: a list evaluates them for hundreds of panes.
var rules = sync.OnceValue(func() (r struct{ asking, unseen, shown, stuck Format }) {
	r.asking, r.unseen, r.shown, r.stuck = isAsking(), unseen(), shownNow(), stuck()
	return r
})

// Reshow returns the edits that set [Shown] again, or unset it if the pane never had a session. A batch
// whose edits change what is shown does not need them: see [Batch].
func Reshow() []Edit {
	known := Or(Get(State), Get(SessionID))
	return []Edit{Unset(Shown).If(Not(known)), SetFormat(Shown, shownNow()).If(known)}
}

// Shows is true in a pane that shows that. If shown is a state, the option of the state is compared: a pane
// that was written only by an older version of atm has no [Shown], and is drawn by its state until its next
// event or correction. A session whose state is idle may show something else. For a working session, test
// the more urgent [ShownStuck] first.
func Shows(shown ShownState) Format {
	switch shown {
	case ShownState(Attention), ShownState(Failed), ShownState(Working), ShownState(Starting):
		return Is(State, string(shown))
	}
	return Is(Shown, string(shown))
}

// isAsking is true where a session has finished with a question.
func isAsking() Format { return And(finished(), Is(Intent, string(Question))) }

// unseen is true where a session has finished or failed since its pane was last looked at.
func unseen() Format {
	return And(Or(finished(), Is(State, string(Failed))), notSeen())
}

// notSeen is true where nobody has looked since the state has changed, if there is a policy for seeing.
func notSeen() Format { return And(Get(ActiveSeenPolicyOption), Differ(Get(Since), Get(Seen))) }

// shownNow is the rule for what a session shows. Parking is not part of it: it may end at a time when
// nothing happens that could set an option. An overdue wake-up is handled by a correction, which unsets
// [AsleepUntil].
func shownNow() Format {
	idle := If(Is(Intent, string(Question)), Lit(ShownQuestion), If(notSeen(), Lit(ShownUnseen), Lit(Idle)))
	idle = If(Get(AsleepUntil), Lit(ShownAsleep), idle)
	idle = If(Is(Job, AnyJob), Lit(ShownElsewhere), idle)
	ended := If(Get(SessionID), Lit(ShownEnded), Lit(""))
	running := If(stuck(), Lit(ShownStuck), Get(State))
	return If(Is(State, string(Idle)), idle, If(Get(State), running, ended))
}

// completed returns the edits of a batch, with those that keep [Shown] and [OnlyCommon] right.
func completed(edits []Edit) []Edit { return markRare(withShown(edits)) }

// withShown returns the edits of a batch, with one that sets [Shown] if they may change it. The stored
// program that changes the state sets it anyway. Where a batch changes the intent, or whether the session is
// asleep, before it derives the state, the stored program is run for that, too: that costs tmux less than
// another edit. If the turn is open then, the session is not idle, and neither matters.
func withShown(edits []Edit) []Edit {
	changes, opensTurn := false, false
	byIntent, program := false, -1
	for i, e := range edits {
		if e.verb == run && e.program.hook == stateChanged.hook {
			program = i
			byIntent = byIntent && !opensTurn
		}
		switch e.option {
		case State, Since, Seen, Job:
			changes = true
		case Intent, AsleepUntil, Stuck:
			byIntent = true
			program = -1 // an earlier program does not see this edit
		case Turn:
			opensTurn = e.verb == setText && e.condition == nil && e.value == string(TurnOpen)
		}
	}
	switch {
	case changes || byIntent && program < 0:
		return append(slices.Clip(edits), shownEdits(edits)...)
	case byIntent:
		edits = slices.Clone(edits)
		edits[program].condition = Or(edits[program].condition, Differ(Get(Shown), shownNow()))
	}
	return edits
}

// shownEdits sets [Shown] after edits that may have changed it.
func shownEdits(edits []Edit) []Edit {
	if slices.ContainsFunc(edits, func(e Edit) bool { return e.verb == unset && e.option == State }) {
		return Reshow()
	}
	return []Edit{SetFormat(Shown, shownNow()).If(Lit("1"))} // with a condition a missing pane is no error
}
