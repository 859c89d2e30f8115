package hookmap

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	opt "atm/tmuxopt"
)

// sessionStart describes a new session, and clears what the pane has of another one.
func sessionStart(e *event) []opt.Edit {
	if e.Source == "compact" {
		return append(e.setIdentity(), e.compacted()...)
	}
	sameProcess, resumed := e.Source == "clear", e.Source == "resume"
	keep := func(f opt.Field) bool {
		switch f.Option {
		case opt.Agent:
			return e.Agent != ""
		case opt.Turn: // set before
			return true
		case opt.Parked, opt.ParkedUntil:
			return e.Source == "fork" // as by ←
		}
		if isOfProcess(f) {
			return sameProcess
		}
		if opt.IsLimit(f.Option) { // a process goes on to report the same
			return sameProcess || resumed
		}
		return f.Group == opt.Work && resumed || outlivesSession(f)
	}
	turn := opt.TurnDone
	if e.Lead != "" && e.Source == "startup" {
		turn = opt.TurnOpen // a teammate begins with the task from its lead: no UserPromptSubmit follows
	}
	awake := opt.EndLimitSleep()
	if !sameProcess { // a wake-up ends with its process, which may have been killed
		ended := opt.Sleep(time.Time{}, time.Time{})
		awake = append(awake, opt.OnlyWhere(opt.Not(e.showsOurProcess()), ended)...)
	}
	cleared := append(append(awake, e.clearConversation()...), e.startTurn(turn))
	cleared = append(cleared, opt.Clear(opt.OfSession, func(f opt.Field) bool {
		return keep(f) || isOfConversation(f)
	})...)
	if resumed {
		cleared = append(e.clearTasks(), cleared...)
	}
	if e.Source != "fork" { // the state of another session begins now, even if it is the same
		since := []opt.Edit{
			opt.Set(opt.SinceNS, opt.Nanoseconds(e.Now)), opt.Set(opt.Since, opt.Seconds(e.Now)),
		}
		cleared = append(cleared, opt.OnlyWhere(opt.And(opt.Get(opt.State), opt.Not(e.sessionIsKnown())), since)...)
	}
	edits := slices.Concat(cleared, e.setIdentity(), e.setProcess(), []opt.Edit{
		opt.Set(opt.SessionDir, e.CWD),
		opt.Set(opt.Title, cmp.Or(e.Title, e.Mate)),
		opt.Set(opt.Lead, e.Lead),
		opt.Set(opt.ForkedFrom, e.forkedFrom()),
	})
	if e.Prompt != "" {
		edits = append(edits, opt.SetWords(opt.FirstPrompt, e.Prompt)...)
	}
	if e.Said != "" { // a question is still open
		edits = append(edits, setAnswer(e.Said, opt.TurnIntent(e.Intent))...)
	}
	if e.Model != "" {
		edits = append(edits, opt.Set(opt.Model, e.Model))
	}
	// A session that starts has not finished anything yet.
	return append(e.deriveUnfinished(nil, edits...), opt.MarkSeen(), opt.Begun())
}

// forkedFrom returns the session that this one was forked from. The arguments of the process still name it
// when another session begins in the process.
func (e *event) forkedFrom() string {
	if e.Source == "clear" || e.Fork == e.SessionID {
		return ""
	}
	return e.Fork
}

// outlivesSession reports whether an option is kept when another session begins. The state is kept, because
// it is derived from the facts.
func outlivesSession(f opt.Field) bool {
	return f.Group == opt.Derived || f.Group == opt.Trace && f.Option != opt.Corrected
}

// isOfProcess reports whether an option is as true of the next session in the process: it may not be reported again.
func isOfProcess(f opt.Field) bool {
	return f.Option == opt.Model || f.Option == opt.PermissionMode || f.Option == opt.Lead
}

// isOfConversation reports whether an option holds what was asked and said in the session.
func isOfConversation(f opt.Field) bool { return f.Group == opt.Texts && f.Lifetime == opt.OfSession }

// mayPark reports whether the process may be continuing a copy of its session, as it does when it moves the
// session into the background. It does so in panes where isParked is true.
func (e *event) mayPark() bool { return e.Source == "fork" && e.Process != 0 }

// A process that has only been started, by cld or with Setup, continues nothing that the pane has shown.
func (e *event) isParked() opt.Format {
	isNew := opt.Or(opt.Is(opt.State, string(opt.Starting)), opt.Is(opt.Activity, settingUp))
	return opt.And(opt.Is(opt.PID, strconv.Itoa(e.Process)), opt.Not(isNew))
}

// clearConversation clears what was asked and said, unless a copy of the session continues the conversation.
func (e *event) clearConversation() []opt.Edit {
	edits := opt.Clear(opt.OfSession, func(f opt.Field) bool { return !isOfConversation(f) })
	if !e.mayPark() {
		return edits
	}
	return opt.OnlyWhere(opt.Not(e.isParked()), edits)
}

// startTurn opens or ends the turn of a session that starts. A copy continues the turn in which it was
// parked.
func (e *event) startTurn(turn opt.TurnState) opt.Edit {
	edit := opt.Set(opt.Turn, string(turn))
	if !e.mayPark() {
		return edit
	}
	return edit.If(opt.Not(opt.And(e.isParked(), opt.Is(opt.Turn, string(opt.TurnOpen)))))
}

// clearTasks clears the tasks and teammates of another session. A session that is resumed keeps its own.
func (e *event) clearTasks() []opt.Edit {
	edits := opt.Clear(opt.OfSession, func(f opt.Field) bool { return f.Group != opt.Work })
	return opt.OnlyWhere(opt.Not(e.sessionIsKnown()), edits)
}

// configChange clears the numbers of a status line: a project's settings may have replaced our status line,
// and then the numbers would never change again. If ours still runs, it soon writes them again, or has done
// so before this event arrives. Our status line is in the user's own settings: after a change of these an
// idle session keeps its numbers, since they are still true. Other settings change whenever somebody answers "don't
// ask again": if they have no status line, every session keeps its numbers.
//
// The limits of the account stay: without them an old limit that the session repeats would count as the newest of the
// account ([opt.AccountLimit.Report]).
func configChange(e *event) []opt.Edit {
	isUsers := e.Source == "user_settings"
	if e.Source == "skills" || e.NoStatusLine && !isUsers {
		return nil
	}
	edits := opt.Clear(opt.OfRun, func(f opt.Field) bool {
		changes := f.Kind == opt.WholeKind || f.Kind == opt.AmountKind || f.Kind == opt.TimeKind
		return f.Group != opt.Meter || !changes || f.Option == opt.ContextSize || opt.IsLimit(f.Option)
	})
	if isUsers {
		edits = opt.OnlyWhere(opt.Is(opt.Turn, string(opt.TurnOpen)), edits)
	}
	return edits
}

// modelSwitched sets the new model of the session.
func modelSwitched(e *event) []opt.Edit {
	if e.ToModel == "" {
		return nil
	}
	return []opt.Edit{unlessLate(opt.Set(opt.Model, e.ToModel))}
}

// settingUp is the activity of a process that has no session yet.
const settingUp = "Setup"

func setup(e *event) []opt.Edit {
	return e.derive(append(e.setProcess(), opt.Set(opt.Turn, string(opt.TurnOpen)), opt.Set(opt.Activity, settingUp))...)
}

// sessionEnd clears the pane if it still shows the session that ends. After /clear and /resume the process
// goes on with another session, and its SessionStart, which may come first, says which. For all other
// reasons the process ends: then the process is compared, because some versions report a wrong id.
func sessionEnd(e *event) []opt.Edit {
	now := opt.Set(opt.StateNS, opt.Nanoseconds(e.Now))
	switch {
	case e.Reason == "clear" || e.Reason == "resume":
		return opt.OnlyWhere(e.sessionIsKnown(), []opt.Edit{now})
	case e.Agent != "": // such a session cannot be resumed
		return opt.OnlyWhere(e.sessionIsKnown(), append(opt.Ended(), opt.Clear(opt.OfSession, nil)...))
	}
	var edits []opt.Edit
	// The last chance to correct a resume that reported a wrong id. A process that found nothing to resume
	// ends a session that never existed.
	if e.TranscriptExists {
		edits = e.setIdentity()
	}
	return opt.OnlyWhere(e.showsOurProcess(), slices.Concat(edits, []opt.Edit{now}, sessionEnded()))
}

// sessionEnded clears the options that only a running session has.
func sessionEnded() []opt.Edit { return append(opt.Ended(), opt.Clear(opt.OfRun, nil)...) }

// Disconnected returns the edits that clear a pane which showed a session elsewhere. The gate is unset last,
// because the conditions read it.
func Disconnected() []opt.Edit {
	gate := func(f opt.Field) bool { return f.Option == opt.Gate }
	return append(append(opt.Ended(), opt.Clear(opt.OfSession, gate)...), opt.Unset(opt.Gate))
}

// showsOurProcess is true in a pane that shows the process of the event, or none. If the process is not known, as
// behind a gate, it is true in a pane that shows the session.
func (e *event) showsOurProcess() opt.Format {
	candidates := e.Ancestors
	if e.Process != 0 {
		candidates = []int{e.Process}
	}
	if len(candidates) == 0 {
		return e.sessionIsKnown()
	}
	showsOurProcess := opt.Not(opt.Get(opt.PID))
	for _, pid := range candidates {
		showsOurProcess = opt.Or(opt.Is(opt.PID, strconv.Itoa(pid)), showsOurProcess)
	}
	return showsOurProcess
}

// Starting returns the edits with which cld marks its pane before it becomes claude. Its process id stays
// the same, so the end of the process is noticed even if no hook has fired: see [Witness]. dir is the directory
// of the session that begins.
func Starting(pid int, dir string, now time.Time) []opt.Edit {
	ended := opt.Sleep(time.Time{}, time.Time{}) // of a process that was killed
	// A second try finds the mark of the first one.
	isMarked := opt.And(opt.Is(opt.State, string(opt.Starting)), opt.Is(opt.PID, strconv.Itoa(pid)))
	return slices.Concat(ended, opt.OnlyWhere(opt.Not(isMarked), opt.Changed(opt.Starting)), []opt.Edit{
		opt.Set(opt.SessionDir, opt.Path(dir)).If(opt.Not(opt.Get(opt.SessionID))),
		opt.Set(opt.State, string(opt.Starting)),
		opt.Set(opt.Status, opt.Stopped),
		opt.Set(opt.Since, opt.Seconds(now)),
		opt.Set(opt.SinceNS, opt.Nanoseconds(now)),
		opt.Set(opt.PID, strconv.Itoa(pid)),
	})
}

// NotStarting returns the edits that remove the mark, because cld could not become claude.
func NotStarting() []opt.Edit {
	return append(opt.Ended(),
		opt.Unset(opt.SessionDir).If(opt.Not(opt.Get(opt.SessionID))),
		opt.Unset(opt.State), opt.Unset(opt.Status), opt.Unset(opt.Since), opt.Unset(opt.SinceNS), opt.Unset(opt.PID),
	)
}
