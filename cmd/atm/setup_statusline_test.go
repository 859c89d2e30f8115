package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// TestWrappedStatusLine: what setup makes of a status line prints what the command alone
// has printed, and ends as it has.
func TestWrappedStatusLine(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	run := func(name string, args ...string) (output string, err error) {
		cmd := exec.Command(name, args...)
		cmd.Env = append(s.Env("%0"), "HOME="+t.TempDir(), "CLD_CLAUDE=nowhere", "X=a  b")
		cmd.Stdin = strings.NewReader(`{"model": {"display_name": "Opus"}}` + "\n")
		out, err := cmd.Output()
		return string(out), err
	}
	for _, command := range []string{
		"cat", "", "tr O '\\'' | head -c 30", `echo "$X" '$X' it\'s`, "cat; exit 3", "printf 'a\\n\\033[31mb\\n'",
		"no-such-program", "echo $0", "{ echo a; echo b >&2; }",
	} {
		home := t.TempDir()
		type statusLine struct {
			Type    string `json:"type"`
			Command string `json:"command"`
		}
		settings := struct {
			StatusLine statusLine `json:"statusLine"`
		}{statusLine{"command", command}}
		text, err := json.Marshal(settings)
		if err != nil {
			t.Fatal(err)
		}
		put(t, home+"/settings.json", string(text))
		if out, err := run("atm", "setup", "--yes", "--no-tmux", "--claude-home", home); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if text, err = os.ReadFile(home + "/settings.json"); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &settings); err != nil {
			t.Fatal(err)
		}
		alone, failed := run("/bin/sh", "-c", command)
		wrapped, err := run("/bin/sh", "-c", settings.StatusLine.Command)
		if diff := cmp.Diff(alone, wrapped); diff != "" || (failed == nil) != (err == nil) {
			t.Errorf("%q, wrapped as %q: ended with %v and %v (-alone +wrapped):\n%s", command,
				settings.StatusLine.Command, failed, err, diff)
		}
		if !strings.Contains(settings.StatusLine.Command, "atm statusline") {
			t.Errorf("%q is not wrapped: %q", command, settings.StatusLine.Command)
		}
	}
}
