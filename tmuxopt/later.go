package tmuxopt

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// MaxLater is how many bytes a stored prompt may have.
const MaxLater = 4000

// Pending is a prompt that a pane stores until it can be sent.
type Pending struct {
	Text    string    `option:"later"`         // of a prompt, or a slash command
	At      time.Time `option:"later_at"`      // it is not sent earlier
	Session string    `option:"later_session"` // the id of the session that it is for
	Failed  string    `option:"later_failed"`  // of a session that had reached a limit: the count of changes then
	Key     string    `option:"later_key"`     // of the job that sends it, "" = none will
	Note    string    `option:"later_note"`    // why it was not sent so far
}

// BeingSent is the note of a prompt from the first key until the session has it. It stays if the job is killed.
const BeingSent = "it is being sent: if it stays so, look at the session before you send it again"

// GoneOn is the note of a prompt for a session that has gone on although it had reached a limit.
const GoneOn = "the session has gone on by itself"

// SavedKey is the key of a prompt that was saved for a reboot: its job ends with the server, and a new one is started.
const SavedKey = "saved"

// IsBeingSent reports whether the note is [BeingSent].
func (p Pending) IsBeingSent() bool { return p.Key == "" && p.Note == Text(BeingSent) }

// Why says why the prompt was not sent so far, "" = its time has not come, or it waits for the end of the turn.
func (p Pending) Why() string {
	switch {
	case p.IsBeingSent():
		return p.Note
	case p.Key == "":
		return "not sent: " + p.Note
	case p.Note != "":
		return "waits: " + p.Note
	}
	return ""
}

// PendingPrompt returns the prompt that a pane stores, false if there is none.
func PendingPrompt(o Options) (p Pending, found bool) {
	Read(&p, o)
	return p, o[Later] != ""
}

// HasGoneOn reports whether the session, which had reached a limit, has worked since, as the pane's history says.
func (p Pending) HasGoneOn(o Options) bool {
	count, err := strconv.Atoi(p.Failed)
	isWork := func(c Change) bool { return c.State == Working }
	return err == nil && slices.ContainsFunc(ChangesAfter(count, o[History]), isWork)
}

// Restorable returns the options of a pane with those of its prompt as a new server needs them: that has no job for it,
// and counts changes from 0, in panes without a history.
func Restorable(o Options) Options {
	p, found := PendingPrompt(o)
	if !found {
		return o
	}
	o = maps.Clone(o)
	if p.Key != "" {
		o[LaterKey] = SavedKey
	}
	if p.Failed == "" {
		return o
	}
	o[LaterFailed] = "0"
	if p.HasGoneOn(o) {
		o[LaterKey], o[LaterNote] = "", GoneOn
	}
	return o
}

// Fits reports whether a pane can store the text unchanged.
func (p Pending) Fits() bool {
	kept := EscapeLines(p.Text)
	return kept != "" && len(kept) <= MaxLater && UnescapeLines(kept) == p.Text
}

// Keep returns the edits that store the prompt in a pane.
func (p Pending) Keep() []Edit {
	return []Edit{
		Set(LaterAt, Seconds(p.At)), Set(LaterSession, ID(p.Session)), Set(LaterFailed, ID(p.Failed)),
		Set(LaterKey, ID(p.Key)), Set(LaterNote, Text(p.Note)), Set(Later, EscapeLines(p.Text)),
	}
}

// TakeBack returns the edits that remove the prompt from a pane.
func TakeBack() []Edit {
	return Clear(OfPane, func(f Field) bool { return f.Group != Prompts })
}

// Sent returns the edits that remove a prompt that was sent: its job has given up its key before.
func Sent() []Edit { return OnlyWhere(Not(Get(LaterKey)), TakeBack()) }

// NoteWhy returns the edits that store why the prompt was not sent so far, with the key of the job that
// still tries, "" = none. They change nothing if another prompt has replaced it.
func (p Pending) NoteWhy(reason, key string) []Edit {
	isSamePrompt := And(Get(Later), Or(Is(LaterKey, ID(p.Key)), Not(Get(LaterKey))))
	return []Edit{Set(LaterNote, Text(reason)).If(isSamePrompt), Set(LaterKey, ID(key)).If(isSamePrompt)}
}

// ClaimedByOther is true where the job with that key must no longer send the prompt.
func ClaimedByOther(key string) Format { return Not(Is(LaterKey, ID(key))) }
