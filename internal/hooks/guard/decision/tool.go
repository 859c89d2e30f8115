package decision

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/claude/permission"
	"atm/internal/sys/ownname"
	opt "atm/tmuxopt"
)

// askTool is the tool by which a model asks a person.
const askTool = "AskUserQuestion"

// denied is the answer that denies a tool call. Its reason is what the model gets as the result; of
// it Claude Code shows a person the first line.
func (a Answer) denied(reason string) Answer {
	return Answer{event: a.event, verdict: Deny, reason: "atm guard: " + reason}
}

// byPersonalRule denies a tool call, or has the person asked about it, where a personal rule says so.
func (e Event) byPersonalRule(a *Answer, p Pane, _ reading) (final bool) {
	rule, found := e.personalRule(p.Rules)
	switch {
	case !found:
		return false
	case rule.Verdict == Deny:
		*a = a.denied(fmt.Sprintf("the rule %s denies this call%s", rule.Name, prefixed(": ", rule.Why)))
		return true
	}
	a.verdict = Ask
	a.reason = fmt.Sprintf("atm guard: the rule %s asks%s", rule.Name, prefixed(": ", rule.Why))
	return false
}

// personalRule returns the person's rule for a tool call. One that denies comes before one that asks.
func (e Event) personalRule(values map[string]string) (rule Rule, found bool) {
	rules, _ := ParseRules(values)
	if len(rules) == 0 {
		return rule, false
	}
	request, err := permission.Parse(e.Raw)
	if err != nil {
		return rule, false
	}
	request.Home = e.Home
	for _, r := range rules {
		if (!found || r.Verdict == Deny) && r.Calls.Concerns(request) {
			rule, found = r, true
		}
		if rule.Verdict == Deny {
			break
		}
	}
	return rule, found
}

// free reports whether a tool call does not count: it calls atm, asks the person, or is one of
// Claude Code's helpers, which has no part in the work.
func (e Event) free() bool {
	if e.UntypedAgent() {
		return true
	}
	if e.Tool != "Bash" {
		return hookmap.KindOf(e.Tool) != hookmap.CallPermission
	}
	return slices.ContainsFunc(
		permission.PossibleCommands(e.Payload.Input.Command()),
		func(command string) bool {
			program, _, _ := strings.Cut(command, " ")
			return ownname.IsAtm(program)
		},
	)
}

// NeedsLog reports whether the decision depends on when the file of the log has changed, and
// which that is.
func (e Event) NeedsLog(options opt.Options) (file string, needs bool) {
	o := reading{options, heartbeatReads()}
	file = opt.Path(o.get(opt.EffortLog))
	return file, file != "" && hookmap.EventName(e.Event) == hookmap.PreToolUse && e.overdue(o)
}

// overdue reports whether the model is to be reminded, because it has made so many calls without
// writing into the log.
func (e Event) overdue(o reading) bool {
	limit := heartbeatLimit(o)
	return o.get(opt.Effort) != "" && !e.free() && limit > 0 && count(o) >= limit
}

// count is the number of this tool call since the log was written.
func count(o reading) int {
	n, _ := strconv.Atoi(o.get(opt.Heartbeat)) // unset is 0
	return n + 1
}

// heartbeat reminds the model of the log of its effort, or denies the call. Each call has another
// number, whatever runs at the same time, so one of them reminds.
func (e Event) heartbeat(a *Answer, p Pane, o reading) (final bool) {
	switch n, limit := count(o), heartbeatLimit(o); {
	case o.get(opt.Effort) == "" || e.free():
	case e.writes(opt.Path(o.get(opt.EffortLog))):
		a.Edits = append(a.Edits, opt.LogWritten(opt.Seconds(e.Now))...)
	case !e.overdue(o):
	case p.LogChanged.Unix() > logTime(o).Unix(): // the option has whole seconds
		a.Edits = append(a.Edits, opt.LogWritten(opt.Seconds(p.LogChanged))...)
	case denies(o) && n > limit && !e.reads(opt.Path(o.get(opt.EffortLog))):
		*a = a.denied(deniedText(o, n-1))
		return true
	case n%limit == 0:
		a.context += reminder(o, n)
	}
	return false
}

// logTime is when the log was written last, as far as the options tell.
func logTime(o reading) time.Time {
	return opt.UnixTime(cmp.Or(o.get(opt.EffortLogTime), o.get(opt.EffortStarted)))
}

// writes reports whether a tool call changes a file.
func (e Event) writes(file string) bool {
	switch e.Tool {
	case "Edit", "MultiEdit", "Write":
		return file != "" && e.Payload.Input.File() == file
	}
	return false
}

// reads reports whether a tool call reads a file: Claude Code wants that before it edits one.
func (e Event) reads(file string) bool {
	return e.Tool == "Read" && file != "" && e.Payload.Input.File() == file
}

// contextUsed warns the main thread of a context that is nearly full, once for each of the marks
// that a person has set.
func (e Event) contextUsed(a *Answer, _ Pane, o reading) (final bool) {
	used, err := strconv.Atoi(o.get(opt.ContextPct))
	if err != nil || e.AgentID != "" {
		return false
	}
	warned, _ := strconv.Atoi(o.get(opt.ContextWarned)) // unset is 0
	marks := warnMarks(o)
	reached, next := 0, 0 // the marks around what is used
	for _, mark := range slices.Backward(marks) {
		if used >= mark {
			reached = mark
			break
		}
		next = mark
	}
	if reached <= warned {
		return false
	}
	a.Edits = append(a.Edits, opt.Set(opt.ContextWarned, strconv.Itoa(reached)))
	a.Unless = opt.AtLeast(opt.ContextWarned, reached)
	a.once = warning(o, used, next)
	return false
}
