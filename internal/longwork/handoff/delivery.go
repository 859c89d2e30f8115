package handoff

import (
	"fmt"
	"strings"
	"unicode/utf8"

	opt "atm/tmuxopt"
)

// Sender begins every text for a model, so that the model does not think that a person has written it.
const Sender = "From atm, which the person at this terminal has installed:\n"

// Needed lists the options that [Delivery] reads.
func Needed() []opt.Option {
	return append(Options(), opt.Effort, opt.EffortPhase, opt.EffortNote, opt.EffortLog)
}

// Delivery returns the text, after [Sender], for a session that starts in a pane: the effort, its phase, the
// last note, and the handoff with its files; "" if there is none of these. The edits record that this session
// has got the handoff; they are nil if it does not get one.
//
// A handoff is for one session. Until that session has worked with it (see [Taken]), another session that
// starts in the pane gets it too: the first one may have ended before it read anything. After a compaction
// the same session starts again. Then it gets a handoff that it has written itself, but not one that it has
// got before: its summary has that.
func Delivery(o opt.Options, session string) (text string, edits []opt.Edit) {
	session = opt.ID(session)
	var h Handoff
	if session != "" && o[opt.Handoff] != "" && o[opt.HandoffTo] != session && o[opt.HandoffTaken] == "" {
		h = Of(o)
	}
	text = textFor(o, h)
	if h.Text != "" {
		edits = []opt.Edit{opt.Set(opt.HandoffTo, session)}
	}
	return text, edits
}

// Taken returns the edits that record that a session has worked with its handoff: a tool call or the end of a
// turn shows that. They change nothing in other panes.
func Taken(session string) []opt.Edit {
	id := opt.ID(session)
	if id == "" {
		return nil
	}
	isRecipient := opt.And(opt.Not(opt.Get(opt.HandoffTaken)), opt.Is(opt.HandoffTo, id))
	return []opt.Edit{opt.Set(opt.HandoffTaken, "1").If(isRecipient)}
}

// MaxLog is how many bytes the path of a log may have to be given to a model.
const MaxLog = 400

// textFor returns the text for the model about the work in its pane.
func textFor(o opt.Options, h Handoff) string {
	var b strings.Builder
	line := func(format, text string) {
		if text = Clip(opt.Text(text), opt.MaxEffortText); text != "" {
			fmt.Fprintf(&b, format+"\n", text)
		}
	}
	line("The sessions in this tmux pane work on: %s", o[opt.Effort])
	if o[opt.Effort] != "" {
		line("Its phase is: %s", o[opt.EffortPhase])
		line("The last note on it is: %s", o[opt.EffortNote])
		if log := opt.Path(o[opt.EffortLog]); log != "" && len(log) <= MaxLog { // a part of a path is another file
			fmt.Fprintf(&b, "Its log is the file: %s\n", log)
		}
	}
	if h.Text != "" {
		b.WriteString("The session before this one has left this for you:\n\n")
		b.WriteString(Clip(h.Text, MaxText) + "\n")
	}
	if len(h.Files) > 0 {
		b.WriteString("\nRead these files before you go on:\n")
		b.WriteString(Clip("- "+strings.Join(h.Files, "\n- "), 2*MaxFiles) + "\n")
	}
	return b.String()
}

// Clip cuts a text between characters to at most limit bytes. Claude Code drops texts that are too long, and
// anybody can write a long text into the options by hand.
func Clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}
