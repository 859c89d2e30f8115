package doctor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/install"
	"atm/internal/settings"
)

func checkProgram(f Facts) []Finding {
	switch {
	case f.Program == "":
		return nil // why is a failure
	case f.OnPath:
		return ok("path", f.Program)
	}
	return []Finding{{
		Check:  "path",
		Level:  Note,
		Says:   f.Program + " is not the atm on PATH",
		Reason: "hooks and tmux call it by its path, but you cannot call it by name",
		Remedy: "put " + filepath.Dir(f.Program) + " on PATH, in the file that your shell reads at its start",
	}}
}

func checkClaude(f Facts) []Finding {
	if f.ClaudeUnknown == nil {
		return ok("claude", "Claude Code "+f.Claude.Version)
	}
	return []Finding{{
		Check:  "claude",
		Level:  Note,
		Says:   fmt.Sprintf("the version of Claude Code is not known: %v", f.ClaudeUnknown),
		Reason: "atm setup can only register the events that every version since 2.0.45 knows",
		Remedy: "put claude on PATH or name it in CLD_CLAUDE, then run atm setup",
	}}
}

func checkSettings(f Facts) []Finding {
	switch {
	case f.SettingsErr != nil:
		return []Finding{{
			Check:  "settings",
			Level:  Broken,
			Says:   f.SettingsErr.Error(),
			Reason: "Claude Code does not read such settings, nor can atm change them",
			Remedy: "mend the file by hand; copies by atm are named settings.json.atm-TIME",
		}}
	case f.Settings.Ignored:
		return []Finding{{
			Check:  "settings",
			Level:  Broken,
			Says:   f.SettingsFile + " has comments, or a comma behind the last of several things",
			Reason: "Claude Code reads plain JSON only, and ignores the whole file",
			Remedy: "take them out by hand",
		}}
	}
	return nil
}

// checkDisabled looks for what switches hooks off everywhere.
func checkDisabled(f Facts) []Finding {
	finding := Finding{Check: "disabled", Level: Broken}
	switch {
	case f.Managed != "":
		finding.Says = f.Managed + " forbids hooks of users"
		finding.Reason = "your administrator has switched them off"
		finding.Remedy = "ask your administrator to add atm hook there"
	case f.Settings.Disabled:
		finding.Says = "disableAllHooks is true"
		finding.Reason = "Claude Code runs no hook at all"
		finding.Remedy = "take disableAllHooks out of " + f.SettingsFile
	case f.Settings.Managed:
		finding.Says = "allowManagedHooksOnly is true"
		finding.Reason = "Claude Code runs no hook of yours"
		finding.Remedy = "take allowManagedHooksOnly out of " + f.SettingsFile
	default:
		return nil
	}
	return []Finding{finding}
}

// checkProjects looks for what switches hooks off in one directory.
func checkProjects(f Facts) []Finding {
	var findings []Finding
	for _, project := range f.Projects {
		finding := Finding{
			Check: "disabled",
			Level: Broken,
			Says:  "disableAllHooks is true in " + project.File,
			Reason: "Claude Code runs no hook in that directory, where " +
				count(project.Sessions, "session runs", "sessions run"),
			Remedy: "take disableAllHooks out of that file",
		}
		if project.Sessions == 0 {
			finding.Level, finding.Reason = Note, "Claude Code would run no hook in this directory"
		}
		findings = append(findings, finding)
	}
	return findings
}

// count writes a number and what there are so many of.
func count(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// checkHooks compares the hooks that are there with those that setup would write.
func checkHooks(f Facts) []Finding {
	if f.SettingsErr != nil {
		return nil
	}
	finding := Finding{Check: "hooks", Level: Broken, Remedy: "atm setup", Fix: FixSettings}
	plugin, hooks := install.HasPlugin(f.Settings), f.Settings.Hooks
	twice := registeredTwice(hooks)
	wrong, differs := compareHooks(f)
	switch {
	case plugin && len(hooks) > 0:
		finding.Level = Note
		finding.Says = "both the plugin and " + f.SettingsFile + " bring the hooks"
		finding.Reason = "each event is handled twice, which costs time and changes nothing"
		finding.Remedy = "atm setup takes those in the settings out; or: claude plugin uninstall atm"
	case plugin:
		return ok("hooks", "by the plugin")
	case len(hooks) == 0:
		finding.Says = "no hook of atm in " + f.SettingsFile
		finding.Reason = "without them nothing is known of a session"
	case twice != "":
		finding.Says = twice + " has the hook twice"
		finding.Reason = "each event is handled twice"
	case len(wrong) > 0:
		finding.Says = strings.Join(wrong, "; ")
		finding.Reason = "what is not told is not shown, and of an unknown event claude warns at its start"
	case len(differs) > 0:
		finding.Level = Note
		finding.Says = strings.Join(differs, "; ")
		finding.Reason = "it works, but an update of this atm or of Claude Code has not reached the settings"
	default:
		return ok("hooks", fmt.Sprintf("%d events", len(hooks)))
	}
	return []Finding{finding}
}

// registeredTwice returns the first event that has our hook twice, "" if none has.
func registeredTwice(hooks []settings.Found) string {
	met := map[string]bool{}
	for _, hook := range hooks {
		if met[hook.Event] {
			return hook.Event
		}
		met[hook.Event] = true
	}
	return ""
}

// compareHooks says what is wrong with the hooks that are there, and what only is
// not as setup would write it.
func compareHooks(f Facts) (wrong, differs []string) {
	say := func(list *[]string, format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	registered := map[string]bool{}
	for _, hook := range f.Settings.Hooks {
		registered[hook.Event] = true
		switch {
		case !slices.Contains(f.Wanted.Events, hook.Event):
			say(&wrong, "Claude Code %s does not know %s", f.Claude.Version, hook.Event)
		case hook.Program != f.Program && !f.Runnable[hook.Program]:
			say(&wrong, "%s cannot be run", hook.Program)
		case hook.Exec && !f.Wanted.Exec:
			say(&wrong, "in a form that only later versions know")
		case hook.Matcher != "" && hook.Matcher != "*":
			say(&wrong, "%s only for %s", hook.Event, hook.Matcher)
		case hook.Program != f.Program:
			say(&differs, "they call %s, not %s", hook.Program, f.Program)
		case !hook.Exec && f.Wanted.Exec:
			say(&differs, "through a shell, which this version does not need")
		}
	}
	for _, event := range f.Wanted.Events {
		if !registered[event] {
			say(&wrong, "%s is missing", event)
		}
	}
	return wrong, differs
}

func checkRegistry(f Facts) []Finding {
	if f.RegistryErr == nil {
		return nil
	}
	return []Finding{{
		Check:  "registry",
		Level:  Note,
		Says:   f.RegistryErr.Error(),
		Reason: "what no hook tells (Esc, a denial, a killed claude) is shown late or never",
		Remedy: "make the directory readable",
	}}
}

// checkFailures tells of what could not be found out.
func checkFailures(f Facts) []Finding {
	var findings []Finding
	for _, failure := range f.Failures {
		findings = append(findings, Finding{
			Check:  failure.Check,
			Level:  Broken,
			Says:   failure.Err.Error(),
			Reason: "nothing more can be found out about it",
			Remedy: failure.Hint,
		})
	}
	return findings
}
