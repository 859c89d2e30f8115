package doctor_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/claudehome"
	"atm/internal/setup/doctor"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

var noon = time.Unix(1800000000, 0)

// healthy returns the facts of a complete installation.
func healthy() doctor.Facts {
	claude := install.Claude{Program: "/usr/bin/claude", Version: "2.1.329"}
	f := doctor.Facts{
		Now:          noon,
		Program:      "/opt/atm",
		OnPath:       true,
		Claude:       claude,
		SettingsFile: "/home/u/.claude/settings.json",
		Wanted:       settings.Hook{Program: "/opt/atm", Exec: true, Events: claude.Events()},
		Runnable:     map[string]bool{"/opt/atm": true, "/elsewhere/atm": true},
		Tmux: doctor.Server{
			Program:     "tmux",
			Server:      install.Server{Version: "3.6b", Runs: true, Transport: tmux.Native, Formats: true},
			Inside:      true,
			Pane:        "%0",
			UserConf:    "/home/u/.tmux.conf",
			ReadsConf:   true,
			HasDrawn:    true,
			FocusEvents: true,
			Follower:    9,
			Icons:       []string{"⏸"},
		},
		Clients: []tmux.Client{{Name: "/dev/pts/1", Session: "$0", UTF8: true}},
		Screens: []doctor.Screen{screen()},
		Agents:  []doctor.Agent{agent("codex"), agent("cursor")},
		Fzf:     "0.53.0",
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
	f.Settings.StatusLine = settings.StatusLine{
		Use:     settings.OurStatusLine,
		Command: "/opt/atm statusline",
		Program: "/opt/atm",
		Calls:   1,
	}
	f.Settings.Managed = true // hooks run all the same: it counts only in a file of an administrator
	for _, event := range f.Wanted.Events {
		f.Settings.Hooks = append(
			f.Settings.Hooks,
			settings.Found{Event: event.Name, Program: "/opt/atm", Exec: true, Timeout: event.Timeout},
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
		Windows: doctor.Place{Presence: doctor.Drawn, Option: "window-status-format"},
		Borders: doctor.Place{Presence: doctor.Drawn, Option: "pane-border-format"},
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

// illness is one fault of an installation, and the finding about it.
type illness struct {
	name    string
	spoil   func(f *doctor.Facts)
	check   string
	level   doctor.Level
	message string
	fix     doctor.Fix
}

// TestIllnesses: each fault gives exactly one finding, with a reason and a remedy.
func TestIllnesses(t *testing.T) {
	t.Parallel()
	for _, tt := range slices.Concat(claudeIllnesses(), agentIllnesses(), statusLineIllnesses(), tmuxIllnesses()) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := healthy()
			tt.spoil(&f)
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
			want := []doctor.Finding{{Check: tt.check, Level: tt.level, Message: tt.message, Fix: tt.fix}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if broken := doctor.AnyBroken(findings); broken != (tt.level == doctor.Broken) {
				t.Errorf("anything broken: %v", broken)
			}
		})
	}
}

// TestNoIllness: unusual installations without a fault.
func TestNoIllness(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]func(f *doctor.Facts){
		"an agent that is installed, and not set up": func(f *doctor.Facts) {
			a := agent("gemini")
			a.Facts.Hooks = nil
			f.Agents = []doctor.Agent{a}
		},
		"a transport of one's own": func(f *doctor.Facts) {
			f.Tmux.Transport, f.Tmux.RequestedTransport = tmux.Exec, "exec"
		},
		"outside tmux": func(f *doctor.Facts) { f.Tmux.Inside, f.Tmux.Pane = false, "" },
		"nobody is attached": func(f *doctor.Facts) {
			f.Clients, f.Screens[0].Clients, f.Tmux.Follower = nil, nil, 0
		},
		"no UTF-8, and ASCII icons": func(f *doctor.Facts) {
			f.Clients[0].UTF8, f.Tmux.Icons[0] = false, "-"
		},
		"a client that draws for itself": func(f *doctor.Facts) {
			f.Clients[0].UTF8, f.Clients[0].Control = false, true
		},
		"the plugin for TPM": func(f *doctor.Facts) { f.Tmux.ReadsConf, f.Tmux.PluginConf = false, "/t" },
		"the plugin alone": func(f *doctor.Facts) {
			f.Settings.Hooks, f.Settings.Plugins = nil, []string{"atm@market"}
		},
		"hooks and a status line by hand, which call this atm by its name": func(f *doctor.Facts) {
			f.Settings.Hooks[4].Program, f.Settings.StatusLine.Program = "atm", "atm"
			f.Settings.Guards = []settings.Found{{Event: "PreToolUse", Program: "atm"}}
			f.Same = map[string]bool{"atm": true}
		},
		"hooks by hand, without a shell that stays": func(f *doctor.Facts) {
			f.Settings.Hooks[4].Exec, f.Settings.Hooks[4].Replaced = false, true
		},
		"another time-out, where nobody waits for an answer": func(f *doctor.Facts) { timeout(f, "Stop", 3) },
		"the short time-out, with a Claude Code that cannot be answered": func(f *doctor.Facts) {
			f.Claude.Version = "2.1.161"
			f.Wanted.Events = f.Claude.Events()
			f.Settings.Hooks = slices.DeleteFunc(f.Settings.Hooks, func(h settings.Found) bool {
				_, wanted := f.Wanted.Find(h.Event)
				return !wanted
			})
			timeout(f, "PermissionRequest", 5)
		},
		"a status line that calls atm in a way of its own": func(f *doctor.Facts) {
			f.Settings.StatusLine.Use, f.Settings.StatusLine.Program = settings.MixedStatusLine, ""
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
			start := noon.Add(-10*time.Second + 500*time.Millisecond)
			f.Processes["%0"] = claudehome.Process{StartedAt: start}
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
