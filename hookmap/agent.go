package hookmap

import (
	"slices"
	"time"

	opt "atm/tmuxopt"
)

// Announcement is the state that a program other than Claude Code, an agent, reports of itself.
type Announcement struct {
	Agent   string           // its name, as [opt.ID] allows; "" = that of the pane, else [Unnamed]
	State   opt.SessionState // working, attention, idle or error
	Detail  string           // what it does or wants, or what went wrong; "" = nothing
	Title   string           // its name for people; "" = unchanged
	Dir     string           // the directory that it runs in; "" = not known
	Process int              // its process id, 0 if that is not known
	Ended   bool             // the process that the pane has so far has ended
	Now     time.Time
}

// Unnamed is the name of an agent that has given none.
const Unnamed = "program"

// announced is the event that such a program fires, as [opt.LatestHookEvent] names it.
const announced = "set"

// Edits returns the edits that an announcement makes to the options of its pane. They edit the same facts as
// the events of Claude Code. Applied twice they leave the same options. They must not be applied to a pane
// where [ClaudeRuns] is true.
func (a Announcement) Edits() []opt.Edit {
	e := &event{Digest: Digest{Members: Members{Event: announced}}, Now: a.Now, Process: a.Process}
	edits := append(e.trace(), a.takePane()...)
	if title := opt.Text(a.Title); title != "" {
		edits = append(edits, opt.Set(opt.Title, title))
	}
	if a.Ended { // what is typed at the prompt afterwards has no process
		edits = append(edits, opt.Unset(opt.PID))
	}
	return e.derive(slices.Concat(edits, e.setProcess(), a.facts())...)
}

// takePane gives the pane to the agent, unless the agent has it already. It clears what the pane has of a
// session of Claude Code, or of another agent.
func (a Announcement) takePane() []opt.Edit {
	name := opt.ID(a.Agent)
	isSame := opt.Is(opt.Agent, name)
	if name == "" {
		name, isSame = Unnamed, opt.Get(opt.Agent)
	}
	return paneForAgent(opt.Not(isSame), name, opt.Set(opt.SessionDir, opt.Path(a.Dir)))
}

// paneForAgent returns the edits that give the pane to an agent where isOther is true; first describes the
// agent. The state goes, so that the first one of the agent counts as a change even if it is the same: the user is
// notified of it, and it is not parked.
func paneForAgent(isOther opt.Format, name string, first ...opt.Edit) []opt.Edit {
	edits := append(opt.Clear(opt.OfSession, func(f opt.Field) bool {
		return f.Option == opt.Agent || f.Option != opt.State && outlivesSession(f)
	}), first...)
	// The name comes last, because the conditions read it.
	return opt.OnlyWhere(isOther, append(edits, opt.Set(opt.Agent, name)))
}

// takePane gives the pane to the agent that has fired the event. Its first event need not be a start, but
// the end of a session that the pane does not show does not take the pane. In a pane in which Claude Code
// runs the whole event is refused: see [ClaudeRuns].
func (e *event) takePane() []opt.Edit {
	if e.Agent == "" || EventName(e.Event) == SessionEnd {
		return nil
	}
	isOther := opt.Not(opt.Is(opt.Agent, e.Agent))
	return paneForAgent(isOther, e.Agent, append(e.setProcess(), opt.Set(opt.SessionDir, e.CWD))...)
}

// facts returns the edits of the facts from which the state is derived. An agent that asks for attention has
// one open call, which its next announcement answers.
func (a Announcement) facts() []opt.Edit {
	detail := opt.Text(a.Detail)
	if a.State == opt.Attention {
		call := opt.Entry{Key: key(mainThread, announced, detail), Word: string(CallDialog)}
		isListed := opt.Has(opt.Waiting, call.Key)
		another := opt.And(opt.Is(opt.State, string(opt.Attention)), opt.Not(isListed))
		return append(opt.NotifyCall(another),
			opt.Set(opt.Turn, string(opt.TurnOpen)),
			opt.Set(opt.Waiting, call.String()),
			opt.Set(opt.Reason, detail),
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

// AgentEnded returns the edits that clear a pane whose agent has ended. They change nothing in other panes.
func AgentEnded() []opt.Edit { return opt.OnlyWhere(opt.Get(opt.Agent), clearedPane()) }

// clearedPane returns the edits that leave no session in a pane. An ended session of Claude Code stays there, because
// it can be resumed; an agent cannot be, and a conversation that went on in the background is shown there.
func clearedPane() []opt.Edit {
	edits := append(opt.Ended(), opt.Clear(opt.OfSession, func(f opt.Field) bool {
		return f.Option == opt.Agent // conditions read it
	})...)
	return append(edits, opt.Unset(opt.Agent))
}

// ClaudeRuns is true in a pane in which a session of Claude Code runs or starts: its own hooks report its
// state.
func ClaudeRuns() opt.Format {
	return opt.And(opt.Or(opt.Get(opt.Turn), opt.Get(opt.State)), opt.Not(opt.Get(opt.Agent)))
}

// replaceAgent returns the edits with which a session of Claude Code replaces an agent.
func (e *event) replaceAgent() []opt.Edit {
	if e.Agent != "" {
		return nil
	}
	edits := []opt.Edit{opt.Unset(opt.Title), opt.Unset(opt.SessionDir), opt.Unset(opt.PID)}
	return append(opt.OnlyWhere(opt.Get(opt.Agent), edits), opt.Unset(opt.Agent))
}

// clearEndedAgent clears a pane whose agent has ended without reporting it. Its last state stays until
// somebody has looked at it: a failed build has also ended.
func (d *comparison) clearEndedAgent() {
	if d.options.Unseen() {
		return
	}
	d.correct("gone", clearedPane()...)
	d.since = d.now
}

// takeAgentsPlace compares the pane as if it were empty, because Claude Code runs where an agent has set its
// state. The edits count only if there is something to correct.
func (d *comparison) takeAgentsPlace(e Entry) {
	if d.options[opt.Agent] == e.Agent {
		return
	}
	d.edits = clearedPane()
	d.options = opt.Apply(d.options, d.edits)
}
