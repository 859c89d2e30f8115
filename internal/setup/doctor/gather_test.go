package doctor_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
	"atm/internal/setup/doctor"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// sources returns the sources for a server and an empty home.
func sources(t *testing.T, s *tmuxtest.Server) doctor.Sources {
	t.Helper()
	home := t.TempDir()
	return doctor.Sources{
		Getenv:     func(name string) string { return map[string]string{"HOME": home}[name] },
		Now:        time.Now,
		Tmux:       s.Way(),
		Observer:   truth.Sources{Tmux: s.Way(), Getenv: func(string) string { return "" }, Now: time.Now}.Observer(),
		ClaudeName: "there-is-no-claude",
		Program:    func() (string, error) { return "/opt/atm", nil },
	}
}

// load has a server read our configuration. This process poses as the follower, for which doctor would
// otherwise wait.
func load(t *testing.T, s *tmuxtest.Server, conf tmuxconf.Conf) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "atm.conf")
	if err := os.WriteFile(file, []byte(conf.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := proc.Self()
	if err != nil {
		t.Fatal(err)
	}
	s.Tmux("source-file", file, ";", "set-option", "-s", truth.FollowerOption, string(self))
}

// gather gathers facts without failures, unless tmux is too slow for one of the steps.
func gather(t *testing.T, from doctor.Sources) (f doctor.Facts) {
	t.Helper()
	isLate := func(f doctor.Finding) bool { return strings.Contains(f.Message, context.DeadlineExceeded.Error()) }
	tmuxtest.Until(t, "tmux answers in time", func() bool {
		f = doctor.Gather(t.Context(), from)
		return !slices.ContainsFunc(f.Failures, isLate)
	})
	for _, failure := range f.Failures {
		t.Errorf("%s: %s", failure.Check, failure.Message)
	}
	return f
}

// TestGatherRunsNothing: doctor does not run the commands in a user's status line. A tmux that logs its
// arguments gets none of them.
func TestGatherRunsNothing(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	load(t, s, tmuxconf.Conf{Program: "/opt/atm"})
	const text = "#(own script)#{E:@script}##(x)#{?pane_active,#(own script),}"
	s.Tmux("set-option", "-g", "@script", "#(own script)")
	for _, option := range []string{"status-left", "window-status-current-format", "pane-border-format"} {
		s.Tmux("set-option", "-ag", option, text)
	}
	log, script := filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "tmux")
	program := "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + log + "\nexec " + s.Binary + " \"$@\"\n"
	if err := os.WriteFile(script, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	from := sources(t, s)
	from.Tmux.Binary, from.Tmux.Transport = script, tmux.Exec
	f := gather(t, from)
	want := drawn{Counts: doctor.Drawn, Windows: doctor.Drawn, Borders: doctor.Drawn, Sync: doctor.Drawn}
	if len(f.Screens) != 1 {
		t.Fatalf("%d screens", len(f.Screens))
	}
	if diff := gocmp.Diff(want, drawnOn(f.Screens[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	arguments, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(arguments), "~at#{l:mc~}") {
		t.Fatalf("nothing was written down: %v", err)
	}
	if strings.Contains(strings.ReplaceAll(string(arguments), "##", ""), "#(") {
		t.Errorf("tmux was told to run a command:\n%s", arguments)
	}
	if options := s.Tmux("show-options", "-s"); strings.Contains(options, "@atm_doctor") {
		t.Errorf("copies are left behind:\n%s", options)
	}
}

// TestClients: the clients of a server, and whether tmux writes UTF-8 to their terminals.
func TestClients(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("new-session", "-d", "-s", "a b", "sleep 1000")
	s.Attach()
	s.AttachTo("a b")
	f := gather(t, sources(t, s))
	if len(f.Screens) != 2 || len(f.Clients) != 2 {
		t.Fatalf("%d screens, %d clients", len(f.Screens), len(f.Clients))
	}
	for _, screen := range f.Screens {
		if len(screen.Clients) != 1 || (screen.Session != "0" && screen.Session != "a b") {
			t.Errorf("%+v", screen)
		}
	}
	for _, client := range f.Clients {
		if !client.UTF8 || client.Control || client.Name == "" {
			t.Errorf("%+v", client)
		}
	}
}

// TestNewCharacter: an icon that the C library of tmux does not know. tmux 3.3a hangs when it computes its
// width.
func TestNewCharacter(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-g", "@atm-icon-running", "\U0001fae9")
	f := gather(t, sources(t, s))
	if got := findingsOf(f, "icons"); len(got) != 1 || got[0].Message != "wider than one column: \U0001fae9" {
		t.Errorf("%+v", got)
	}
}

// TestPlugin: a configuration with our plugin needs no line of ours.
func TestPlugin(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for conf, want := range map[string]bool{
		"set -g @plugin 'somebody/atm'\n":             true,
		"set-option -g @plugin somebody/atm":          true,
		"run '~/src/atm/atm.tmux'":                    true,
		"set -g @plugin 'somebody/atm#main'":          true,
		"set -g @plugin 'git@host:somebody/atm.git'":  true,
		"set -g @plugin \"somebody/atm\" # icons\n":   true,
		"set -g @plugin 'somebody/atm.git#main' # x":  true,
		"set -g @plugin 'somebody/atm-theme'\n":       false,
		"set -g @plugin 'somebody/atm-theme#main'":    false,
		"set -g @plugin 'somebody/atm.github'":        false,
		"# set -g @plugin 'somebody/atm'\nset -g x y": false,
	} {
		from := sources(t, s)
		from.TmuxConf = filepath.Join(t.TempDir(), "tmux.conf")
		if err := os.WriteFile(from.TmuxConf, []byte(conf), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := gather(t, from).Tmux.PluginConf; got != map[bool]string{true: from.TmuxConf}[want] {
			t.Errorf("%q: %q", conf, got)
		}
	}
}

// TestPluginElsewhere: each of the files that tmux reads may have the plugin. A file that it does not read does not
// count. The later file, into which setup would write, has no plugin and no line of ours.
func TestPluginElsewhere(t *testing.T) {
	t.Parallel()
	from := sources(t, tmuxtest.Start(t))
	home := from.Getenv("HOME")
	usual, later, other := home+"/.tmux.conf", home+"/.config/tmux/tmux.conf", home+"/other.conf"
	if err := os.MkdirAll(filepath.Dir(later), 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		usual: "set -g @plugin 'somebody/atm'\n", later: "set -g mouse on\n", other: "set -g mouse on\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := gather(t, from).Tmux; got.PluginConf != usual || got.UserConf != later {
		t.Errorf("the plugin is in %q, and the configuration of the user is %s", got.PluginConf, got.UserConf)
	}
	from.TmuxConf = other
	if got := gather(t, from).Tmux.PluginConf; got != "" {
		t.Errorf("the plugin is in %s, which tmux does not read", got)
	}
}

// writeSettings writes the settings of a directory.
func writeSettings(t *testing.T, dir, name, text string) (file string) {
	t.Helper()
	file = filepath.Join(dir, ".claude", name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestProjects: the settings of directories, which other people may have written.
func TestProjects(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	root := t.TempDir()
	write := func(dir, name, text string) string { return writeSettings(t, root+"/"+dir, name, text) }
	off, on := `{"disableAllHooks": true}`, `{"disableAllHooks": false}`
	shared := write("shared", "settings.json", off)
	private := write("private", "settings.local.json", off)
	write("overruled", "settings.json", off)
	write("overruled", "settings.local.json", on)
	write("ignored", "settings.json", off+" // which Claude Code does not read")
	write("ended", "settings.json", off)
	here := write("here", "settings.json", off)

	from := sources(t, s)
	from.Dir = filepath.Join(root, "here")
	for _, dir := range []string{"shared", "shared", "private", "overruled", "ignored", "nowhere", "ended"} {
		pane := s.NewPane()
		s.Tmux("set-option", "-pt", pane, string(tmuxopt.SessionDir), filepath.Join(root, dir))
		if dir != "ended" {
			s.Tmux("set-option", "-pt", pane, string(tmuxopt.State), "idle")
		}
	}
	want := []doctor.Project{
		{File: here},
		{File: private, Sessions: 1},
		{File: shared, Sessions: 2},
	}
	if diff := gocmp.Diff(want, gather(t, from).Projects); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
