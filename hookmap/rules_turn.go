package hookmap

import (
	"cmp"
	"slices"
	"strings"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

func userPromptSubmit(e event) []opt.Edit {
	answered := []opt.Edit{opt.Unset(opt.Waiting)}
	prompt := opt.SetWords(opt.Prompt, words.OptionText(words.FirstLine(withoutMark(e.Prompt))))
	if e.synthetic() {
		// Nobody typed: a dialog of a subagent may be open all the while.
		answered, prompt = append(e.reported(), allAnsweredOf(mainThread)), nil
	}
	return e.asserted(slices.Concat(instead(), e.identity(), e.process(), prompt, answered, []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnOpen)), opt.Unset(opt.Activity), opt.Unset(opt.Compacting),
		opt.Unset(opt.Said), opt.Unset(opt.Intent), // the answer to this prompt is to come
	})...)
}

// withoutMark returns a prompt without the line with which Claude Code 2.1.329 marks a long
// paste: <pasted_content id="f665">.
func withoutMark(prompt string) string {
	rest, found := strings.CutPrefix(strings.TrimLeft(prompt, "\n"), `<pasted_content id="`)
	if _, paste, closed := strings.Cut(rest, "\">\n"); found && closed {
		return paste
	}
	return prompt
}

// synthetic reports whether the prompt comes from Claude Code itself. Where it names no source,
// its words tell.
func (e event) synthetic() bool {
	if e.Source != "" {
		return e.Source != fromPerson
	}
	return words.AuthorOf(e.Prompt) != words.Person
}

func preCompact(e event) []opt.Edit {
	trigger := cmp.Or(opt.Word(e.Trigger), "auto")
	var answered []opt.Edit
	if trigger == "manual" { // somebody has typed, if no prompt
		answered = []opt.Edit{opt.Unset(opt.Said), opt.Unset(opt.Intent)}
	}
	return e.asserted(append(answered,
		unlessLate(opt.Set(opt.Compacting, trigger)),
		unlessLate(opt.Set(opt.Activity, compacting)),
		opt.Unset(opt.ContextPct),
		opt.Unset(opt.ContextTokens),
	)...)
}

// compacting is the activity while the context is being compacted.
const compacting = "Compacting"

func postCompact(e event) []opt.Edit { return e.asserted(compacted()...) }

// compacted is the end of a compaction. How full the context is now, the next answer
// tells.
func compacted() []opt.Edit {
	return []opt.Edit{
		opt.Unset(opt.Compacting),
		opt.Unset(opt.Activity).If(opt.Is(opt.Activity, compacting)),
		opt.Unset(opt.ContextPct),
		opt.Unset(opt.ContextTokens),
	}
}

func stop(e event) []opt.Edit {
	said, intent := e.answer()
	answer := append(setWords(opt.Said, said), unlessLate(opt.Set(opt.Intent, string(intent))))
	return e.ended(opt.TurnDone, "", answer...)
}

// answer is what the last answer said, and what it wants.
func (e event) answer() (said string, intent opt.TurnIntent) {
	if s := e.summary; s != nil {
		return s.Said, s.intent()
	}
	return words.LastSentence(e.LastMessage), words.Intent(e.LastMessage)
}

// stopFailure names the error. Where Claude Code does not know it ("unknown"), what
// it shows to the person says more.
func stopFailure(e event) []opt.Edit {
	name := opt.Text(e.Error)
	if name == "" || name == "unknown" {
		name = cmp.Or(opt.Text(firstSaid(e.LastMessage)), "unknown")
	}
	return e.ended(opt.TurnFailed, name, opt.Unset(opt.Said), opt.Unset(opt.Intent))
}

// ended is the end of a turn of the main thread. Subagents may work on in the
// background: the payload lists them, which makes up for every SubagentStop
// that never came.
func (e event) ended(turn opt.TurnState, activity string, answer ...opt.Edit) []opt.Edit {
	edits := slices.Concat([]opt.Edit{e.turn(turn)}, e.identity(), answer)
	if len(e.working()) == 0 {
		// Not even a subagent asks any more. One that a person has stopped does not tell of its end.
		edits = append(edits, opt.Unset(opt.Waiting).If(opt.Not(opt.Has(opt.Waiting, placeholder))))
	}
	return e.asserted(append(edits,
		allAnsweredOf(e.agent),
		unlessLate(opt.Set(opt.Activity, activity)),
		opt.Unset(opt.Compacting),
		unlessLate(opt.Set(opt.Agents, opt.List(e.working()))),
	)...)
}

// idle is what Claude Code says a minute after the end of a turn. If it is news, the
// turn has been interrupted: its end would have been told. Where a report is due, Claude will not
// get it any more: then the session has finished.
func idle(e event) []opt.Edit {
	succeeded := opt.Not(opt.Is(opt.Turn, string(opt.TurnFailed)))
	return e.unfinished(opt.Get(opt.Reports), append(unanswered(),
		allAnsweredOf(mainThread),
		e.turn(opt.TurnDone).If(succeeded),
		opt.Unset(opt.Activity).If(succeeded),
		opt.Unset(opt.Compacting),
		opt.Unset(opt.Reports),
	)...)
}

// turnEnded ends a turn, and all that belonged to it, where no event tells of it.
func turnEnded() []opt.Edit {
	return slices.Concat(unanswered(), opt.Clear(opt.OfTurn, nil), []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnDone)),
	})
}

// unanswered clears what the answer has said, if the turn is still open: then there is none.
// A turn goes on behind its answer without a prompt where somebody else's hook of Stop
// blocks, and "!command" begins one without a prompt.
func unanswered() []opt.Edit {
	open := opt.Is(opt.Turn, string(opt.TurnOpen))
	return []opt.Edit{opt.Unset(opt.Said).If(open), opt.Unset(opt.Intent).If(open)}
}

// Words of Claude Code about a [Task].
const (
	taskAgent   = "subagent"
	taskRunning = "running"
)

// working returns the background tasks that are agents at work. A shell left
// running is none: a development server never ends.
func (e event) working() []opt.Entry {
	var list []opt.Entry
	for _, task := range e.Tasks {
		switch task.Type {
		case taskAgent, "workflow", "teammate":
			if task.Status == taskRunning {
				kind := cmp.Or(task.AgentType, task.Type)
				list = append(list, opt.Entry{Key: agentKey(task.ID), Word: opt.Word(kind)})
			}
		}
	}
	return list
}
