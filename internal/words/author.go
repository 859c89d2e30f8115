package words

import (
	"slices"
	"strings"
)

// Author says who wrote a message in the person's name, such as a prompt.
type Author int

// The authors.
const (
	Person Author = iota
	// Announcer is Claude Code, which tells Claude of an event: a subagent has reported, a task
	// has ended, another agent has sent a message. Claude takes it for a prompt and answers.
	Announcer
	// Recorder is Claude Code, which notes for the transcript what a command has printed, for
	// example. Claude need not answer.
	Recorder
)

// AuthorOf returns the author of a text according to its words, so it can be wrong: a person may begin a
// prompt with the words of Claude Code, and a new version of Claude Code may have new words. If other text is
// before or after such words, a person has written it.
func AuthorOf(text string) Author {
	text = strings.TrimSpace(text)
	switch {
	case isAnnouncement(text), isStopNotice(text), endsWithHandBack(text), strings.HasPrefix(text, continuation):
		return Announcer
	case beginsWith(text, recordBeginnings):
		return Recorder
	}
	return Person
}

// announcementTags are the beginnings of announcements (Claude Code 2.1.330).
var announcementTags = []string{
	"<task-notification>", "<agent-message ", "<teammate-message ", "<cross-session-message ",
	"<coordinator-relay>", "<channel source=\"", "<tick>",
}

// continuation is the beginning of the prompt by which Claude Code continues by itself after the reset of an
// account's limit.
const continuation = "Your claude.ai usage limit has reset. Continue the task you were working on "

// messageIntroductions are the lines above a message of another agent or session.
var messageIntroductions = []string{
	"Another Claude session sent a message:", "Another Claude session sent a message while you were working:",
	"A peer session sent a message while you were working:",
}

// recordBeginnings are the beginnings of texts that Claude Code only records. A person has typed slash
// commands and shell commands, but they are recorded in another form.
var recordBeginnings = []string{
	"<command-", "<local-command-", "<bash-", "<ide_", "<system-reminder>",
	InterruptionNotice, "Caveat: The messages below",
	"This session is being continued from a previous conversation that ran out of context.", // after /compact
}

// InterruptionNotice is the beginning of the text that Claude Code records when a person has interrupted a
// turn.
const InterruptionNotice = "[Request interrupted by user"

func beginsWith(text string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(text, b) })
}

// isAnnouncement reports whether the first line is the tag of an announcement. If a person begins a sentence
// with such a tag, the line continues after it.
func isAnnouncement(text string) bool {
	line, rest, _ := strings.Cut(text, "\n")
	if slices.Contains(messageIntroductions, line) {
		line, _, _ = strings.Cut(rest, "\n")
	}
	return beginsWith(line, announcementTags) && strings.HasSuffix(line, ">")
}

// isStopNotice reports whether the complete text is the notice of Claude Code that a person has stopped
// background agents or tasks: Background agent "x" was stopped by the user.
func isStopNotice(text string) bool {
	if strings.HasPrefix(text, `Background agent "`) && strings.HasSuffix(text, `" was stopped by the user.`) {
		return true
	}
	kind := strings.TrimPrefix(strings.TrimLeft(text, "0123456789"), " background ")
	several := len(kind) < len(text) && (strings.HasPrefix(kind, "agent") || strings.HasPrefix(kind, "task"))
	_, names, found := strings.Cut(kind, ` stopped by the user: "`)
	return several && found && strings.HasSuffix(names, `".`) && !strings.Contains(names, "\n")
}

// The frame in which a subagent hands its report back. Claude Code indents the report, so only
// the frame itself begins at the start of a line.
const (
	messageBegin = `<agent-message from="`
	messageEnd   = "</agent-message>"
	handBack     = "\n[Subagent hand-back]"
)

// endsWithHandBack reports whether a text consists of notes and one subagent's report. If somebody quotes
// such a frame, more text follows, or the frame begins within a line.
func endsWithHandBack(text string) bool {
	_, message, found := strings.Cut(text, "\n"+messageBegin)
	return found && strings.Contains(message, handBack) && strings.HasSuffix(message, "\n"+messageEnd)
}

// Reporters returns the ids of the agents and tasks whose end or final report is in an announcement, in their
// order.
func Reporters(announcement string) []string {
	var ids []string
	for line := range strings.Lines(announcement) {
		rest, begins := strings.CutPrefix(strings.TrimRight(line, "\n"), "<task-id>")
		if id, ends := strings.CutSuffix(rest, "</task-id>"); begins && ends {
			ids = append(ids, id)
		}
	}
	for _, message := range strings.Split("\n"+announcement, "\n"+messageBegin)[1:] {
		if id, _, found := strings.Cut(message, `"`); found && strings.Contains(message, handBack) {
			ids = append(ids, id)
		}
	}
	return ids
}
