package hookmap

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

func userPromptSubmit(e *event) []opt.Edit {
	answered := []opt.Edit{opt.Unset(opt.Waiting)}
	prompt := asked(e.Prompt)
	if e.Synthetic {
		// Nobody typed: a dialog of a subagent may be open all the while.
		answered, prompt = append(e.reported(), allAnsweredOf(mainThread)), nil
	}
	return e.asserted(slices.Concat(e.replaceAgent(), e.identity(), e.process(), prompt, answered, []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnOpen)), opt.Unset(opt.Activity), opt.Unset(opt.Doing), opt.Unset(opt.Compacting),
		opt.Unset(opt.Said), opt.Unset(opt.Intent), // the answer to this prompt is to come
	}, opt.Sleep(time.Time{}, time.Time{}))...)
}

func preCompact(e *event) []opt.Edit {
	trigger := cmp.Or(e.Trigger, "auto")
	var answered []opt.Edit
	if trigger == manually { // somebody has typed, if no prompt
		answered = []opt.Edit{opt.Unset(opt.Said), opt.Unset(opt.Intent)}
	}
	return e.asserted(append(answered,
		unlessLate(opt.Set(opt.Compacting, trigger)),
		unlessLate(opt.Set(opt.Activity, compacting)),
		opt.Unset(opt.Doing),
		opt.Unset(opt.ContextPct),
		opt.Unset(opt.ContextTokens),
	)...)
}

// manually is the trigger of a compaction that the user has asked for.
const manually = "manual"

// compacting is the activity while the context is being compacted.
const compacting = "Compacting"

func postCompact(e *event) []opt.Edit { return e.compacted() }

// compacted is the end of a compaction. It finishes nothing, unless the user has asked for the compaction: what was
// finished before an automatic one has been reported then. How full the context is now, the next answer tells.
func (e *event) compacted() []opt.Edit {
	return e.unfinished(opt.Is(opt.Compacting, manually),
		opt.Unset(opt.Compacting),
		opt.Unset(opt.Activity).If(opt.Is(opt.Activity, compacting)),
		opt.Unset(opt.ContextPct),
		opt.Unset(opt.ContextTokens),
	)
}

func stop(e *event) []opt.Edit {
	intent := opt.TurnIntent(e.Intent)
	if intent != opt.Question && intent != opt.Completion {
		intent = ""
	}
	sleep, turn := opt.Sleep(e.after(e.WakesIn), e.after(e.AsleepFor)), opt.TurnDone
	if e.Queued {
		turn = opt.TurnOpen
	}
	return e.endTurn(turn, "", forSession(append(setAnswer(e.Said, intent), sleep...))...)
}

// stopFailure names the error. Where Claude Code does not know it ("unknown"), what
// it shows to the person says more.
func stopFailure(e *event) []opt.Edit {
	name := e.Error
	if name == "" || name == "unknown" {
		name = cmp.Or(e.Failure, "unknown")
	}
	return e.endTurn(opt.TurnFailed, name, opt.Unset(opt.Said), opt.Unset(opt.Intent))
}

// endTurn returns the edits that end a turn of the main thread. Subagents may work on in the background:
// the payload lists them, which replaces any SubagentStop that never came.
func (e *event) endTurn(turn opt.TurnState, activity string, answer ...opt.Edit) []opt.Edit {
	isNew := opt.Is(opt.Turn, string(opt.TurnOpen)) // else another plugin reports the same end
	edits := slices.Concat([]opt.Edit{opt.Unset(opt.QuestionShown).If(isNew), e.turn(turn)}, e.identity(), answer)
	agents := opt.Set(opt.Agents, e.AtWork)
	switch {
	case e.HasTeam:
		agents = e.agentsAndTeammates()
	case e.AtWork == "":
		// Not even a subagent asks any more. One that a person has stopped does not tell of its end.
		edits = append(edits, opt.Unset(opt.Waiting).If(opt.Not(opt.Has(opt.Waiting, placeholder))))
	}
	return e.asserted(append(edits,
		allAnsweredOf(e.agent),
		unlessLate(opt.Set(opt.Activity, activity)),
		opt.Unset(opt.Doing),
		opt.Unset(opt.Compacting),
		unlessLate(agents),
	)...)
}

// agentsAndTeammates is the edit that lists those agents at work, and the teammates in the process that are listed
// already: the payload does not say which of them work. The id of a teammate has its name, "ascout-1a2b".
func (e *event) agentsAndTeammates() opt.Edit {
	others := slices.DeleteFunc(opt.Entries(e.AtWork), func(a opt.Entry) bool { return strings.Contains(a.Key, "-") })
	return opt.SetFormat(opt.Agents, opt.Concat(opt.Hyphenated(opt.Agents), opt.Lit(opt.List(others))))
}

// idle is the notification a minute after the end of a turn. If the pane shows an open turn, the turn
// was interrupted: its end would have fired a hook. Where a report is due, Claude does not get it any
// more: then the session has finished.
func idle(e *event) []opt.Edit {
	succeeded := opt.Not(opt.Is(opt.Turn, string(opt.TurnFailed)))
	return e.unfinished(opt.Get(opt.Reports), append(unanswered(),
		allAnsweredOf(mainThread),
		e.turn(opt.TurnDone).If(succeeded),
		opt.Unset(opt.Activity).If(succeeded),
		opt.Unset(opt.Doing),
		opt.Unset(opt.Compacting),
		opt.Unset(opt.Reports),
	)...)
}

// turnEnded returns the edits that end a turn, and all that belonged to it, where no event does.
func turnEnded() []opt.Edit {
	return slices.Concat(unanswered(), opt.Clear(opt.OfTurn, nil), []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnDone)),
	})
}

// unanswered clears what the answer has said, if the turn is still open: then there is none.
// A turn goes on after its answer without a prompt where another Stop hook blocks, and "!command" begins
// one without a prompt.
func unanswered() []opt.Edit {
	open := opt.Is(opt.Turn, string(opt.TurnOpen))
	return []opt.Edit{opt.Unset(opt.Said).If(open), opt.Unset(opt.Intent).If(open)}
}

// asked returns the edits for the first line of what a person has typed. The first one that is no command names the
// session.
func asked(prompt string) []opt.Edit {
	edits := opt.SetWords(opt.Prompt, prompt)
	if prompt == "" || words.IsCommand(prompt) {
		return edits
	}
	unnamed := opt.Not(opt.Get(opt.FirstPrompt))
	return append(edits, opt.SetFormat(opt.FirstPrompt, opt.Get(opt.Prompt)).If(unnamed))
}

// setAnswer returns the edits for the last sentence of an answer.
func setAnswer(sentence string, intent opt.TurnIntent) []opt.Edit {
	return append(opt.SetWords(opt.Said, words.OptionText(sentence)), opt.Set(opt.Intent, string(intent)))
}
