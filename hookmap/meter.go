package hookmap

import (
	"slices"
	"strconv"

	opt "atm/tmuxopt"
)

// The largest numbers that a status line is believed in: what is larger is a mistake.
const (
	maxContextPct = 100  // Claude Code itself says no more
	maxLimitPct   = 1000 // an account may be allowed to go beyond its limit
	maxTokens     = 1e12
	maxCostUSD    = 1e9
	maxSeconds    = 1e11 // a time in milliseconds is larger
)

// Meter returns the edits that tell a pane the numbers of a status line, and the
// condition under which there is nothing to tell: the pane shows another session or
// process, no session runs there, or it has all of that already. Each write redraws
// every client of the server.
//
// The condition and the values hold only digits and what [opt.Word] returns. Where they
// could be any text, [StatusLine.Descriptions] compares them. process is the process
// id of the Claude Code that draws the status line, 0 if it is not known.
func (s StatusLine) Meter(process int) (edits []opt.Edit, nothing opt.Format) {
	edits, nothing = s.MeterElsewhere(process)
	if edits == nil {
		return nil, nil
	}
	// Before the pane has them, because what it has already is no news.
	return slices.Concat(s.FiveHours.tell(opt.FiveHours), s.SevenDays.tell(opt.SevenDays), edits), nothing
}

// MeterElsewhere is Meter for a status line from a container or another host, which may be
// that of another account: the server is not told of its limits.
func (s StatusLine) MeterElsewhere(process int) (edits []opt.Edit, nothing opt.Format) {
	concerned := s.shown(process)
	if concerned == nil {
		return nil, nil
	}
	// A run that began before a compaction may end during it: then it knows nothing of
	// what comes after.
	settled := opt.Not(opt.Get(opt.Compacting))
	var changes []opt.Format
	tell := func(o opt.Option, value string, when opt.Format) {
		differs := opt.Differ(opt.Get(o), opt.Lit(value))
		edit := opt.Set(o, value)
		if when != nil {
			differs, edit = opt.And(when, differs), edit.If(when)
		}
		changes = append(changes, opt.If(differs, opt.Lit("1"), opt.Lit("")))
		edits = append(edits, edit)
	}
	pct, tokens := s.context()
	tell(opt.Cost, s.CostUSD.cents(maxCostUSD), nil)
	tell(opt.ContextPct, pct, settled)
	tell(opt.ContextTokens, tokens, settled)
	tell(opt.ContextSize, s.WindowSize.whole(maxTokens), nil)
	tell(opt.Limit5h, s.FiveHours.UsedPct.whole(maxLimitPct), nil)
	tell(opt.Limit5hResets, s.FiveHours.ResetsAt.whole(maxSeconds), nil)
	tell(opt.Limit7d, s.SevenDays.UsedPct.whole(maxLimitPct), nil)
	tell(opt.Limit7dResets, s.SevenDays.ResetsAt.whole(maxSeconds), nil)
	tell(opt.EffortLevel, opt.Word(s.Effort), nil) // absent: the model at work has none
	return edits, opt.Not(opt.And(concerned, opt.Concat(changes...)))
}

// tell returns the edits that have the server know the limit, if it is known.
func (l Limit) tell(of opt.AccountLimit) []opt.Edit {
	used, resets := l.UsedPct.whole(maxLimitPct), l.ResetsAt.whole(maxSeconds)
	if used == "" || resets == "" {
		return nil
	}
	return of.Tell(used, resets)
}

// context returns how full the context is, "" while that is not known: Claude Code says
// null before the first answer, and 0 after a compaction, until the next one.
func (s StatusLine) context() (pct, tokens string) {
	if pct = s.UsedPct.whole(maxContextPct); pct == "" || !s.Usage.used() {
		return "", ""
	}
	return pct, s.InputTokens.whole(maxTokens)
}

// Warning returns the edits that tell somebody of a context that is nearly full, if that
// is news in the session.
func (s StatusLine) Warning(o opt.Options, process int) []opt.Edit {
	pct, _ := s.context()
	used, err := strconv.Atoi(pct)
	if err != nil || o[opt.Compacting] != "" || !s.Concerns(o, process) {
		return nil
	}
	told, _ := strconv.Atoi(o[opt.ContextTold]) // unset is 0
	if mark := opt.ContextMark(used); mark > told {
		return opt.TellContext(mark, s.shown(process))
	}
	return nil
}

// Descriptions returns the edits of what describes the session in words, where the pane
// has something else. They apply only as long as no hook has told anything new.
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
	if title := opt.Text(s.Title); title != "" { // one that nobody has given is not told
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

// shown is true of a pane in which the session of the status line runs; nil if the
// status line does not say which that is. A claude that was started inside another one
// inherits the pane, which shows the other process.
func (s StatusLine) shown(process int) opt.Format {
	id := opt.ID(s.SessionID)
	if id == "" {
		return nil
	}
	same := opt.Or(opt.Is(opt.SessionID, id), opt.Is(opt.SessionID, ""))
	if process != 0 {
		same = opt.And(same, opt.Or(opt.Is(opt.PID, strconv.Itoa(process)), opt.Is(opt.PID, "")))
	}
	return opt.And(opt.Get(opt.Turn), same)
}
