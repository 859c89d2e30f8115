package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// TestAllServers: the sessions of all servers in the user's directory of sockets,
// with dead sockets, other files, and a server that hangs beside them.
func TestAllServers(t *testing.T) {
	t.Parallel()
	root := tmuxtest.Dir(t)
	dir := filepath.Join(root, fmt.Sprintf("tmux-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "no-socket"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var servers []*tmuxtest.Server
	for name, event := range map[string]string{"work": `"UserPromptSubmit"`,
		"odd #[x]": `"PermissionRequest","tool_name":"Bash"`} {
		s := tmuxtest.Start(t)
		if err := os.Symlink(s.Socket, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		fire(t, s, "%0", `{"session_id":"s","hook_event_name":`+event+`}`)
		servers = append(servers, s)
	}
	if err := os.Symlink(filepath.Join(root, "gone"), filepath.Join(dir, "dead")); err != nil {
		t.Fatal(err)
	}
	hangs := tmuxtest.Start(t)
	suspend(t, hangs)
	if err := os.Symlink(hangs.Socket, filepath.Join(dir, "hangs")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("atm", "ls", "--all-servers", "--icons", "ascii")
	cmd.Env = append(servers[0].Env(""), "TMUX_TMPDIR="+root)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if got := said.String(); !strings.HasPrefix(got, "atm: without the server hangs: ") ||
		strings.Count(got, "\n") != 1 {
		t.Errorf("stderr: %s", got)
	}
	rows := strings.Split(string(out), "\n")
	if err != nil || len(rows) != 4 || !strings.HasPrefix(rows[1], "! ") || !strings.Contains(rows[1],
		"odd #[x]") || !strings.HasPrefix(rows[2], "> ") || !strings.Contains(rows[2], "work") {
		t.Errorf("%v:\n%s", err, out)
	}
}

// TestUninstallLate: a claude that runs calls its hooks until it has read its settings again. What they write goes,
// also in another server than that of the person who uninstalls.
func TestUninstallLate(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"this server", "another server"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			here, root := tmuxtest.Start(t), tmuxtest.Dir(t)
			s := here
			if where == "another server" {
				s = tmuxtest.Start(t)
				dir := filepath.Join(root, fmt.Sprintf("tmux-%d", os.Getuid()))
				if err := errors.Join(os.Mkdir(dir, 0o700), os.Symlink(s.Socket, filepath.Join(dir, "other"))); err != nil {
					t.Fatal(err)
				}
			}
			const event = `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`
			fire(t, s, "%0", event)
			cmd := exec.Command("atm", "uninstall", "--no-claude")
			cmd.Env = append(here.Env(""), "HOME="+t.TempDir(), "TMUX_TMPDIR="+root, "CLD_CLAUDE=nowhere")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			written := func() bool { return strings.Contains(s.Tmux("show-options", "-pt", "%0"), "@meta") }
			s.Until("the pane is clear", func() bool { return !written() })
			fire(t, s, "%0", event)
			if err := cmd.Wait(); err != nil || written() {
				t.Errorf("%v: %s; the pane has %s", err, &out, s.Tmux("show-options", "-pt", "%0"))
			}
		})
	}
}

// TestUninstallAllServers: the user's other servers lose what they have read, too,
// and those that have read nothing of ours are left alone.
func TestUninstallAllServers(t *testing.T) {
	t.Parallel()
	root, home := tmuxtest.Dir(t), t.TempDir()
	dir := filepath.Join(root, fmt.Sprintf("tmux-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(s *tmuxtest.Server, args ...string) {
		t.Helper()
		cmd := exec.Command("atm", args...)
		cmd.Env = append(s.Env(""), "HOME="+home, "TMUX_TMPDIR="+root, "CLD_CLAUDE=nowhere")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	here, other, foreign, withHooks := tmuxtest.Start(t), tmuxtest.Start(t), tmuxtest.Start(t), tmuxtest.Start(t)
	fire(t, withHooks, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	clean := other.Tmux("show-options", "-g")
	run(here, "setup", "--yes")
	other.Tmux("source-file", filepath.Join(home, ".config", "tmux", "atm.conf"))
	fire(t, other, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	foreign.Tmux("set-option", "-pt", "%0", "@meta.claude.state", "mine")
	for name, s := range map[string]*tmuxtest.Server{"here": here, "other": other, "foreign": foreign,
		"hooked": withHooks} {
		if err := os.Symlink(s.Socket, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if other.Tmux("show-options", "-g") == clean {
		t.Fatal("the other server has read nothing")
	}
	run(here, "uninstall")
	for _, s := range []*tmuxtest.Server{here, other} {
		if diff := cmp.Diff(clean, s.Tmux("show-options", "-g")); diff != "" {
			t.Errorf("(-before +after):\n%s", diff)
		}
	}
	for name, s := range map[string]*tmuxtest.Server{"that has read our file": other,
		"in which a hook has written": withHooks} {
		if got := s.Tmux("show-options", "-pt", "%0"); strings.Contains(got, "claude") {
			t.Errorf("the pane of a server %s still has\n%s", name, got)
		}
	}
	if got := foreign.Tmux("show-options", "-pqvt", "%0", "@meta.claude.state"); got != "mine" {
		t.Errorf("a server that has read nothing of ours: %q", got)
	}
}
