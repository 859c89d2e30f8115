package decision

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"atm/internal/claude/permission"
	opt "atm/tmuxopt"
)

// warnMarks returns the percentages of the context at which the model is warned, in ascending order. An
// invalid list has none.
func warnMarks(o opt.Options) []int {
	marks, _ := opt.Percentages(cmp.Or(o[opt.GuardWarnOption], opt.DefaultWarn))
	slices.Sort(marks)
	return marks
}

// heartbeatLimit returns after how many tool calls the model is reminded of its log; 0 = never.
func heartbeatLimit(o opt.Options) int {
	n, _ := strconv.Atoi(cmp.Or(o[opt.GuardHeartbeatOption], opt.DefaultHeartbeat)) // off is 0
	return n
}

func denies(o opt.Options) bool { return o[opt.GuardDenyOption] == opt.On }

// Rule is a person's own rule: the tool calls it applies to, and the decision on them.
type Rule struct {
	Name    string
	Calls   permission.Rule
	Verdict Verdict
	Why     string
}

// ParseRule reads the value of an option: "Bash(rm *) => ask: why".
func ParseRule(name, value string) (Rule, error) {
	const arrow = "=>"
	for i := 0; ; i += len(arrow) {
		at := strings.Index(value[i:], arrow)
		if at < 0 {
			return Rule{}, fmt.Errorf("%q is no rule of the guard: one is like Bash(rm *) => ask: why", value)
		}
		i += at
		verdict, reason, _ := strings.Cut(value[i+len(arrow):], ":")
		r := Rule{
			Name:    name,
			Verdict: Verdict(strings.TrimSpace(verdict)),
			Why:     opt.Text(strings.TrimSpace(reason)),
		}
		if r.Verdict != Ask && r.Verdict != Deny {
			continue // a command may have an arrow, too
		}
		var err error
		r.Calls, err = permission.ParseRule(strings.TrimSpace(value[:i]))
		return r, err
	}
}

// ParseRules parses options that hold rules, by their names. Invalid ones are left out, and returned with
// the reason.
func ParseRules(values map[string]string) (rules []Rule, broken map[string]error) {
	broken = map[string]error{}
	for _, option := range slices.Sorted(maps.Keys(values)) {
		name := strings.TrimPrefix(option, opt.GuardRulePrefix)
		rule, err := ParseRule(name, values[option])
		if err != nil {
			broken[name] = err
			continue
		}
		rules = append(rules, rule)
	}
	return rules, broken
}
