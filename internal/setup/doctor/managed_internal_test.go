package doctor

import (
	"strings"
	"testing"

	"atm/internal/setup/install"
	"atm/internal/setup/settings"
)

// TestReadManaged: atm hook in the settings of an administrator is as good as in those of the user, if it is complete.
// Where hooks of users do not run, it must be.
func TestReadManaged(t *testing.T) {
	t.Parallel()
	const (
		only = `"allowManagedHooksOnly": true, `
		none = "no hook of atm in /settings"
	)
	hooks := func(command string, events ...string) string {
		text := `"hooks": {"Setup": []`
		for _, event := range events {
			text += `, "` + event + `": [{"hooks": [{"type": "command", "command": "` + command + `"}]}]`
		}
		return text + "}"
	}
	for _, tt := range []struct{ name, text, forbids, message string }{
		{"nothing about hooks", `{}`, "", none},
		{"hooks, besides those of users", `{` + hooks("/opt/atm hook", "Stop", "SessionEnd") + `}`, "", "by /m"},
		{"some, besides those of users", `{` + hooks("/opt/atm hook", "Stop") + `}`, "", none},
		{"none but its own, without atm", `{` + only + hooks("audit", "Stop") + `}`, "/m", none},
		{"none but its own", `{` + only + hooks("/opt/atm hook", "Stop", "SessionEnd") + `}`, "", "by /m"},
		{"none but its own, and not all", `{` + only + hooks("/opt/atm hook", "Stop") + `}`, "",
			"/m: SessionEnd is missing"},
		{"a program that cannot be run", `{` + only + hooks("/gone/atm hook", "Stop", "SessionEnd") + `}`, "",
			"/m: /gone/atm cannot be run"},
		{"the atm of each user", `{` + only + hooks("$HOME/.local/bin/atm hook", "Stop", "SessionEnd") + `}`, "", "by /m"},
		{"one that ends before it can be answered", `{` + only + hooks("/opt/atm hook", "Stop", "SessionEnd",
			"PermissionRequest") + `}`, "", "/m: PermissionRequest has no timeout of its own"},
		{"besides those of the user", `{` + hooks("/opt/atm hook", "Stop", "SessionEnd") + `}`, "",
			"both /m and /settings bring the hooks"},
		{"all off", `{"disableAllHooks": true, ` + hooks("/opt/atm hook", "Stop", "SessionEnd") + `}`, "/m", none},
		{"malformed", `{`, "", none},
	} {
		f := Facts{
			SettingsFile: "/settings", // without hooks
			Program:      "/opt/atm",
			Wanted:       settings.Hook{Events: []settings.Event{{Name: "Stop"}, {Name: "SessionEnd"}}},
		}
		if tt.name == "besides those of the user" {
			f.Settings.Hooks = []settings.Found{{Event: "Stop", Program: "/opt/atm"}}
		}
		if strings.Contains(tt.text, "PermissionRequest") {
			request := settings.Event{Name: "PermissionRequest", Timeout: install.AnswerTimeout}
			f.Wanted.Events = append(f.Wanted.Events, request)
		}
		f.readManaged("/m", []byte(tt.text))
		if f.Managed != tt.forbids {
			t.Errorf("%s: forbidden by %q", tt.name, f.Managed)
		}
		got := checkHooks(f)
		isOK, mends := tt.message == "by /m", tt.message == none
		if len(got) != 1 || got[0].Message != tt.message || (got[0].Level == OK) != isOK || (got[0].Fix != NoFix) != mends {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}
