package tmuxopt

import "strings"

// EscapeLines writes a text of several lines as one that fits into an option: a line break is "\n", a tab
// "\t", a backslash "\\". Control characters and invisible ones are treated as in [Lines]; white space
// around the text is removed. Nothing is cut.
func EscapeLines(text string) string {
	return escapeLines.Replace(strings.TrimSpace(Lines(text)))
}

// UnescapeLines returns the text that [EscapeLines] has written, safe for a terminal no matter who has written the
// option. What is not an escape is unchanged.
func UnescapeLines(value string) string {
	return Lines(unescapeLines.Replace(value))
}

// Building a Replacer is expensive, and a list of sessions needs one for each of them.
var (
	escapeLines   = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\t", `\t`)
	unescapeLines = strings.NewReplacer(`\\`, "\\", `\n`, "\n", `\t`, "\t")
)
