package restore

import (
	"slices"
	"strings"

	"atm/internal/longwork/handoff"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Columns of a line about a pane in the file of tmux-resurrect, separated by tabs.
const (
	lineKind    = 0
	lineSession = 1
	lineWindow  = 2
	linePane    = 5
	lineCommand = 10 // begins with a colon
	lineColumns = 11
)

// Our lines, one for each option of a pane, have this kind, then session, window, pane, option and value. The
// plugin skips lines of an unknown kind.
const (
	optionKind    = "atm"
	optionName    = 4
	optionValue   = 5
	optionColumns = 6
)

// Resurrect changes the file of tmux-resurrect: the command of each pane with a session of Claude Code
// becomes one that resumes it, and lines with the pane's effort follow (see [Kept]). Every other byte stays.
// The plugin restores a window that is linked to several sessions once for each; the session is resumed only
// in the first.
func Resurrect(file []byte, sessions []Session, cld string) []byte {
	panes := map[string]Pane{}
	for _, pane := range allPanes(sessions) {
		panes[at(pane.Place)] = pane
	}
	resumed := map[string]bool{}
	var b strings.Builder
	for line := range strings.Lines(string(file)) {
		text := strings.TrimSuffix(line, "\n")
		columns := strings.Split(text, "\t")
		if columns[lineKind] == optionKind {
			continue // from an earlier save
		}
		var pane Pane
		if len(columns) == lineColumns && columns[lineKind] == "pane" {
			pane = panes[columns[lineSession]+"\t"+columns[lineWindow]+"\t"+columns[linePane]]
		}
		switch {
		case pane.ID == "":
		case resumed[pane.Pane]:
			columns[lineCommand] = ":"
		default:
			columns[lineCommand] = ":" + cld + " resume -y " + pane.arguments()
		}
		b.WriteString(strings.Join(columns, "\t") + line[len(text):])
		if !resumed[pane.Pane] {
			writeOptions(&b, pane)
		}
		resumed[pane.Pane] = true
	}
	return []byte(b.String())
}

// writeOptions writes the lines with the options of a pane.
func writeOptions(b *strings.Builder, pane Pane) {
	if len(pane.Work) > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	for _, option := range pane.Work {
		b.WriteString(strings.Join([]string{optionKind, at(pane.Place), option.Name, option.Value}, "\t") + "\n")
	}
}

// Kept returns the options that [Resurrect] has written into a file, by the present ids of the panes. The
// file may have been changed since, so options that are not about an effort, and invalid values, are skipped.
func Kept(file []byte, places []tmux.Place) map[string][]tmuxopt.Edit {
	panes := map[string]string{}
	for _, place := range places {
		panes[at(place)] = place.Pane
	}
	kept := map[string][]tmuxopt.Edit{}
	for line := range strings.Lines(string(file)) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) != optionColumns || columns[lineKind] != optionKind {
			continue
		}
		pane := panes[strings.Join(columns[lineSession:optionName], "\t")]
		option, value := tmuxopt.Option(columns[optionName]), columns[optionValue]
		if pane != "" && slices.Contains(tmuxopt.Lasting(), option) && keepable(value) {
			kept[pane] = append(kept[pane], tmuxopt.Set(option, value))
		}
	}
	return kept
}

// keepable reports whether a value is valid for an option about an effort.
func keepable(value string) bool {
	return value != "" && len(value) <= handoff.MaxText && tmuxopt.Visible(value)
}

// at returns the place of a pane as the file of tmux-resurrect writes it.
func at(p tmux.Place) string { return p.Session + "\t" + p.WindowIndex + "\t" + p.Index }
