package hookmap

import (
	"slices"
	"strconv"

	opt "atm/tmuxopt"
)

// The largest numbers that are accepted from a status line, besides those of tmuxopt.
const (
	maxContextPct = 100 // Claude Code itself says no more
	maxTokens     = 1e12
	maxSeconds    = 1e11 // a time in milliseconds is larger
)

// Meter returns the edits that write the numbers of a status line into a pane, and the condition under which
// they must not be made: the pane shows another session or process, no session runs there, or the pane
// already has these numbers. Each write redraws every client of the server.
//
// The condition and the values contain only digits and what [opt.Word] returns. Texts that could contain
// anything are compared by [StatusLine.Descriptions]. process is the process id of the Claude Code that
// draws the status line, 0 if it is not known.
func (s StatusLine) Meter(process int) (edits []opt.Edit, unless opt.Format) {
	edits, unless = s.MeterElsewhere(process)
	if edits == nil {
		return nil, nil
	}
	// This comes before the pane gets the numbers: only numbers that the pane does not have are news.
	return slices.Concat(s.FiveHours.edits(opt.FiveHours), s.SevenDays.edits(opt.SevenDays), edits), unless
}

// MeterElsewhere is Meter for a status line from a container or another host. That may use another account,
// so its limits are not written.
func (s StatusLine) MeterElsewhere(process int) (edits []opt.Edit, unless opt.Format) {
	concerned := s.shown(process)
	if concerned == nil {
		return nil, nil
	}
	// A status line that began before a compaction may end during it: then its numbers are from before the
	// compaction.
	isSettled := opt.Not(opt.Get(opt.Compacting))
	var changes []opt.Format
	write := func(o opt.Option, value string, condition opt.Format) {
		differs := opt.Differ(opt.Get(o), opt.Lit(value))
		edit := opt.Set(o, value)
		if condition != nil {
			differs, edit = opt.And(condition, differs), edit.If(condition)
		}
		changes = append(changes, opt.If(differs, opt.Lit("1"), opt.Lit("")))
		edits = append(edits, edit)
	}
	for _, f := range s.figures() {
		condition := opt.Format(nil)
		if f.option == opt.ContextPct || f.option == opt.ContextTokens {
			condition = isSettled
		}
		write(f.option, f.text(), condition)
	}
	write(opt.EffortLevel, opt.Word(s.EffortLevel), nil) // absent: the current model has none
	return edits, opt.Not(opt.And(concerned, opt.Concat(changes...)))
}

// edits returns the edits that write the limit into the server, if it is known.
func (l Limit) edits(of opt.AccountLimit) []opt.Edit {
	used, resets := l.used(), l.ResetsAt.whole(maxSeconds)
	if used == "" || resets == "" {
		return nil
	}
	return of.Report(used, resets)
}

// Warning returns the edits that notify the user of a context that is nearly full, once for each mark in a
// session.
func (s StatusLine) Warning(o opt.Options, process int) []opt.Edit {
	used, err := strconv.Atoi(s.contextPct())
	if err != nil || o[opt.Compacting] != "" || !s.Concerns(o, process) {
		return nil
	}
	warnedAt, _ := strconv.Atoi(o[opt.ContextTold]) // unset is 0
	if mark := opt.ContextMark(used); mark > warnedAt {
		return opt.NotifyContext(mark, s.shown(process))
	}
	return nil
}

// Descriptions returns the edits of the texts that describe the session, where the pane has other texts.
// They apply only if no hook has fired since the pane was read.
func (s StatusLine) Descriptions(o opt.Options, process int) []opt.Edit {
	if !s.Concerns(o, process) {
		return nil
	}
	unchanged := opt.And(s.shown(process), opt.Is(opt.StateNS, opt.ID(o[opt.StateNS])))
	var edits []opt.Edit
	describe := func(option opt.Option, value string) {
		if value != o[option] {
			edits = append(edits, opt.Set(option, value).If(unchanged))
		}
	}
	if model := opt.Text(s.Model); model != "" {
		describe(opt.Model, model)
	}
	if title := opt.Text(s.Title); title != "" { // Claude Code sends only names that somebody has given
		describe(opt.Title, title)
	}
	describe(opt.Branch, opt.Text(s.Branch))
	return edits
}

// Concerns reports whether the session of the status line runs in a pane.
func (s StatusLine) Concerns(o opt.Options, process int) bool {
	concerned := s.shown(process)
	return concerned != nil && opt.True(concerned, o)
}

// shown is true in a pane in which the session of the status line runs; nil if the status line does not name
// its session. A claude that was started inside another one inherits the pane, which shows the other
// process.
func (s StatusLine) shown(process int) opt.Format {
	id := opt.ID(s.SessionID)
	if id == "" {
		return nil
	}
	isSameSession := opt.Or(opt.Is(opt.SessionID, id), opt.Is(opt.SessionID, ""))
	if process != 0 {
		isSameSession = opt.And(isSameSession, opt.Or(opt.Is(opt.PID, strconv.Itoa(process)), opt.Is(opt.PID, "")))
	}
	return opt.And(opt.Get(opt.Turn), isSameSession)
}
