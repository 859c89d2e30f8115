package claudehome

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"atm/internal/words"
)

// Interrupted returns when a person interrupted the turn, if that is the transcript's
// last message; the zero time if it is another one, or cannot be read. A symbolic link
// is not followed. Of the transcript the last 64 KiB are read.
func Interrupted(home fs.FS, name string) time.Time {
	var at time.Time
	for line := range bytes.Lines(end(home, name)) {
		o, complete := parse(line)
		kind := o.text("type")
		if !complete || kind != "user" && kind != "assistant" || o.is("isSidechain") {
			continue
		}
		at = time.Time{}
		if kind == "user" && strings.HasPrefix(message(o), words.InterruptionNotice) {
			at, _ = time.Parse(time.RFC3339, o.text("timestamp")) // without a time it does not count
		}
	}
	return at
}

// AwaitsLimit reports whether Claude Code has said at the end of the transcript that it goes on by itself when the
// limit of the account starts again, and has not taken that back (2.1.330). It reads what [Interrupted] reads.
func AwaitsLimit(home fs.FS, name string) bool {
	awaits := false
	for line := range bytes.Lines(end(home, name)) {
		o, complete := parse(line)
		switch kind := o.text("type"); {
		case !complete || o.is("isSidechain"):
		case kind == "user":
			awaits = false
		case kind == "system" && o.text("subtype") == "informational":
			text := o.text("content")
			awaits = strings.HasPrefix(text, "Usage limit reached") && strings.Contains(text, " set to continue automatically ")
		}
	}
	return awaits
}

// Queued reports whether a prompt waits that was typed in the turn which the end of the transcript shows: Claude Code
// writes down when it takes one in, and when it takes it out again to go on with it (2.1.330). It reads what
// [Interrupted] reads. One that a client has left behind, before the turn, does not count. It may be wrong for a
// moment: Claude Code may take a prompt out just before it is asked, and writes that down a little later.
func Queued(home fs.FS, name string) bool {
	waiting := 0
	for line := range bytes.Lines(end(home, name)) {
		isOperation := bytes.Contains(line, []byte(`"queue-operation"`))
		isPrompt := bytes.Contains(line, []byte(`"type":"user"`)) && !bytes.Contains(line, []byte(`"tool_result"`))
		if !isOperation && !isPrompt {
			continue
		}
		o, complete := parse(line)
		switch kind := o.text("type"); {
		case !complete || o.is("isSidechain"):
		case kind == "user":
			waiting = 0
		case kind == "queue-operation" && o.text("operation") == "enqueue":
			if !strings.HasPrefix(o.text("content"), "/") { // a command has no turn, or hooks of its own
				waiting++
			}
		case kind == "queue-operation" && o.text("operation") == "popAll":
			waiting = 0
		case kind == "queue-operation":
			waiting = max(0, waiting-1)
		}
	}
	return waiting > 0
}

// QueuedAt is [Queued] of a transcript that somebody names, false if it is not found.
func QueuedAt(path string) bool {
	home, t, found := FindTranscript(path)
	return found && Queued(os.DirFS(home), t.Path())
}

// end returns the lines in the last 64 KiB of a file, nothing if it cannot be read.
func end(home fs.FS, name string) []byte {
	if name == "." { // a session that has no transcript
		return nil
	}
	if info, err := fs.Lstat(home, name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := openPath(home, name)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, _ := file.end(make([]byte, endSize)) // what cannot be read tells nothing
	return text
}

// message returns the text of a message that has no other content.
func message(o object) string {
	m := o.object("message")
	if text := m.text("content"); text != "" {
		return text
	}
	if blocks := slices.Collect(m.objects("content")); len(blocks) > 0 {
		return blocks[0].text("text")
	}
	return ""
}
