package doctor

import (
	"fmt"
	"slices"
	"strings"

	"atm/internal/setup/install"
	"atm/internal/setup/settings"
)

// checkHooks compares the registered hooks with those that setup would write.
func checkHooks(f Facts) []Finding {
	if f.SettingsErr != nil {
		return nil
	}
	if f.ManagedHooks != "" {
		if findings := checkManagedHooks(f); findings != nil {
			return findings
		}
	}
	finding := Finding{Check: "hooks", Level: Broken, Remedy: "atm setup", Fix: FixSettings}
	plugin, hooks := install.HasPlugin(f.Settings), f.Settings.Hooks
	mixed := len(f.Wanted.Served(f.Settings.Mixed))
	wrong, differs := f.compareHooks(f.Settings, f.Wanted)
	tooShort, ownTooShort := tooShortToAnswer(hooks, f.Wanted), tooShortToAnswer(f.Settings.Mixed, f.Wanted)
	switch {
	case plugin && len(hooks) > 0:
		finding.Level = Note
		finding.Message = "both the plugin and " + f.SettingsFile + " bring the hooks"
		finding.Reason = handledTwice
		finding.Remedy = "atm setup takes those in the settings out; or: claude plugin uninstall atm"
	case plugin:
		return ok("hooks", "by the plugin")
	case !f.Settings.CallsHook():
		finding.Message = "no hook of atm in " + f.SettingsFile
		finding.Reason = "without them nothing is known of a session"
	case len(wrong) > 0:
		finding.Message = strings.Join(wrong, "; ")
		finding.Reason = "what no hook tells is not shown, what two hooks tell is handled twice; " +
			"an event that this claude does not know opens a dialog at its start"
	case len(differs) > 0:
		finding.Level = Note
		finding.Message = strings.Join(differs, "; ")
		finding.Reason = "it works, but an update of this atm or of Claude Code may not have reached the settings"
	case tooShort != "":
		finding.Level = Note
		finding.Message = fmt.Sprintf("%d events, but %s", len(hooks)+mixed, tooShort)
		finding.Reason = endsTooEarly
	case ownTooShort != "":
		finding.Level, finding.Fix = Note, NoFix
		finding.Message = fmt.Sprintf("%d events, but your own hook for %s", len(hooks)+mixed, ownTooShort)
		finding.Reason, finding.Remedy = endsTooEarly, "give it "+enoughTimeout()+" in "+f.SettingsFile
	default:
		message := fmt.Sprintf("%d events", len(hooks)+mixed)
		if mixed > 0 {
			message += fmt.Sprintf(", %d of them in a way of your own", mixed)
		}
		if guards := len(f.Settings.Guards); guards > 0 {
			message += fmt.Sprintf(", and %d that call atm guard", guards)
		}
		return ok("hooks", message)
	}
	return []Finding{finding}
}

// Reasons that several findings share.
const (
	handledTwice = "each event is handled twice, which costs time and changes nothing"
	endsTooEarly = "Claude Code ends the hook then, and atm answer can no longer answer the dialog"
)

// enoughTimeout is a member of a hook that Claude Code does not end too early.
func enoughTimeout() string { return fmt.Sprintf(`"timeout": %d`, install.AnswerTimeout) }

// checkManagedHooks judges the hooks of an administrator, nil if they are not complete and those of users count.
func checkManagedHooks(f Facts) []Finding {
	finding, managed := Finding{Check: "hooks", Level: Note}, f.ManagedSettings
	wrong, _ := f.compareHooks(managed, f.Wanted)
	tooShort := tooShortToAnswer(slices.Concat(managed.Hooks, managed.Mixed), f.Wanted)
	switch {
	case len(wrong) > 0 && !managed.Managed:
		return nil
	case len(wrong) > 0:
		finding.Level, finding.Message = Broken, f.ManagedHooks+": "+strings.Join(wrong, "; ")
		finding.Reason = "your administrator lets Claude Code run no hooks but those"
		finding.Remedy = "ask your administrator to have it call atm hook as atm setup --print shows"
	case tooShort != "":
		finding.Message, finding.Reason = f.ManagedHooks+": "+tooShort, endsTooEarly
		finding.Remedy = "ask your administrator for " + enoughTimeout()
	case !managed.Managed && f.Settings.CallsHook():
		finding.Message = "both " + f.ManagedHooks + " and " + f.SettingsFile + " bring the hooks"
		finding.Reason, finding.Remedy = handledTwice, "take atm hook out of one of them"
	default:
		return ok("hooks", "by "+f.ManagedHooks)
	}
	return []Finding{finding}
}

// cannotRun reports whether the program of a hook cannot be run. Where no shell runs it, nobody expands a ~.
func (f Facts) cannotRun(hook settings.Found) bool {
	return !f.callsThis(hook.Program) && !f.Runnable[hook.Program] || hook.Exec && strings.HasPrefix(hook.Program, "~/")
}

// compareHooks says what is broken in the registered hooks of an agent, and what works but differs from what setup
// would write.
func (f Facts) compareHooks(found settings.Facts, wanted settings.Hook) (wrong, differs []string) {
	say := func(list *[]string, format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	isClaude := wanted.Agent == ""
	registered := map[string]bool{}
	for _, event := range wanted.Served(found.Mixed) {
		registered[event] = true
	}
	for _, hook := range found.Hooks {
		if registered[hook.Event] {
			say(&wrong, "%s has the hook twice", hook.Event)
		}
		registered[hook.Event] = true
		switch _, isWanted := wanted.Find(hook.Event); {
		case !isWanted && isClaude:
			say(&wrong, "Claude Code %s does not know %s", f.Claude.Version, hook.Event)
		case f.cannotRun(hook):
			say(&wrong, "%s cannot be run", hook.Program)
		case isClaude && hook.Exec && !wanted.Exec:
			say(&wrong, "in a form that only later versions know")
		case isClaude && hook.Matcher != "":
			say(&wrong, "%s only for %s", hook.Event, hook.Matcher)
		case !f.callsThis(hook.Program) && f.Program != "":
			say(&differs, "they call %s, not %s", hook.Program, f.Program)
		case !isWanted:
			say(&differs, "%s is of no use", hook.Event)
		case !hook.Exec && !hook.Replaced && wanted.Exec:
			say(&differs, "through a shell, which this version does not need")
		}
	}
	for _, event := range wanted.Events {
		if !registered[event.Name] {
			say(&wrong, "%s is missing", event.Name)
		}
	}
	if !isClaude {
		return wrong, differs
	}
	for _, guard := range found.Guards {
		switch {
		case f.cannotRun(guard):
			say(&wrong, "%s, which is to be the guard, cannot be run", guard.Program)
		case !f.callsThis(guard.Program):
			say(&differs, "the guard is %s, not %s", guard.Program, f.Program)
		}
	}
	return wrong, differs
}

// tooShortToAnswer names the first of these hooks whose timeout is so short that Claude Code ends it before
// a person can answer the dialog, "" if there is none.
func tooShortToAnswer(hooks []settings.Found, wanted settings.Hook) string {
	for _, hook := range hooks {
		event, _ := wanted.Find(hook.Event)
		switch {
		case event.Timeout < install.AnswerTimeout || hook.Timeout >= event.Timeout:
		case hook.Timeout == 0:
			return hook.Event + " has no timeout of its own"
		default:
			return hook.Event + " has a timeout of " + count(hook.Timeout, "second", "seconds")
		}
	}
	return ""
}

// checkAgents judges the hooks of the other agents.
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
	wrong, differs := f.compareHooks(a.Facts, a.Wanted)
	switch {
	case a.Err != nil:
		finding.Level, finding.Message, finding.Fix = Note, a.Err.Error(), NoFix
		finding.Reason = "the hooks of " + a.Title + " can be neither seen nor changed"
		finding.Remedy = "mend the file by hand, then " + finding.Remedy
	case !a.Facts.CallsHook():
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
		return ok(a.Name, fmt.Sprintf("%d events", len(a.Facts.Hooks)+len(a.Wanted.Served(a.Facts.Mixed))))
	}
	return []Finding{finding}
}
