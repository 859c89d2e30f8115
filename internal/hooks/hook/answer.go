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

// agentDialogOpens is how long the registry may take to list the dialog of a subagent as open. (For the main
// thread a longer wait has no cost, because its dialog is on the screen while the hook runs.) A background
// subagent that the transcript does not mention gets its dialog only after its hook has ended. The dialog of
// a subagent that the main thread waits for was listed after at most 0.63 s (2.1.197, on a busy machine).
const agentDialogOpens = time.Second

// request is a permission request that can be answered.
type request struct {
	caller.Route
	payload  hookmap.Payload
	isMissed bool // tmux did not apply the event in time
}

// awaitAnswer waits until the request is answered or closed, and prints the answer.
func (c invocation) awaitAnswer(asked request) {
	defer func() { _ = recover() }()       // a panic that the report does not recover
	if asked.payload.InProcessTeammate() { // its dialog opens only after the hook has ended (2.1.330)
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
		r.Err = c.waiterBehindGate(asked.payload, waiter).WaitAtGate(asked.Gate)
		return
	}
	relay := reply.Relay{Tmux: c.Tmux, Pane: asked.Pane, Origin: message.Origin{PID: claude}, Now: c.now}
	relay.Tmux.Until = time.Time{} // no deadline: a person answers
	if asked.isMissed {
		relay.Missed = &reply.Missed{At: c.Start, Edits: func(now time.Time) []tmuxopt.Edit {
			by := c.context(asked.payload)
			by.Now = now
			return hookmap.Map(asked.payload, by)
		}}
	}
	outcome := waiter.WaitHere(relay)
	r.Err, r.AnsweredBy = outcome.Cause, outcome.AnsweredBy
}

// claudePID returns the process of the Claude Code that has asked; ok is false if its registry does not show
// when the dialog is closed.
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
	now := c.Caller
	now.Start = c.now()
	return now
}

// background returns a function that reports whether the transcript now shows that the subagent runs in the
// background, which the payload does not say. If the file system hangs, the function returns false.
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

// request returns the request in the form for those who answer it.
func (c invocation) request(p hookmap.Payload) reply.Request {
	input, home := p.Input, c.Getenv("HOME")
	var resolved *permission.Resolved
	if file := input.File(); file != "" {
		resolved = caller.Within(c.renewed(), func() *permission.Resolved {
			return onlyWritten(reply.Resolve(file, p.CWD, home, claudehome.Dir(c.Getenv)), p)
		})
	}
	return reply.Request{
		Call: p.Call(), Session: p.SessionID, CWD: p.CWD, Home: home,
		Agent: p.AgentID, AgentType: p.AgentType, Tool: p.Tool,
		Input: json.RawMessage(p.ToolInput), Suggestions: json.RawMessage(p.Suggestions),
		Resolved: resolved,
	}
}

// maxShown is how many bytes the input and the text before may have together: a message has at most 64 KiB.
const maxShown = 48 << 10

// onlyWritten leaves out the text that the file has now unless the call replaces all of it, and the message has room.
func onlyWritten(r *permission.Resolved, p hookmap.Payload) *permission.Resolved {
	if r == nil {
		return nil
	}
	before, _ := json.Marshal(r.Before) // a text can always be written as JSON
	if p.Tool != "Write" || len(p.ToolInput)+len(before) > maxShown {
		r.Before = ""
	}
	return r
}
