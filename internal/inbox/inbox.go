// Package inbox shows sessions in fzf, with keys that act on them, and keeps the list up to date while it is
// on the screen.
//
// It promises that no foreign text reaches a shell or the language of fzf's actions: commands contain only
// our constants and the first fields of a line, which are ids. The rest of a line is only shown and searched.
// It opens no network port, and the user's own options for fzf have no effect on it.
package inbox

import "strings"

// Row is a line of the list.
type Row struct {
	Pane    string // "%3", or on another host "devbox:%3"; "" = the session has no pane
	Session string // the id of the session
	Call    string // the key of the call for which the session asks; "" = it asks for none
	Text    string // the shown text: one line without control characters
}

// IsEmpty reports whether the row is about no session: it only says something, for example that there is none.
func (r Row) IsEmpty() bool { return r.Pane == "" && r.Session == "" }

// none stands for an empty field: fields become words of a shell command.
const none = "-"

// Lines returns the rows as the input of fzf.
func Lines(rows []Row) string {
	var b strings.Builder
	for _, row := range rows {
		text := strings.NewReplacer("\t", " ", "\n", " ").Replace(row.Text)
		b.WriteString(strings.Join([]string{id(row.Pane), id(row.Session), id(row.Call), text}, "\t") + "\n")
	}
	return b.String()
}

// id returns a valid id unchanged, and none for anything else.
func id(s string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%._-:@"
	if s == "" || strings.HasPrefix(s, "-") || strings.Trim(s, letters) != "" {
		return none
	}
	return s
}

// Parse reads a row from a line, or from the part of a line that fzf has put into a command. An id that is
// not valid becomes "".
func Parse(line string) Row {
	fields := append(strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4), "", "", "", "")
	for i, field := range fields[:3] {
		if fields[i] = id(field); fields[i] == none {
			fields[i] = ""
		}
	}
	return Row{Pane: fields[0], Session: fields[1], Call: fields[2], Text: fields[3]}
}

// sameSession reports whether two rows are about the same session as a user sees it: the session in a pane
// stays the same even if /clear gives it another id.
func (r Row) sameSession(other Row) bool {
	return r.Pane == other.Pane && (r.Pane != "" || r.Session == other.Session)
}

// position returns the number of a row in a list, counted from 1, or 0 if the list does not contain the row.
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
