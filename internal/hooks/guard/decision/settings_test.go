package decision_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/hooks/guard/decision"
	opt "atm/tmuxopt"
)

func TestRules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		rules   []string
		command string
		want    decided
	}{
		{"none", nil, "rm x", decided{}},
		{"asks", []string{"Bash(rm *) => ask: is it in git?"}, "rm x",
			decided{Decision: "ask", Reason: "atm guard: the rule r0 asks: is it in git?"}},
		{"without a reason", []string{"Bash(rm *) => ask"}, "rm x",
			decided{Decision: "ask", Reason: "atm guard: the rule r0 asks"}},
		{"for another call", []string{"Bash(rm *) => ask: why"}, "ls", decided{}},
		{"denies", []string{"Bash(rm *)=>deny:no"}, "cd x && rm y",
			decided{Decision: "deny", Reason: "atm guard: the rule r0 denies this call: no"}},
		{"one that denies before one that asks", []string{"Bash => ask", "Bash(rm *) => deny: no"}, "rm x",
			decided{Decision: "deny", Reason: "atm guard: the rule r1 denies this call: no"}},
		{"the first of two", []string{"Bash => ask: a", "Bash => ask: b"}, "rm x",
			decided{Decision: "ask", Reason: "atm guard: the rule r0 asks: a"}},
		{"one that is broken, which changes nothing for the others",
			[]string{"Bash( => deny", "Bash => ask: b"}, "rm x",
			decided{Decision: "ask", Reason: "atm guard: the rule r1 asks: b"}},
		{"a command with an arrow", []string{"Bash(a => b) => ask"}, "a => b",
			decided{Decision: "ask", Reason: "atm guard: the rule r0 asks"}},
		{"a reason with an arrow", []string{"Bash => ask: a => deny: b"}, "x",
			decided{Decision: "ask", Reason: "atm guard: the rule r0 asks: a => deny: b"}},
		{"nothing is allowed by a rule", []string{"Bash => allow"}, "rm x", decided{}},
		{"atm's own commands are no exception", []string{"Bash(atm *) => ask"}, "atm effort",
			decided{Decision: "ask", Reason: "atm guard: the rule r0 asks"}},
	} {
		values := map[string]string{}
		for i, rule := range tt.rules {
			values[fmt.Sprintf("%sr%d", opt.GuardRulePrefix, i)] = rule
		}
		got, _ := decide(t, bash(t, tt.command), decision.Pane{Rules: values})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	edit := tool(t, "Edit", `{"file_path":"/home/ada/notes/a.md"}`, `"cwd":"/p"`)
	edit.Home = "/home/ada"
	rules := map[string]string{opt.GuardRulePrefix + "notes": "Edit(~/notes/**) => ask"}
	if got, _ := decide(t, edit, decision.Pane{Rules: rules}); got.Decision != "ask" {
		t.Errorf("a file below the home directory: %+v", got)
	}
	_, broken := decision.ParseRules(map[string]string{
		"@atm-guard-rule-a": "Bash", "@atm-guard-rule-b": "Bash(x => ask", "@atm-guard-rule-c": "Bash => ask",
	})
	if broken["a"] == nil || broken["b"] == nil || len(broken) != 2 {
		t.Errorf("broken: %v", broken)
	}
}
