package doctor_test

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"atm/internal/doctor"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/internal/tmuxconf"
	"atm/internal/tmuxtest"
	"atm/internal/truth"
	"atm/tmuxopt"
)

// sources returns where to look at a server, in a home that has nothing.
func sources(t *testing.T, s *tmuxtest.Server) doctor.Sources {
	t.Helper()
	home := t.TempDir()
	return doctor.Sources{
		Getenv:     func(name string) string { return map[string]string{"HOME": home}[name] },
		Now:        time.Now,
		Tmux:       s.Way(),
		Observer:   truth.NewObserver(truth.Sources{Tmux: s.Way(), Now: time.Now}),
		ClaudeName: "there-is-no-claude",
		Program:    func() (string, error) { return "/opt/atm", nil },
	}
}

// load has a server read our configuration. This process counts as the follower: for
// one to start doctor waits.
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

// drawn is where our parts are drawn on a screen.
type drawn struct{ Counts, Windows, Borders, Sync doctor.Presence }

func drawnOn(screen doctor.Screen) drawn {
	return drawn{
		Counts:  screen.Counts.Presence,
		Windows: screen.Windows.Presence,
		Borders: screen.Borders.Presence,
		Sync:    screen.Sync.Presence,
	}
}

// TestScreens: what a client really shows, whatever was done to the server after our
// configuration was read. Each row says only what differs from what all show.
func TestScreens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		tmux  [][]string
		shows drawn
	}{
		{name: "as we have set it up"},
		{
			name:  "status-right was replaced",
			tmux:  [][]string{{"set-option", "-g", "status-right", "%H:%M"}},
			shows: drawn{Counts: doctor.Absent, Sync: doctor.Absent},
		},
		{
			name:  "the session has a status-right of its own",
			tmux:  [][]string{{"set-option", "-t", "0:", "status-right", "%H:%M"}},
			shows: drawn{Counts: doctor.Absent, Sync: doctor.Absent},
		},
		{
			name: "another session has",
			tmux: [][]string{
				{"new-session", "-d", "-s", "other", "sleep 1000"},
				{"set-option", "-t", "other:", "status-right", "x"},
			},
		},
		{
			name:  "no status line",
			tmux:  [][]string{{"set-option", "-g", "status", "off"}},
			shows: drawn{Counts: doctor.Off, Windows: doctor.Off, Sync: doctor.Off},
		},
		{
			name:  "a status line of one's own",
			tmux:  [][]string{{"set-option", "-g", "status-format[0]", "#S #[align=right]%H:%M"}},
			shows: drawn{Counts: doctor.Unreached, Windows: doctor.Unreached, Sync: doctor.Unreached},
		},
		{
			name: "counts in a second line",
			tmux: [][]string{
				{"set-option", "-g", "status", "2"}, {"set-option", "-g", "status-right", ""},
				{"set-option", "-g", "status-format[1]", "#{E:@atm_counts}"},
			},
			shows: drawn{Sync: doctor.Absent},
		},
		{
			name: "counts in a second line that is not shown",
			tmux: [][]string{
				{"set-option", "-g", "status-right", ""},
				{"set-option", "-g", "status-format[1]", "#{E:@atm_counts}"},
			},
			shows: drawn{Counts: doctor.Absent, Sync: doctor.Absent},
		},
		{
			name: "counts on the left, by way of a theme",
			tmux: [][]string{
				{"set-option", "-g", "status-right", ""},
				{"set-option", "-g", "@theme", "#[bold]#{E:@atm_counts}#(atm sync)"},
				{"set-option", "-g", "status-left-length", "40"},
				{"set-option", "-g", "status-left", "[#S] #{E:@theme}"},
			},
		},
		{
			name:  "no borders",
			tmux:  [][]string{{"set-option", "-g", "pane-border-status", "off"}},
			shows: drawn{Borders: doctor.Off},
		},
		{
			name:  "borders of one's own",
			tmux:  [][]string{{"set-option", "-g", "pane-border-format", "#{pane_title}"}},
			shows: drawn{Borders: doctor.Absent},
		},
		{
			name: "names of windows of one's own",
			tmux: [][]string{
				{"set-option", "-g", "window-status-format", "#W"},
				{"set-option", "-g", "window-status-current-format", "#W"},
			},
			shows: drawn{Windows: doctor.Absent},
		},
		{
			name: "only the current window has a name of its own",
			tmux: [][]string{
				{"new-window", "-d", "sleep 1000"},
				{"set-option", "-w", "window-status-current-format", "#W"},
			},
		},
		{
			name:  "the job was changed",
			tmux:  [][]string{{"set-option", "-gF", "status-right", "#{s/sync --follow/sink/:status-right}"}},
			shows: drawn{Sync: doctor.Absent},
		},
		{
			name:  "the formats are gone",
			tmux:  [][]string{{"set-option", "-gu", "@atm_counts"}, {"set-option", "-gu", "@atm_window"}},
			shows: drawn{Counts: doctor.Undefined, Windows: doctor.Undefined},
		},
		{
			name:  "a line that is too short; the job runs all the same",
			tmux:  [][]string{{"set-option", "-g", "status-right-length", "2"}},
			shows: drawn{Counts: doctor.CutOff},
		},
		{
			name: "conditions that are not true",
			tmux: [][]string{
				{"set-option", "-g", "status-right", "#{?client_prefix,#{E:@atm_counts}#(atm sync),}"},
			},
			shows: drawn{Counts: doctor.Hidden, Sync: doctor.Hidden},
		},
		{
			name: "conditions that are true",
			tmux: [][]string{{
				"set-option", "-g", "status-right",
				"#{?#{==:#{session_name},0},#{?#{client_width},#{E:@atm_counts},}#(/opt/atm sync --follow),}",
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			load(t, s, tmuxconf.Conf{Program: "/opt/atm"})
			for option, sign := range signs() {
				s.Tmux("set-option", "-g", option, sign)
			}
			for _, cmd := range tt.tmux {
				s.Tmux(cmd...)
			}
			terminal := s.Attach()
			f := gather(t, sources(t, s))
			if len(f.Screens) != 1 || len(f.Clients) != 1 || !f.Tmux.HasDrawn {
				t.Fatalf("%d screens, %d clients", len(f.Screens), len(f.Clients))
			}
			want := tt.shows
			want.Counts = cmp.Or(want.Counts, doctor.Drawn)
			want.Windows = cmp.Or(want.Windows, doctor.Drawn)
			want.Borders = cmp.Or(want.Borders, doctor.Drawn)
			want.Sync = cmp.Or(want.Sync, doctor.Drawn)
			got := drawnOn(f.Screens[0])
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%+v", diff, f.Screens[0])
			}
			// Each row has something that is drawn: with that on the screen all of it is there.
			terminal.Until("the screen shows what is said of it", func() bool {
				shown := terminal.Tmux("capture-pane", "-p")
				return strings.Contains(shown, "cnt") == (got.Counts == doctor.Drawn) &&
					strings.Contains(shown, "win") == (got.Windows == doctor.Drawn) &&
					strings.Contains(shown, "brd") == (got.Borders == doctor.Drawn)
			})
		})
	}
}

// signs are formats that show something though no session runs.
func signs() map[string]string {
	return map[string]string{"@atm_counts": "cnt", "@atm_window": "win", "@atm_pane": "brd"}
}

// gather gathers facts, all of which can be found out.
func gather(t *testing.T, from doctor.Sources) doctor.Facts {
	t.Helper()
	f := doctor.Gather(t.Context(), from)
	for _, failure := range f.Failures {
		t.Errorf("%s: %v", failure.Check, failure.Err)
	}
	return f
}

// TestGatherRunsNothing: the commands in somebody's status line are tmux's to run. A
// tmux that writes down its arguments is told of none.
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
	told, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(told), "~atmc~") {
		t.Fatalf("nothing was written down: %v", err)
	}
	if strings.Contains(strings.ReplaceAll(string(told), "##", ""), "#(") {
		t.Errorf("tmux was told to run a command:\n%s", told)
	}
}

// TestClients: one by one, and what tmux thinks of their terminals.
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

// TestNewCharacter: an icon that the C library of tmux does not know. tmux 3.3a never
// came back from working out its width.
func TestNewCharacter(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-g", "@atm-icon-running", "\U0001fae9")
	f := gather(t, sources(t, s))
	if got := findingsOf(f, "icons"); len(got) != 1 || got[0].Says != "wider than one column: \U0001fae9" {
		t.Errorf("%+v", got)
	}
}

// TestPlugin: a configuration that has our plugin needs no line of ours.
func TestPlugin(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for conf, want := range map[string]bool{
		"set -g @plugin 'somebody/atm'\n":             true,
		"set-option -g @plugin somebody/atm":          true,
		"run '~/src/atm/atm.tmux'":                    true,
		"set -g @plugin 'somebody/atm-theme'\n":       false,
		"# set -g @plugin 'somebody/atm'\nset -g x y": false,
	} {
		from := sources(t, s)
		from.TmuxConf = filepath.Join(t.TempDir(), "tmux.conf")
		if err := os.WriteFile(from.TmuxConf, []byte(conf), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := gather(t, from).Tmux.HasPlugin; got != want {
			t.Errorf("%q: %v", conf, got)
		}
	}
}

// TestProjects: the settings of directories, which somebody else may have written.
func TestProjects(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	root := t.TempDir()
	write := func(dir, name, text string) string {
		t.Helper()
		file := filepath.Join(root, dir, ".claude", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
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
