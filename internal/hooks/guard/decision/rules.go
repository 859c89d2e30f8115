package decision

import (
	"encoding/json"
	"fmt"
	"strings"

	"atm/hookmap"
	"atm/internal/longwork/handoff"
	"atm/internal/words"
	opt "atm/tmuxopt"
)

// guardRule is a rule of the guard itself: how it decides about an event, and which options it needs for
// that.
type guardRule struct {
	event    hookmap.EventName
	reads    []opt.Option // the options of the pane that it gets, and no other
	personal bool         // it reads the person's own rules

	// decide adds to the answer, given the options of reads; final means that no other rule is applied.
	decide func(e Event, a *Answer, p Pane, o opt.Options) (final bool)
}

// read returns the options that the rule reads.
func (r guardRule) read(options opt.Options) opt.Options {
	o := opt.Options{}
	for _, name := range r.reads {
		o[name] = options[name]
	}
	return o
}

// rules lists the rules of the guard, in the order in which those of one event are applied.
func rules() []guardRule {
	return []guardRule{
		{event: hookmap.SessionStart, reads: handoff.Needed(), decide: Event.deliverHandoff},
		{event: hookmap.PreToolUse, personal: true, decide: Event.byPersonalRule},
		{event: hookmap.PreToolUse, reads: []opt.Option{
			opt.Effort, opt.EffortLog, opt.EffortLogTime, opt.EffortStarted, opt.Heartbeat,
			opt.GuardHeartbeatOption, opt.GuardDenyOption,
		}, decide: Event.heartbeat},
		{event: hookmap.PreToolUse, reads: []opt.Option{
			opt.ContextPct, opt.ContextWarned, opt.EffortLog, opt.GuardWarnOption,
		}, decide: Event.contextUsed},
		{event: hookmap.PreCompact, reads: []opt.Option{
			opt.GuardCompactOption, opt.HandoffTime, opt.HandoffTo, opt.Effort, opt.EffortPhase, opt.EffortLog,
		}, decide: Event.compact},
	}
}

// deliverHandoff gives a new session the handoff of the previous one.
func (e Event) deliverHandoff(a *Answer, _ Pane, o opt.Options) (final bool) {
	a.context, a.Edits = handoff.Delivery(o, e.SessionID)
	return true
}

// compact decides on a compaction that Claude Code begins by itself. If it is blocked, the turn ends without
// a word from the model (2.1.329), or with an error (2.1.197): then the model can no longer be asked for a
// handoff. So it is blocked only if there is a handoff already, which the next session can begin with.
// Otherwise the summary must contain what a handoff would contain.
func (e Event) compact(a *Answer, _ Pane, o opt.Options) (final bool) {
	if o[opt.GuardCompactOption] != opt.CompactHandoff || e.Trigger != automatic {
		return false
	}
	if o[opt.HandoffTime] != "" && o[opt.HandoffTo] == "" {
		// Neither version shows this: they say that the context is full, and name /clear.
		a.blocked = "atm guard: this session has handed over, so that it is not compacted"
		return true
	}
	if o[opt.Effort] == "" {
		return false
	}
	phase := o[opt.EffortPhase]
	if phase != "" {
		phase = ", phase " + quoted(phase)
	}
	a.plain = handoff.Sender + fmt.Sprintf(
		"The session works on %s%s. Keep in the summary, as for somebody who takes over: what is done, "+
			"what is next, what does not work, which files to read%s.\n",
		quoted(o[opt.Effort]),
		phase,
		intoLog(o, ", the log "),
	)
	return true
}

// mostQuestions is how many questions of one dialog are stored; Claude Code asks no more at once.
const mostQuestions = 4

// dialog returns the edits that store the questions of a tool call with their answers, if an effort is open.
func (e Event) dialog() []opt.Edit {
	var payload struct {
		Input struct {
			Questions []struct{ Question string }
			Answers   map[string]json.RawMessage // a text, or several of them
		} `json:"tool_input"`
	}
	if e.Tool != askTool || json.Unmarshal(e.Raw, &payload) != nil {
		return nil
	}
	var lines []string
	for i, q := range payload.Input.Questions {
		if answer := readAnswer(payload.Input.Answers[q.Question]); answer != "" && i < mostQuestions {
			lines = append(lines, words.OptionText(q.Question), "→ "+words.OptionText(answer))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return opt.OnlyWhere(opt.Get(opt.Effort), opt.SetWords(opt.EffortDialog, opt.EscapeLines(strings.Join(lines, "\n"))))
}

func readAnswer(raw json.RawMessage) string {
	var one string
	var several []string
	switch {
	case json.Unmarshal(raw, &one) == nil:
		return one
	case json.Unmarshal(raw, &several) == nil:
		return strings.Join(several, ", ")
	}
	return ""
}
