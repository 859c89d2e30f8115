package tmuxopt

import "strings"

// Source returns the commands as one line of text for source-file: if one of them fails, those after it are
// not run, as in one invocation. (tmux prints errors in the text itself to standard output.)
func Source(cmds [][]string) string {
	size := 0
	for _, cmd := range cmds {
		for _, arg := range cmd {
			size += len(arg)*5/4 + 8
		}
	}
	var b strings.Builder
	b.Grow(size)
	for i, cmd := range cmds {
		if i > 0 {
			b.WriteString(" ; ")
		}
		for j, arg := range cmd {
			if j > 0 {
				b.WriteByte(' ')
			}
			quote(&b, arg)
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// quote writes an argument for tmux's parser so that every byte is unchanged on all versions: in double
// quotes, with special bytes as octal escapes. "#" is escaped too, so that nothing is a format. Single
// quotes fail on newlines.
func quote(b *strings.Builder, arg string) {
	b.WriteByte('"')
	for _, c := range []byte(arg) {
		if c >= 0x80 || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
			strings.IndexByte(" _.,:/@+=-{}?|<>()[]*%&!^", c) >= 0 {
			b.WriteByte(c)
		} else {
			// fmt would take ten times as long, and hooks send much of this.
			b.Write([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
		}
	}
	b.WriteByte('"')
}
