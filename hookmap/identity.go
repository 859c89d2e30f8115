package hookmap

import (
	"strconv"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// This file corrects which session a pane shows: its id, its process, its place in the background, its name.

// correctSession sets a session id that no hook has reported, and adopts a process that no hook has named.
func (d *comparison) correctSession(e Entry) {
	id, o := opt.ID(e.SessionID), d.options
	pid := strconv.Itoa(e.PID)
	elsewhere := e.PID == 0
	adopted := o[opt.PID] != pid
	if elsewhere {
		adopted = o[opt.State] == "" && stateOf[e.Status] != ""
	}
	known := id == o[opt.SessionID] && !adopted
	if id == "" || known || e.Job == opt.AnyJob || e.Status == "" || !d.isBelieved(e.Updated, d.lastHook) {
		return
	}
	setID := []opt.Edit{opt.Set(opt.SessionID, id), opt.Set(opt.SessionIDSetOn, registry)}
	continues := e.Continues != "" && opt.ID(e.Continues) == o[opt.SessionID]
	switch {
	case id == o[opt.SessionID]:
	case continues: // its transcript is still that of the id before
		d.correct("parked", setID...)
	default:
		isSameProcess := !adopted && e.Newly == nil && o[opt.Job] == "" // one in the background has its own
		d.edits = append(append(d.edits, ofAnotherSession(isSameProcess)...), setID...)
		if !adopted || o[opt.SessionID] != "" { // else nobody has seen an earlier one
			d.correct("session")
		}
		if adopted || o[opt.SessionDir] == "" || e.Newly != nil {
			d.edits = append(d.edits, opt.Set(opt.SessionDir, opt.Path(e.Dir)))
		}
	}
	isOpened, first := e.Newly != nil && !continues, opt.Text(words.FirstLine(e.AskedFirst))
	if isOpened {
		if first != "" {
			d.edits = append(d.edits, opt.SetWords(opt.FirstPrompt, first)...)
		}
		d.edits = append(d.edits, opt.Set(opt.TranscriptPath, opt.Path(e.Newly.Transcript)))
		d.edits = append(d.edits, e.Newly.texts(stateOf[e.Status])...)
		if stateOf[e.Status] == opt.Idle {
			d.edits = append(d.edits, e.Newly.ended()...)
		}
		d.isSeen = true // somebody has opened it here
	}
	switch {
	case isOpened:
		d.shownSince = e.Newly.since(e)
	case o[opt.State] == "":
		d.shownSince = e.Changed
	}
	if adopted {
		d.correct("adopted")
		if !elsewhere {
			d.edits = append(d.edits, opt.Set(opt.PID, pid))
		}
		d.isUnknownSession = o[opt.State] == ""
		if first != "" {
			d.edits = append(d.edits, opt.SetWords(opt.FirstPrompt, first)...)
		}
	}
	d.options = opt.Apply(d.options, d.edits) // the title belongs to this session
}

// ofAnotherSession clears the options that describe the previous session, its id as well, but not its place.
func ofAnotherSession(isSameProcess bool) []opt.Edit {
	return opt.Clear(opt.OfSession, func(f opt.Field) bool {
		switch f.Group {
		case opt.Meter, opt.Texts, opt.Work:
			return false
		case opt.Session:
			isPlace := f.Option == opt.SessionDir || f.Option == opt.Gate || f.OnlyWith == opt.Gate
			return f.Lifetime != opt.OfSession || isPlace || isSameProcess && isOfProcess(f)
		}
		return true
	})
}

// correctJob sets which background session the pane shows. No hook reports that.
func (d *comparison) correctJob(e Entry) {
	if d.options[opt.Job] == e.Job {
		return
	}
	if e.Job == "" {
		d.correct("returned", opt.Unset(opt.Job))
		return
	}
	d.correct("parked", opt.Set(opt.Job, e.Job))
	if e.Job == opt.AnyJob && e.PID != 0 { // nothing is certain any more; elsewhere its hooks tell
		d.edits = append(d.edits, opt.Set(opt.PID, strconv.Itoa(e.PID)))
		d.edits = append(d.edits, ofAnotherSession(false)...)
		d.isUnknownSession = true
	}
}

// hooksReachPane reports whether the hooks of a session report its turns to this pane. Those of a background
// session may not find the pane.
func (d *comparison) hooksReachPane(e Entry) bool {
	return e.Job == "" || d.options[opt.LatestHookTime] != "" && !d.isTurnUnreported()
}

// title returns the name of the session. Claude Code names a background session after its last prompt, which
// may be its own note that the user has pressed Esc, or the summary of a compaction.
func (e Entry) title() string {
	if words.AuthorOf(e.Title) != words.Person {
		return ""
	}
	return opt.Text(e.Title)
}

// correctTitle sets a name that a person has given the running session: hooks report only the name at its
// start.
func (d *comparison) correctTitle(e Entry) {
	title := e.title()
	same := opt.ID(e.SessionID) == d.options[opt.SessionID]
	if e.Prompted && d.options[opt.FirstPrompt] != "" {
		return // it is named after its first prompt, and stays so
	}
	if title == "" || title == d.options[opt.Title] || !same || !d.isBelieved(e.Updated, d.lastHook) {
		return
	}
	d.correct("title", opt.Set(opt.Title, title))
}
