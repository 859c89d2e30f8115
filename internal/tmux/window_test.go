package tmux_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
)

// TestOpenWindow: names, directories, variables and arguments are taken as they are, no
// client leaves its window, and a program that fails at once leaves its pane behind.
func TestOpenWindow(t *testing.T) {
	t.Parallel()
	const hostile = `a b'"$x;#{pane_id}#(touch x)%H #[fg=red] {} é`
	for _, transport := range []tmux.Transport{tmux.Native, tmux.Exec} {
		t.Run(string(transport), func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Tmux("set-option", "-g", "allow-rename", "off")
			server := s.Way()
			server.Transport = transport
			dir := filepath.Join(t.TempDir(), hostile)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(t.TempDir(), "out")
			session := s.Tmux("display-message", "-p", "#{session_id}")
			pane, err := server.OpenWindow(t.Context(), tmux.Window{
				Session: session, Name: hostile, Dir: dir, Env: []string{"VALUE=" + hostile},
				Command: []string{"sh", "-c", `printf '%s\n' "$PWD" "$VALUE" "$1" >"$2"`, "sh", hostile, out},
			})
			if err != nil {
				t.Fatal(err)
			}
			state := func(format string) string { return s.Tmux("display-message", "-pt", pane, format) }
			// Not with which status: tmux 3.3a does not know that of one in 50 that end at once.
			s.Until("the end of the program", func() bool { return state("#{pane_dead}") == "1" })
			got, err := os.ReadFile(out)
			want := strings.Join([]string{dir, hostile, hostile, ""}, "\n")
			if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			name := strings.ReplaceAll(state("#{window_name}"), `\$`, "$") // which older versions escape
			if name != strings.ReplaceAll(hostile, "#", "_") {
				t.Errorf("the window is called %q", name)
			}
			if active := s.Tmux("display-message", "-p", "#{pane_id}"); active == pane {
				t.Errorf("the session shows the new window")
			}
			if err := server.CloseWithProgram(t.Context(), pane); err != nil {
				t.Error(err)
			}
			s.Tmux("respawn-pane", "-t", pane, "true")
			s.Until("the end of the window", func() bool {
				return !strings.Contains(s.Tmux("list-panes", "-a", "-F", "#{pane_id}"), pane)
			})
		})
	}
}

// TestSplit: a pane is split so that its halves are wide enough.
func TestSplit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		columns string
		want    string // columns of the new pane
	}{
		{name: "wide", columns: "121", want: "60"},
		{name: "narrow", columns: "119", want: "119"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Tmux("resize-window", "-x", tt.columns, "-y", "40")
			pane, err := s.Way().OpenWindow(t.Context(), tmux.Window{
				Beside: "%0", Dir: "/", Command: []string{"sleep", "1000"},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Tmux("display-message", "-pt", pane, "#{pane_width}"); got != tt.want {
				t.Errorf("%s columns, want %s", got, tt.want)
			}
			if active := s.Tmux("display-message", "-p", "#{pane_id}"); active != "%0" {
				t.Errorf("pane %s has the input", active)
			}
		})
	}
}

// TestWindowName: a name can stand in a tmux command, where formats are expanded.
func TestWindowName(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{
		"/home/you/src/parser": "parser", "/": "/", "": "claude", "/x/#(touch y)": "_(touch y)", "/x/a\x1b[1m": "a\ufffd[1m",
	} {
		if got := tmux.WindowName(dir); got != want {
			t.Errorf("%q: %q, not %q", dir, got, want)
		}
	}
}
