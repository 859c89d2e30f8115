package hook

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"time"

	"atm/hookmap"
	"atm/internal/caller"
	"atm/internal/claudehome"
	"atm/internal/gate"
	"atm/internal/proc"
	"atm/internal/reply"
	"atm/internal/tmux"
)

// agentDialogOpens is how long the registry may take to say that the dialog of a subagent is
// open. In the main thread, where the dialog is there while the hook runs, waiting longer costs
// nobody anything. A subagent in the background of which the transcript does not tell gets
// its dialog only when its hook has ended; that of one for which the main thread waits was
// known after 0.63 s at most (2.1.197, on a busy machine).
const agentDialogOpens = time.Second

// request is a permission request that somebody may want to answer.
type request struct {
	pane    string
	gate    *gate.Address // that leads to the pane, nil if it is here
	payload hookmap.Payload
}

// await waits until the request is answered or over, and prints the answer.
func (c call) await(asked request) {
	defer func() { _ = recover() }() // what the report's own Recover has not met
	client, ok := c.client()
	if !ok {
		return
	}
	r := c.NewReport()
	defer r.Write(c.now)
	defer r.Recover()
	r.Event, r.Pane = asked.payload.Event+"-wait", asked.pane
	dialog := reply.Dialog{Home: claudehome.Dir(c.Getenv), Client: client, Grace: hookmap.DialogOpens}
	if asked.payload.AgentID != "" {
		dialog.Grace, dialog.Background = agentDialogOpens, c.background(asked.payload)
	}
	request := c.request(asked.payload)
	debug.FreeOSMemory() // what was needed to read a large payload
	var outcome reply.Outcome
	if asked.gate != nil {
		outcome = c.remote(asked, request, dialog).Wait()
	} else {
		waiter := reply.Waiter{
			Tmux: c.server(), Pane: asked.pane, Request: request, Dialog: dialog, Out: c.stdout, Now: c.now,
		}
		outcome = waiter.Wait()
	}
	r.Err, r.AnsweredBy = outcome.Why, outcome.AnsweredBy
}

// client returns the process of an interactive Claude Code that has asked, if its registry
// tells when the dialog is closed.
func (c call) client() (pid int, ok bool) {
	if _, elsewhere := c.Gate(); !elsewhere && !c.Tmux.Local() {
		return 0, false
	}
	entry := caller.Within(c.Caller, c.Entry)
	if entry.PID == 0 || entry.Background() || !entry.Interactive() || !proc.Is(entry.PID, entry.ProcStart) {
		return 0, false
	}
	return entry.PID, true
}

// background returns a function that reports whether the transcript says by now that a
// subagent runs in the background. Nothing in what Claude Code hands to the hook tells that.
// A file system that hangs says nothing: then the registry has to tell.
func (c call) background(p hookmap.Payload) func() bool {
	home := os.DirFS(claudehome.Dir(c.Getenv))
	transcript := claudehome.TranscriptAt(p.TranscriptPath)
	var searched int64
	type result struct {
		found    bool
		searched int64
	}
	return func() bool {
		before, now := searched, c.Caller
		now.Start = c.now()
		search := func() result {
			found, to, err := claudehome.InBackground(home, transcript, p.AgentID, before)
			return result{err == nil && found, to}
		}
		r := caller.Within(now, search)
		searched = max(before, r.searched)
		return r.found
	}
}

// server is the way to tmux without the deadline of a hook.
func (c call) server() tmux.Server {
	server := c.Tmux
	server.Until = time.Time{}
	return server
}

// request is what is handed over to whoever wants to answer.
func (c call) request(p hookmap.Payload) reply.Request {
	return reply.Request{
		Call: p.Call(), Session: p.SessionID, CWD: p.CWD, Home: c.Getenv("HOME"), Mode: p.PermissionMode,
		Agent: p.AgentID, AgentType: p.AgentType, Tool: p.Tool,
		Input: json.RawMessage(p.ToolInput), Suggestions: json.RawMessage(p.Suggestions),
	}
}
