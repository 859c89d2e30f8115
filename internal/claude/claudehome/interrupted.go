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

// Ending is what the end of a transcript says of the last turn.
type Ending struct {
	Prompt      string    // the complete text of the prompt; "" = it is not in that part
	Answer      string    // with which it has ended; "" = another end, or it goes on, or was compacted since
	At          time.Time // of the last message; zero = there is none in that part
	Interrupted time.Time // when a person has interrupted the turn; zero = nobody has
	Failure     string    // the error of the API with which it ended, as Claude Code shows it; "" = another end
}

// ReadEnding reads the end of the transcript with that path, up to 1 MiB: see [FindTranscript].
func ReadEnding(path string) Ending {
	var e Ending
	text := endOf(path, hasPrompt)
	if turns, _ := readTurns(text, 1); len(turns) > 0 {
		turn := turns[0].turn()
		if e.Prompt = turn.Prompt; turn.Complete && !isCompacted(text) {
			e.Answer = turn.Answer
		}
	}
	last := lastMessage(text)
	e.At, e.Interrupted = last.timestamp(), last.interruption()
	if last.is("isApiErrorMessage") {
		e.Failure = message(last)
	}
	return e
}

// InterruptedAt returns [Ending.Interrupted], and reads no more of the transcript than that needs.
func InterruptedAt(path string) time.Time { return lastMessage(endOf(path, hasMessage)).interruption() }

// interruption returns the time of a message that says that a person has interrupted the turn, else the zero time.
func (o object) interruption() time.Time {
	if o.text("type") == "user" && strings.HasPrefix(message(o), words.InterruptionNotice) {
		return o.timestamp()
	}
	return time.Time{}
}

// isCompacted reports whether the conversation was compacted after its last answer.
func isCompacted(text []byte) bool {
	return bytes.LastIndex(text, []byte(`"compact_boundary"`)) > bytes.LastIndex(text, []byte(`"type":"assistant"`))
}

// lastMessage returns the last message of a person, of a tool or of Claude, not of a subagent, and not what Claude Code
// has recorded of a command such as /rename.
func lastMessage(text []byte) object {
	for o := range objectsWith(backward(text), `"user"`, `"assistant"`) {
		if isMessage(o) && !o.is("isSidechain") {
			return o
		}
	}
	return nil
}

// isMessage reports whether a line is a message of a person, of a tool or of Claude: Claude Code writes others in the
// name of the user, which begin and end no turn.
func isMessage(o object) bool {
	switch o.text("type") {
	case "assistant":
		return true
	case "user":
		text := message(o)
		isNote := words.AuthorOf(text) == words.Recorder && !strings.HasPrefix(text, words.InterruptionNotice)
		asked, _ := o.userText()
		return !o.is("isMeta") && (!isNote || typed(asked))
	}
	return false
}

// AwaitsLimit reports whether the end of the transcript with that path announces that Claude Code continues by itself
// when the account's limit is reset, and nothing after that revokes it (2.1.330).
func AwaitsLimit(path string) bool {
	awaits := false
	for o := range objectsWith(bytes.Lines(endOf(path, hasMessage)), `"user"`, `"informational"`) {
		switch kind := o.text("type"); {
		case o.is("isSidechain"):
		case kind == "user":
			awaits = false
		case kind == "system" && o.text("subtype") == "informational":
			text := o.text("content")
			awaits = strings.HasPrefix(text, "Usage limit reached") &&
				strings.Contains(text, " set to continue automatically ")
		}
	}
	return awaits
}

// Queued reports whether the queue has a prompt that was typed during the last turn of the transcript with that path.
// Claude Code records when it adds a prompt to the queue, and when it removes the prompt to continue with it
// (2.1.330). A prompt that an earlier client left in the queue does not count, nor what Claude Code itself adds, as
// the report of a subagent: that has begun its turn when the turn ends. The result may be wrong for a moment: Claude
// Code records a removal a little later.
func Queued(path string) bool {
	isPrompt := func(line []byte) bool {
		return bytes.Contains(line, []byte(`"type":"user"`)) && !bytes.Contains(line, []byte(`"tool_result"`))
	}
	anyPrompt := func(text []byte) bool {
		return slices.ContainsFunc(slices.Collect(bytes.Lines(text)), isPrompt)
	}
	var queue []queued
	for line := range bytes.Lines(endOf(path, anyPrompt)) {
		if !bytes.Contains(line, []byte(`"queue-operation"`)) && !isPrompt(line) {
			continue
		}
		o, complete := parse(line)
		switch kind := o.text("type"); {
		case !complete || o.is("isSidechain"):
		case kind == "user":
			queue = nil
		case kind == "queue-operation" && o.text("operation") == "enqueue":
			text := o.text("content")
			isCommand := strings.HasPrefix(text, "/") // it has no turn, or has its own hooks
			queue = append(queue, queued{text, !isCommand && words.AuthorOf(text) == words.Person})
		case kind == "queue-operation" && o.text("operation") == "popAll":
			queue = nil
		case kind == "queue-operation": // "remove" names an entry, "dequeue" is about the first one
			text := o.text("content")
			i := max(0, slices.IndexFunc(queue, func(q queued) bool { return text != "" && q.text == text }))
			queue = slices.Delete(queue, min(i, len(queue)), min(i+1, len(queue)))
		}
	}
	return slices.ContainsFunc(queue, func(q queued) bool { return q.counts })
}

type queued struct {
	text   string
	counts bool // a person has typed it as a prompt
}

// hasMessage reports whether the lines have a message: see [lastMessage].
func hasMessage(text []byte) bool { return lastMessage(text) != nil }

// hasPrompt reports whether the lines have a prompt that begins a turn.
func hasPrompt(text []byte) bool {
	turns, _ := readTurns(text, 1)
	return len(turns) > 0
}

// endOf is [end] for the transcript with that path: see [FindTranscript].
func endOf(path string, enough func(text []byte) bool) []byte {
	home, t, found := FindTranscript(path)
	if !found {
		return nil
	}
	return end(os.DirFS(home), t.Path(), maxTail, enough)
}

// end returns the last lines of a transcript: the last 64 KiB, or up to limit bytes if those are not enough; nothing if
// it cannot be read.
func end(home fs.FS, name string, limit int64, enough func(text []byte) bool) []byte {
	if info, err := fs.Lstat(home, name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := OpenText(home, name)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, _ := file.tail(make([]byte, min(endSize, file.size)), limit, enough) // an unreadable file has no lines
	return text
}

// message returns the text of a message, or of the first block of its content.
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
