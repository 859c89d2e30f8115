package tmuxconf

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"atm/internal/sys/shell"
)

// Our line in the user's configuration begins and ends with these. With -q tmux reports no error if our file
// is missing.
const (
	read = "source-file -q "
	mark = "# added by atm setup"
)

// ErrContinued means that a line after the last one of the configuration would become a part of it.
var ErrContinued = errors.New("the last line ends in a backslash")

// ErrPattern means that tmux would take the path of our file for a pattern, and not find the file.
var ErrPattern = errors.New("tmux reads no file in a directory with one of * ? [ \\ in its name")

// AddLine returns the user's configuration with the line that reads our file. A new line is added at the end,
// after all that the user sets; an existing line that names another file is corrected. conf is nil if the
// file does not exist. home is the directory to be written as ~; "" = none.
func AddLine(conf []byte, file, home string) ([]byte, error) {
	if strings.ContainsAny(file, `*?[\`) {
		return nil, ErrPattern
	}
	line := read + tilde(file, home) + " " + mark
	if at, end, found := find(conf); found {
		return bytes.Join([][]byte{conf[:at], []byte(line), conf[end:]}, nil), nil
	}
	switch {
	case conf == nil, bytes.HasSuffix(conf, []byte("\n")):
		if bytes.HasSuffix(conf, []byte("\\\n")) {
			return nil, ErrContinued
		}
		return append(bytes.Clone(conf), line+"\n"...), nil
	case bytes.HasSuffix(conf, []byte("\\")):
		return nil, ErrContinued
	}
	return append(bytes.Clone(conf), "\n"+line...), nil
}

// RemoveLine returns the user's configuration without our line, nil if our line was all of it.
func RemoveLine(conf []byte) []byte {
	at, end, found := find(conf)
	switch {
	case !found:
		return conf
	case end < len(conf):
		end++ // the newline
	case at > 0:
		at-- // the newline that AddLine has added
	}
	if at == 0 && end == len(conf) && end > 0 && conf[end-1] == '\n' {
		return nil
	}
	return append(bytes.Clone(conf[:at]), conf[end:]...)
}

// LineFile returns the file that our line reads, "" if there is no such line.
func LineFile(conf []byte, home string) string {
	at, end, found := find(conf)
	if !found {
		return ""
	}
	name := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(string(conf[at:end]), read), mark))
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return strings.TrimSuffix(home, "/") + "/" + rest // not filepath.Join: tmux leaves .. to the kernel
	}
	return unquote(strings.Trim(name, `"`))
}

// find returns the offsets of our line, without its newline.
func find(conf []byte) (at, end int, found bool) {
	for line := range bytes.Lines(conf) {
		if text := bytes.TrimSuffix(line, []byte("\n")); isOurs(string(text)) {
			return at, at + len(text), true
		}
		at += len(line)
	}
	return 0, 0, false
}

// isOurs reports whether a line of the user's configuration is ours.
func isOurs(line string) bool { return strings.HasPrefix(line, read) && strings.HasSuffix(line, mark) }

// tilde quotes a path for tmux's parser, relative to the home directory if possible: then the user can copy
// the configuration to another machine.
func tilde(file, home string) string {
	rest, inside := strings.CutPrefix(file, strings.TrimSuffix(home, "/")+"/")
	if home != "" && inside && strings.Trim(rest, shell.Letters+"0123456789_./-") == "" { // needs no quotes
		return "~/" + rest
	}
	return octal(file)
}

// unquote is the inverse of octal, without the quotes.
func unquote(s string) string {
	return regexp.MustCompile(`\\[0-3][0-7]{2}`).ReplaceAllStringFunc(s, func(escape string) string {
		c, _ := strconv.ParseUint(escape[1:], 8, 8) // the expression matches bytes only
		return string([]byte{byte(c)})
	})
}

// HasPlugin reports whether the user's configuration has a line by which TPM, or tmux itself, runs our plugin.
func HasPlugin(text []byte) bool {
	const branch, comment = `(#[^'"\s]*)?`, `(#.*)?`
	line := `(?m)^[^#\n]*(@plugin\s.*/atm(\.git)?` + branch + `['"]?\s*` + comment + `$|/atm\.tmux\b)`
	return regexp.MustCompile(line).Match(text)
}
