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
	client := install.Client{Program: "/usr/bin/claude", Version: "2.1.329"}
	f := doctor.Facts{
		Now: noon, Program: "/opt/atm", OnPath: true, Client: client, SettingsFile: "/home/u/.claude/settings.json",
		Tmux:   doctor.Server{Version: "3.6b", Runs: true, Here: true, Pane: "%0", Reads: true, Loaded: true, Formats: true, Focus: true, Clients: 1, Follows: true},
		Wanted: settings.Hook{Program: "/opt/atm", Exec: true, Timeout: 5, Events: client.Events()},
		Runs:   map[string]bool{"/opt/atm": true, "/elsewhere/atm": true},
		Panes: []tmux.Pane{{ID: "%0", Options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.LatestHookEvent: "Stop", tmuxopt.LatestHookTime: "1799999990"}},
			{ID: "%1", Options: tmuxopt.Options{}}},
		Clients: map[string]claudehome.Process{"%0": {PID: 7, StartedAt: noon.Add(-time.Hour)}},
	}
	for _, event := range f.Wanted.Events {
		f.Settings.Hooks = append(f.Settings.Hooks, settings.Found{Event: event, Program: "/opt/atm", Exec: true, Timeout: 5})
	}
	return f
}

func TestHealthy(t *testing.T) {
	t.Parallel()
	for _, f := range doctor.Examine(healthy()) {
		if f.Level != doctor.OK || f.Reason != "" || f.Remedy != "" {
			t.Errorf("%+v", f)
		}
	}
}

// TestIllnesses: one thing is wrong, and exactly that is found, with a reason
// and a remedy.
func TestIllnesses(t *testing.T) {
	t.Parallel()
	type found struct {
		Check string
		Level doctor.Level
		Says  string
		Fix   doctor.Remedy
	}
	tests := []struct {
		name string
		ill  func(f *doctor.Facts)
		want found
	}{
		{"another atm on PATH", func(f *doctor.Facts) { f.OnPath = false }, found{"path", doctor.Note, "/opt/atm is not the atm on PATH", ""}},
		{"no tmux", func(f *doctor.Facts) { f.Tmux = doctor.Server{Reads: true} }, found{"tmux", doctor.Broken, "there is no tmux on PATH", ""}},
		{"an old tmux", func(f *doctor.Facts) { f.Tmux = doctor.Server{Version: "3.1c", Runs: true} }, found{"tmux", doctor.Broken, "tmux 3.1c is too old", ""}},
		{"no server", func(f *doctor.Facts) { f.Tmux = doctor.Server{Version: "3.6b", Reads: true} }, found{"tmux", doctor.Note, "tmux 3.6b, but no server runs", ""}},
		{"a surprise on the wire", func(f *doctor.Facts) { f.Tmux.Way, f.Tmux.Detour = tmux.Exec, "native transport: message 4711" },
			found{"transport", doctor.Note, "exec, because of a surprise: native transport: message 4711", ""}},
		{"a transport that is none", func(f *doctor.Facts) { f.Tmux.Asked = "nativ" }, found{"transport", doctor.Note, "ATM_TRANSPORT is nativ, which is none", ""}},
		{"settings that do not parse", func(f *doctor.Facts) { f.SettingsErr = errors.New("line 3") }, found{"settings", doctor.Broken, "line 3", ""}},
		{"settings with comments", func(f *doctor.Facts) { f.Settings.Ignored = true },
			found{"settings", doctor.Broken, "/home/u/.claude/settings.json has comments, or a comma behind the last of several things", ""}},
		{"an administrator", func(f *doctor.Facts) { f.Managed = "/etc/x" }, found{"disabled", doctor.Broken, "/etc/x forbids hooks of users", ""}},
		{"all hooks off", func(f *doctor.Facts) { f.Settings.Disabled = true }, found{"disabled", doctor.Broken, "disableAllHooks is true", ""}},
		{"no hooks of users", func(f *doctor.Facts) { f.Settings.Managed = true }, found{"disabled", doctor.Broken, "allowManagedHooksOnly is true", ""}},
		{"no hook", func(f *doctor.Facts) { f.Settings.Hooks = nil }, found{"hooks", doctor.Broken, "no hook of atm in /home/u/.claude/settings.json", doctor.Claude}},
		{"a hook is missing", func(f *doctor.Facts) { f.Settings.Hooks = f.Settings.Hooks[1:] }, found{"hooks", doctor.Broken, "SessionStart is missing", doctor.Claude}},
		{"a hook twice", func(f *doctor.Facts) { f.Settings.Hooks = append(f.Settings.Hooks, f.Settings.Hooks[0]) }, found{"hooks", doctor.Broken, "SessionStart has the hook twice", doctor.Claude}},
		{"an unknown event", func(f *doctor.Facts) {
			f.Settings.Hooks = append(f.Settings.Hooks, settings.Found{Event: "New", Program: "/opt/atm", Exec: true})
		}, found{"hooks", doctor.Broken, "Claude Code 2.1.329 does not know New", doctor.Claude}},
		{"a program that is gone", func(f *doctor.Facts) { f.Settings.Hooks[3].Program = "/gone/atm" }, found{"hooks", doctor.Broken, "/gone/atm cannot be run", doctor.Claude}},
		{"another program that works", func(f *doctor.Facts) { f.Settings.Hooks[3].Program = "/elsewhere/atm" }, found{"hooks", doctor.Note, "they call /elsewhere/atm, not /opt/atm", doctor.Claude}},
		{"a form that is too new", func(f *doctor.Facts) { f.Wanted.Exec = false }, found{"hooks", doctor.Broken, "in a form that only later versions know", doctor.Claude}},
		{"a form that is too old", func(f *doctor.Facts) { f.Settings.Hooks[2].Exec = false }, found{"hooks", doctor.Note, "through a shell, which this version does not need", doctor.Claude}},
		{"for some tools only", func(f *doctor.Facts) { f.Settings.Hooks[3].Matcher = "Bash" }, found{"hooks", doctor.Broken, "PreToolUse only for Bash", doctor.Claude}},
		{"the plugin, too", func(f *doctor.Facts) { f.Settings.Plugins = []string{"atm@atm"} }, found{"hooks", doctor.Note, "both the plugin and /home/u/.claude/settings.json bring the hooks", doctor.Claude}},
		{"the registry", func(f *doctor.Facts) { f.RegistryErr = errors.New("registry: permission denied") }, found{"registry", doctor.Note, "registry: permission denied", ""}},
		{"not drawn", func(f *doctor.Facts) { f.Tmux.Loaded, f.Tmux.Formats = false, false }, found{"drawing", doctor.Note, "the running server does not draw icons", doctor.Tmux}},
		{"not read at the next start", func(f *doctor.Facts) { f.Tmux.Reads = false }, found{"drawing", doctor.Note, "icons are drawn, but your tmux configuration does not read ours", doctor.Tmux}},
		{"no status job", func(f *doctor.Facts) { f.Tmux.Follows = false }, found{"status job", doctor.Note, "atm sync --follow does not run", doctor.Tmux}},
		{"no focus", func(f *doctor.Facts) { f.Tmux.Focus = false }, found{"focus", doctor.Note, "focus-events is off", doctor.Tmux}},
		{"no TMUX_PANE", func(f *doctor.Facts) { f.Tmux.Pane = "" }, found{"pane", doctor.Broken, "TMUX is set, but TMUX_PANE is not", ""}},
		{"tmux in tmux", func(f *doctor.Facts) { f.Tmux.Outer = "/x,1,0" }, found{"nested", doctor.Note, "the tmux server was started inside another one", ""}},
		{"no UTF-8", func(f *doctor.Facts) { f.Tmux.Narrow = 2 }, found{"icons", doctor.Note, "2 attached terminals are not for UTF-8", ""}},
		{"a wide icon", func(f *doctor.Facts) { f.Tmux.Wide = []string{"✋"} }, found{"icons", doctor.Note, "wider than one column: ✋", ""}},
		{"options that mean nothing", func(f *doctor.Facts) { f.Tmux.Odd = []string{"@atm-icons bogus", "@atm-stale soon"} },
			found{"options", doctor.Note, "@atm-icons bogus; @atm-stale soon: no such value", ""}},
		{"drawn by hand, without a status job", func(f *doctor.Facts) {
			f.Tmux.Loaded, f.Tmux.Reads, f.Tmux.ByHand, f.Tmux.Follows = false, false, true, false
		},
			found{"status job", doctor.Note, "atm sync --follow does not run", doctor.Tmux}},
		{"hooks from before the client", func(f *doctor.Facts) { f.Clients["%0"] = claudehome.Process{StartedAt: noon.Add(-time.Second)} }, found{"pane %0", doctor.Broken, "Claude Code runs, but no hook has arrived since it was started", ""}},
		{"no hook in a pane with a client", func(f *doctor.Facts) { f.Clients["%1"] = claudehome.Process{} }, found{"pane %1", doctor.Broken, "Claude Code runs, but no hook has arrived since it was started", ""}},
		{"cld was interrupted", func(f *doctor.Facts) {
			f.Panes[1].Options = tmuxopt.Options{tmuxopt.State: "starting", tmuxopt.Since: "1799999900"}
		}, found{"stale", doctor.Note, "%1: a session that never started", doctor.Stale}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := healthy()
			tt.ill(&f)
			findings := doctor.Examine(f)
			var got []found
			for _, one := range findings {
				if one.Level == doctor.OK {
					continue
				}
				got = append(got, found{one.Check, one.Level, one.Says, one.Fix})
				if one.Reason == "" || one.Remedy == "" {
					t.Errorf("no reason or no remedy: %+v", one)
				}
			}
			if diff := cmp.Diff([]found{tt.want}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if doctor.Sick(findings) != (tt.want.Level == doctor.Broken) {
				t.Errorf("sick: %v", doctor.Sick(findings))
			}
		})
	}
}

// TestNoIllness: what looks odd and is none.
func TestNoIllness(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]func(f *doctor.Facts){
		"a transport of one's own": func(f *doctor.Facts) { f.Tmux.Way, f.Tmux.Asked = tmux.Exec, "exec" },
		"outside tmux":             func(f *doctor.Facts) { f.Tmux.Here, f.Tmux.Pane = false, "" },
		"nobody is attached":       func(f *doctor.Facts) { f.Tmux.Clients, f.Tmux.Follows = 0, false },
		"formats only":             func(f *doctor.Facts) { f.Tmux.Loaded, f.Tmux.Follows = false, false },
		"the plugin alone":         func(f *doctor.Facts) { f.Settings.Hooks, f.Settings.Plugins = nil, []string{"atm@market"} },
		"cld has just started a client": func(f *doctor.Facts) {
			f.Panes[1].Options = tmuxopt.Options{tmuxopt.State: "starting", tmuxopt.Since: "1799999999"}
		},
		"a claude that cld has started asks whether the folder is to be trusted": func(f *doctor.Facts) {
			f.Panes[1].Options = tmuxopt.Options{tmuxopt.State: "starting", tmuxopt.Since: "1799999900", tmuxopt.PID: "7"}
		},
		"a hook in the client's first second": func(f *doctor.Facts) {
			f.Clients["%0"] = claudehome.Process{StartedAt: noon.Add(-10*time.Second + 500*time.Millisecond)}
		},
	} {
		f := healthy()
		odd(&f)
		for _, one := range doctor.Examine(f) {
			if one.Level != doctor.OK {
				t.Errorf("%s: %+v", name, one)
			}
		}
	}
}
