package hook

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"time"

	"atm/hookmap"
	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/permission"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// agentDialogOpens is how long the registry may take to list the dialog of a subagent as open. The dialog of
// the main thread is on the screen while the hook runs, so waiting longer costs nothing there. A background
// subagent that the transcript does not mention gets its dialog only after its hook has ended; the dialog of
// a subagent that the main thread waits for was listed after 0.63 s at most (2.1.197, on a busy machine).
const agentDialogOpens = time.Second

// request is a permission request that can be answered.
type request struct {
	caller.Route
	payload  hookmap.Payload
	isMissed bool // tmux was too late for the event
}

// awaitAnswer waits until the request is answered or over, and prints the answer.
func (c invocation) awaitAnswer(asked request) {
	defer func() { _ = recover() }() // a panic outside of the report's own Recover
	// The dialog of such a teammate opens only after the hook has ended (2.1.330).
	if asked.payload.InProcessTeammate() {
		return
	}
	claude, ok := c.claudePID(asked.Route)
	if !ok {
		return
	}
	r := c.NewReport()
	defer r.Write(c.now)
	defer r.Recover()
	r.Event, r.Pane = asked.payload.Event+"-wait", asked.Pane
	dialog := reply.Dialog{Home: claudehome.Dir(c.Getenv), Claude: claude, OpenTimeout: hookmap.DialogOpens}
	if asked.payload.AgentID != "" {
		dialog.OpenTimeout, dialog.Background = agentDialogOpens, c.background(asked.payload)
	}
	waiter := reply.Waiter{Dialog: dialog, Request: c.request(asked.payload), Out: c.stdout, Now: c.now}
	debug.FreeOSMemory() // frees what a large payload took
	if asked.ThroughGate {
		r.Err = c.waiterBehindGate(asked.payload, waiter).Behind(asked.Gate)
		return
	}
	relay := reply.Relay{Tmux: c.server(), Pane: asked.Pane, Origin: message.Origin{PID: claude}, Now: c.now}
	if asked.isMissed {
		relay.Missed = &reply.Missed{At: c.Start, Edits: func(now time.Time) []tmuxopt.Edit {
			by := c.context(asked.payload)
			by.Now = now
			return hookmap.Map(asked.payload, by)
		}}
	}
	outcome := waiter.Here(relay)
	r.Err, r.AnsweredBy = outcome.Why, outcome.AnsweredBy
}

// claudePID returns the process of the interactive Claude Code that has asked, if its registry shows when
// the dialog is closed.
func (c invocation) claudePID(route caller.Route) (pid int, ok bool) {
	switch {
	case route.Worker != 0:
		return route.Worker, true
	case !route.ThroughGate && !c.Tmux.Local():
		return 0, false
	}
	entry := caller.Within(c.renewed(), c.Entry)
	return entry.PID, entry.SpeaksForPane(proc.Is)
}

// renewed returns the caller as of now: a hook that waits has a deadline of its own for each thing that it
// reads.
func (c invocation) renewed() caller.Caller {
	now := c.Caller
	now.Start = c.now()
	return now
}

// background returns a function that reports whether the transcript now shows that a subagent runs in the
// background. The payload does not say that. If the file system hangs, only the registry can show it.
func (c invocation) background(p hookmap.Payload) func() bool {
	home := os.DirFS(claudehome.Dir(c.Getenv))
	transcript := claudehome.TranscriptAt(p.TranscriptPath)
	var searched int64
	type result struct {
		found    bool
		searched int64
	}
	return func() bool {
		before := searched
		search := func() result {
			found, to, err := claudehome.InBackground(home, transcript, p.AgentID, before)
			return result{err == nil && found, to}
		}
		r := caller.Within(c.renewed(), search)
		searched = max(before, r.searched)
		return r.found
	}
}

// server is the way to tmux without the deadline of a hook.
func (c invocation) server() tmux.Server {
	server := c.Tmux
	server.Until = time.Time{}
	return server
}

// request returns the request in the form in which people who answer get it.
func (c invocation) request(p hookmap.Payload) reply.Request {
	input, home := p.Input, c.Getenv("HOME")
	var resolved *permission.Resolved
	if file := input.File(); file != "" {
		resolved = caller.Within(c.renewed(), func() *permission.Resolved {
			return reply.Resolve(file, p.CWD, home, claudehome.Dir(c.Getenv))
		})
	}
	return reply.Request{
		Call: p.Call(), Session: p.SessionID, CWD: p.CWD, Home: home,
		Agent: p.AgentID, AgentType: p.AgentType, Tool: p.Tool,
		Input: json.RawMessage(p.ToolInput), Suggestions: json.RawMessage(p.Suggestions),
		Resolved: resolved,
	}
}
