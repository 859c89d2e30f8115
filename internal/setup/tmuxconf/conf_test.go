package tmuxconf_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/tmuxconf"
	"atm/internal/tmux"
)

// server is a private server with a configuration of ours in a file.
type server struct {
	*tmuxtest.Server
	t    *testing.T
	file string
}

func start(t *testing.T, c tmuxconf.Conf) server {
	t.Helper()
	s := server{tmuxtest.Start(t), t, filepath.Join(t.TempDir(), "atm.conf")}
	if err := os.WriteFile(s.file, []byte(c.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s server) read() {
	s.t.Helper()
	if out := s.Tmux("source-file", s.file); out != "" {
		s.t.Fatalf("source-file: %s", out)
	}
}

// all returns the global options of all kinds.
func (s server) all() map[string]string {
	s.t.Helper()
	return map[string]string{
		"sessions": s.Tmux("show-options", "-g"),
		"windows":  s.Tmux("show-options", "-gw"),
		"server":   s.Tmux("show-options", "-s"),
		"hooks":    s.Tmux("show-hooks", "-g"),
	}
}

func (s server) undo() {
	s.t.Helper()
	ctx := context.Background()
	tmux := tmux.Server{Binary: s.Binary, Socket: s.Socket}
	values, _, err := tmux.Globals(ctx, tmuxconf.Options()...)
	if err != nil {
		s.t.Fatal(err)
	}
	cmds := tmuxconf.Undo(values)
	for _, scope := range []string{"g", "s"} {
		for _, name := range tmuxconf.Leftovers(s.Tmux("show-options", "-"+scope)) {
			cmds = append(cmds, []string{"set-option", "-u" + scope, name})
		}
	}
	if _, err := tmux.Run(ctx, cmds); err != nil {
		s.t.Fatal(err)
	}
}

// TestLeftovers: no name is listed in which tmux would see a format, or that is the user's.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	const printed = "@atm_pane \"#{x}\"\n@meta.claude.state idle\n@atm-mine x\n@x @atm_c\n" +
		"@meta.claude.a#(>ran) x\n@atm_#{b} x\n"
	want := []string{"@atm_pane", "@meta.claude.state"}
	if diff := cmp.Diff(want, tmuxconf.Leftovers(printed)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRestored: after reading our file, also twice or with changes by the user in between, undoing leaves
// every global option as the user has set it.
func TestRestored(t *testing.T) {
	t.Parallel()
	odd := "#[fg=red,bg=#{@x}]$HOME \"it's\" #(echo 'a, b') %H:%M, } #{?a,b,} \\ é⏸ ;"
	tests := []struct {
		name   string
		before func(s server) // the user's own configuration
		during func(s server) // what the user does then
	}{
		{name: "tmux's own values"},
		{
			name: "keys that setup would also take", before: func(s server) {
				s.Tmux("set-option", "-g", "@atm-key-next", "g")
				s.Tmux("set-option", "-g", "@atm-key-pick", "A")
			},
		},
		{name: "values of every kind", before: func(s server) {
			for _, option := range []string{"status-right", "pane-border-format", "window-status-format"} {
				s.Tmux("set-option", "-g", option, odd[:len(odd)-1])
			}
			s.Tmux("set-option", "-g", "window-status-current-format", odd[:len(odd)-1])
			s.Tmux("set-option", "-g", "status-right-length", "77")
			s.Tmux("set-option", "-g", "pane-border-status", "bottom")
			s.Tmux("set-option", "-s", "focus-events", "on")
		}},
		{name: "empty values", before: func(s server) {
			s.Tmux("set-option", "-g", "status-right", "")
			s.Tmux("set-option", "-g", "window-status-format", "")
		}},
		{name: "read again", during: func(s server) { s.read(); s.read() }},
		{name: "counts that the user has put there", before: func(s server) {
			s.Tmux("set-option", "-g", "status-right", "#{E:@atm_counts} %H:%M")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, tmuxconf.Conf{Program: "/opt/a b/atm", Keys: tmuxconf.Keys("/opt/a b/atm")})
			if tt.before != nil {
				tt.before(s)
			}
			before := s.all()
			s.read()
			once := s.all()
			if cmp.Equal(before, once) {
				t.Fatal("nothing was set")
			}
			if tt.during != nil {
				tt.during(s)
			}
			if diff := cmp.Diff(once, s.all()); diff != "" {
				t.Errorf("read again (-once +twice):\n%s", diff)
			}
			s.undo()
			if diff := cmp.Diff(before, s.all()); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		})
	}
}

// TestChangedMeanwhile: later changes by the user stay.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.read()
	s.Tmux("set-option", "-ga", "status-right", " more")
	s.Tmux("set-option", "-g", "window-status-format", "mine")
	s.Tmux("set-option", "-g", "pane-border-status", "bottom")
	s.Tmux("set-option", "-g", "status-right-length", "99")
	s.undo()
	fresh := tmuxtest.Start(t)
	want := map[string]string{
		"window-status-format": "mine",
		"pane-border-status":   "bottom",
		"status-right-length":  "99",
		"status-right":         fresh.Tmux("show-options", "-gqv", "status-right") + " more",
		"pane-border-format":   fresh.Tmux("show-options", "-gqv", "pane-border-format"),
	}
	values := map[string]string{}
	for option := range want {
		values[option] = s.Tmux("show-options", "-gqv", option)
	}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReloaded: when the user's own configuration has been read again, ours can be read again.
func TestReloaded(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.Tmux("set-option", "-g", "status-right", "one")
	s.read()
	s.Tmux("set-option", "-g", "status-right", "two")
	s.read()
	want := "#(/opt/atm sync --follow)#{?#{E:@atm_counts}, #{E:@atm_counts} ,}two"
	if got := s.Tmux("show-options", "-gqv", "status-right"); got != want {
		t.Errorf("%q, not %q", got, want)
	}
	s.undo()
	if got := s.Tmux("show-options", "-gqv", "status-right"); got != "two" {
		t.Errorf("%q after undoing", got)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for path, fits := range map[string]bool{
		"/home/é u/.local/bin/atm": true, "/a,b=c@d+e:f/atm": true,
		"/a#b/atm": false, "/a)b/atm": false, "/it's/atm": false, "/100%/atm": false, "/a\nb/atm": false,
		"/a}b/atm": false,
	} {
		if err := tmuxconf.Check(path); (err == nil) != fits {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestReadAtTheStart: a server reads the file before it has a window.
func TestReadAtTheStart(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.Server = tmuxtest.StartWith(t, s.file)
	global := func(option string) string { return s.Tmux("show-options", "-gqv", option) }
	s.Until("the styles are there", func() bool {
		return strings.HasSuffix(global("pane-border-style"), "#{E:@atm_border_style}")
	})
	if got := global("status-right"); !strings.HasPrefix(got, "#(/opt/atm sync --follow)") {
		t.Errorf("status-right is %s", got)
	}
	if got := s.Tmux("display-message", "-p", "#{pane_mode}"); got != "" {
		t.Errorf("the first pane is in %s", got)
	}
}
