package explain

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"atm/internal/hooks/guard/decision"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// guardRule is a rule of atm guard that is set for a pane.
type guardRule struct {
	Name  string `json:"name"`
	Rule  string `json:"rule"`
	Error string `json:"error,omitempty"` // why it is not used
}

// AddGuard adds the rules of the guard, whether Claude Code calls it or not.
func (e *Explanation) AddGuard(ctx context.Context, server tmux.Server, pane string) error {
	values, err := server.UserOptions(ctx, pane, tmuxopt.GuardRulePrefix)
	_, broken := decision.ParseRules(values)
	for _, option := range slices.Sorted(maps.Keys(values)) {
		name := strings.TrimPrefix(option, tmuxopt.GuardRulePrefix)
		rule := guardRule{Name: name, Rule: tmuxopt.Text(values[option])}
		if err := broken[name]; err != nil {
			rule.Error = tmuxopt.Text(err.Error())
			e.Advice = append(e.Advice, fmt.Sprintf("the rule %s of the guard is not used: %s", name, rule.Error))
		}
		e.GuardRules = append(e.GuardRules, rule)
	}
	return err
}
