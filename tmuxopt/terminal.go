package tmuxopt

import "strings"

// HasTerminal is true in the pane that has the terminal of that path, and in none if the path is none of a terminal.
func HasTerminal(path string) Format {
	name, isDevice := strings.CutPrefix(path, "/dev/")
	if !isDevice || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789/") != "" {
		return Lit("")
	}
	return Eq(ServerFormat("#{pane_tty}"), Lit(path))
}
