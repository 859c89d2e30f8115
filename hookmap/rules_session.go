package hookmap

import (
	"slices"
	"strconv"

	opt "atm/tmuxopt"
)

// sessionStart describes a new session; what the pane knew of another one goes.
func sessionStart(e event) []opt.Edit {
	if e.Source == "compact" {
		return e.asserted(slices.Concat(e.identity(), compacted())...)
	}
	sameProcess, resumed := e.Source == "clear", e.Source == "resume"
	keep := func(f opt.Field) bool {
		switch f.Option {
		case opt.Model, opt.PermissionMode: // a process does not repeat these
			return sameProcess
		}
		return f.Group == opt.Work && resumed || outlivesSession(f)
	}
	cleared := opt.Clear(opt.OfSession, keep)
	if resumed {
		cleared = append(e.otherTasks(), cleared...)
	}
	edits := slices.Concat(cleared, e.identity(), e.process(), []opt.Edit{
		opt.Set(opt.SessionDir, opt.Path(e.CWD)),
		opt.Set(opt.Title, opt.Text(e.Payload.Title)),
		opt.Set(opt.Turn, string(opt.TurnDone)),
	})
	if model := opt.Text(e.Payload.Model); model != "" {
		edits = append(edits, opt.Set(opt.Model, model))
	}
	// A session that starts has not finished anything that one should look at.
	return append(e.unfinished(nil, edits...), opt.SetFormat(opt.Seen, opt.Get(opt.Since)))
}

// outlivesSession reports whether an option is kept when another session begins: the state
// follows from the facts.
func outlivesSession(f opt.Field) bool {
	return f.Group == opt.Derived || f.Group == opt.Trace && f.Option != opt.Corrected
}

// otherTasks forgets the tasks and teammates of another session: one that is resumed keeps its
// own.
func (e event) otherTasks() []opt.Edit {
	edits := opt.Clear(opt.OfSession, func(f opt.Field) bool { return f.Group != opt.Work })
	for i := range edits {
		edits[i] = edits[i].If(opt.Not(e.known()))
	}
	return edits
}

// configChange forgets what a status line has told: a project's settings may have taken
// its place, and then nobody tells that the numbers have changed. Ours tells them again
// soon.
func configChange(e event) []opt.Edit {
	if e.Source == "skills" {
		return nil
	}
	var edits []opt.Edit
	for _, o := range []opt.Option{opt.ContextPct, opt.ContextTokens, opt.Cost, opt.Limit5h,
		opt.Limit5hResets, opt.Limit7d, opt.Limit7dResets} {
		edits = append(edits, opt.Unset(o))
	}
	return edits
}

// modelSwitched has the session go on with another model.
func modelSwitched(e event) []opt.Edit {
	model := opt.Text(e.ToModel)
	if model == "" {
		return nil
	}
	return []opt.Edit{unlessLate(opt.Set(opt.Model, model))}
}

func setup(e event) []opt.Edit {
	return e.asserted(opt.Set(opt.Turn, string(opt.TurnOpen)), opt.Set(opt.Activity, "Setup"))
}

// sessionEnd clears the pane if it still shows what ends. /clear and /resume
// leave the process alive and may be told after the next SessionStart: there
// the id decides. All other reasons mean that the process goes: there the
// process decides, whatever the id, which some versions report wrongly.
func sessionEnd(e event) []opt.Edit {
	ends := e.known()
	var edits []opt.Edit
	if e.Reason != "clear" && e.Reason != "resume" {
		ends = e.ours()
		// The last chance after a resume that reported a wrong id. A process that found
		// nothing to resume ends a session that never was.
		if e.TranscriptExists {
			edits = e.identity()
		}
	}
	edits = append(edits, opt.Set(opt.StateNS, opt.Nanoseconds(e.Now)))
	edits = append(edits, sessionEnded()...)
	for i := range edits {
		edits[i] = edits[i].If(ends)
	}
	return edits
}

// sessionEnded clears what is true of a running session only.
func sessionEnded() []opt.Edit { return append(opt.Ended(), opt.Clear(opt.OfRun, nil)...) }

// Disconnected returns the edits that clear a pane, and leave nothing there of the session
// elsewhere that was shown. Its gate goes last: conditions read it.
func Disconnected() []opt.Edit {
	gate := func(f opt.Field) bool { return f.Option == opt.Gate }
	return append(append(opt.Ended(), opt.Clear(opt.OfSession, gate)...), opt.Unset(opt.Gate))
}

// ours is true in a pane that shows our process, or does not know which.
func (e event) ours() opt.Format {
	candidates := e.Ancestors
	if e.Process != 0 {
		candidates = []int{e.Process}
	}
	ours := opt.Not(opt.Get(opt.PID))
	if len(candidates) == 0 {
		ours = opt.Or(e.known(), ours)
	}
	for _, pid := range candidates {
		ours = opt.Or(opt.Is(opt.PID, strconv.Itoa(pid)), ours)
	}
	return ours
}
