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
	"atm/tmuxopt"
)

// agentDialogTimeout is how long the registry may take to list the dialog of a subagent as open. (For the main
// thread a longer wait has no cost, because its dialog is on the screen while the hook runs.) A background
// subagent that the transcript does not mention gets its dialog only after its hook has ended. The dialog of
// a subagent that the main thread waits for was listed after at most 0.63 s (2.1.197, on a busy machine).
const agentDialogTimeout = time.Second

// openRequest is a permission request that can be answered.
type openRequest struct {
	caller.Route
	payload  hookmap.Payload
	isMissed bool // tmux did not apply the event in time
}

// awaitAnswer waits until the request is answered or closed, and prints the answer.
func (c invocation) awaitAnswer(open openRequest) {
	defer func() { _ = recover() }()      // a panic that the report does not recover
	if open.payload.InProcessTeammate() { // its dialog opens only after the hook has ended (2.1.330)
		return
	}
	pid, ok := c.claudePID(open.Route)
	if !ok {
		return
	}
	r := c.NewReport()
	defer r.Write(c.now)
	defer r.Recover()
	r.Event, r.Pane = open.payload.Event+"-wait", open.Pane
	dialog := reply.Dialog{Home: claudehome.Dir(c.Getenv), Claude: pid, OpenTimeout: hookmap.DialogOpens}
	if open.payload.AgentID != "" {
		dialog.OpenTimeout, dialog.Background = agentDialogTimeout, c.background(open.payload)
	}
	waiter := reply.Waiter{Dialog: dialog, Request: c.requestForPerson(open.payload), Out: c.stdout, Now: c.now}
	debug.FreeOSMemory() // frees what a large payload took
	if open.ThroughGate {
		r.Err = c.waiterBehindGate(open.payload, waiter).WaitAtGate(open.Gate)
		return
	}
	relay := reply.Relay{Tmux: c.Tmux, Pane: open.Pane, Origin: message.Origin{PID: pid}, Now: c.now}
	relay.Tmux.Until = time.Time{} // no deadline: a person answers
	if open.Worker != 0 {
		relay.Tmux.Socket = "" // a worker that has TMUX, as those of older versions, still waits for no pane
	}
	if open.isMissed {
		relay.Missed = &reply.Missed{At: c.Start, Edits: func(now time.Time) []tmuxopt.Edit {
			known := c.context(open.payload)
			known.Now = now
			return hookmap.Map(open.payload, known)
		}}
	}
	outcome := waiter.WaitHere(relay)
	r.Err, r.AnsweredBy = outcome.Cause, outcome.AnsweredBy
}

// claudePID returns the process of the Claude Code that has asked. ok is false if nothing would tell us that the
// dialog has closed: the server is on another host, or the registry does not list the process as interactive.
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

// renewed returns the caller with a new start: a hook that waits has a separate deadline for each file that
// it reads.
func (c invocation) renewed() caller.Caller {
	renewed := c.Caller
	renewed.Start = c.now()
	return renewed
}

// background returns a function that reports whether the transcript now shows that the subagent runs in the
// background, which the payload does not say. If the file system hangs, the function returns false.
func (c invocation) background(p hookmap.Payload) func() bool {
	home := os.DirFS(claudehome.Dir(c.Getenv))
	transcript := claudehome.TranscriptAt(p.TranscriptPath)
	var searchedBytes int64
	type result struct {
		isFound bool
		end     int64
	}
	return func() bool {
		begin := searchedBytes
		search := func() result {
			isFound, end, err := claudehome.InBackground(home, transcript, p.AgentID, begin)
			return result{err == nil && isFound, end}
		}
		r := caller.Within(c.renewed(), search)
		searchedBytes = max(begin, r.end)
		return r.isFound
	}
}

// requestForPerson returns the request in the form for the person who answers it.
func (c invocation) requestForPerson(p hookmap.Payload) reply.Request {
	input, home := p.Input, c.Getenv("HOME")
	var resolved *permission.Resolved
	if file := input.File(); file != "" {
		resolved = caller.Within(c.renewed(), func() *permission.Resolved {
			return dropBefore(reply.Resolve(file, p.CWD, home, claudehome.Dir(c.Getenv)), p)
		})
	}
	return reply.Request{
		Call: p.Call(), Session: p.SessionID, CWD: p.CWD, Home: home,
		Agent: p.AgentID, AgentType: p.AgentType, Tool: p.Tool,
		Input: json.RawMessage(p.ToolInput), Suggestions: json.RawMessage(p.Suggestions),
		Resolved: resolved,
	}
}

// maxInputAndBefore is how many bytes the input and the present text of the file may have together: a message
// has at most 64 KiB.
const maxInputAndBefore = 48 << 10

// dropBefore keeps the present text of the file only for Write, which replaces all of it, and only if it fits into
// a message.
func dropBefore(r *permission.Resolved, p hookmap.Payload) *permission.Resolved {
	if r == nil {
		return nil
	}
	before, _ := json.Marshal(r.Before) // a text can always be written as JSON
	if p.Tool != "Write" || len(p.ToolInput)+len(before) > maxInputAndBefore {
		r.Before = ""
	}
	return r
}
