package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/fleet"
)

// listedID is the session's of the registry's entries.
const listedID = "23e30f82-0000-4000-8000-000000000000"

// TestListNames: sessions are called as people know them, and are listed once.
func TestListNames(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	home := t.TempDir()
	transcript := filepath.Join(home, "projects", "-p", listedID+".jsonl")
	if err := os.MkdirAll(filepath.Dir(transcript), 0o755); err != nil {
		t.Fatal(err)
	}
	prompt := `{"type":"user","message":{"content":"mend the parser\nand its tests"}}` + "\n"
	if err := os.WriteFile(transcript, []byte(prompt), 0o600); err != nil {
		t.Fatal(err)
	}
	other := s.NewPane()
	for _, pane := range []string{"%0", other} {
		of := `"session_id":"` + listedID + `","transcript_path":"` + transcript + `"`
		fire(t, s, pane, `{"hook_event_name":"SessionStart","source":"startup","cwd":"/p",`+of+`}`)
		fire(t, s, pane, `{"hook_event_name":"SessionEnd","reason":"other",`+of+`}`)
	}
	list := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("atm", append([]string{"ls"}, args...)...)
		cmd.Env = append(s.Env("%0"), "CLAUDE_CONFIG_DIR="+home)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if table := list(); strings.Count(table, "\n") != 2 || !strings.Contains(table, " mend the parser  ") {
		t.Errorf("one session that has ended in two panes, by its first prompt:\n%s", table)
	}
	var listing fleet.Listing
	if err := json.Unmarshal([]byte(list("--json")), &listing); err != nil {
		t.Fatal(err)
	}
	if len(listing.Sessions) != 1 || listing.Sessions[0].Title != "mend the parser" {
		t.Errorf("%+v", listing.Sessions)
	}
	if got := atmIn(t, s, home, "get", "--pane", "parser", "session_id"); got != listedID {
		t.Errorf("found by the name that is shown: %q", got)
	}
}

// atmIn runs atm with a home of Claude Code.
func atmIn(t *testing.T, s *tmuxtest.Server, home string, args ...string) string {
	t.Helper()
	cmd := exec.Command("atm", args...)
	cmd.Env = append(s.Env("%0"), "CLAUDE_CONFIG_DIR="+home)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("atm %q: %v\n%s", args, err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// TestListOddDir: a directory with a newline in its name, which no option can hold.
func TestListOddDir(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	home, dir := t.TempDir(), filepath.Join(t.TempDir(), "new\nline")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	panePID := s.Tmux("display-message", "-p", "#{pane_pid}")
	pid, err := strconv.Atoi(panePID)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeEntry(home, pid, "idle", fmt.Sprintf(`,"cwd":%q`, real)); err != nil {
		t.Fatal(err)
	}
	start := `{"hook_event_name":"SessionStart","source":"startup","session_id":"` + listedID + `","cwd":%q}`
	fire(t, s, "%0", fmt.Sprintf(start, real), "CLAUDE_PID="+panePID)
	if got, want := atmIn(t, s, home, "ls"), `new\012line'`; !strings.Contains(got, want) {
		t.Errorf("no %s in\n%s", want, got)
	}
	var listing fleet.Listing
	if err := json.Unmarshal([]byte(atmIn(t, s, home, "ls", "--json")), &listing); err != nil {
		t.Fatal(err)
	}
	if len(listing.Sessions) != 1 {
		t.Fatalf("%+v", listing)
	}
	if diff := cmp.Diff(real, listing.Sessions[0].Dir); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	cmd := exec.Command("atm", "ls", "--here")
	cmd.Env, cmd.Dir = append(s.Env("%0"), "CLAUDE_CONFIG_DIR="+home), dir
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "line'") {
		t.Errorf("ls --here in that directory: %v\n%s", err, out)
	}
}
