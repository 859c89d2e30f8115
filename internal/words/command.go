package words

import "strings"

// IsCommand reports whether a prompt is a command of Claude Code, as "/clear" and "/review 12" are, and says
// nothing of what a session is about. A path is none: its first word has a second slash.
func IsCommand(prompt string) bool {
	rest, found := strings.CutPrefix(strings.TrimSpace(prompt), "/")
	name, _, _ := strings.Cut(strings.ReplaceAll(rest, "\n", " "), " ")
	return found && name != "" && !strings.ContainsAny(name, "/.")
}
