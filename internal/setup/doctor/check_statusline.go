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
	line, isOurs := f.Settings.StatusLine, f.Settings.StatusLine.Use == settings.OurStatusLine
	finding := Finding{Check: "statusline", Level: Note, Remedy: "atm setup", Fix: FixSettings}
	switch {
	case f.SettingsErr != nil, f.SettingsFile == "":
		return nil
	case line.Use == settings.MalformedStatusLine:
		finding.Level = Broken
		finding.Message = `statusLine in ` + f.SettingsFile + ` is not {"type": "command", "command": "…"}`
		finding.Reason = "Claude Code asks about it at its start, and skips the whole file, the hooks among it"
		finding.Remedy, finding.Fix = "mend it by hand, then run atm setup", NoFix
	case isOurs && !f.callsThis(line.Program) && !f.Runnable[line.Program]:
		finding.Level = Broken
		finding.Message = line.Program + " cannot be run"
		finding.Reason = "Claude Code shows no status line, neither atm's nor yours"
	case line.Calls > 1:
		finding.Message = "statusLine in " + f.SettingsFile + " calls atm statusline " + count(line.Calls, "time", "times")
		finding.Reason = "each call takes time, and one tells everything"
		if !line.Nested {
			finding.Remedy, finding.Fix = "take all calls but one out by hand", NoFix
		}
	case isOurs && f.Program != "" && !f.callsThis(line.Program):
		finding.Message = "it calls " + line.Program + ", not " + f.Program
		finding.Reason = "it works, but an update of this atm has not reached the settings"
	case isOurs:
		return ok("statusline", "calls atm")
	case line.Use == settings.MixedStatusLine:
		return ok("statusline", "calls atm, in a way of its own")
	case len(f.Settings.Hooks) == 0 && !install.HasPlugin(f.Settings):
		return nil // checkHooks says what to do
	case line.Use == settings.ForeignStatusLine:
		finding.Message = "the command of statusLine in " + f.SettingsFile + " does not call atm"
		finding.Reason, finding.Fix = onlyStatusLine("sessions"), NoFix
		finding.Remedy = "atm setup has atm call that command; if you want it as it is, leave it"
	default:
		finding.Message = "no statusLine in " + f.SettingsFile
		finding.Reason, finding.Fix = onlyStatusLine("sessions"), NoFix
		finding.Remedy = "atm setup adds one that prints nothing; if you want none, leave it"
	}
	return []Finding{finding}
}

// checkStatusLines reports the directories whose own status line replaces the user's: there atm is not
// called.
func checkStatusLines(f Facts) []Finding {
	if use := f.Settings.StatusLine.Use; use != settings.OurStatusLine && use != settings.MixedStatusLine {
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
