package tmuxopt

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// SessionState is a value of [State].
type SessionState string

// The states of a session. A session that does not run has none.
const (
	Starting  SessionState = "starting"  // cld is about to start it
	Working   SessionState = "working"   // it does something
	Attention SessionState = "attention" // it waits for an answer
	Idle      SessionState = "idle"      // it has finished
	Failed    SessionState = "error"     // its last turn ended in an error
)

// State returns the state of the pane's session, "" if none runs.
func (o Options) State() SessionState { return SessionState(o[State]) }

// TurnState is a value of [Turn].
type TurnState string

// The states of a turn. A pane without one has no running session.
const (
	TurnOpen   TurnState = "open"
	TurnDone   TurnState = "done"
	TurnFailed TurnState = "error"
)

// TurnIsOver reports whether the last turn has ended, and no call for attention is open.
func (o Options) TurnIsOver() bool {
	return o[Waiting] == "" && (o[Turn] == string(TurnDone) || o[Turn] == string(TurnFailed))
}

// Values of [Status], the classic pair.
const (
	Running = "running"
	Stopped = "stopped"
)

// Options of a pane that are not part of the contract: they are used within a transaction, and mean nothing
// afterwards.
const (
	// now is the time of a batch that reports no fact, as [Nanoseconds] writes it.
	now Option = "@atm_now"
	// changing is set while the state of the pane changes.
	changing Option = "@atm_changing"
	// unfinished is set while a session becomes idle without having finished a turn.
	unfinished Option = "@atm_unfinished"
)

// Nanoseconds writes a time as 19 digits, so that texts compare as times do.
func Nanoseconds(t time.Time) string { return padded(strconv.FormatInt(t.UnixNano(), 10), 19) }

// padded puts zeros in front of a number. (In a hook that has just started, package fmt takes longer than
// all the rest of a batch.)
func padded(number string, width int) string {
	return strings.Repeat("0", max(width-len(number), 0)) + number
}

// Seconds writes a time as Unix seconds.
func Seconds(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

// UnixTime parses a time written by [Seconds]; anything that is not a number is the zero time.
func UnixTime(text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(seconds, 0)
}

// DeriveAsserted returns the edits that must follow the edits of an event that reports facts at that time:
// tmux derives the state from the facts. Nothing is derived while no session runs: a late event must not
// revive the pane.
func DeriveAsserted(at time.Time) []Edit {
	return append([]Edit{Set(StateNS, Nanoseconds(at))}, derivation()...)
}

// Derive returns the same edits for a change that reports no fact at that time.
func Derive(at time.Time) []Edit {
	return slices.Concat([]Edit{Set(now, Nanoseconds(at))}, derivation(), []Edit{Unset(now)})
}

// Unfinished returns edits, and those of Derive, for a change after which nothing has been finished, even if
// the session is idle then: it has only begun, or a person has interrupted it. The user is not notified of
// that, except where the condition is true before the edits; nil is never.
func Unfinished(at time.Time, except Format, edits []Edit) []Edit {
	mark := Set(unfinished, "1")
	if except != nil {
		mark = mark.If(Not(except))
	}
	return slices.Concat([]Edit{mark}, edits, Derive(at), []Edit{Unset(unfinished)})
}

// Derived returns the state that follows from the facts of a pane with a running session.
func (o Options) Derived() SessionState { return SessionState(derivedState().Eval(o)) }

func derivation() []Edit {
	return []Edit{
		stateChanged.run().If(Or(stateDiffers(), Or(requestAnswered(), Get(Stuck)))),
		SetFormat(Detail, If(Is(State, string(Attention)), wantedFormat(), Get(Activity))).If(Get(Turn)),
	}
}

// wantedFormat is what the session wants: the reason, as long as its call is open, else the kind of the last
// open call.
func wantedFormat() Format {
	holds := Or(Not(Get(RequestCall)), hasKeyIn(Waiting, RequestCall))
	return If(holds, Get(Reason), lastWord(Waiting))
}

// atNanoseconds and atSeconds are the time of the batch.
func atNanoseconds() Format { return If(Get(now), Get(now), Get(StateNS)) }
func atSeconds() Format {
	const digits = 10 // of the 19 that nanoseconds have
	return If(Get(now), head(now, digits), head(StateNS, digits))
}

// stateDiffers is true where a session runs and its state does not match the facts.
func stateDiffers() Format { return And(Get(Turn), Differ(Get(State), derivedState())) }

// requestAnswered is true where the call that [Request] describes is no longer open, even if other calls
// are.
func requestAnswered() Format {
	open := hasKeyIn(Waiting, RequestCall)
	return And(Get(Request), Not(open))
}

// derivedState is the rule for the state. tmux evaluates it in every batch, so the conditions that are true
// most often come first.
func derivedState() Format {
	state := If(Is(Turn, string(TurnFailed)), Lit(Failed), Lit(Idle))
	for _, works := range []Format{Get(Reports), Get(Agents), Get(Compacting), Is(Turn, string(TurnOpen))} {
		state = If(works, Lit(Working), state)
	}
	return If(Get(Waiting), Lit(Attention), state)
}

// stateChangedEdits is the stored program that gives a pane its new state, wakes those who wait, and
// notifies the user. If the state is the same it removes a request that was answered, and sets what the pane
// shows.
func stateChangedEdits() []Edit {
	is := Get(changing)
	respond := Is(ActiveSeenPolicyOption, string(Respond))
	seen := If(And(Watched(), Not(respond)), atSeconds(), Lit(""))
	noFinish := And(Get(unfinished), Is(State, string(Idle)))
	isOld := And(isAsking(), Get(QuestionShown))
	return []Edit{
		Unset(Request).If(requestAnswered()),
		SetFormat(changing, If(stateDiffers(), Lit("1"), Lit(""))),
		SetFormat(Since, atSeconds()).If(is),
		SetFormat(SinceNS, atNanoseconds()).If(is),
		SetFormat(Seen, seen).If(is),
		SetFormat(State, derivedState()).If(is),
		Unset(Stuck).If(Not(stuck())),
		SetFormat(Shown, shownNow()),
		Set(ContractVersion, Version).If(is),
		Unset(Answerable).If(Not(Get(Waiting))), // left by a killed hook
		Set(OnlyCommon, CommonMark).If(And(is, hasOnlyCommon())),
		SetFormat(Status, If(Is(State, string(Working)), Lit(Running), Lit(Stopped))).If(is),
		countChange().If(is),
		addToHistory(changedTo().String()).If(is),
		signal(ChangesChannel),
		notify.run().If(And(is, And(Not(Or(noFinish, isOld)), notifyWanted()))),
		Set(QuestionShown, "1").If(And(isAsking(), Not(noFinish))),
		Unset(changing),
	}
}

// changedTo is the history's word for the state: a sleeping session has not become idle.
func changedTo() Format { return If(asleep(), Lit(ShownAsleep), Get(State)) }

// head is the beginning of an option's value, so many characters of ASCII.
func head(option Option, length int) Format {
	return formula{"#{=" + strconv.Itoa(length) + ":" + string(option) + "}", func(o Options) string {
		return o[option][:min(length, len(o[option]))]
	}}
}
