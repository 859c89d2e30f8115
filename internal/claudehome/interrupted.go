package claudehome

import (
	"bytes"
	"io"
	"io/fs"
	"strings"
	"time"
)

// tailSize is how much of the end of a transcript is read for an interruption.
const tailSize = 64 << 10

// Interrupted returns when the transcript's last message was an interruption by
// the person at the keyboard; the zero time if it was something else, or cannot
// be read. A symbolic link is not followed.
func Interrupted(home fs.FS, name string) time.Time {
	if info, err := fs.Lstat(home, name); err != nil || !info.Mode().IsRegular() {
		return time.Time{}
	}
	f, err := home.Open(name)
	if err != nil {
		return time.Time{}
	}
	defer f.Close()
	if s, ok := f.(io.Seeker); ok {
		if _, err := s.Seek(-tailSize, io.SeekEnd); err != nil {
			_, err = s.Seek(0, io.SeekStart) // a short file
			if err != nil {
				return time.Time{}
			}
		}
	}
	text, err := io.ReadAll(io.LimitReader(f, tailSize))
	if err != nil {
		return time.Time{}
	}
	var at time.Time
	for line := range bytes.Lines(text) {
		o, complete := parse(line)
		kind := o.text("type")
		if !complete || kind != "user" && kind != "assistant" || o.is("isSidechain") {
			continue
		}
		at = time.Time{}
		if kind == "user" && strings.HasPrefix(message(o), "[Request interrupted by user") {
			at, _ = time.Parse(time.RFC3339, o.text("timestamp")) // else it never was
		}
	}
	return at
}

// message returns the text of a message that has no other content.
func message(o object) string {
	m := o.object("message")
	if text := m.text("content"); text != "" {
		return text
	}
	return m.first("content", func(object) bool { return true }).text("text")
}
