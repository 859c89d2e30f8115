package doctor_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claudehome"
	"atm/internal/doctor"
	"atm/internal/install"
	"atm/internal/settings"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

var noon = time.Unix(1800000000, 0)

// healthy returns the facts of an installation that lacks nothing.
func healthy() doctor.Facts {
	claude := install.Client{Program: "/usr/bin/claude", Version: "2.1.329"}
	f := doctor.Facts{
		Now:          noon,
		Program:      "/opt/atm",
		OnPath:       true,
		Claude:       claude,
		SettingsFile: "/home/u/.claude/settings.json",
		Wanted:       settings.Hook{Program: "/opt/atm", Exec: true, Timeout: 5, Events: claude.Events()},
		Runnable:     map[string]bool{"/opt/atm": true, "/elsewhere/atm": true},
		Tmux: doctor.Server{
			Program:     "tmux",
			Version:     "3.6b",
			Runs:        true,
			Inside:      true,
			Pane:        "%0",
			Transport:   tmux.Native,
			UserConf:    "/home/u/.tmux.conf",
			ReadsConf:   true,
			HasDrawn:    true,
			Defined:     true,
			FocusEvents: true,
			Follower:    doctor.Follower{Runs: true, PID: 9, Program: "/opt/atm"},
			Icons:       []doctor.Icon{{Option: "@atm-icon-idle", Sign: "⏸"}},
		},
		Clients: []doctor.Client{{Name: "/dev/pts/1", Session: "$0", UTF8: true}},
		Screens: []doctor.Screen{screen()},
		Panes: []tmux.Pane{
			{ID: "%0", Options: tmuxopt.Options{
				tmuxopt.State:           "idle",
				tmuxopt.LatestHookEvent: "Stop",
				tmuxopt.LatestHookTime:  "1799999990",
			}},
			{ID: "%1", Options: tmuxopt.Options{}},
		},
		Processes: map[string]claudehome.Process{"%0": {PID: 7, StartedAt: noon.Add(-time.Hour)}},
	}
	for _, event := range f.Wanted.Events {
		f.Settings.Hooks = append(
			f.Settings.Hooks,
			settings.Found{Event: event, Program: "/opt/atm", Exec: true, Timeout: 5},
		)
	}
	return f
}

// screen returns a session of tmux that draws everything.
func screen() doctor.Screen {
	return doctor.Screen{
		Session: "main",
		Clients: []string{"/dev/pts/1"},
		Counts:  doctor.Place{Presence: doctor.Drawn, Option: "status-right"},
		Windows: doctor.Place{Presence: doctor.Drawn, Option: "window-status-format", Shown: 2, All: 2},
		Borders: doctor.Place{Presence: doctor.Drawn, Option: "pane-border-format", Shown: 2, All: 2},
		Sync: doctor.Place{
			Presence: doctor.Drawn,
			Option:   "status-right",
			Programs: []string{"/opt/atm sync --follow"},
		},
	}
}

func TestHealthy(t *testing.T) {
	t.Parallel()
	for _, f := range doctor.Examine(healthy()) {
		if f.Level != doctor.OK || f.Reason != "" || f.Remedy != "" {
			t.Errorf("%+v", f)
		}
	}
}

// illness is one thing that is wrong, and what is found.
type illness struct {
	name  string
	ill   func(f *doctor.Facts)
	check string
	level doctor.Level
	says  string
	fix   doctor.Fix
}

// TestIllnesses: one thing is wrong, and exactly that is found, with a reason and a
// remedy.
func TestIllnesses(t *testing.T) {
	t.Parallel()
	for _, tt := range append(claudeIllnesses(), tmuxIllnesses()...) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := healthy()
			tt.ill(&f)
			findings := doctor.Examine(f)
			var got []doctor.Finding
			for _, finding := range findings {
				if finding.Level == doctor.OK {
					continue
				}
				if finding.Reason == "" || finding.Remedy == "" {
					t.Errorf("no reason or no remedy: %+v", finding)
				}
				finding.Reason, finding.Remedy = "", ""
				got = append(got, finding)
			}
			want := []doctor.Finding{{Check: tt.check, Level: tt.level, Says: tt.says, Fix: tt.fix}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if broken := doctor.AnyBroken(findings); broken != (tt.level == doctor.Broken) {
				t.Errorf("anything broken: %v", broken)
			}
		})
	}
}

func claudeIllnesses() []illness {
	const projectFile = "/p/.claude/settings.json"
	const noHook = "Claude Code runs, but no hook has arrived since it was started"
	return []illness{
		{
			name:  "another atm on PATH",
			ill:   func(f *doctor.Facts) { f.OnPath = false },
			check: "path", level: doctor.Note, says: "/opt/atm is not the atm on PATH",
		},
		{
			name:  "a version of claude that is not known",
			ill:   func(f *doctor.Facts) { f.ClaudeUnknown = errors.New("claude is not there") },
			check: "claude", level: doctor.Note,
			says: "the version of Claude Code is not known: claude is not there",
		},
		{
			name:  "settings that do not parse",
			ill:   func(f *doctor.Facts) { f.SettingsErr = errors.New("line 3") },
			check: "settings", level: doctor.Broken, says: "line 3",
		},
		{
			name:  "settings with comments",
			ill:   func(f *doctor.Facts) { f.Settings.Ignored = true },
			check: "settings", level: doctor.Broken,
			says: "/home/u/.claude/settings.json has comments, or a comma behind the last of several things",
		},
		{
			name:  "an administrator",
			ill:   func(f *doctor.Facts) { f.Managed = "/etc/x" },
			check: "disabled", level: doctor.Broken, says: "/etc/x forbids hooks of users",
		},
		{
			name:  "all hooks off",
			ill:   func(f *doctor.Facts) { f.Settings.Disabled = true },
			check: "disabled", level: doctor.Broken, says: "disableAllHooks is true",
		},
		{
			name:  "no hooks of users",
			ill:   func(f *doctor.Facts) { f.Settings.Managed = true },
			check: "disabled", level: doctor.Broken, says: "allowManagedHooksOnly is true",
		},
		{
			name: "a project in which a session runs",
			ill: func(f *doctor.Facts) {
				f.Projects = []doctor.Project{{File: projectFile, Sessions: 1}}
			},
			check: "disabled", level: doctor.Broken,
			says: "disableAllHooks is true in " + projectFile,
		},
		{
			name:  "the project of the current directory",
			ill:   func(f *doctor.Facts) { f.Projects = []doctor.Project{{File: projectFile}} },
			check: "disabled", level: doctor.Note,
			says: "disableAllHooks is true in " + projectFile,
		},
		{
			name:  "no hook",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks = nil },
			check: "hooks", level: doctor.Broken, says: "no hook of atm in /home/u/.claude/settings.json",
			fix: doctor.FixSettings,
		},
		{
			name:  "a hook is missing",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks = f.Settings.Hooks[1:] },
			check: "hooks", level: doctor.Broken, says: "SessionStart is missing", fix: doctor.FixSettings,
		},
		{
			name:  "a hook twice",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks = append(f.Settings.Hooks, f.Settings.Hooks[0]) },
			check: "hooks", level: doctor.Broken,
			says: "SessionStart has the hook twice", fix: doctor.FixSettings,
		},
		{
			name: "an unknown event",
			ill: func(f *doctor.Facts) {
				unknown := settings.Found{Event: "New", Program: "/opt/atm", Exec: true}
				f.Settings.Hooks = append(f.Settings.Hooks, unknown)
			},
			check: "hooks", level: doctor.Broken,
			says: "Claude Code 2.1.329 does not know New", fix: doctor.FixSettings,
		},
		{
			name:  "a program that is gone",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks[3].Program = "/gone/atm" },
			check: "hooks", level: doctor.Broken, says: "/gone/atm cannot be run", fix: doctor.FixSettings,
		},
		{
			name:  "another program that works",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks[3].Program = "/elsewhere/atm" },
			check: "hooks", level: doctor.Note,
			says: "they call /elsewhere/atm, not /opt/atm", fix: doctor.FixSettings,
		},
		{
			name:  "a form that is too new",
			ill:   func(f *doctor.Facts) { f.Wanted.Exec = false },
			check: "hooks", level: doctor.Broken,
			says: "in a form that only later versions know", fix: doctor.FixSettings,
		},
		{
			name:  "a form that is too old",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks[2].Exec = false },
			check: "hooks", level: doctor.Note, says: "through a shell, which this version does not need",
			fix: doctor.FixSettings,
		},
		{
			name:  "for some tools only",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks[3].Matcher = "Bash" },
			check: "hooks", level: doctor.Broken, says: "PreToolUse only for Bash", fix: doctor.FixSettings,
		},
		{
			name:  "the plugin, too",
			ill:   func(f *doctor.Facts) { f.Settings.Plugins = []string{"atm@atm"} },
			check: "hooks", level: doctor.Note,
			says: "both the plugin and /home/u/.claude/settings.json bring the hooks",
			fix:  doctor.FixSettings,
		},
		{
			name:  "the registry",
			ill:   func(f *doctor.Facts) { f.RegistryErr = errors.New("registry: permission denied") },
			check: "registry", level: doctor.Note, says: "registry: permission denied",
		},
		{
			name: "hooks from before this claude, which has had nothing to do",
			ill: func(f *doctor.Facts) {
				f.Processes["%0"] = claudehome.Process{StartedAt: noon.Add(-time.Second), Status: "idle"}
			},
			check: "pane %0", level: doctor.Note, says: noHook,
		},
		{
			name:  "no hook in a pane with a claude",
			ill:   func(f *doctor.Facts) { f.Processes["%1"] = claudehome.Process{Status: "idle"} },
			check: "pane %1", level: doctor.Note, says: noHook,
		},
		{
			name: "hooks that came while claude worked",
			ill: func(f *doctor.Facts) {
				f.SettingsChanged = noon.Add(-time.Minute)
				f.Processes["%1"] = claudehome.Process{Status: "busy", StatusUpdatedAt: noon.Add(-time.Hour)}
			},
			check: "pane %1", level: doctor.Note, says: noHook,
		},
		{
			name: "a claude that works and runs no hook",
			ill: func(f *doctor.Facts) {
				f.SettingsChanged = noon.Add(-time.Hour)
				f.Processes["%1"] = claudehome.Process{Status: "busy",
					StatusUpdatedAt: noon.Add(-time.Minute)}
			},
			check: "pane %1", level: doctor.Broken,
			says: "Claude Code works, but no hook has arrived since it was started",
		},
		{
			name: "cld was interrupted",
			ill: func(f *doctor.Facts) {
				f.Panes[1].Options = tmuxopt.Options{tmuxopt.State: "starting", tmuxopt.Since: "1799999900"}
			},
			check: "stale", level: doctor.Note,
			says: "%1: a session that never started", fix: doctor.FixStale,
		},
		{
			name:  "a server in another container",
			ill:   func(f *doctor.Facts) { f.Hidden, f.Processes = true, nil },
			check: "processes", level: doctor.Note,
			says: "the processes of the tmux server cannot be seen from here, as in a container",
		},
		{
			name: "what could not be found out",
			ill: func(f *doctor.Facts) {
				failure := doctor.Failure{Check: "path", Err: errors.New("no program"), Hint: "rename it"}
				f.Program, f.Failures = "", []doctor.Failure{failure}
				f.Wanted.Program, f.Settings.Plugins, f.Settings.Hooks = "", []string{"atm@atm"}, nil
				f.Tmux.Follower.Program = ""
			},
			check: "path", level: doctor.Broken, says: "no program",
		},
	}
}

func tmuxIllnesses() []illness {
	return []illness{
		{
			name: "no tmux",
			ill: func(f *doctor.Facts) {
				f.Tmux = doctor.Server{
					Program:    "tmux",
					ProgramErr: errors.New("not found"),
					UserConf:   "/t",
					ReadsConf:  true,
				}
			},
			check: "tmux", level: doctor.Broken, says: "there is no tmux on PATH",
		},
		{
			name: "a tmux of one's own that is not there",
			ill: func(f *doctor.Facts) {
				f.Tmux.Program, f.Tmux.ProgramErr = "/gone/tmux", errors.New("no such file")
			},
			check: "tmux", level: doctor.Broken,
			says: "ATM_TMUX is /gone/tmux, which cannot be run: no such file",
		},
		{
			name:  "an old tmux",
			ill:   func(f *doctor.Facts) { f.Tmux.Version = "3.1c" },
			check: "tmux", level: doctor.Broken, says: "tmux 3.1c is too old",
		},
		{
			name: "no server",
			ill: func(f *doctor.Facts) {
				f.Tmux = doctor.Server{Program: "tmux", Version: "3.6b", UserConf: "/t", ReadsConf: true}
			},
			check: "tmux", level: doctor.Note, says: "tmux 3.6b, but no server runs",
		},
		{
			name:  "a surprise on the wire",
			ill:   func(f *doctor.Facts) { f.Tmux.Surprise = "native transport: message 4711" },
			check: "transport", level: doctor.Note,
			says: "exec, because of a surprise: native transport: message 4711",
		},
		{
			name:  "a transport that is none",
			ill:   func(f *doctor.Facts) { f.Tmux.RequestedTransport = "nativ" },
			check: "transport", level: doctor.Note, says: "ATM_TRANSPORT is nativ, which is none",
		},
		{
			name:  "not read at the next start",
			ill:   func(f *doctor.Facts) { f.Tmux.ReadsConf = false },
			check: "configuration", level: doctor.Note,
			says: "icons are drawn, but /home/u/.tmux.conf does not read our configuration",
			fix:  doctor.FixTmux,
		},
		{
			name:  "our file is gone",
			ill:   func(f *doctor.Facts) { f.Tmux.MissingConf = "/home/u/atm.conf" },
			check: "configuration", level: doctor.Note,
			says: "/home/u/.tmux.conf reads /home/u/atm.conf, which is not there", fix: doctor.FixTmux,
		},
		{
			name:  "no focus",
			ill:   func(f *doctor.Facts) { f.Tmux.FocusEvents = false },
			check: "focus", level: doctor.Note, says: "focus-events is off", fix: doctor.FixTmux,
		},
		{
			name:  "no TMUX_PANE",
			ill:   func(f *doctor.Facts) { f.Tmux.Pane = "" },
			check: "pane", level: doctor.Broken, says: "TMUX is set, but TMUX_PANE is not",
		},
		{
			name:  "tmux in tmux",
			ill:   func(f *doctor.Facts) { f.Tmux.OuterTMUX = "/x,1,0" },
			check: "nested", level: doctor.Note, says: "the tmux server was started inside another one",
		},
		{
			name:  "no UTF-8",
			ill:   func(f *doctor.Facts) { f.Clients[0].UTF8 = false },
			check: "icons", level: doctor.Note,
			says: "/dev/pts/1: tmux takes this terminal for one without UTF-8",
		},
		{
			name:  "a wide icon",
			ill:   func(f *doctor.Facts) { f.Tmux.Icons[0].Sign = "✋" },
			check: "icons", level: doctor.Note, says: "wider than one column: ✋",
		},
		{
			name: "options that mean nothing",
			ill: func(f *doctor.Facts) {
				f.Tmux.BadOptions = []string{"@atm-icons bogus", "@atm-stale soon"}
			},
			check: "options", level: doctor.Note, says: "@atm-icons bogus; @atm-stale soon: no such value",
		},
	}
}

// TestNoIllness: what looks odd and is none.
func TestNoIllness(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]func(f *doctor.Facts){
		"a transport of one's own": func(f *doctor.Facts) {
			f.Tmux.Transport, f.Tmux.RequestedTransport = tmux.Exec, "exec"
		},
		"outside tmux": func(f *doctor.Facts) { f.Tmux.Inside, f.Tmux.Pane = false, "" },
		"nobody is attached": func(f *doctor.Facts) {
			f.Clients, f.Screens[0].Clients, f.Tmux.Follower = nil, nil, doctor.Follower{}
		},
		"no UTF-8, and ASCII icons": func(f *doctor.Facts) {
			f.Clients[0].UTF8, f.Tmux.Icons[0].Sign = false, "-"
		},
		"a client that draws for itself": func(f *doctor.Facts) {
			f.Clients[0].UTF8, f.Clients[0].Control = false, true
		},
		"the plugin for TPM": func(f *doctor.Facts) { f.Tmux.ReadsConf, f.Tmux.HasPlugin = false, true },
		"the plugin alone": func(f *doctor.Facts) {
			f.Settings.Hooks, f.Settings.Plugins = nil, []string{"atm@market"}
		},
		"cld has just started a claude": func(f *doctor.Facts) {
			f.Panes[1].Options = tmuxopt.Options{tmuxopt.State: "starting", tmuxopt.Since: "1799999999"}
		},
		"a claude that cld has started asks whether the folder is to be trusted": func(f *doctor.Facts) {
			f.Panes[1].Options = tmuxopt.Options{
				tmuxopt.State: "starting",
				tmuxopt.Since: "1799999900",
				tmuxopt.PID:   "7",
			}
		},
		"a hook in the first second of claude": func(f *doctor.Facts) {
			f.Processes["%0"] = claudehome.Process{StartedAt: noon.Add(-10*time.Second +
				500*time.Millisecond)}
		},
	} {
		f := healthy()
		odd(&f)
		for _, finding := range doctor.Examine(f) {
			if finding.Level != doctor.OK {
				t.Errorf("%s: %+v", name, finding)
			}
		}
	}
}
