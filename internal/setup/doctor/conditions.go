package doctor

import (
	"fmt"
	"strings"

	"atm/internal/tmux"
	"atm/internal/words"
)

// condition is something that is wrong if it is the case. Nothing is said if it is not.
type condition struct {
	isCase  bool
	finding Finding
}

// conditionsOfClaude are about the settings of Claude Code.
func conditionsOfClaude(f Facts) []condition {
	return []condition{
		{f.SettingsErr != nil, Finding{
			Check: "settings", Level: Broken, Message: fmt.Sprint(f.SettingsErr),
			Reason: "Claude Code does not read such settings, nor can atm change them",
			Remedy: "mend the file by hand; copies by atm are named settings.json.atm-TIME",
		}},
		{f.Settings.Ignored, Finding{
			Check: "settings", Level: Broken,
			Message: f.SettingsFile + " has comments, or a comma behind the last of several things",
			Reason:  "Claude Code reads plain JSON only, and ignores the whole file",
			Remedy:  "take them out by hand",
		}},
		{f.Managed != "", Finding{
			Check: "disabled", Level: Broken, Message: f.Managed + " forbids hooks of users",
			Reason: "your administrator has switched them off",
			Remedy: "ask your administrator to add atm hook there, without disableAllHooks",
		}},
		{f.Settings.Disabled, Finding{
			Check: "disabled", Level: Broken, Message: "disableAllHooks is true",
			Reason: "Claude Code runs no hook at all",
			Remedy: "take disableAllHooks out of " + f.SettingsFile,
		}},
		{f.RegistryErr != nil, Finding{
			Check: "registry", Level: Note, Message: fmt.Sprint(f.RegistryErr),
			Reason: "what no hook tells (Esc, a denial, a killed claude) is shown late or never",
			Remedy: "make the directory readable",
		}},
	}
}

// conditionsOfTmux are about the tmux server, its options and its clients.
func conditionsOfTmux(f Facts) []condition {
	t, ascii, wide, stale := f.Tmux, withoutUTF8(f), wideIcons(f), StalePanes(f)
	focusFix := FixTmux
	if t.HasDrawn || t.Minimal { // somebody has switched it off since setup, or setup sets formats only
		focusFix = NoFix
	}
	return []condition{
		{t.NoAnswers != nil, Finding{
			Check: "answers", Level: Broken,
			Message: "no hook can wait for an answer: " + strings.ReplaceAll(fmt.Sprint(t.NoAnswers), "\n", "; "),
			Reason:  "atm answer then has to press keys, and most dialogs have to be answered in their pane",
			Remedy:  "one of these directories must be yours alone: chmod 700 it, or have its owner remove it",
		}},
		{t.Usable() && !t.FocusEvents, Finding{
			Check: "focus", Level: Note, Message: "focus-events is off",
			Reason: "tmux does not know which pane you look at",
			Remedy: "set -g focus-events on", Fix: focusFix,
		}},
		{t.Inside && !tmux.PaneID(t.Pane), Finding{
			Check: "pane", Level: Broken, Message: "TMUX is set, but TMUX_PANE is not",
			Reason: "a hook knows its pane by it, and does nothing without",
			Remedy: "find what clears it: sudo, env -i, a wrapper around claude",
		}},
		{len(ascii) > 0, Finding{
			Check: "icons", Level: Note,
			Message: strings.Join(ascii, ", ") + ": tmux takes this terminal for one without UTF-8",
			Reason:  "it draws _ for each icon there",
			Remedy:  "attach with tmux -u or a LANG that names UTF-8, or set -g @atm-icons ascii",
		}},
		{len(wide) > 0, Finding{
			Check: "icons", Level: Note, Message: "wider than one column: " + strings.Join(wide, " "),
			Reason: "terminals do not agree on the width of such characters, and the line shifts",
			Remedy: "choose others by @atm-icon-NAME",
		}},
		{len(t.BadOptions) > 0, Finding{
			Check: "options", Level: Note, Message: strings.Join(t.BadOptions, "; ") + ": no such value",
			Reason: "the default holds instead",
			Remedy: "set -g OPTION VALUE in your tmux.conf; docs/options.md lists the values",
		}},
		{f.Hidden, Finding{
			Check: "processes", Level: Note,
			Message: "the processes of the tmux server cannot be seen from here, as in a container",
			Reason:  "whether a claude runs is not known here, and nothing is corrected",
			Remedy:  "run atm doctor where the server runs",
		}},
		{len(stale) > 0, Finding{
			Check: "stale", Level: Note, Message: strings.Join(stale, " ") + ": a session that never started",
			Reason: "cld was interrupted",
			Remedy: "atm doctor --fix, or cld again", Fix: FixStale,
		}},
	}
}

// all returns the check that reports those conditions that are the case.
func all(conditions func(Facts) []condition) func(Facts) []Finding {
	return func(f Facts) []Finding {
		var findings []Finding
		for _, c := range conditions(f) {
			if c.isCase {
				findings = append(findings, c.finding)
			}
		}
		return findings
	}
}

// withoutUTF8 lists the clients for which tmux writes only ASCII, unless all icons are.
func withoutUTF8(f Facts) (names []string) {
	if !strings.ContainsFunc(strings.Join(f.Tmux.Icons, ""), func(r rune) bool { return r > '~' }) {
		return nil
	}
	for _, client := range f.Clients {
		if !client.UTF8 && !client.Control {
			names = append(names, client.Name)
		}
	}
	return names
}

// wideIcons lists icons that shift the line because they are wider than one column. It does not ask tmux for the
// width: tmux 3.3a hangs in #{w:ICON} if its C library does not know the character.
func wideIcons(f Facts) (wide []string) {
	for _, icon := range f.Tmux.Icons {
		if len([]rune(icon)) == 1 && words.Columns(icon) > 1 {
			wide = append(wide, icon)
		}
	}
	return wide
}
