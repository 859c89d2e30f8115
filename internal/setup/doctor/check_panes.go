package doctor

import (
	"fmt"
	"time"

	"atm/internal/claude/claudehome"
	"atm/tmuxopt"
)

// ArrivalTolerance is how long before the registered start of claude its first hook may arrive: claude runs
// hooks before it registers, and the pane stores whole seconds.
const ArrivalTolerance = 2 * time.Second

// checkArrival reports for each pane with a claude whether its hooks arrive.
func checkArrival(f Facts) []Finding {
	var findings []Finding
	for _, pane := range f.Panes {
		process, found := f.Processes[pane.ID]
		if !found {
			continue
		}
		check := "pane " + pane.ID
		at := tmuxopt.UnixTime(pane.Options[tmuxopt.LatestHookTime])
		if process.Job != "" { // its worker may be newer, and may not have worked since the pane shows it
			findings = append(findings, ok(check, "shows a session in the background")...)
			continue
		}
		if at.IsZero() || at.Before(process.StartedAt.Add(-ArrivalTolerance)) {
			findings = append(findings, noHookYet(check, f, process))
			continue
		}
		event := tmuxopt.Text(pane.Options[tmuxopt.LatestHookEvent])
		age := max(0, f.Now.Sub(at)).Round(time.Second)
		findings = append(findings, ok(check, fmt.Sprintf("%s, %s ago", event, age))...)
	}
	return findings
}

// noHookYet judges a claude whose hooks have not arrived. An idle claude may not have run any: it reads new
// hooks at its next prompt (2.1.197, 2.1.329). If it has begun to work after the settings changed, it should
// have run them.
func noHookYet(check string, f Facts, process claudehome.Process) Finding {
	finding := Finding{
		Check:   check,
		Level:   Note,
		Message: "Claude Code runs, but no hook has arrived since it was started",
		Reason:  "it takes up new hooks at its next prompt, and runs none before you trust the folder",
		Remedy:  "give it something to do; if this stays, /hooks in it lists what it has read",
	}
	if process.Status == claudehome.StatusBusy && process.StatusUpdatedAt.After(f.SettingsChanged) {
		finding.Level = Broken
		finding.Message = "Claude Code works, but no hook has arrived since it was started"
		finding.Reason = "it should have run several"
		finding.Remedy = "/hooks in it lists what it has read; if atm is not there, restart it by cld resume"
	}
	return finding
}

// startTimeout limits the time from the start of claude by cld to its first event.
const startTimeout = time.Minute

// StalePanes lists the panes that show a session which never started. A pane whose claude process is known
// is not among them: atm sync sees when that process ends, and until then it may wait for the person to
// trust the folder.
func StalePanes(f Facts) []string {
	var panes []string
	for _, pane := range f.Panes {
		_, runs := f.Processes[pane.ID]
		age := f.Now.Sub(tmuxopt.UnixTime(pane.Options[tmuxopt.Since]))
		known := runs || pane.Options[tmuxopt.PID] != ""
		if pane.Options.State() == tmuxopt.Starting && !known && !f.Hidden && age > startTimeout {
			panes = append(panes, pane.ID)
		}
	}
	return panes
}
