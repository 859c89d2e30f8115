package hookmap

import (
	"fmt"
	"strconv"
	"time"

	opt "atm/tmuxopt"
)

// Context is what an event's process knows besides the payload.
type Context struct {
	Now time.Time

	// Client is the process id of the client that fired the event, 0 if it is
	// not known.
	Client int
	// Ancestors are the processes above the hook. Where Client is not known, it
	// is one of them.
	Ancestors []int
	// TranscriptExists says that the payload's transcript is there on disk.
	TranscriptExists bool
}

// Map returns the edits that a payload makes to the options of its pane, none
// if it names no event. Applied twice they leave the same options.
func Map(p Payload, c Context) []opt.Edit {
	if p.Event == "" {
		return nil
	}
	e := event{p, c, opt.ID(p.SessionID), agentKey(p.AgentID)}
	var edits []opt.Edit
	if rule := e.rule(); rule != nil {
		edits = rule(e)
	}
	return append(edits, e.trace()...)
}

// event is one event while it is mapped.
type event struct {
	Payload
	Context
	session string // the session's id, "" if it is none
	agent   string // who fired it: mainThread or an agent's id
}

// mainThread stands for the main thread in the keys of calls for attention.
const mainThread = "main"

// agentKey reduces an agent's id to what may stand in a list, and keeps it apart
// from the names that have a meaning of their own there.
func agentKey(id string) string {
	switch key := opt.Word(id); key {
	case "":
		return mainThread
	case mainThread, registry:
		return "agent-" + key
	default:
		return key
	}
}

// registry stands for the client's own registry in the keys of calls.
const registry = "registry"

func (e event) rule() rule {
	for _, row := range Events() {
		switch {
		case row.Name != e.Event:
		case e.AgentID == "":
			return row.main
		default:
			return row.agent
		}
	}
	return nil
}

// trace says what came last. Only the main thread speaks for the session: an
// agent may run in a permission mode of its own.
func (e event) trace() []opt.Edit {
	name := opt.Word(e.Event)
	if e.Event == "Notification" && e.Notified != "" {
		name += "-" + opt.Word(e.Notified)
	}
	edits := []opt.Edit{
		opt.Set(opt.LatestHookEvent, name),
		opt.Set(opt.LatestHookTime, strconv.FormatInt(e.Now.Unix(), 10)),
	}
	if mode := opt.Text(e.PermissionMode); mode != "" && e.agent == mainThread {
		edits = append(edits, opt.Set(opt.PermissionMode, mode))
	}
	return append(edits, opt.Shown())
}

// asserted is what follows the edits of an event that knows how things are.
func (e event) asserted(edits ...opt.Edit) []opt.Edit {
	return append(append(edits, opt.Set(opt.StateNS, nanoseconds(e.Now))), derived(e.Now)...)
}

// nanoseconds writes a time so that texts compare as times do.
func nanoseconds(t time.Time) string { return fmt.Sprintf("%019d", t.UnixNano()) }

// derived has tmux work out the state from the facts. Nothing is derived while
// no session runs: an event that trails in must not revive the pane.
func derived(now time.Time) []opt.Edit {
	running := opt.Get(opt.Turn)
	changed := opt.Differ(opt.Get(opt.State), stateFormat())
	transition := append([]opt.Edit{
		opt.Set(opt.Since, strconv.FormatInt(now.Unix(), 10)),
		opt.Set(opt.SinceNS, nanoseconds(now)),
		opt.SetFormat(opt.Seen, opt.If(opt.And(opt.Looked(), opt.Differ(opt.Get(opt.SeenOption), opt.Lit(string(opt.Respond)))), opt.Lit(strconv.FormatInt(now.Unix(), 10)), opt.Lit(""))),
		opt.SetFormat(opt.State, stateFormat()),
		opt.SetFormat(opt.Status, opt.If(opt.Is(opt.State, "working"), opt.Lit("running"), opt.Lit("stopped"))),
	}, opt.Signal()...)
	return []opt.Edit{
		// Worked out only where the state changes, which is rare.
		opt.Together(opt.And(running, changed), transition...),
		opt.SetFormat(opt.Detail, opt.If(opt.Is(opt.State, "attention"), opt.Get(opt.Reason), opt.Get(opt.Activity))).If(running),
	}
}

// stateFormat is the rule that says what a state is. It is worked out in every
// batch: each condition is one that the server decides at once.
func stateFormat() opt.Format {
	state := opt.If(opt.Is(opt.Turn, "error"), opt.Lit("error"), opt.Lit("idle"))
	for _, works := range []opt.Format{opt.Get(opt.Agents), opt.Is(opt.Turn, "open"), opt.Get(opt.Compacting)} {
		state = opt.If(works, opt.Lit("working"), state)
	}
	return opt.If(opt.Get(opt.Waiting), opt.Lit("attention"), state)
}
