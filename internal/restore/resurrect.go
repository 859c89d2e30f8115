package restore

import (
	"strings"

	"atm/internal/tmux"
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

// Resurrect returns the file of tmux-resurrect in which the command of each pane where a
// session of Claude Code runs is one that goes on with it. Every other byte stays. The plugin
// restores a window that is linked to several sessions once for each, but a session goes on
// in the first only.
func Resurrect(file []byte, sessions []Session) []byte {
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
		if len(columns) == lineColumns && columns[lineKind] == "pane" {
			pane := panes[columns[lineSession]+"\t"+columns[lineWindow]+"\t"+columns[linePane]]
			switch {
			case pane.ID == "":
			case resumed[pane.Pane]:
				columns[lineCommand] = ":"
			default:
				columns[lineCommand] = ":" + command(pane.ID)
				resumed[pane.Pane] = true
			}
			line = strings.Join(columns, "\t") + line[len(text):]
		}
		b.WriteString(line)
	}
	return []byte(b.String())
}

// at is how the file of tmux-resurrect names a place.
func at(p tmux.Place) string { return p.Session + "\t" + p.WindowIndex + "\t" + p.Index }
