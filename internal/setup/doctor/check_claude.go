package doctor

import (
	"fmt"
	"path/filepath"
)

func checkProgram(f Facts) []Finding {
	switch {
	case f.Program == "":
		return nil // Failures says why
	case f.OnPath:
		return ok("path", f.Program)
	}
	return []Finding{{
		Check:   "path",
		Level:   Note,
		Message: f.Program + " is not the atm on PATH",
		Reason:  "hooks and tmux call it by its path, but you cannot call it by name",
		Remedy:  "put " + filepath.Dir(f.Program) + " on PATH, in the file that your shell reads at its start",
	}}
}

func checkClaude(f Facts) []Finding {
	if f.ClaudeUnknown == nil {
		return ok("claude", "Claude Code "+f.Claude.Version)
	}
	return []Finding{{
		Check:   "claude",
		Level:   Note,
		Message: fmt.Sprintf("the version of Claude Code is not known: %v", f.ClaudeUnknown),
		Reason:  "atm setup can only register the events that every version since 2.0.45 knows",
		Remedy:  "put claude on PATH or name it in CLD_CLAUDE, then run atm setup",
	}}
}

// checkProjects reports the directories whose own settings switch off all hooks.
func checkProjects(f Facts) []Finding {
	var findings []Finding
	for _, project := range f.Projects {
		finding := Finding{
			Check:   "disabled",
			Level:   Broken,
			Message: "disableAllHooks is true in " + project.File,
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

// count returns a number with its noun in the singular or plural.
func count(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
