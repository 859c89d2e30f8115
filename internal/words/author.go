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
	line, rest, _ := strings.Cut(text, "\n")
	if slices.Contains(messageIntroductions, line) {
		line, _, _ = strings.Cut(rest, "\n")
	}
	for _, f := range forms {
		part := line
		if f.isWhole {
			part = text
		}
		begins := func(beginning string) bool { return strings.HasPrefix(strings.TrimLeft(part, f.skipped), beginning) }
		if slices.ContainsFunc(f.beginnings, begins) && strings.HasSuffix(part, f.end) {
			return f.author
		}
	}
	if endsWithHandBack(text) {
		return Announcer
	}
	return Person
}

// messageIntroductions are the lines above a message of another agent or session.
var messageIntroductions = []string{
	"Another Claude session sent a message:", "Another Claude session sent a message while you were working:",
	"A peer session sent a message while you were working:",
}

// InterruptionNotice is the beginning of the text that Claude Code records when a person has interrupted a
// turn.
const InterruptionNotice = "[Request interrupted by user"

// forms are the first lines, or the whole, of texts that Claude Code 2.1.330 writes. If a person begins a sentence with
// the tag of an announcement, the line continues after it. A person has typed slash commands and shell commands,
// but they are recorded in another form.
var forms = []struct {
	author     Author
	skipped    string // digits before the beginning
	beginnings []string
	end        string
	isWhole    bool // the end is the end of the text
}{
	{Announcer, "", []string{
		"<task-notification>", "<agent-message ", "<teammate-message ", "<cross-session-message ",
		"<coordinator-relay>", "<channel source=\"", "<tick>",
	}, ">", false},
	{Announcer, "", []string{`Background agent "`}, `" was stopped by the user.`, true},
	{Announcer, "0123456789", []string{
		` background agent was stopped by the user: "`, ` background agents were stopped by the user: "`,
		` background task was stopped by the user: "`, ` background tasks were stopped by the user: "`,
	}, `".`, true},
	// Claude Code continues by itself after the reset of an account's limit.
	{Announcer, "", []string{
		"Your claude.ai usage limit has reset. Continue the task you were working on ",
	}, "", false},
	{Recorder, "", []string{
		"<command-", "<local-command-", "<bash-", "<ide_", "<system-reminder>",
		InterruptionNotice, "Caveat: The messages below",
		"This session is being continued from a previous conversation that ran out of context.", // after /compact
	}, "", false},
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
