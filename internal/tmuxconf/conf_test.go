package tmuxconf_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/tmux"
	"atm/internal/tmuxconf"
	"atm/internal/tmuxtest"
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
	return map[string]string{"sessions": s.Tmux("show-options", "-g"), "windows": s.Tmux("show-options", "-gw"), "server": s.Tmux("show-options", "-s"), "hooks": s.Tmux("show-hooks", "-g")}
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
	for _, name := range tmuxconf.Leftovers(s.Tmux("show-options", "-g")) {
		cmds = append(cmds, []string{"set-option", "-gu", name})
	}
	if _, err := tmux.Run(ctx, cmds); err != nil {
		s.t.Fatal(err)
	}
}

// TestRestored: reading once, or twice, or with changes by the user in between,
// and undoing leaves every global option as the user wants it.
func TestRestored(t *testing.T) {
	t.Parallel()
	odd := "#[fg=red,bg=#{@x}]$HOME \"it's\" #(echo 'a, b') %H:%M, } #{?a,b,} \\ é⏸ ;"
	tests := []struct {
		name   string
		before func(s server) // the user's own configuration
		during func(s server) // what the user does then
	}{
		{name: "tmux's own values"},
		{name: "values of every kind", before: func(s server) {
			for _, option := range []string{"status-right", "pane-border-format", "window-status-format", "window-status-current-format"} {
				s.Tmux("set-option", "-g", option, odd[:len(odd)-1])
			}
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
			s := start(t, tmuxconf.Conf{Program: "/opt/a b/atm"})
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

// TestChangedMeanwhile: what the user sets later stays.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.read()
	s.Tmux("set-option", "-ga", "status-right", " more")
	s.Tmux("set-option", "-g", "window-status-format", "mine")
	s.Tmux("set-option", "-g", "pane-border-status", "bottom")
	s.Tmux("set-option", "-g", "status-right-length", "99")
	s.undo()
	values := map[string]string{}
	for _, option := range []string{"status-right", "window-status-format", "pane-border-status", "status-right-length", "pane-border-format"} {
		values[option] = s.Tmux("show-options", "-gqv", option)
	}
	want := map[string]string{"window-status-format": "mine", "pane-border-status": "bottom", "status-right-length": "99"}
	fresh := tmuxtest.Start(t)
	want["status-right"] = fresh.Tmux("show-options", "-gqv", "status-right") + " more"
	want["pane-border-format"] = fresh.Tmux("show-options", "-gqv", "pane-border-format")
	if diff := cmp.Diff(want, values); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReloaded: after the user's own configuration was read again, ours adds
// itself again.
func TestReloaded(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.Tmux("set-option", "-g", "status-right", "one")
	s.read()
	s.Tmux("set-option", "-g", "status-right", "two")
	s.read()
	if got, want := s.Tmux("show-options", "-gqv", "status-right"), "#(/opt/atm sync --follow)#{?#{E:@atm_counts},#{E:@atm_counts} ,}two"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	s.undo()
	if got := s.Tmux("show-options", "-gqv", "status-right"); got != "two" {
		t.Errorf("%q after undoing", got)
	}
}

// TestDrawn: what a person sees, and that it costs no name and no setting.
func TestDrawn(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/bin/true"})
	s.read()
	s.Tmux("rename-window", "work", ";", "set-option", "-pt", "%0", "@meta.claude.session_id", "x", ";", "set-option", "-pt", "%0", "@meta.claude.status", "stopped",
		";", "set-option", "-pt", "%0", "@meta.claude.state", "attention", ";", "set-option", "-pt", "%0", "@meta.claude.detail", "Permission: #[fg=red]Bash")
	outer := s.Attach()
	for _, want := range []string{"0:work* (⏸)", "!1 \"", "[⏸] Permission: #[fg=red]Bash 0 \""} {
		s.Until("the screen shows "+want, func() bool { return strings.Contains(outer.Tmux("capture-pane", "-p"), want) })
	}
}

// TestSeen: the policy that the user has chosen.
func TestSeen(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm", Dwell: 7})
	for policy, want := range map[string]string{"": "--after 7s", "visit": "--after 0s", "respond": "", "dwell": "--after 7s"} {
		s.Tmux("set-option", "-g", "@atm-seen", policy)
		s.read()
		look := s.Tmux("display-message", "-p", "#{after-list-buffers[8128]}")
		visit := s.Tmux("display-message", "-p", "#{after-select-window[8128]}")
		if (visit == "") != (want == "") || (look == "") != (want == "") || !strings.Contains(look, want) {
			t.Errorf("%q: visit %.100q, look %.300q", policy, visit, look)
		}
	}
}

func TestMinimal(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm", Minimal: true})
	before := s.all()
	s.read()
	for kind, text := range s.all() {
		for line := range strings.Lines(text) {
			if !strings.Contains(before[kind], line) && !strings.HasPrefix(line, "@atm_") {
				t.Errorf("sets %s", line)
			}
		}
	}
}

// TestKeys: a key is bound where it is free, or was bound by us, and only there.
func TestKeys(t *testing.T) {
	t.Parallel()
	const program = "/opt/atm"
	s := start(t, tmuxconf.Conf{Program: program, Keys: tmuxconf.Keys(program)})
	for _, tt := range []struct {
		name, option string
		listed       string // the key, as list-keys writes it
		before       []string
		want         string
	}{
		{"free", "", "a", nil, "atm next"},
		{"ours already", "", "a", nil, "atm next"},
		{"the user has bound it meanwhile", "", "a", []string{"bind-key", "a", "last-window"}, "last-window"},
		{"another one", "C-n", "C-n", nil, "atm next"},
		{"yet another one", "M-x", "M-x", nil, "atm next"},
		{"one that tmux itself binds", "n", "n", nil, "next-window"},
		{"one that is something else for a shell and for tmux", ";", `\;`, []string{"unbind-key", `\;`}, "atm next"},
		{"one that is bound, and the like", ";", `\;`, []string{"bind-key", `\;`, "last-pane"}, "last-pane"},
		{"another name of a key that tmux itself binds", "PageUp", "PPage", nil, "copy-mode"},
		{"another name of a key that the user has bound", "^g", "C-g", []string{"bind-key", "C-g", "last-window"}, "last-window"},
		{"one that is used to find names", "F12", "F12", nil, "atm next"},
		{"a quote", "'", `\'`, []string{"unbind-key", "'"}, "atm next"},
	} {
		if tt.before != nil {
			s.Tmux(tt.before...)
		}
		if tt.option != "" {
			s.Tmux("set-option", "-g", "@atm-key-next", strings.ReplaceAll(tt.option, ";", `\;`))
		}
		s.read()
		var got string
		for line := range strings.Lines(s.Tmux("list-keys", "-T", "prefix")) { // asked for one key tmux 3.7 lists nothing
			if fields := strings.Fields(line); fields[3] == tt.listed {
				got += line
			}
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q", tt.name, got)
		}
		if all := s.Tmux("list-keys", "-T", "prefix"); tt.option == "M-x" && strings.Count(all, "atm next") != 1 {
			t.Errorf("%s: the one before is still bound:\n%s", tt.name, all)
		}
	}
}

// TestBound: what we bind is known again as tmux prints it, and nothing else is.
func TestBound(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"/opt/atm", "/a b/é/atm"} {
		s := start(t, tmuxconf.Conf{Program: program, Keys: tmuxconf.Keys(program)})
		s.Tmux("set-option", "-g", "@atm-key-next", `\;`, ";", "unbind-key", `\;`)
		s.read()
		var bound []string
		for line := range strings.Lines(s.Tmux("list-keys", "-T", "prefix")) {
			if key := tmuxconf.Bound(line); key != "" {
				bound = append(bound, key)
			}
		}
		if diff := cmp.Diff([]string{";"}, bound); diff != "" {
			t.Errorf("%s (-want +got):\n%s", program, diff)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for path, fits := range map[string]bool{
		"/home/é u/.local/bin/atm": true, "/a,b=c@d+e:f/atm": true,
		"/a#b/atm": false, "/a)b/atm": false, "/it's/atm": false, "/100%/atm": false, "/a\nb/atm": false, "/a}b/atm": false,
	} {
		if err := tmuxconf.Check(path); (err == nil) != fits {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestStylesOfWindows: the styles of the window in which the file is read are its
// own, and stay there.
func TestStylesOfWindows(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.Tmux("set-option", "-g", "window-status-style", "fg=cyan")
	s.Tmux("new-window", "sleep 1000")
	s.Tmux("set-option", "-w", "window-status-style", "bg=red", ";", "set-option", "-w", "pane-border-style", "fg=blue")
	before, own := s.all(), s.Tmux("show-options", "-w")
	wanted := map[string]string{
		"window-status-style":         "fg=cyan#{E:@atm_window_style}",
		"pane-border-style":           s.Tmux("show-options", "-gqv", "pane-border-style") + "#{E:@atm_border_style}",
		"window-status-current-style": "default",
	}
	if own := s.Tmux("show-options", "-gqv", "window-status-current-style"); own != "default" { // tmux 3.8 underlines
		wanted["window-status-current-style"] = own + "#{E:@atm_window_style}"
	}
	if strings.HasPrefix(s.Tmux("display-message", "-p", "#{version}"), "3.2") {
		wanted["window-status-style"] = "fg=cyan" // it is no format yet
	}
	s.read()
	for option, want := range wanted {
		if got := s.Tmux("show-options", "-gqv", option); got != want {
			t.Errorf("%s is %s, not %s", option, got, want)
		}
	}
	s.undo()
	if diff := cmp.Diff(before, s.all()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	if got := s.Tmux("show-options", "-w"); got != own {
		t.Errorf("the window has %s, not %s", got, own)
	}
}

// TestReadAtTheStart: a server reads the file before it has a window.
func TestReadAtTheStart(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.Server = tmuxtest.StartWith(t, s.file)
	s.Until("the styles are there", func() bool {
		return strings.HasSuffix(s.Tmux("show-options", "-gqv", "pane-border-style"), "#{E:@atm_border_style}")
	})
	if got := s.Tmux("show-options", "-gqv", "status-right"); !strings.HasPrefix(got, "#(/opt/atm sync --follow)") {
		t.Errorf("status-right is %s", got)
	}
	if got := s.Tmux("display-message", "-p", "#{pane_mode}"); got != "" {
		t.Errorf("the first pane is in %s", got)
	}
}
