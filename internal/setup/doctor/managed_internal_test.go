package doctor

import "testing"

// TestReadManaged: hooks of users do not run, so atm works only if the administrator's settings call it.
func TestReadManaged(t *testing.T) {
	t.Parallel()
	const only = `"allowManagedHooksOnly": true`
	hooks := func(command string) string {
		return `"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "` + command + `"}]}]}`
	}
	for _, tt := range []struct{ name, text, forbids, brings string }{
		{"nothing about hooks", `{}`, "", ""},
		{"hooks, besides those of users", `{` + hooks("atm hook") + `}`, "", ""},
		{"none but its own, without atm", `{` + only + `, ` + hooks("audit") + `}`, "/m", ""},
		{"none but its own, with atm", `{` + only + `, ` + hooks("/usr/bin/atm hook") + `}`, "", "/m"},
		{"the atm of each user", `{` + only + `, ` + hooks("$HOME/.local/bin/atm hook") + `}`, "", "/m"},
		{"all off", `{"disableAllHooks": true, ` + only + `, ` + hooks("atm hook") + `}`, "/m", ""},
		{"malformed", `{`, "", ""},
	} {
		var f Facts
		f.readManaged("/m", []byte(tt.text))
		if f.Managed != tt.forbids || f.ManagedHooks != tt.brings {
			t.Errorf("%s: forbidden by %q, brought by %q", tt.name, f.Managed, f.ManagedHooks)
		}
		f.SettingsFile = "/settings" // without hooks
		got := checkHooks(f)
		if isOK := len(got) == 1 && got[0].Level == OK; isOK != (tt.brings != "") {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}
