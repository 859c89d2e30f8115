package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/dev/manual/manualtest"
	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/install"
)

// root is the top of the repository.
const root = "../.."

// TestPluginHooks keeps the plugin's hooks equal to the table in the code.
func TestPluginHooks(t *testing.T) {
	t.Parallel()
	const handler = `{"type": "command", "command": "exec \"${CLAUDE_PLUGIN_ROOT}\"/hooks/run", "timeout": %d}`
	var lines []string
	for _, e := range (install.Claude{Version: install.KnowsMost}).Events() {
		lines = append(lines, fmt.Sprintf(`    %q: [{"hooks": [`+handler+`]}]`, e.Name, e.Timeout))
	}
	manualtest.Golden(t, filepath.Join(root, "hooks/hooks.json"), "{\n  \"hooks\": {\n"+strings.Join(lines,
		",\n")+"\n  }\n}\n", *update)
}

// TestPluginFiles: what Claude Code needs to find the plugin.
func TestPluginFiles(t *testing.T) {
	t.Parallel()
	var plugin struct{ Name string }
	var market struct {
		Name    string
		Owner   struct{ Name string }
		Plugins []struct{ Name, Source string }
	}
	for name, into := range map[string]any{"plugin.json": &plugin, "marketplace.json": &market} {
		text, err := os.ReadFile(filepath.Join(root, ".claude-plugin", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatal(err)
		}
	}
	if plugin.Name != "atm" || market.Name == "" || market.Owner.Name == "" {
		t.Errorf("%+v, %+v", plugin, market)
	}
	if len(market.Plugins) != 1 || market.Plugins[0].Name != plugin.Name {
		t.Errorf("%+v does not offer %s", market, plugin.Name)
	}
}

// TestPluginRun: the plugin's command finds atm on PATH, and is silent without, also if another program is called so.
func TestPluginRun(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	// A copy: beside the original there may be a program that somebody has built.
	text, err := os.ReadFile(filepath.Join(root, "hooks/run"))
	if err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(t.TempDir(), "run")
	tmuxtest.WriteProgram(t, run, string(text))
	foreign := t.TempDir()
	const usage = "#!/bin/sh\n[ \"$1\" = --version ] && echo atm 1.0 && exit\necho usage: atm >&2\nexit 2\n"
	tmuxtest.WriteProgram(t, filepath.Join(foreign, "atm"), usage)
	for _, tt := range []struct{ name, path, event string }{
		{"no atm", "/usr/bin:/bin", ""},
		{"a foreign atm", foreign + ":/usr/bin:/bin", ""},
		{"atm on PATH", os.Getenv("PATH"), "Stop"},
	} {
		cmd := exec.Command(run)
		cmd.Env = append(s.Env("%0"), "HOME="+t.TempDir(), "PATH="+tt.path)
		cmd.Stdin = strings.NewReader(`{"hook_event_name":"Stop"}`)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v, output %q", tt.name, err, out)
		}
		if got := s.Tmux("show-options", "-pqvt", "%0", "@meta.claude.latest_hook_event"); got != tt.event {
			t.Errorf("%s: event %q", tt.name, got)
		}
	}
}
