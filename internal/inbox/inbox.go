// Package inbox shows sessions in fzf, with keys that act on them, and keeps the list up
// to date while it is on the screen.
//
// It promises that no foreign text reaches a shell or the language of fzf's actions: what
// stands in their commands are our constants and the first fields of a line, which are ids;
// everything else of a line is only shown and searched. It opens no network port, and the
// user's own options for fzf have no effect on it.
package inbox

import (
	"strings"
)

// Row is a line of the list.
type Row struct {
	Pane    string // "%3", or on another host "devbox:%3"; "" = the session has no pane
	Session string // its id
	Call    string // the key of the call that it asks for; "" = it asks for none
	Text    string // what is shown: one line, fit for a terminal
}

// none stands for an empty field of a line: fields are words of a shell command.
const none = "-"

// Lines returns the list as fzf reads it.
func Lines(rows []Row) string {
	var b strings.Builder
	for _, row := range rows {
		text := strings.NewReplacer("\t", " ", "\n", " ").Replace(row.Text)
		b.WriteString(strings.Join([]string{id(row.Pane), id(row.Session), id(row.Call), text}, "\t") + "\n")
	}
	return b.String()
}

// id returns an id as it is, and anything else as none.
func id(s string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%._-:@"
	if s == "" || strings.HasPrefix(s, "-") || strings.Trim(s, letters) != "" {
		return none
	}
	return s
}

// Parse returns the row of a line, or of its fields where a shell has split it. Its ids
// are those of Lines, or "".
func Parse(line string) Row {
	fields := append(strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4), "", "", "", "")
	for i, field := range fields[:3] {
		if fields[i] = id(field); fields[i] == none {
			fields[i] = ""
		}
	}
	return Row{Pane: fields[0], Session: fields[1], Call: fields[2], Text: fields[3]}
}

// sameSession reports whether two rows are those of one session, as a person sees it: what is in
// the same pane, whatever its id is after /clear.
func (r Row) sameSession(other Row) bool {
	return r.Pane == other.Pane && (r.Pane != "" || r.Session == other.Session)
}

// position returns the number of a row in a list, counted from 1; 0 = it is not there.
func position(lines string, row Row) int {
	if row.Pane == "" && row.Session == "" {
		return 0
	}
	n := 0
	for line := range strings.Lines(lines) {
		n++
		if Parse(line).sameSession(row) {
			return n
		}
	}
	return 0
}
