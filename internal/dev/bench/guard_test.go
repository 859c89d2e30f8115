package bench

import (
	"strings"

	"atm/tmuxopt"
)

// guards measures a tool call that the guard counts, without and with rules, beside the hook of the
// same call.
func guards(s *server) error {
	set := func(option tmuxopt.Option, value string) error {
		_, err := s.tmux("set-option", "-pt", "%0", string(option), value)
		return err
	}
	call := strings.Replace(payload, "PostToolUse", "PreToolUse", 1)
	if err := set(tmuxopt.Effort, "the parser"); err != nil {
		return err
	}
	err := s.within("A guarded tool call", 150, s.atm(call, "hook"), limited{s.atm(call, "guard"), 1.5})
	if err != nil {
		return err
	}
	if err := set(tmuxopt.GuardRulePrefix+"rm", "Bash(rm *) => ask"); err != nil {
		return err
	}
	return compare("The same with a rule", 150, s.atm(call, "hook"), s.atm(call, "guard"))
}
