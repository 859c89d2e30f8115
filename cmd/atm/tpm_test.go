package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// plugin starts a server whose configuration runs the plugin of tmux as TPM does it:
// while tmux reads the configuration, so that there is no session yet.
func plugin(t *testing.T, home, file, conf string, env ...string) *tmuxtest.Server {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tmux.conf")
	put(t, path, conf+fmt.Sprintf("run-shell '%s >/dev/null 2>&1'\n", file))
	return tmuxtest.StartWith(t, path, append(env, "HOME="+home, "CLD_CLAUDE=nowhere")...)
}

// TestTPM: the plugin of tmux draws what setup would, once however often it is run, and
// writes no file.
func TestTPM(t *testing.T) {
	t.Parallel()
	file, err := filepath.Abs(filepath.Join(root, "atm.tmux"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		conf    string
		options map[string]string // what the values must hold
	}{
		{"everything", "", map[string]string{
			"status-right":       "sync --follow)#{?#{E:@atm_counts}",
			"pane-border-format": "#{E:@atm_pane}",
			"pane-border-style":  "#{E:@atm_border_style}",
			"@atm-icons":         "states",
			"@atm-key-next":      "a",
		}},
		{"only the formats", "set -g @atm-minimal on\n", map[string]string{
			"@atm_counts": "@meta.claude.state", "@atm-icons": "states", "@atm-key-next": "",
		}},
		{"everything, in other words", "set -g @atm-minimal off\n", map[string]string{"@atm-key-next": "a"}},
		{"icons that the user has chosen", "set -g @atm-icons ascii\n",
			map[string]string{"@atm-icons": "ascii"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home, codex := t.TempDir(), t.TempDir()
			hooks := `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/x/atm hook --agent codex"}]}]}}`
			put(t, filepath.Join(codex, "hooks.json"), hooks) // no lines for tmux
			s := plugin(t, home, file, tt.conf, "CODEX_HOME="+codex)
			for option, want := range tt.options {
				got := s.Tmux("show-options", "-gqv", option) + s.Tmux("show-options", "-sqv", option)
				if !strings.Contains(got, want) || want == "" && got != "" {
					t.Errorf("%s is %q, not %q", option, got, want)
				}
			}
			once := s.Tmux("show-options", "-g")
			s.Tmux("run-shell", file)
			if diff := cmp.Diff(once, s.Tmux("show-options", "-g")); diff != "" {
				t.Errorf("run again (-once +twice):\n%s", diff)
			}
			if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
				t.Errorf("files: %v, %v", entries, err)
			}
		})
	}
}

// TestTPMComplains: what is wrong is said on the screen, also if there is none yet.
func TestTPMComplains(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "atm.tmux"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "atm.tmux") // there is nothing beside it to build
	tmuxtest.WriteProgram(t, file, string(text))
	broken := t.TempDir()
	put(t, filepath.Join(broken, "atm"), "#!/bin/sh\necho 'atm: \"#{pid}\" $HOME %H' >&2\nexit 1\n")
	if err := os.Chmod(filepath.Join(broken, "atm"), 0o755); err != nil {
		t.Fatal(err)
	}
	wrong := t.TempDir()
	put(t, filepath.Join(wrong, "atm"), "#!/bin/sh\necho '{ \"hooks\": 1 }'\n")
	if err := os.Chmod(filepath.Join(wrong, "atm"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"lines that tmux refuses", wrong + ":/usr/bin:/bin", "syntax error"},
		{"no program", "/usr/bin:/bin", "atm: no program: install Go"},
		{"a program that fails, in words of tmux", broken + ":/usr/bin:/bin", "atm:    pid    HOME  H"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tmux := t.TempDir()
			if err := os.Symlink(tmuxtest.Binary(t), filepath.Join(tmux, "tmux")); err != nil {
				t.Fatal(err)
			}
			s := plugin(t, t.TempDir(), file, "", "PATH="+tmux+":"+tt.path)
			screen := s.Attach()
			shown := func() bool { return strings.Contains(screen.Tmux("capture-pane", "-p"), tt.want) }
			screen.Until("the first client shows it", shown)
			screen.Tmux("send-keys", "Escape")
			screen.Until("a key takes it away", func() bool { return !shown() })
			if got := s.Tmux("show-hooks", "-g"); strings.Contains(got, "client-session-changed[8129]") {
				t.Errorf("the next client would show it, too:\n%s", got)
			}
			s.Tmux("run-shell", "-b", file+" >/dev/null 2>&1") // as TPM does
			screen.Until("an attached client shows it at once", shown)
		})
	}
}
