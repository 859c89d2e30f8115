package tmuxconf

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
)

// mark ends the line of ours in the user's configuration.
const mark = "# added by atm setup"

// read begins that line: tmux says nothing if our file is not there.
const read = "source-file -q "

// ErrContinued is a configuration whose last line goes on: a line of ours would become
// a part of it.
var ErrContinued = errors.New("the last line ends in a backslash")

// AddLine returns the user's configuration with the one line that reads our file. The
// line stands at the end, so that our file sees all that the user has set; a line of
// ours that names another file is corrected in its place. nil stands for a file that
// does not exist. home is the directory that ~ may stand for, "" if it stands for
// none.
func AddLine(conf []byte, file, home string) ([]byte, error) {
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

// RemoveLine returns the user's configuration without our line, nil if nothing
// was there before.
func RemoveLine(conf []byte) []byte {
	at, end, found := find(conf)
	switch {
	case !found:
		return conf
	case end < len(conf):
		end++ // the end of the line
	case at > 0:
		at-- // the file did not end with one
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
		return strings.TrimSuffix(home, "/") + "/" + rest // as tmux does it: .. is left to the kernel
	}
	return unquote(strings.Trim(name, `"`))
}

// find returns where our line begins and ends, without the end of the line.
func find(conf []byte) (at, end int, found bool) {
	for line := range bytes.Lines(conf) {
		text := bytes.TrimSuffix(line, []byte("\n"))
		if bytes.HasPrefix(text, []byte(read)) && bytes.HasSuffix(text, []byte(mark)) {
			return at, at + len(text), true
		}
		at += len(line)
	}
	return 0, 0, false
}

// plain are the characters that need no quotes in a configuration of tmux.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-"

// tilde writes a path for tmux's parser, from the home directory if possible: so
// a configuration that goes from machine to machine holds on all of them.
func tilde(file, home string) string {
	rest, inside := strings.CutPrefix(file, strings.TrimSuffix(home, "/")+"/")
	if home != "" && inside && strings.Trim(rest, plain) == "" {
		return "~/" + rest
	}
	return octal(file)
}

// unquote reads what octal has written.
func unquote(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(c))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
