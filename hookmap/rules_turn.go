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
	prompt := setPrompt(e.Prompt)
	if e.Synthetic {
		// Nobody typed: a dialog of a subagent may have been open all the time.
		answered, prompt = append(e.reported(), closeCallsOf(mainThread)), nil
	}
	opened := append(opt.OnlyWhere(opt.Not(e.joinsTurn()), []opt.Edit{
		opt.Unset(opt.Activity), opt.Unset(opt.Doing), opt.Unset(opt.Compacting),
	}),
		opt.Set(opt.Turn, string(opt.TurnOpen)),
		opt.Unset(opt.Said), opt.Unset(opt.Intent), // there is no answer to this prompt yet
	)
	awake := opt.Sleep(time.Time{}, time.Time{})
	return e.derive(slices.Concat(
		e.replaceAgent(), e.setIdentity(), e.setProcess(), prompt, answered, opened, awake)...)
}

// joinsTurn is true where the prompt does not begin a turn: Claude Code puts it into the queue, and goes on with
// what it does. It has the id of the prompt for which that is.
func (e *event) joinsTurn() opt.Format {
	return opt.And(opt.Get(opt.ActivityPrompt), opt.Is(opt.ActivityPrompt, e.PromptID))
}

func preCompact(e *event) []opt.Edit {
	trigger := cmp.Or(e.Trigger, "auto")
	var answered []opt.Edit
	if trigger == manually { // somebody has typed, although no prompt; it begins only when the turn has ended
		answered = []opt.Edit{
			opt.Unset(opt.Said), opt.Unset(opt.Intent),
		}
		if !e.Queued {
			answered = append(answered, opt.Set(opt.Turn, string(opt.TurnDone)).If(opt.Is(opt.Turn, string(opt.TurnOpen))))
		}
	}
	return e.derive(append(answered,
		unlessLate(opt.Set(opt.Compacting, trigger)),
		unlessLate(opt.Set(opt.Activity, compacting)),
		unlessLate(opt.Set(opt.ActivityPrompt, e.PromptID)),
		opt.Unset(opt.Doing),
		opt.Unset(opt.ContextPct),
		opt.Unset(opt.ContextTokens),
	)...)
}

// manually is the trigger of a compaction that the user has asked for.
const manually = "manual"

// compacting is the activity while the context is being compacted.
const compacting = "Compacting"

// compacted is the end of a compaction. It finishes nothing, unless the user has asked for the compaction:
// what was finished before an automatic one has been reported then. The next answer shows how full the
// context is.
func (e *event) compacted() []opt.Edit {
	return e.deriveUnfinished(opt.Is(opt.Compacting, manually),
		opt.Unset(opt.Compacting),
		opt.Unset(opt.Activity).If(opt.Is(opt.Activity, compacting)),
		opt.Unset(opt.ContextPct),
		opt.Unset(opt.ContextTokens),
	)
}

func stop(e *event) []opt.Edit {
	sleep, turn := opt.Sleep(e.after(e.WakesIn), e.after(e.AsleepFor)), opt.TurnDone
	if e.Queued {
		turn = opt.TurnOpen
	}
	answer := onlyInSession(append(setAnswer(e.Said, opt.TurnIntent(e.Intent)), sleep...))
	return e.endTurn(turn, "", append(answer, e.listAgents()...)...)
}

// stopFailure sets the error's name. If Claude Code does not know it ("unknown"), the text that it shows to
// the person says more. The event lists no subagents (2.1.330): those in the background work on.
func stopFailure(e *event) []opt.Edit {
	return e.endTurn(opt.TurnFailed, e.errorName(), opt.Unset(opt.Said), opt.Unset(opt.Intent))
}

func (e *event) errorName() string {
	if e.Error == "" || e.Error == "unknown" {
		return cmp.Or(e.Failure, "unknown")
	}
	return e.Error
}

// agentFailed is subagentStop. If the helper of a compaction that a person has asked for has failed, that has ended:
// nothing else reports it (2.1.330).
func agentFailed(e *event) []opt.Edit {
	hasFailed := opt.And(opt.Is(opt.Compacting, manually), opt.Not(opt.Has(opt.Agents, e.agent)))
	ended := opt.OnlyWhere(e.sessionIsKnown(), []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnFailed)), opt.Set(opt.Activity, e.errorName()), opt.Unset(opt.Compacting),
	})
	return append(opt.OnlyWhere(hasFailed, ended), subagentStop(e)...)
}

// endTurn returns the edits that end a turn of the main thread. Subagents may work on in the background.
func (e *event) endTurn(turn opt.TurnState, activity string, more ...opt.Edit) []opt.Edit {
	isNew := opt.Is(opt.Turn, string(opt.TurnOpen)) // else another plugin has reported the same end before
	edits := slices.Concat(
		[]opt.Edit{opt.Unset(opt.QuestionShown).If(isNew), e.setTurn(turn)}, e.setIdentity(), more)
	return e.derive(append(edits,
		closeCallsOf(e.agent),
		unlessLate(opt.Set(opt.Activity, activity)),
		opt.Unset(opt.Doing),
		opt.Unset(opt.Compacting),
	)...)
}

// listAgents returns the edits that replace the list of the subagents at work by that of a Stop, in case a
// SubagentStop was lost.
func (e *event) listAgents() []opt.Edit {
	if e.HasTeam {
		return []opt.Edit{unlessLate(e.agentsAndTeammates())}
	}
	edits := []opt.Edit{unlessLate(opt.Set(opt.Agents, e.AtWork))}
	if e.AtWork == "" {
		// No subagent asks any more. A subagent that a person has stopped does not report its end.
		edits = append(edits, opt.Unset(opt.Waiting).If(opt.Not(opt.Has(opt.Waiting, placeholder))))
	}
	return edits
}

// agentsAndTeammates is the edit that lists the agents at work of the payload, and keeps the teammates in
// the process that are already listed: the payload does not say which of them work.
func (e *event) agentsAndTeammates() opt.Edit {
	others := slices.DeleteFunc(opt.Entries(e.AtWork), isTeammate)
	return opt.SetFormat(opt.Agents, opt.Concat(opt.Hyphenated(opt.Agents), opt.Lit(opt.List(others))))
}

// isTeammate reports whether an agent is a teammate: its id then contains its name, "ascout-1a2b".
func isTeammate(agent opt.Entry) bool { return strings.Contains(agent.Key, "-") }

// idleNotification handles the notification a minute after the end of a turn. If the pane shows an open
// turn, the turn was interrupted: its end would have fired a hook. If a report is due, Claude no longer gets
// it: then the session has finished.
func idleNotification(e *event) []opt.Edit {
	succeeded := opt.Not(opt.Is(opt.Turn, string(opt.TurnFailed)))
	return e.deriveUnfinished(opt.Get(opt.Reports), append(clearAnswer(),
		closeCallsOf(mainThread),
		e.setTurn(opt.TurnDone).If(succeeded),
		opt.Unset(opt.Activity).If(opt.And(succeeded, opt.Not(opt.Is(opt.Activity, Interrupted)))),
		opt.Unset(opt.Doing),
		opt.Unset(opt.Compacting),
		opt.Unset(opt.Reports),
	)...)
}

// turnEnded returns the edits that end a turn, and everything that belongs to it, where no event does.
func turnEnded() []opt.Edit {
	return slices.Concat(clearAnswer(), opt.Clear(opt.OfTurn, nil), []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnDone)),
	})
}

// turnEndedBesideSubagent returns the edits that end the turn of the main thread, where no event does, while subagents
// work or ask.
func turnEndedBesideSubagent() []opt.Edit {
	return []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnDone)), closeCallsOf(mainThread), opt.Set(opt.Activity, Interrupted),
		opt.Unset(opt.Doing),
	}
}

// clearAnswer clears what the answer has said if the turn is still open: then there is no answer yet. A turn
// goes on after its answer without a prompt where another Stop hook blocks, and "!command" begins a turn
// without a prompt.
func clearAnswer() []opt.Edit {
	open := opt.Is(opt.Turn, string(opt.TurnOpen))
	return []opt.Edit{opt.Unset(opt.Said).If(open), opt.Unset(opt.Intent).If(open)}
}

// setPrompt returns the edits that store the first line of a prompt. The first prompt that is no command
// names the session.
func setPrompt(prompt string) []opt.Edit {
	edits := opt.SetWords(opt.Prompt, prompt)
	if prompt == "" || words.IsCommand(prompt) {
		return edits
	}
	unnamed := opt.Not(opt.Get(opt.FirstPrompt))
	return append(edits, opt.SetFormat(opt.FirstPrompt, opt.Get(opt.Prompt)).If(unnamed))
}

// setAnswer returns the edits that store the last sentence of an answer. An unknown intent, as from a gate, is none.
func setAnswer(sentence string, intent opt.TurnIntent) []opt.Edit {
	if intent != opt.Question && intent != opt.Completion {
		intent = ""
	}
	return append(opt.SetWords(opt.Said, words.OptionText(sentence)), opt.Set(opt.Intent, string(intent)))
}
