package doctor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/doctor"
	"atm/internal/setup/settings"
)

// TestGatherPlugin: the hooks are those in Claude Code's copy of the plugin. The files are as Claude Code
// 2.1.329 writes them.
func TestGatherPlugin(t *testing.T) {
	t.Parallel()
	const (
		copied = `{"version": 2, "plugins": {"atm@market": [
			{"scope": "project", "installPath": "HOME/other", "projectPath": "/p", "version": "0.1.0"},
			{"scope": "user", "installPath": "HOME/copy", "version": "0.1.0"}]}}`
		git       = `{"market": {"source": {"source": "git", "url": "https://x.test/atm.git"}}}`
		directory = `{"market": {"source": {"source": "directory", "path": "HOME/clone"}}}`
		hooks     = `{"hooks": {
			"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 5}]}],
			"PermissionRequest": [{"hooks": [{"type": "command", "command": "x", "timeout": 60}]}]}}`
	)
	known := []settings.Found{{Event: "PermissionRequest", Timeout: 60}, {Event: "Stop", Timeout: 5}}
	for _, tt := range []struct {
		name                        string
		enabled                     string
		installed, markets, content string
		want                        []settings.Found
	}{
		{
			name: "a copy", enabled: "atm@market",
			installed: copied, markets: git, content: hooks, want: known,
		},
		{
			name: "where it comes from is not known", enabled: "atm@market",
			installed: copied, content: hooks, want: known,
		},
		{
			name: "in a directory, where the copy is not read", enabled: "atm@market",
			installed: copied, markets: directory, content: hooks,
		},
		{
			name: "another plugin", enabled: "batm@market",
			installed: strings.ReplaceAll(copied, "atm@", "batm@"), markets: git, content: hooks,
		},
		{name: "not installed yet", enabled: "atm@market", markets: git, content: hooks},
		{
			name: "files of another form", enabled: "atm@market",
			installed: `{"plugins": {"atm@market": {"installPath": "HOME/copy"}}}`, markets: git, content: hooks,
		},
		{
			name: "hooks of another form", enabled: "atm@market",
			installed: copied, markets: git, content: `{"hooks": []}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			from := sources(t, tmuxtest.Start(t))
			home := from.Getenv("HOME")
			for name, text := range map[string]string{
				".claude/settings.json":                   `{"enabledPlugins": {"` + tt.enabled + `": true}}`,
				".claude/plugins/installed_plugins.json":  tt.installed,
				".claude/plugins/known_marketplaces.json": tt.markets,
				"copy/hooks/hooks.json":                   tt.content,
			} {
				path := filepath.Join(home, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				text = strings.ReplaceAll(text, "HOME", home)
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			f := doctor.Gather(t.Context(), from)
			if diff := gocmp.Diff(tt.want, f.PluginHooks); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
