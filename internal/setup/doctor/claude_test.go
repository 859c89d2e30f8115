package doctor_test

import (
	"atm/internal/claude/claudehome"
	"atm/internal/setup/doctor"
	"atm/internal/setup/settings"
	"atm/tmuxopt"
	"errors"
	"os/exec"
	"time"
)

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
			ill:   func(f *doctor.Facts) { f.Settings.Hooks[4].Program = "/gone/atm" },
			check: "hooks", level: doctor.Broken, says: "/gone/atm cannot be run", fix: doctor.FixSettings,
		},
		{
			name:  "another program that works",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks[4].Program = "/elsewhere/atm" },
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
			name:  "a dialog that nobody could answer in time",
			ill:   func(f *doctor.Facts) { timeout(f, "PermissionRequest", 5) },
			check: "hooks", level: doctor.Note,
			says: "25 events, but PermissionRequest has a timeout of 5 seconds", fix: doctor.FixSettings,
		},
		{
			name:  "the same, with the time-out of Claude Code",
			ill:   func(f *doctor.Facts) { timeout(f, "PermissionRequest", 0) },
			check: "hooks", level: doctor.Note,
			says: "25 events, but PermissionRequest has no timeout of its own", fix: doctor.FixSettings,
		},
		{
			name:  "for some tools only",
			ill:   func(f *doctor.Facts) { f.Settings.Hooks[4].Matcher = "Bash" },
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
			name: "a plugin from before sessions could be answered",
			ill: func(f *doctor.Facts) {
				f.PluginHooks, f.Settings.Hooks = f.Settings.Hooks, nil
				f.Settings.Plugins = []string{"other@market", "atm@market"}
				for i := range f.PluginHooks {
					f.PluginHooks[i].Timeout = 5
				}
			},
			check: "hooks", level: doctor.Note,
			says: "by the plugin, but PermissionRequest has a timeout of 5 seconds",
		},
		{
			name:  "no fzf",
			ill:   func(f *doctor.Facts) { f.Fzf, f.FzfErr = "", exec.ErrNotFound },
			check: "fzf", level: doctor.Note, says: "fzf is not on PATH",
		},
		{
			name:  "an old fzf",
			ill:   func(f *doctor.Facts) { f.Fzf = "0.29" },
			check: "fzf", level: doctor.Note, says: "fzf 0.29 is too old for the inbox",
		},
		{
			name:  "a fzf that fails",
			ill:   func(f *doctor.Facts) { f.Fzf, f.FzfErr = "", errors.New("exit status 2") },
			check: "fzf", level: doctor.Note, says: "the version of fzf is not known: exit status 2",
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
				f.Processes["%1"] = claudehome.Process{
					Status:          "busy",
					StatusUpdatedAt: noon.Add(-time.Minute),
				}
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

// timeout gives the hook of an event another time-out, in seconds.
func timeout(f *doctor.Facts, event string, seconds int) {
	for i := range f.Settings.Hooks {
		if f.Settings.Hooks[i].Event == event {
			f.Settings.Hooks[i].Timeout = seconds
		}
	}
}
