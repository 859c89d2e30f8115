package decision

import (
	"cmp"
	"fmt"
	"path"
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

// denied is the answer that denies a tool call. The model gets the reason as the call's result; Claude Code
// shows a person its first line.
func (a Answer) denied(reason string) Answer {
	return Answer{event: a.event, verdict: Deny, reason: "atm guard: " + reason}
}

// byPersonalRule denies a tool call, or asks the person about it, if a personal rule says so.
func (e Event) byPersonalRule(a *Answer, p Pane, _ opt.Options) (final bool) {
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

// personalRule returns the person's rule for a tool call. A rule that denies comes before one that asks.
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

// isUncounted reports whether a tool call does not count: it calls atm, asks the person, or comes from one
// of Claude Code's helpers, which do not take part in the work.
func (e Event) isUncounted() bool {
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

// NeedsLog reports whether the decision depends on the time of the log file's last change, and returns that
// file.
func (e Event) NeedsLog(o opt.Options) (file string, needs bool) {
	file = opt.Path(o[opt.EffortLog])
	return file, file != "" && hookmap.EventName(e.Event) == hookmap.PreToolUse && e.isReminderDue(o)
}

// isReminderDue reports whether to remind the model, because it has made the maximum number of calls without
// writing into the log.
func (e Event) isReminderDue(o opt.Options) bool {
	limit := heartbeatLimit(o)
	return o[opt.Effort] != "" && !e.isUncounted() && limit > 0 && callNumber(o) >= limit
}

// callNumber is the number of this tool call, counted from the last entry in the log.
func callNumber(o opt.Options) int {
	n, _ := strconv.Atoi(o[opt.Heartbeat]) // unset is 0
	return n + 1
}

// heartbeat reminds the model of the log of its effort, or denies the call. Each call has its own number,
// even if several run at the same time, so exactly one of them reminds.
func (e Event) heartbeat(a *Answer, p Pane, o opt.Options) (final bool) {
	switch n, limit := callNumber(o), heartbeatLimit(o); {
	case o[opt.Effort] == "" || e.isUncounted():
	case e.uses(opt.Path(o[opt.EffortLog]), "Edit", "MultiEdit", "Write"):
		a.Edits = append(a.Edits, opt.LogWritten(opt.Seconds(e.Now))...)
	case !e.isReminderDue(o):
	case p.LogChanged.Unix() > logTime(o).Unix(): // the option has whole seconds
		a.Edits = append(a.Edits, opt.LogWritten(opt.Seconds(p.LogChanged))...)
	case denies(o) && n > limit && !e.uses(opt.Path(o[opt.EffortLog]), "Read"): // an edit requires that
		*a = a.denied(deniedText(o, n-1))
		return true
	case n%limit == 0:
		a.context += reminder(o, n)
	}
	return false
}

// logTime is when the log was written last, according to the options.
func logTime(o opt.Options) time.Time {
	return opt.UnixTime(cmp.Or(o[opt.EffortLogTime], o[opt.EffortStarted]))
}

// uses reports whether the event is a call of one of these tools for the file. The person may have named it with "..",
// the model without.
func (e Event) uses(file string, tools ...string) bool {
	isFile := path.Clean(e.Payload.Input.File()) == path.Clean(file)
	return file != "" && isFile && slices.Contains(tools, e.Tool)
}

// contextUsed warns the main thread of a context that is nearly full, once for each mark that it reaches. If it passes
// several marks at once, only the last one counts. Of calls at the same time, one warns.
func (e Event) contextUsed(a *Answer, _ Pane, o opt.Options) (final bool) {
	used, err := strconv.Atoi(o[opt.ContextPct])
	if err != nil || e.AgentID != "" {
		return false
	}
	warned, _ := strconv.Atoi(o[opt.ContextWarned]) // unset is 0
	marks := warnMarks(o)
	reached, last := 0, 0 // the last mark up to the used percentage, and the last of all if it is above
	for _, mark := range marks {
		if used >= mark {
			reached = mark
		} else {
			last = mark
		}
	}
	if reached <= warned {
		return false
	}
	a.Edits = append(a.Edits, opt.Set(opt.ContextWarned, strconv.Itoa(reached)))
	a.Unless = opt.AtLeast(opt.ContextWarned, reached)
	a.contextOnce = warning(o, used, last)
	return false
}
