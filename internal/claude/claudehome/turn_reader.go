package claudehome

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"atm/internal/words"
)

// turnReader reads a turn backwards, from its last line to its first one.
type turnReader struct {
	Turn
	texts   []string // of the answer, the last one first
	ending  ending
	isLocal bool // the line that was added last is the output of a local command
	spoke   bool // Claude has answered, or begun to: a message may be a thought or a call
}

// ending says how the last line of a turn ends it, "" if no line that was added shows it.
type ending string

const (
	answered ending = "answered" // Claude has completed its answer
	working  ending = "working"  // Claude works, or was killed while it worked
	failed   ending = "failed"   // a person has interrupted the turn, or the API has failed
)

// turn returns the turn after its first line was added.
func (r *turnReader) turn() Turn {
	slices.Reverse(r.texts)
	r.Answer = strings.Join(r.texts, "\n\n")
	r.Complete = r.ending == answered
	return r.Turn
}

// add adds a line, and reports whether it is the prompt that begins the turn.
func (r *turnReader) add(line []byte) (isPrompt bool) {
	// Parsing all lines would be slow: most bytes of a transcript are in lines of other kinds.
	has := func(word string) bool { return bytes.Contains(line, []byte(word)) }
	if !has(`"user"`) && !has(`"assistant"`) && !has(`"queued_command"`) {
		return false
	}
	o, complete := parse(line)
	if !complete || o.is("isSidechain") || o.is("isMeta") || o.is("isCompactSummary") {
		return false
	}
	at := o.timestamp()
	var prompt string
	if text, isUser := o.userText(); isUser {
		prompt = r.addUser(text)
	} else if o.text("type") == "assistant" {
		r.addAnswer(o, at)
	}
	if prompt == "" {
		return false
	}
	r.Prompt = Unwrap(prompt)
	r.end(working)
	if r.At.IsZero() {
		r.At = at
	}
	return true
}

// end records how the turn ends, unless a later line has shown it.
func (r *turnReader) end(outcome ending) {
	if r.ending == "" {
		r.ending = outcome
	}
}

// addAnswer adds a message of Claude. A message that Claude Code itself has written is no answer: it writes
// one if the API has failed, for example.
func (r *turnReader) addAnswer(o object, at time.Time) {
	r.isLocal = false
	message := o.object("message")
	if message.text("model") == "<synthetic>" {
		if o.is("isApiErrorMessage") {
			r.end(failed)
		}
		return
	}
	r.spoke = true
	texts, calls := blocksOf(message["content"])
	if calls || len(texts) == 0 || message.text("stop_reason") == "tool_use" {
		r.end(working)
	} else {
		r.end(answered)
	}
	if len(texts) == 0 {
		return
	}
	if len(r.texts) == 0 {
		r.Model, r.At = message.text("model"), at
	}
	slices.Reverse(texts)
	r.texts = append(r.texts, texts...)
}

// addUser adds a message in the person's name. It returns the prompt that the person has typed, "" if the
// message is none that Claude answers.
func (r *turnReader) addUser(text string) (prompt string) {
	wasLocal := r.isLocal
	r.isLocal = strings.HasPrefix(text, "<local-command-")
	if typed(text) {
		return text
	}
	// Claude does not answer commands of Claude Code itself, but may answer other commands and those of the
	// shell.
	if command := typedCommand(text); command != "" {
		if r.spoke && !wasLocal {
			return command
		}
		return ""
	}
	switch {
	case strings.HasPrefix(text, words.InterruptionNotice):
		r.end(failed)
	case text == "", words.AuthorOf(text) == words.Announcer: // the result of a tool has no text
		r.end(working)
	}
	return ""
}

// typedCommand returns the command that a person has typed, "/review 12" or "! make test", from the text by
// which the transcript records it; "" for other texts.
func typedCommand(text string) string {
	tag := func(name string) string {
		_, rest, _ := strings.Cut(text, "<"+name+">")
		content, _, closed := strings.Cut(rest, "</"+name+">")
		if !closed {
			return ""
		}
		return content
	}
	switch {
	case strings.HasPrefix(text, "<bash-input>"):
		return "! " + tag("bash-input")
	case strings.HasPrefix(text, "<command-"):
		return strings.TrimSpace(tag("command-name") + " " + tag("command-args"))
	}
	return ""
}
