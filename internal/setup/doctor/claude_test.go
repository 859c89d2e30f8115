package doctor_test

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/setup/doctor"
	"atm/internal/setup/settings"
	"atm/tmuxopt"
)

// events are the hooks that setup installs.
var events = fmt.Sprintf("%d events", len(hookmap.Events()))

func claudeIllnesses() []illness {
	const projectFile = "/p/.claude/settings.json"
	const noHook = "Claude Code runs, but no hook has arrived since it was started"
	return []illness{
		{
			name:  "another atm on PATH",
			spoil: func(f *doctor.Facts) { f.OnPath = false },
			check: "path", level: doctor.Note, message: "/opt/atm is not the atm on PATH",
		},
		{
			name:  "a version of claude that is not known",
			spoil: func(f *doctor.Facts) { f.ClaudeUnknown = errors.New("claude is not there") },
			check: "claude", level: doctor.Note,
			message: "the version of Claude Code is not known: claude is not there",
		},
		{
			name:  "settings that do not parse",
			spoil: func(f *doctor.Facts) { f.SettingsErr = errors.New("line 3") },
			check: "settings", level: doctor.Broken, message: "line 3",
		},
		{
			name:  "settings with comments",
			spoil: func(f *doctor.Facts) { f.Settings.Ignored = true },
			check: "settings", level: doctor.Broken,
			message: "/home/u/.claude/settings.json has comments, or a comma behind the last of several things",
		},
		{
			name:  "an administrator",
			spoil: func(f *doctor.Facts) { f.Managed = "/etc/x" },
			check: "disabled", level: doctor.Broken, message: "/etc/x forbids hooks of users",
		},
		{
			name:  "all hooks off",
			spoil: func(f *doctor.Facts) { f.Settings.Disabled = true },
			check: "disabled", level: doctor.Broken, message: "disableAllHooks is true",
		},
		{
			name: "a project in which a session runs",
			spoil: func(f *doctor.Facts) {
				f.Projects = []doctor.Project{{File: projectFile, Sessions: 1}}
			},
			check: "disabled", level: doctor.Broken,
			message: "disableAllHooks is true in " + projectFile,
		},
		{
			name:  "the project of the current directory",
			spoil: func(f *doctor.Facts) { f.Projects = []doctor.Project{{File: projectFile}} },
			check: "disabled", level: doctor.Note,
			message: "disableAllHooks is true in " + projectFile,
		},
		{
			name:  "no hook",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks = nil },
			check: "hooks", level: doctor.Broken, message: "no hook of atm in /home/u/.claude/settings.json",
			fix: doctor.FixSettings,
		},
		{
			name:  "a hook is missing",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks = f.Settings.Hooks[1:] },
			check: "hooks", level: doctor.Broken, message: "SessionStart is missing", fix: doctor.FixSettings,
		},
		{
			name:  "a hook twice",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks = append(f.Settings.Hooks, f.Settings.Hooks[0]) },
			check: "hooks", level: doctor.Broken,
			message: "SessionStart has the hook twice", fix: doctor.FixSettings,
		},
		{
			name: "an unknown event",
			spoil: func(f *doctor.Facts) {
				unknown := settings.Found{Event: "New", Program: "/opt/atm", Exec: true}
				f.Settings.Hooks = append(f.Settings.Hooks, unknown)
			},
			check: "hooks", level: doctor.Broken,
			message: "Claude Code 2.1.329 does not know New", fix: doctor.FixSettings,
		},
		{
			name:  "a program that is gone",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks[4].Program = "/gone/atm" },
			check: "hooks", level: doctor.Broken, message: "/gone/atm cannot be run", fix: doctor.FixSettings,
		},
		{
			name: "a tilde that no shell expands",
			spoil: func(f *doctor.Facts) {
				f.Settings.Hooks[4].Program, f.Settings.Hooks[4].Exec, f.Same = "~/atm", true, map[string]bool{"~/atm": true}
			},
			check: "hooks", level: doctor.Broken, message: "~/atm cannot be run", fix: doctor.FixSettings,
		},
		{
			name:  "another program that works",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks[4].Program = "/elsewhere/atm" },
			check: "hooks", level: doctor.Note,
			message: "they call /elsewhere/atm, not /opt/atm", fix: doctor.FixSettings,
		},
		{
			name:  "a form that is too new",
			spoil: func(f *doctor.Facts) { f.Wanted.Exec = false },
			check: "hooks", level: doctor.Broken,
			message: "in a form that only later versions know", fix: doctor.FixSettings,
		},
		{
			name:  "a form that is too old",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks[2].Exec = false },
			check: "hooks", level: doctor.Note, message: "through a shell, which this version does not need",
			fix: doctor.FixSettings,
		},
		{
			name:  "a name that leads to another program",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks[4].Program, f.Runnable["atm"] = "atm", true },
			check: "hooks", level: doctor.Note, message: "they call atm, not /opt/atm", fix: doctor.FixSettings,
		},
		{
			name:  "a dialog that nobody could answer in time",
			spoil: func(f *doctor.Facts) { timeout(f, "PermissionRequest", 5) },
			check: "hooks", level: doctor.Note,
			message: events + ", but PermissionRequest has a timeout of 5 seconds", fix: doctor.FixSettings,
		},
		{
			name:  "the same, with the time-out of Claude Code",
			spoil: func(f *doctor.Facts) { timeout(f, "PermissionRequest", 0) },
			check: "hooks", level: doctor.Note,
			message: events + ", but PermissionRequest has no timeout of its own", fix: doctor.FixSettings,
		},
		{
			name: "a hook of the user's own that could not be answered in time",
			spoil: func(f *doctor.Facts) {
				f.Settings.Mixed = []settings.Found{{Event: "PermissionRequest", Timeout: 5}}
				f.Settings.Hooks = slices.DeleteFunc(f.Settings.Hooks, func(h settings.Found) bool {
					return h.Event == "PermissionRequest"
				})
			},
			check: "hooks", level: doctor.Note,
			message: events + ", but your own hook for PermissionRequest has a timeout of 5 seconds",
		},
		{
			name:  "for some tools only",
			spoil: func(f *doctor.Facts) { f.Settings.Hooks[4].Matcher = "Bash" },
			check: "hooks", level: doctor.Broken, message: "PreToolUse only for Bash", fix: doctor.FixSettings,
		},
		{
			name:  "the plugin, too",
			spoil: func(f *doctor.Facts) { f.Settings.Plugins = []string{"atm@atm"} },
			check: "hooks", level: doctor.Note,
			message: "both the plugin and /home/u/.claude/settings.json bring the hooks",
			fix:     doctor.FixSettings,
		},
		{
			name:  "no fzf",
			spoil: func(f *doctor.Facts) { f.Fzf, f.FzfErr = "", exec.ErrNotFound },
			check: "fzf", level: doctor.Note, message: "fzf is not on PATH",
		},
		{
			name:  "an old fzf",
			spoil: func(f *doctor.Facts) { f.Fzf = "0.29" },
			check: "fzf", level: doctor.Note, message: "fzf 0.29 is too old for the inbox",
		},
		{
			name:  "a fzf that fails",
			spoil: func(f *doctor.Facts) { f.Fzf, f.FzfErr = "", errors.New("exit status 2") },
			check: "fzf", level: doctor.Note, message: "the version of fzf is not known: exit status 2",
		},
		{
			name: "a script of all sessions that nobody writes any more",
			spoil: func(f *doctor.Facts) {
				f.Saving, f.Kept, f.KeptAt = true, "/home/u/.local/state/atm/default.sh", f.Now.Add(-time.Hour)
				f.Processes = map[string]claudehome.Process{"%3": {}}
			},
			check: "saving", level: doctor.Note,
			message: "the script of all sessions is 1h old: /home/u/.local/state/atm/default.sh",
		},
		{
			name:  "the registry",
			spoil: func(f *doctor.Facts) { f.RegistryErr = errors.New("registry: permission denied") },
			check: "registry", level: doctor.Note, message: "registry: permission denied",
		},
		{
			name: "hooks from before this claude, which has had nothing to do",
			spoil: func(f *doctor.Facts) {
				f.Processes["%0"] = claudehome.Process{StartedAt: noon.Add(-time.Second), Status: "idle"}
			},
			check: "pane %0", level: doctor.Note, message: noHook,
		},
		{
			name:  "no hook in a pane with a claude",
			spoil: func(f *doctor.Facts) { f.Processes["%1"] = claudehome.Process{Status: "idle"} },
			check: "pane %1", level: doctor.Note, message: noHook,
		},
		{
			name: "hooks that came while claude worked",
			spoil: func(f *doctor.Facts) {
				f.SettingsChanged = noon.Add(-time.Minute)
				f.Processes["%1"] = claudehome.Process{Status: "busy", StatusUpdatedAt: noon.Add(-time.Hour)}
			},
			check: "pane %1", level: doctor.Note, message: noHook,
		},
		{
			name: "a claude that works and runs no hook",
			spoil: func(f *doctor.Facts) {
				f.SettingsChanged = noon.Add(-time.Hour)
				f.Processes["%1"] = claudehome.Process{
					Status:          "busy",
					StatusUpdatedAt: noon.Add(-time.Minute),
				}
			},
			check: "pane %1", level: doctor.Broken,
			message: "Claude Code works, but no hook has arrived since it was started",
		},
		{
			name: "cld was interrupted",
			spoil: func(f *doctor.Facts) {
				f.Panes[1].Options = tmuxopt.Options{tmuxopt.State: "starting", tmuxopt.Since: "1799999900"}
			},
			check: "stale", level: doctor.Note,
			message: "%1: a session that never started", fix: doctor.FixStale,
		},
		{
			name:  "a server in another container",
			spoil: func(f *doctor.Facts) { f.Hidden, f.Processes = true, nil },
			check: "processes", level: doctor.Note,
			message: "the processes of the tmux server cannot be seen from here, as in a container",
		},
		{
			name: "what could not be found out",
			spoil: func(f *doctor.Facts) {
				failure := doctor.Finding{Check: "path", Level: doctor.Broken, Message: "no program"}
				failure.Reason, failure.Remedy = "why", "rename it"
				f.Program, f.Failures = "", []doctor.Finding{failure}
				f.Wanted.Program, f.Settings.Plugins, f.Settings.Hooks = "", []string{"atm@atm"}, nil
			},
			check: "path", level: doctor.Broken, message: "no program",
		},
	}
}

// timeout changes the timeout of an event's hook, in seconds.
func timeout(f *doctor.Facts, event string, seconds int) {
	for i := range f.Settings.Hooks {
		if f.Settings.Hooks[i].Event == event {
			f.Settings.Hooks[i].Timeout = seconds
		}
	}
}
