package tmuxopt

import (
	"strconv"
	"strings"
)

// The options with which a person sets what atm guard does, for a pane, a window, a session, or for all.
const (
	GuardWarnOption      Option = "@atm-guard-warn"
	GuardHeartbeatOption Option = "@atm-guard-heartbeat"
	GuardDenyOption      Option = "@atm-guard-deny"
	GuardCompactOption   Option = "@atm-guard-compact"

	// GuardRulePrefix and a name make the option that holds a rule.
	GuardRulePrefix = "@atm-guard-rule-"
)

// Values of the options of the guard.
const (
	On = "on"
	// CompactHandoff is the value of [GuardCompactOption] with which a handoff replaces a compaction.
	CompactHandoff = "handoff"
)

// The defaults of the options.
const (
	DefaultWarn      = "80 90"
	DefaultHeartbeat = "10"
)

// CountCall returns the edits that count a tool call of the open effort, if there is one. They must not be
// made twice.
func CountCall() []Edit {
	return []Edit{SetFormat(Heartbeat, next(Heartbeat)).If(Get(Effort))}
}

// LogWritten returns the edits that record when the log of an effort was written: the tool calls are counted
// from then on.
func LogWritten(seconds string) []Edit {
	return []Edit{Set(EffortLogTime, seconds), Unset(Heartbeat)}
}

// next is the value of an option plus one.
func next(option Option) Format {
	return formula{"#{e|+:#{" + string(option) + "},1}", func(o Options) string {
		return strconv.Itoa(o.number(option) + 1)
	}}
}

// AtLeast is true where an option is a number that is not smaller.
func AtLeast(option Option, number int) Format {
	return condition("#{e|>=:#{"+string(option)+"},"+strconv.Itoa(number)+"}", func(o Options) bool {
		return o.number(option) >= number
	})
}

// number returns the value of an option that is a number, 0 if it is unset.
func (o Options) number(option Option) int {
	n, _ := strconv.Atoi(o[option])
	return n
}

// Percentages parses a list of per cents of the context: "80 90". ok is false if the text is not such a
// list; "off" is an empty list.
func Percentages(list string) (numbers []int, ok bool) {
	if list == Off {
		return nil, true
	}
	for _, word := range Words(strings.ReplaceAll(list, "%", " ")) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 100 {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, len(numbers) > 0
}

// guardSettings lists the options of the guard.
func guardSettings() []Setting {
	const scope = "; also per pane, window or session"
	return []Setting{
		setting(string(GuardWarnOption), DefaultWarn,
			"the percentages of the context at which `atm guard` warns the model, once each, or `off`"+scope,
			func(value string) bool { _, ok := Percentages(value); return ok }),
		setting(string(GuardHeartbeatOption), DefaultHeartbeat,
			"after how many tool calls without an entry in the effort's log `atm guard` reminds the model to write "+
				"one, or `off`"+scope,
			func(value string) bool { return value == Off || digits(value) }),
		setting(string(GuardDenyOption), Off,
			"`on`: after that number `atm guard` denies tool calls until the log is written"+scope,
			eachWord(1, On, Off)),
		setting(string(GuardCompactOption), Off,
			"`handoff`: if the session has handed over, `atm guard` blocks an automatic compaction; if not, it asks "+
				"for a summary with the content of a handoff"+scope,
			eachWord(1, CompactHandoff, Off)),
		setting(GuardRulePrefix+"NAME", "", "a rule of `atm guard`: `Bash(rm *) => ask: why`, or `deny`"+scope, nil),
	}
}
