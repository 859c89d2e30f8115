package inbox

import (
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
	var b strings.Builder
	for captured != "" {
		text, rest, found := strings.Cut(captured, "\x1b")
		b.WriteString(tmuxopt.Lines(text))
		if !found {
			break
		}
		sequence := escape(rest)
		if isStyle(rest[:sequence]) {
			b.WriteString("\x1b" + rest[:sequence])
		}
		captured = rest[sequence:]
	}
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

// escape returns the length of the escape sequence at the beginning of a text, which begins after the ESC.
func escape(text string) int {
	switch {
	case text == "":
		return 0
	case text[0] == '[':
		end := 1
		for end < len(text) && text[end] >= ' ' && text[end] < '@' {
			end++
		}
		if end < len(text) && text[end] >= '@' && text[end] <= '~' {
			end++
		}
		return end
	case strings.IndexByte("]PX^_", text[0]) >= 0: // up to the terminator, or the end of the line
		end := strings.IndexAny(text, "\a\n\x1b")
		if end < 0 {
			return len(text)
		}
		if text[end] == '\a' {
			end++
		}
		return end
	case text[0] < 0x80 && text[0] != '\n':
		return 1
	}
	return 0
}

// isStyle reports whether a sequence, without its ESC, only sets colours and attributes.
func isStyle(sequence string) bool {
	parameters, found := strings.CutPrefix(sequence, "[")
	parameters, isSGR := strings.CutSuffix(parameters, "m")
	return found && isSGR && strings.Trim(parameters, "0123456789;:") == ""
}

// blank reports whether a line contains nothing but colours and white space.
func blank(line string) bool {
	for {
		before, rest, found := strings.Cut(line, "\x1b")
		if strings.TrimSpace(before) != "" {
			return false
		}
		if !found {
			return true
		}
		line = rest[escape(rest):]
	}
}
