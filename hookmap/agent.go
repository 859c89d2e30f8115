package hookmap

import (
	"strconv"
	"time"

	opt "atm/tmuxopt"
)

// Announcement is the state that a program other than Claude Code, an agent, reports of itself.
type Announcement struct {
	Agent   string           // its name, as [opt.ID] allows; "" = that of the pane, else [Unnamed]
	State   opt.SessionState // working, attention, idle or error
	Detail  string           // what it does or wants, or what went wrong; "" = nothing
	Title   string           // what people call it; "" = as before
	Dir     string           // the directory that it runs in; "" = not known
	Process int              // its process id, 0 if that is not known
	Now     time.Time
}

// Unnamed is the name of an agent that has given none.
const Unnamed = "program"

// announced is the event that such a program fires, as [opt.LatestHookEvent] names it.
const announced = "set"

// Edits returns the edits that an announcement makes to the options of its pane. They
// edit the same facts as the events of Claude Code. Applied twice they leave the same
// options. In a pane where [ClaudeRuns] is true they must not be applied.
func (a Announcement) Edits() []opt.Edit {
	edits := []opt.Edit{
		opt.Set(opt.LatestHookEvent, announced),
		opt.Set(opt.LatestHookTime, opt.Seconds(a.Now)),
	}
	edits = append(edits, a.begins()...)
	if title := opt.Text(a.Title); title != "" {
		edits = append(edits, opt.Set(opt.Title, title))
	}
	if a.Process != 0 {
		edits = append(edits, opt.Set(opt.PID, strconv.Itoa(a.Process)))
	}
	edits = append(edits, a.facts()...)
	return append(edits, opt.DeriveAsserted(a.Now)...)
}

// begins makes the pane that of the agent, unless it is already: what the pane knew of a
// session of Claude Code, or of another agent, goes.
func (a Announcement) begins() []opt.Edit {
	if name := opt.ID(a.Agent); name != "" {
		return agentBegins(opt.Not(opt.Is(opt.Agent, name)), name, opt.Set(opt.SessionDir, opt.Path(a.Dir)))
	}
	return agentBegins(opt.Not(opt.Get(opt.Agent)), Unnamed, opt.Set(opt.SessionDir, opt.Path(a.Dir)))
}

// agentBegins returns the edits that make the pane that of an agent where another one has it; first describes it.
func agentBegins(another opt.Format, name string, first ...opt.Edit) []opt.Edit {
	edits := append(opt.Clear(opt.OfSession, func(f opt.Field) bool {
		return f.Option == opt.Agent || outlivesSession(f)
	}), first...)
	// The name comes last, because the conditions read it.
	return where(another, append(edits, opt.Set(opt.Agent, name)))
}

// begins makes the pane that of the agent whose hook it is. Its first event need not be that of a start, but the end of
// a session that the pane does not show begins nothing. A pane in which Claude Code runs refuses the whole event: see
// [ClaudeRuns].
func (e *event) begins() []opt.Edit {
	if e.Agent == "" || EventName(e.Event) == SessionEnd {
		return nil
	}
	another := opt.Not(opt.Is(opt.Agent, e.Agent))
	return agentBegins(another, e.Agent, append(e.process(), opt.Set(opt.SessionDir, e.CWD))...)
}

// facts returns the edits of the facts that make up the state. An agent that asks for attention has one
// open call, which its next announcement answers.
func (a Announcement) facts() []opt.Edit {
	detail := opt.Text(a.Detail)
	if a.State == opt.Attention {
		call := opt.Entry{Key: key(mainThread, announced, detail), Word: string(CallDialog)}
		isListed := opt.Has(opt.Waiting, call.Key)
		another := opt.And(opt.Is(opt.State, string(opt.Attention)), opt.Not(isListed))
		return append(opt.NotifyCall(another),
			opt.Set(opt.Turn, string(opt.TurnOpen)),
			opt.Set(opt.Waiting, call.String()),
			setReason(detail),
			opt.Unset(opt.RequestCall),
		)
	}
	turn := opt.TurnDone
	switch a.State {
	case opt.Working:
		turn = opt.TurnOpen
	case opt.Failed:
		turn = opt.TurnFailed
	}
	return []opt.Edit{
		opt.Set(opt.Turn, string(turn)),
		opt.Unset(opt.Waiting),
		opt.Set(opt.Activity, detail),
	}
}

// AgentEnded returns the edits that clear a pane whose agent has ended. They change
// nothing in other panes.
func AgentEnded() []opt.Edit {
	edits := agentEnded()
	return where(opt.Get(opt.Agent), edits)
}

// agentEnded leaves nothing: unlike a session of Claude Code, an agent cannot be resumed.
func agentEnded() []opt.Edit {
	edits := append(opt.Ended(), opt.Clear(opt.OfSession, func(f opt.Field) bool {
		return f.Option == opt.Agent // conditions read it
	})...)
	return append(edits, opt.Unset(opt.Agent))
}

// ClaudeRuns is true in a pane in which a session of Claude Code runs or starts: its own hooks report
// its state.
func ClaudeRuns() opt.Format {
	return opt.And(opt.Or(opt.Get(opt.Turn), opt.Get(opt.State)), opt.Not(opt.Get(opt.Agent)))
}

// replaceAgent returns the edits by which a session of Claude Code takes the place of an agent.
func (e *event) replaceAgent() []opt.Edit {
	if e.Agent != "" {
		return nil
	}
	edits := []opt.Edit{opt.Unset(opt.Title), opt.Unset(opt.SessionDir), opt.Unset(opt.PID)}
	return append(where(opt.Get(opt.Agent), edits), opt.Unset(opt.Agent))
}

// clearEndedAgent clears a pane whose agent has ended without telling so. Its last state stays until
// somebody has looked at it: a failed build does not run any more, either.
func (d *comparison) clearEndedAgent() {
	if d.options.Unseen() {
		return
	}
	d.correct("gone", agentEnded()...)
	d.since = d.now
}

// takeAgentsPlace compares the pane as if nothing were known of it, because Claude Code runs where an
// agent has set its state. The edits count only if there is something to correct.
func (d *comparison) takeAgentsPlace(e Entry) {
	if d.options[opt.Agent] == e.Agent {
		return
	}
	d.edits = agentEnded()
	d.options = opt.Apply(d.options, d.edits)
}
