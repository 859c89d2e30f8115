package restore

import (
	"slices"
	"strings"

	"atm/internal/longwork/handoff"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Columns of a line of the file of tmux-resurrect about a pane, separated by tabs.
const (
	lineKind    = 0
	lineSession = 1
	lineWindow  = 2
	linePane    = 5
	lineCommand = 10 // begins with a colon
	lineColumns = 11
)

// The lines that are ours, one for each option of a pane: this kind, session, window, pane, option
// and value. The plugin passes over lines of kinds that it does not know.
const (
	optionKind    = "atm"
	optionName    = 4
	optionValue   = 5
	optionColumns = 6
)

// Resurrect returns the file of tmux-resurrect in which the command of each pane where a
// session of Claude Code runs is one that goes on with it, and after each pane stands what it
// knows of an effort: see [Kept]. Every other byte stays. The plugin restores a window that is
// linked to several sessions once for each, but a session goes on in the first only.
func Resurrect(file []byte, sessions []Session, cld string) []byte {
	panes := map[string]Pane{}
	for _, session := range sessions {
		for _, window := range session.Windows {
			for _, pane := range window.Panes {
				panes[at(pane.Place)] = pane
			}
		}
	}
	resumed := map[string]bool{}
	var b strings.Builder
	for line := range strings.Lines(string(file)) {
		text := strings.TrimSuffix(line, "\n")
		columns := strings.Split(text, "\t")
		if columns[lineKind] == optionKind {
			continue // of another time
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
			columns[lineCommand] = ":" + command(cld, pane.ID)
		}
		b.WriteString(strings.Join(columns, "\t") + line[len(text):])
		if !resumed[pane.Pane] {
			writeOptions(&b, pane)
		}
		resumed[pane.Pane] = true
	}
	return []byte(b.String())
}

// writeOptions writes the lines of the options of a pane.
func writeOptions(b *strings.Builder, pane Pane) {
	if len(pane.Work) > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	for _, option := range pane.Work {
		b.WriteString(strings.Join([]string{optionKind, at(pane.Place), option.Name, option.Value}, "\t") + "\n")
	}
}

// Kept returns the options of panes that [Resurrect] has written into a file, by the ids that the
// panes have now. Somebody else may have changed the file: what is no option of an effort, or has a
// value that none may have, is left out.
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

// keepable reports whether an option of an effort may have that value.
func keepable(value string) bool {
	return value != "" && len(value) <= handoff.MaxText && tmuxopt.Visible(value)
}

// at is how the file of tmux-resurrect names a place.
func at(p tmux.Place) string { return p.Session + "\t" + p.WindowIndex + "\t" + p.Index }
