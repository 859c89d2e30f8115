package claudehome

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"atm/internal/words"
)

// turnReader collects a turn from its last line to its first one.
type turnReader struct {
	Turn
	texts   []string // of the answer, the last one first
	ending  ending
	isLocal bool // the line that was added last is what a local command has printed
}

// ending says how the last line of a turn ends it.
type ending string

// The endings. A turn of which no line has told yet has none.
const (
	answered ending = "answered" // Claude has said all that it wanted to say
	working  ending = "working"  // it is at work, or was when it was killed
	failed   ending = "failed"   // a person has interrupted it, or the API has failed
)

// turn returns the turn when its first line was added.
func (r *turnReader) turn() Turn {
	slices.Reverse(r.texts)
	r.Answer = strings.Join(r.texts, "\n\n")
	r.Complete = r.ending == answered
	return r.Turn
}

// add takes a line, and reports whether it is the prompt that the turn begins with.
func (r *turnReader) add(line []byte) (isPrompt bool) {
	// Most bytes of a transcript are in lines of other kinds.
	has := func(word string) bool { return bytes.Contains(line, []byte(word)) }
	if !has(`"user"`) && !has(`"assistant"`) && !has(`"queued_command"`) {
		return false
	}
	o, complete := parse(line)
	if !complete || o.is("isSidechain") || o.is("isMeta") || o.is("isCompactSummary") {
		return false
	}
	at, _ := time.Parse(time.RFC3339, o.text("timestamp")) // without a time it is zero
	var prompt string
	switch o.text("type") {
	case "assistant":
		r.addAnswer(o, at)
	case "user":
		prompt = r.addUser(messageText(o.object("message")["content"]))
	case "attachment": // a prompt that was typed while Claude worked
		if a := o.object("attachment"); a.text("type") == "queued_command" {
			prompt = r.addUser(messageText(a["prompt"]))
		}
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

// end notes how the turn ends, unless a later line has told.
func (r *turnReader) end(outcome ending) {
	if r.ending == "" {
		r.ending = outcome
	}
}

// addAnswer takes a message of Claude. What Claude Code has written in its place is no
// answer; because the API has failed, for example.
func (r *turnReader) addAnswer(o object, at time.Time) {
	r.isLocal = false
	message := o.object("message")
	if message.text("model") == "<synthetic>" {
		if o.is("isApiErrorMessage") {
			r.end(failed)
		}
		return
	}
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

// addUser takes a message in a person's name, and returns what a person has typed that
// Claude answers to, or "".
func (r *turnReader) addUser(text string) (prompt string) {
	wasLocal := r.isLocal
	r.isLocal = strings.HasPrefix(text, "<local-command-")
	if typed(text) {
		return text
	}
	// Commands of Claude Code itself get no answer, others and the shell's may get one.
	if command := typedCommand(text); command != "" {
		if len(r.texts) > 0 && !wasLocal {
			return command
		}
		return ""
	}
	switch {
	case strings.HasPrefix(text, words.InterruptionNotice):
		r.end(failed)
	case text == "", words.AuthorOf(text) == words.Announcer: // or what a tool has returned
		r.end(working)
	}
	return ""
}

// typedCommand returns what was typed for a line of a command, "" if it is none:
// "/review 12" or "! make test".
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
