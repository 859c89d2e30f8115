// Package hook is the command that Claude Code runs for each event: it maps the event to edits of the pane's
// options, and makes tmux apply them.
//
// It promises never to disturb Claude: it prints nothing, does not panic, and ends within two seconds,
// usually within milliseconds. Errors are written only to the file that ATM_DEBUG names. The caller exits
// with status 0.
//
// There is one exception. The hook of a PermissionRequest waits, as long as its dialog is open, until
// somebody answers the request, and prints that answer: see package reply. If tmux was too late for
// the event itself, this hook writes it later.
package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// The limits of a hook that does not wait for an answer: whatever happens, it ends within Deadline, exits 0, and
// prints nothing. Claude Code treats exit 2 (also of a Go panic) as a veto, shows other failures to the user, and
// adds the output of SessionStart and UserPromptSubmit to the model's context.
const (
	Deadline     = caller.Deadline
	TmuxDeadline = Deadline - 200*time.Millisecond // so that a tmux that hangs can be killed in time
)

// maxPayload limits the memory that a payload can take. A longer payload is dropped.
const maxPayload = 128 << 20

// invocation is one run of the hook, with its input and output.
type invocation struct {
	caller.Caller
	stdin  io.Reader
	stdout io.Writer      // for the answer to a permission request, and nothing else
	agent  *dialect.Agent // whose hook it is; nil = Claude Code
	now    func() time.Time
}

// NoAnswer is the argument with which the hook waits for no answer. It is not part of the command line grammar: only
// package early uses it.
const NoAnswer = "--no-answer"

// Run handles the event on standard input, or gives up at the deadline. Usually it needs neither a goroutine
// nor a timer, because each would start a thread, which takes longer than the call of tmux: standard input is
// polled, the socket of tmux has its own time-outs, and everything else that can hang goes through
// [caller.Within].
func Run(args []string, stdin io.Reader, stdout io.Writer, getenv func(string) string, now func() time.Time) {
	if slices.Equal(args, []string{"hook", searchProofFlag}) {
		searchProof(stdin, now)
		return
	}
	c := invocation{
		Caller: caller.New(getenv, now()), stdin: stdin, stdout: stdout, agent: agentOf(args), now: now,
	}
	if open := c.update(); open != nil && !slices.Contains(args, NoAnswer) { // also if tmux was too late for the event
		c.awaitAnswer(*open)
	}
}

// update writes the event into its pane. It returns a permission request that can be answered, nil for
// another event.
func (c invocation) update() (open *openRequest) {
	r := c.NewReport()
	defer r.Write(c.now)
	defer r.Recover()
	c.Tmux.Until = c.Start.Add(TmuxDeadline)
	if f, ok := c.stdin.(*os.File); ok {
		c.stdin = socket.DeadlineReader{File: f, Deadline: c.Start.Add(Deadline)}
	}
	open, r.Err = c.handle(r)
	return open
}

// payload reads standard input to the end of the payload, even if it is not used: Claude Code counts a hook
// as failed if it cannot write the whole payload.
func (c invocation) payload() (hookmap.Payload, error) {
	decode := hookmap.Decode
	if c.agent != nil {
		decode = c.agent.Decode
	}
	payload, err := decode(io.LimitReader(c.stdin, maxPayload))
	if err != nil {
		_, _ = io.Copy(io.Discard, c.stdin) // until its end, or the deadline
	}
	return payload, err
}

var errNoEvent = errors.New("payload names no event")

// handle sends the event on standard input to its pane, to its gate, or to the panes that show its background
// session. It returns the request if somebody can answer it.
func (c invocation) handle(r *caller.Report) (*openRequest, error) {
	payload, invalid := c.payload()
	if c.agent != nil {
		return nil, c.handleAgent(payload, invalid, r)
	}
	route, err := c.Route()
	r.Pane, r.Event = route.Pane, payload.Event
	switch {
	case errors.Is(err, caller.ErrBackground) && invalid == nil && payload.Event != "":
		if route, err = c.updateShownPanes(payload, r); route.Worker == 0 {
			return nil, err
		}
	case err != nil:
		return nil, err
	case invalid != nil:
		return nil, invalid
	case payload.Event == "":
		return nil, errNoEvent
	case payload.ToolInput != nil && c.AsksNobody(): // no dialog opens
		return nil, nil
	case route.ThroughGate && c.IsBesideAnother(route.Gate):
		return nil, caller.ErrBeside
	case route.ThroughGate:
		err = c.sendToGate(route.Gate, payload, r)
	default:
		var reply tmux.Reply
		reply, err = c.send(payload, c.contextWithProcess(payload), c.ShowsAnother(), r)
		if tmuxopt.RefusedByCondition(reply.Stderr) && !errors.Is(err, tmux.ErrOvertaken) {
			err = fmt.Errorf("%w: %w", caller.ErrBeside, err)
		}
	}
	// No pane decides whether a session in the background can be answered.
	isOver := err != nil && (route.ThroughGate || route.Worker == 0 && tmux.IsFinal(err))
	if isOver || payload.ToolInput == nil { // only a PermissionRequest has one
		return nil, err
	}
	return &openRequest{Route: route, payload: payload, isMissed: err != nil}, err
}

// updateShownPanes applies the edits of an event of a background session to the panes that show it. It
// returns the route for an answer: to no pane, because there may be several, or none.
func (c invocation) updateShownPanes(
	payload hookmap.Payload, r *caller.Report,
) (route caller.Route, failures error) {
	job := caller.Within(c.Caller, c.Job)
	if job.ID == "" {
		return caller.Route{}, caller.ErrBackground
	}
	route = caller.Route{Worker: job.Worker.PID, Gate: job.Gate, ThroughGate: job.ThroughGate}
	switch hookmap.EventName(payload.Event) {
	case hookmap.SessionEnd: // the pane stays, and shows what the client shows next
		return route, nil
	case hookmap.SessionStart: // for the pane the same conversation continues, in another process
		if payload.Source == "fork" || payload.Source == "resume" {
			return route, nil
		}
	}
	var atGate error
	if route.ThroughGate {
		atGate = c.sendToGate(route.Gate, payload, r)
	}
	for _, shown := range job.Panes {
		known := c.context(payload)
		known.Process = shown.ClaudePID
		batch := shown.Batch(hookmap.Map(payload, known))
		batch.At = tmuxopt.Nanoseconds(known.Now)
		reply, err := shown.Tmux.Send(context.Background(), batch)
		r.Pane = strings.TrimSpace(r.Pane + " " + shown.Pane)
		r.Sent(batch, reply)
		if !tmuxopt.RefusedByCondition(reply.Stderr) { // a refusal means that the client now shows another session
			failures = errors.Join(failures, err)
		}
	}
	if route.ThroughGate { // then the gate decides whether a request can be answered
		return route, atGate
	}
	return route, failures
}

func (c invocation) sendToGate(address gate.Address, payload hookmap.Payload, r *caller.Report) error {
	r.Transport = "gate"
	m := message.OfEvent(payload.Digest(c.context(payload)))
	return address.Send(m, c.Start.Add(TmuxDeadline))
}

// send makes tmux apply the edits of an event to the pane of the report, unless the condition is true there.
func (c invocation) send(
	payload hookmap.Payload, known hookmap.Context, unless tmuxopt.Format, r *caller.Report,
) (tmux.Reply, error) {
	batch := tmuxopt.Batch{
		Pane: r.Pane, ServerPID: c.Tmux.PID, At: tmuxopt.Nanoseconds(known.Now),
		Edits: hookmap.Map(payload, known), Unless: unless,
	}
	reply, err := c.Tmux.Send(context.Background(), batch)
	r.Sent(batch, reply)
	return reply, err
}

// context returns what is known of an event besides its payload, wherever its pane is.
func (c invocation) context(p hookmap.Payload) hookmap.Context {
	known := hookmap.Context{Now: c.now(), Old: c.Getenv("CLAUDE_PID") == "", Home: c.Getenv("HOME")}
	switch event := hookmap.EventName(p.Event); {
	case event == hookmap.SessionStart:
		known.Teammate = caller.Within(c.Caller, c.Teammate)
		if p.Source == "resume" || p.Source == "fork" {
			resumed := caller.Within(c.Caller, func() claudehome.Resumed { return claudehome.ResumedAt(p.TranscriptPath) })
			if known.AskedFirst = resumed.Title; p.Source == "resume" { // a fork keeps what the pane has, or is another task
				known.AnsweredLast = resumed.Answer
			}
		}
	case (event == hookmap.Stop || event == hookmap.PreCompact) && p.AgentID == "":
		known.Queued = caller.Within(c.Caller, func() bool { return claudehome.Queued(p.TranscriptPath) })
	case event == hookmap.ConfigChange:
		known.NoStatusLine = caller.Within(c.Caller, func() bool { return !mayHaveStatusLine(p.SettingsFile) })
	case event == hookmap.SessionEnd:
		known.TranscriptExists = caller.Within(c.Caller, func() bool {
			_, err := os.Stat(p.TranscriptPath)
			return err == nil
		})
	}
	return known
}

// maxSettings is the size of the largest settings file that is read, in bytes.
const maxSettings = 1 << 20

// mayHaveStatusLine reports whether a settings file has a status line, or cannot be read.
func mayHaveStatusLine(path string) bool {
	info, err := os.Stat(path)
	switch {
	case path != "" && errors.Is(err, fs.ErrNotExist): // it was removed
		return false
	case err != nil || !info.Mode().IsRegular() || info.Size() > maxSettings:
		return true
	}
	text, err := os.ReadFile(path)
	mentions := func(word string) bool { return bytes.Contains(text, []byte(word)) }
	return err != nil || mentions(`"statusLine"`) || mentions(`"disableAllHooks"`) || mentions(`\u`)
}

// contextWithProcess is context with the process that has fired the event or, if Claude Code does not name it, with the
// ancestors of this process as well. It inspects processes only for the events whose rules use them.
func (c invocation) contextWithProcess(p hookmap.Payload) hookmap.Context {
	known := c.context(p)
	switch hookmap.EventName(p.Event) {
	case hookmap.SessionStart, hookmap.Setup, hookmap.UserPromptSubmit, hookmap.SessionEnd:
	default:
		return known
	}
	if !c.Tmux.Local() { // the process ids of a container mean nothing to the readers of the options
		return known
	}
	if known.Process = c.PID(); known.Process == 0 {
		known.Process, known.Ancestors = caller.Within(c.Caller, c.Entry).PID, proc.Ancestors(os.Getppid())
	}
	return known
}
