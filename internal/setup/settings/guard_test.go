package settings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/settings"
)

// guarded is hook("PreToolUse", "Stop") with a guard for one of these events, and for automatic compactions.
func guarded() settings.Wanted {
	wanted := hook("PreToolUse", "Stop")
	wanted.Guard = settings.Hook{
		Command: settings.CallGuard, Program: "/x/atm", Exec: true, Events: []settings.Event{
			{Name: "PreToolUse", Timeout: 5}, {Name: "PreCompact", Timeout: 5, Matcher: "auto"},
		},
	}
	return wanted
}

// TestGuard: the guard is added beside the hook in any text, and removed without a trace.
func TestGuard(t *testing.T) {
	t.Parallel()
	const guard = `{"type": "command", "command": "/x/atm", "args": ["guard"], "timeout": 5}`
	for name, before := range map[string]string{
		"nothing":                     "",
		"other settings":              "{\n  \"a\": 1\n}\n",
		"in one line":                 `{"a":1}`,
		"the hook alone":              `{"hooks": {"PreToolUse": [` + group + `], "Stop": [` + group + `]}}`,
		"the guard alone":             `{"hooks": {"PreToolUse": [{"hooks": [` + guard + `]}]}}`,
		"both of them in one group":   `{"hooks": {"PreToolUse": [{"hooks": [` + ownSettings + `, ` + guard + `]}]}}`,
		"the guard for one tool":      `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [` + guard + `]}]}}`,
		"the guard in another event":  `{"hooks": {"Notification": [{"hooks": [` + guard + `]}]}}`,
		"the guard twice":             `{"hooks": {"PreToolUse": [{"hooks": [` + guard + `, ` + guard + `]}]}}`,
		"the guard without a matcher": `{"hooks": {"PreCompact": [{"hooks": [` + guard + `]}]}}`,
		"the guard with another path": `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", ` +
			`"command": "/y/atm guard"}]}]}}`,
		"beside someone else's":        `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [` + theirs + `]}]}}`,
		"in a group of someone else's": `{"hooks": {"PreToolUse": [{"hooks": [` + theirs + `, ` + guard + `]}]}}`,
	} {
		after, err := settings.Install([]byte(before), guarded())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		facts, err := settings.Read(after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		found := func(event, matcher string) settings.Found {
			return settings.Found{Event: event, Program: "/x/atm", Matcher: matcher, Exec: true, Timeout: 5}
		}
		byEvent := map[string]settings.Found{}
		for _, f := range facts.Guards {
			byEvent[f.Event] = f
		}
		want := map[string]settings.Found{
			"PreToolUse": found("PreToolUse", ""), "PreCompact": found("PreCompact", "auto"),
		}
		if diff := cmp.Diff(want, byEvent); diff != "" || len(facts.Guards) != 2 || len(facts.Hooks) != 2 {
			t.Errorf(
				"%s: %d guards, %d hooks (-want +got):\n%s\n%s",
				name,
				len(facts.Guards),
				len(facts.Hooks),
				diff,
				after,
			)
		}
		if !strings.Contains(before, "atm") {
			invertible(t, []byte(before), guarded())
		}
		without, err := settings.Install(after, hook("PreToolUse", "Stop"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		facts, err = settings.Read(without)
		if err != nil || len(facts.Guards) > 0 || len(facts.Hooks) != 2 {
			t.Errorf("%s: without the guard: %v\n%s", name, err, without)
		}
	}
}
