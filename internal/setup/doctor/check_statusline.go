package doctor

import (
	"path/filepath"

	"atm/internal/setup/install"
	"atm/internal/setup/settings"
)

// onlyStatusLine says what atm does not know about sessions whose status line does not call it.
func onlyStatusLine(sessions string) string {
	return "nothing else tells the cost and limits of " + sessions + ", nor the context as Claude Code counts it"
}

// checkStatusLine judges the user's status line. One that does not call atm is only a note, because the user
// may have chosen that: setup stores no such choice.
func checkStatusLine(f Facts) []Finding {
	if f.SettingsErr != nil || f.SettingsFile == "" {
		return nil
	}
	line := f.Settings.StatusLine
	installed := len(f.Settings.Hooks) > 0 || install.HasPlugin(f.Settings)
	finding := Finding{Check: "statusline", Level: Note, Remedy: "atm setup", Fix: FixSettings}
	switch line.Use {
	case settings.OurStatusLine:
		return checkOurStatusLine(finding, f)
	case settings.MixedStatusLine:
		if line.Calls == 1 {
			return ok("statusline", "calls atm, in a way of its own")
		}
		return []Finding{calledTwice(finding, f)}
	case settings.MalformedStatusLine:
		finding.Level = Broken
		finding.Message = `statusLine in ` + f.SettingsFile + ` is not {"type": "command", "command": "…"}`
		finding.Reason = "Claude Code asks about it at its start, and skips the whole file, the hooks among it"
		finding.Remedy, finding.Fix = "mend it by hand, then run atm setup", NoFix
		return []Finding{finding}
	}
	if !installed {
		return nil // checkHooks says what to do
	}
	finding.Reason, finding.Fix = onlyStatusLine("sessions"), NoFix
	if line.Use == settings.ForeignStatusLine {
		finding.Message = "the command of statusLine in " + f.SettingsFile + " does not call atm"
		finding.Remedy = "atm setup has atm call that command; if you want it as it is, leave it"
	} else {
		finding.Message = "no statusLine in " + f.SettingsFile
		finding.Remedy = "atm setup adds one that prints nothing; if you want none, leave it"
	}
	return []Finding{finding}
}

// checkOurStatusLine judges a status line that calls atm.
func checkOurStatusLine(finding Finding, f Facts) []Finding {
	line := f.Settings.StatusLine
	switch {
	case line.Program != f.Program && !f.Runnable[line.Program]:
		finding.Level = Broken
		finding.Message = line.Program + " cannot be run"
		finding.Reason = "Claude Code shows no status line, neither atm's nor yours"
	case line.Calls > 1:
		return []Finding{calledTwice(finding, f)}
	case f.Program != "" && line.Program != f.Program:
		finding.Message = "it calls " + line.Program + ", not " + f.Program
		finding.Reason = "it works, but an update of this atm has not reached the settings"
	default:
		return ok("statusline", "calls atm")
	}
	return []Finding{finding}
}

// calledTwice is the finding about a status line that calls atm more than once.
func calledTwice(finding Finding, f Facts) Finding {
	finding.Message = "statusLine in " + f.SettingsFile + " calls atm statusline " +
		count(f.Settings.StatusLine.Calls, "time", "times")
	finding.Reason = "each call takes time, and one tells everything"
	if !f.Settings.StatusLine.Nested {
		finding.Remedy, finding.Fix = "take all calls but one out by hand", NoFix
	}
	return finding
}

// checkStatusLines reports the directories whose own status line replaces the user's: there atm is not
// called.
func checkStatusLines(f Facts) []Finding {
	if f.Settings.StatusLine.Use != settings.OurStatusLine {
		return nil // nothing is replaced there
	}
	var findings []Finding
	for _, project := range f.StatusLines {
		private := filepath.Join(filepath.Dir(project.File), "settings.local.json")
		finding := Finding{
			Check:   "statusline",
			Level:   Note,
			Message: project.File + " has a statusLine, which replaces yours",
			Reason:  onlyStatusLine(count(project.Sessions, "session there", "sessions there")),
			Remedy:  `have atm call its command: "atm statusline -- …"`,
		}
		if project.Sessions == 0 {
			finding.Reason = onlyStatusLine("sessions there")
		}
		if project.File != private {
			finding.Remedy += ", in " + private + " if that file is shared"
		}
		findings = append(findings, finding)
	}
	return findings
}
