package doctor

import (
	"fmt"
	"slices"
	"strings"
)

// checkAgents looks at the other agents that are installed, or have hooks of atm.
func checkAgents(f Facts) []Finding {
	var findings []Finding
	for _, agent := range f.Agents {
		findings = append(findings, checkAgent(f, agent)...)
	}
	return findings
}

func checkAgent(f Facts, a Agent) []Finding {
	finding := Finding{
		Check: a.Name, Level: Broken, Reason: "what no hook reports is not shown",
		Remedy: "atm setup --agent " + a.Name, Fix: FixAgents,
	}
	wrong, differs := compareAgent(f, a)
	switch {
	case a.Err != nil:
		finding.Level, finding.Message, finding.Fix = Note, a.Err.Error(), NoFix
		finding.Reason = "the hooks of " + a.Title + " can be neither seen nor changed"
		finding.Remedy = "mend the file by hand, then " + finding.Remedy
	case len(a.Facts.Hooks) == 0:
		return ok(a.Name, a.Title+" has no hooks of atm (atm setup --agent "+a.Name+" sets them up)")
	case a.Facts.Disabled:
		finding.Message, finding.Fix = "disableAllHooks is true", NoFix
		finding.Remedy = "take disableAllHooks out of " + a.File
	case len(wrong) > 0:
		finding.Message = strings.Join(wrong, "; ")
	case len(a.Untrusted) > 0:
		finding.Message = fmt.Sprintf("%s has not been told to trust %s", a.Title, count(len(a.Untrusted), "hook", "hooks"))
		finding.Reason, finding.Fix = a.Title+" does not run them", NoFix
		finding.Remedy = "start " + a.Name + ": it asks whether you trust its new hooks"
	case len(differs) > 0:
		finding.Level, finding.Message = Note, strings.Join(differs, "; ")
		finding.Reason = "it works, but an update of this atm has not reached that file"
	case a.SharesServer:
		finding.Level, finding.Message = Note, a.Title+" runs its hooks in a server that its panes share"
		finding.Reason = "nobody can tell which pane these hooks are about, so nothing of them is shown"
		finding.Remedy, finding.Fix = a.SharedServer, NoFix
	default:
		return ok(a.Name, fmt.Sprintf("%d events", len(a.Facts.Hooks)))
	}
	return []Finding{finding}
}

// compareAgent says what is wrong with the hooks of an agent, and what only is not as setup would write it.
func compareAgent(f Facts, a Agent) (wrong, differs []string) {
	registered := map[string]bool{}
	for _, hook := range a.Facts.Hooks {
		registered[hook.Event] = true
		switch _, wanted := a.Wanted.Find(hook.Event); {
		case hook.Program != f.Program && !f.Runnable[hook.Program]:
			wrong = append(wrong, hook.Program+" cannot be run")
		case hook.Program != f.Program && f.Program != "":
			differs = append(differs, fmt.Sprintf("they call %s, not %s", hook.Program, f.Program))
		case !wanted:
			differs = append(differs, hook.Event+" is of no use")
		}
	}
	for _, event := range a.Wanted.Events {
		if !registered[event.Name] {
			wrong = append(wrong, event.Name+" is missing")
		}
	}
	return slices.Compact(wrong), slices.Compact(differs)
}
