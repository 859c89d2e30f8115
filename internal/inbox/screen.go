package inbox

import (
	"regexp"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// Screen makes the output of capture-pane -e safe for another terminal. Colours and attributes stay; all
// other escape sequences are removed, such as the links that tmux prints since 3.4. Blank lines at the end
// are removed, too. If more than maxLines lines remain, several blank lines in a row become one, because a
// short conversation is far above its input, and the last maxLines lines are kept. Each line begins without
// colours.
func Screen(captured string, maxLines int) string {
	const reset = "\x1b[0m"
	escapes := escapeSequences()
	blank := func(line string) bool { return strings.TrimSpace(escapes.ReplaceAllString(line, "")) == "" }
	var b strings.Builder
	end := 0
	for _, match := range escapes.FindAllStringSubmatchIndex(captured, -1) {
		b.WriteString(tmuxopt.Lines(captured[end:match[0]]))
		end = match[1]
		if isStyle := match[2] >= 0; isStyle {
			b.WriteString(captured[match[0]:end])
		}
	}
	b.WriteString(tmuxopt.Lines(captured[end:]))
	lines := strings.Split(b.String(), "\n")
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > maxLines {
		lines = slices.CompactFunc(lines, func(a, b string) bool { return blank(a) && blank(b) })
	}
	lines = lines[max(len(lines)-maxLines, 0):]
	for i, line := range lines {
		lines[i] = reset + line
	}
	return strings.Join(append(lines, reset), "\n")
}

// escapeSequences matches the escape sequences of a terminal: in its group those that set colours and
// attributes, then the other control sequences, those up to a terminator or the end of the line, and the short
// ones.
func escapeSequences() *regexp.Regexp {
	return regexp.MustCompile(`\x1b(?:(\[[0-9;:]*m)|\[[ -?]*[@-~]?|[\]PX^_][^\a\n\x1b]*\a?|[\x00-\x09\x0b-\x7f])?`)
}
