package hookmap

import (
	"cmp"
	"slices"
	"strconv"

	opt "atm/tmuxopt"
)

// sessionStart describes a new session; what the pane knew of another one goes.
func sessionStart(e *event) []opt.Edit {
	if e.Source == "compact" {
		return append(e.identity(), e.compacted()...)
	}
	sameProcess, resumed := e.Source == "clear", e.Source == "resume"
	keep := func(f opt.Field) bool {
		switch f.Option {
		case opt.Model, opt.PermissionMode: // a process does not repeat these
			return sameProcess
		case opt.Agent:
			return e.Agent != ""
		case opt.Turn: // set before
			return true
		}
		return f.Group == opt.Work && resumed || outlivesSession(f)
	}
	turn := opt.TurnDone
	if e.Lead != "" && e.Source == "startup" {
		turn = opt.TurnOpen // a teammate begins with what its lead has told it: no UserPromptSubmit follows
	}
	cleared := append(append(e.otherConversation(), e.startTurn(turn)), opt.Clear(opt.OfSession, func(f opt.Field) bool {
		return keep(f) || isOfConversation(f)
	})...)
	if resumed {
		cleared = append(e.otherTasks(), cleared...)
	}
	edits := slices.Concat(cleared, e.identity(), e.process(), []opt.Edit{
		opt.Set(opt.SessionDir, e.CWD),
		opt.Set(opt.Title, cmp.Or(e.Title, e.Mate)),
		opt.Set(opt.Lead, e.Lead),
		opt.Set(opt.ForkedFrom, e.forkedFrom()),
	})
	if e.Prompt != "" {
		edits = append(edits, opt.SetWords(opt.FirstPrompt, e.Prompt)...)
	}
	if model := e.Model; model != "" {
		edits = append(edits, opt.Set(opt.Model, model))
	}
	// A session that starts has not finished anything that one should look at.
	return append(e.unfinished(nil, edits...), opt.MarkSeen())
}

// forkedFrom returns the session that this one was forked from. The arguments of the process still name it when
// another session begins in it.
func (e *event) forkedFrom() string {
	if e.Source == "clear" || e.Fork == e.SessionID {
		return ""
	}
	return e.Fork
}

// outlivesSession reports whether an option is kept when another session begins: the state
// follows from the facts.
func outlivesSession(f opt.Field) bool {
	return f.Group == opt.Derived || f.Group == opt.Trace && f.Option != opt.Corrected
}

// isOfConversation reports whether an option says what was asked and said in the session.
func isOfConversation(f opt.Field) bool { return f.Group == opt.Texts && f.Lifetime == opt.OfSession }

// mayPark reports whether a process may go on with a copy of its session: that is what it does when it moves the
// session into the background. It does so in a pane in which isParked is true.
func (e *event) mayPark() bool { return e.Source == "fork" && e.Process != 0 }

func (e *event) isParked() opt.Format { return opt.Is(opt.PID, strconv.Itoa(e.Process)) }

// otherConversation forgets what was asked and said, unless a copy of the session goes on with it.
func (e *event) otherConversation() []opt.Edit {
	edits := opt.Clear(opt.OfSession, func(f opt.Field) bool { return !isOfConversation(f) })
	if !e.mayPark() {
		return edits
	}
	return where(opt.Not(e.isParked()), edits)
}

// startTurn opens or ends the turn of a session that starts. A copy goes on with the turn that it was parked in.
func (e *event) startTurn(turn opt.TurnState) opt.Edit {
	edit := opt.Set(opt.Turn, string(turn))
	if !e.mayPark() {
		return edit
	}
	return edit.If(opt.Not(opt.And(e.isParked(), opt.Is(opt.Turn, string(opt.TurnOpen)))))
}

// otherTasks forgets the tasks and teammates of another session: one that is resumed keeps its
// own.
func (e *event) otherTasks() []opt.Edit {
	edits := opt.Clear(opt.OfSession, func(f opt.Field) bool { return f.Group != opt.Work })
	return where(opt.Not(e.known()), edits)
}

// configChange clears the numbers of a status line: a project's settings may have replaced our status
// line, and then the numbers would never change again. If ours still runs, it soon writes them again; but it may have
// done so before this event comes. The person's own settings are where ours is: after a change of these the numbers of
// a session stay that does nothing, since they are still true.
func configChange(e *event) []opt.Edit {
	if e.Source == "skills" {
		return nil
	}
	edits := opt.Clear(opt.OfRun, func(f opt.Field) bool {
		changes := f.Kind == opt.WholeKind || f.Kind == opt.AmountKind || f.Kind == opt.TimeKind
		return f.Group != opt.Meter || !changes || f.Option == opt.ContextSize
	})
	if e.Source == "user_settings" {
		edits = where(opt.Is(opt.Turn, string(opt.TurnOpen)), edits)
	}
	return edits
}

// modelSwitched has the session go on with another model.
func modelSwitched(e *event) []opt.Edit {
	model := e.ToModel
	if model == "" {
		return nil
	}
	return []opt.Edit{unlessLate(opt.Set(opt.Model, model))}
}

func setup(e *event) []opt.Edit {
	return e.asserted(opt.Set(opt.Turn, string(opt.TurnOpen)), opt.Set(opt.Activity, "Setup"))
}

// sessionEnd clears the pane if it still shows the session that ends. After /clear and /resume the
// process stays, and goes on with another session: its SessionStart tells with which, and may come first. For all other
// reasons the process ends: there the process decides, because some versions report a wrong id.
func sessionEnd(e *event) []opt.Edit {
	now := opt.Set(opt.StateNS, opt.Nanoseconds(e.Now))
	switch {
	case e.Reason == "clear" || e.Reason == "resume":
		return where(e.known(), []opt.Edit{now})
	case e.Agent != "": // it cannot be resumed from what the pane shows
		return where(e.known(), append(opt.Ended(), opt.Clear(opt.OfSession, nil)...))
	}
	var edits []opt.Edit
	// The last chance after a resume that reported a wrong id. A process that found
	// nothing to resume ends a session that never was.
	if e.TranscriptExists {
		edits = e.identity()
	}
	return where(e.showsOurProcess(), slices.Concat(edits, []opt.Edit{now}, sessionEnded()))
}

// sessionEnded clears what is true of a running session only.
func sessionEnded() []opt.Edit { return append(opt.Ended(), opt.Clear(opt.OfRun, nil)...) }

// Disconnected returns the edits that clear a pane which showed a session elsewhere. The gate is unset
// last, because conditions read it.
func Disconnected() []opt.Edit {
	gate := func(f opt.Field) bool { return f.Option == opt.Gate }
	return append(append(opt.Ended(), opt.Clear(opt.OfSession, gate)...), opt.Unset(opt.Gate))
}

// showsOurProcess is true in a pane that shows the process of the event, or none.
func (e *event) showsOurProcess() opt.Format {
	candidates := e.Ancestors
	if e.Process != 0 {
		candidates = []int{e.Process}
	}
	showsOurProcess := opt.Not(opt.Get(opt.PID))
	if len(candidates) == 0 {
		showsOurProcess = opt.Or(e.known(), showsOurProcess)
	}
	for _, pid := range candidates {
		showsOurProcess = opt.Or(opt.Is(opt.PID, strconv.Itoa(pid)), showsOurProcess)
	}
	return showsOurProcess
}
