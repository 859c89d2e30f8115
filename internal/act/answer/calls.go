// Package answer finds the open calls of sessions, shows them, and gives the answer through the hook of their
// dialog. It promises that the answered call is the one that was shown, and that an answer counts as given only if
// it is proven that Claude Code has taken it. It presses no keys: see package press.
package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/permission"
	"atm/internal/cli"
	"atm/internal/gate/message"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

// Calls finds the open calls of sessions.
type Calls struct{ query.Reader }

// A pane shows that its session asks before the hook can be answered: in between, Claude Code 2.1.329 opens
// the dialog, and the hook waits until the registry lists it.
const (
	openingTimeout = 2 * time.Second // after that, only keys may be able to answer the dialog
	openingPoll    = 50 * time.Millisecond
)

// Await is [Calls.Open] for a session that may just have begun to ask.
func (c Calls) Await(ctx context.Context, session fleet.Session, call string) (fleet.Session, Call, error) {
	for deadline := time.Now().Add(openingTimeout); ; {
		found, err := c.Open(ctx, session, call)
		askedFor := c.Now().Sub(session.Since.Add(time.Second)) // Since is in whole seconds
		if !errors.Is(err, ErrNoHook) || askedFor > openingTimeout || time.Now().After(deadline) {
			return session, found, err
		}
		time.Sleep(openingPoll)
		now, err := c.Asking(ctx, session.Pane.ID)
		if err != nil { // it was answered in between
			return session, Call{}, err
		}
		session = now
	}
}

// Open gets the only open call of a session from its hook, or the call that is named by its key or its id.
func (c Calls) Open(ctx context.Context, session fleet.Session, call string) (Call, error) {
	if runsInWorker(session) {
		return c.ofWorker(session, call)
	}
	open := hookmap.OpenCalls(session.Pane.Options)
	if call != "" {
		open = slices.DeleteFunc(open, func(e tmuxopt.Entry) bool {
			return call != e.Key && !strings.HasPrefix(call, e.Key+".")
		})
		if len(open) == 0 {
			return Call{}, overError(session, call)
		}
	}
	switch len(open) {
	case 0:
		return Call{}, fmt.Errorf("%s: it asks nothing", query.NameOf(session))
	case 1:
		found, err := c.visitCall(ctx, session, open[0].Key)
		if err == nil && call != "" && call != open[0].Key && call != found.ID() {
			return Call{}, fmt.Errorf("%w: it asks something else", overError(session, call))
		}
		return found, err
	}
	var answerable []Call
	for _, e := range open {
		if found, err := c.visitCall(ctx, session, e.Key); err == nil {
			answerable = append(answerable, found)
		}
	}
	return Call{}, severalError(session, answerable, len(open))
}

func overError(session fleet.Session, call string) error {
	return fmt.Errorf("%s: the call %q is over", query.NameOf(session), call)
}

// severalError is the error for a session with several open calls. Hooks wait for the answerable ones.
func severalError(session fleet.Session, answerable []Call, open int) error {
	var choices []string
	for _, call := range answerable {
		choices = append(choices, "--call "+call.ID()+" ("+call.Title()+")")
	}
	if len(answerable) < open {
		choices = append(choices, "--keys (the one on its screen, which atm answer --show "+session.Pane.ID+" shows)")
	}
	return cli.Hint(fmt.Errorf("%s: it asks %d things at once", query.NameOf(session), open),
		strings.Join(choices, ", "))
}

// hookError is the error for a call whose hook cannot be reached.
func hookError(session fleet.Session, err error) error {
	return cli.Hint(fmt.Errorf("%s: %w", query.NameOf(session), err), GoThere(session))
}

// visitCall gets a call from the hook that the pane lists for it.
func (c Calls) visitCall(ctx context.Context, session fleet.Session, call string) (Call, error) {
	hooks := tmuxopt.Entries(session.Pane.Options[tmuxopt.Answerable])
	i := slices.IndexFunc(hooks, func(e tmuxopt.Entry) bool { return e.Key == call })
	if i < 0 {
		return Call{}, hookError(session, ErrNoHook)
	}
	server := c.Tmux
	if server.Socket == "" {
		var err error
		if server, err = server.Identify(ctx); err != nil {
			return Call{}, err
		}
	}
	v, err := reply.Open(ctx, server, call, hooks[i].Word)
	if err != nil {
		return Call{}, hookError(session, err)
	}
	return c.parseRequest(session, v)
}

// ofWorker gets the only open call of a background session, or the named call. No pane lists the hooks of such a call.
func (c Calls) ofWorker(session fleet.Session, call string) (Call, error) {
	_, worker, err := c.ProcessOf(session)
	if err != nil {
		return Call{}, err
	}
	var open []Call
	for _, v := range reply.WorkerVisits(worker) {
		found, err := c.parseRequest(session, v)
		isNamed := err == nil && (call == "" || call == v.Call || call == found.ID())
		if isNamed && !c.isOver(session, found) {
			open = append(open, found)
		}
	}
	switch {
	case len(open) == 1:
		return open[0], nil
	case len(open) > 1:
		return Call{}, severalError(session, open, len(open))
	case call != "" && !tmuxopt.True(tmuxopt.Has(tmuxopt.Waiting, call), session.Pane.Options):
		return Call{}, overError(session, call)
	}
	return Call{}, hookError(session, ErrNoHook)
}

// isOver reports whether a call of a background session is over. Claude Code does not end the hook of a dialog that
// a key has answered while another one is open. The transcript has the result a little later than the hooks report
// it, but they may have found no pane when the call began.
func (c Calls) isOver(session fleet.Session, asked Call) (over bool) {
	if hookmap.IsOver(session.Pane.Options, asked.visit.Call) {
		return true
	}
	source, err := c.TranscriptOf(session)
	if err != nil {
		return false
	}
	transcript := source.Transcript
	if asked.AgentID != "" {
		transcript = transcript.Agent(asked.AgentID)
	}
	for _, made := range claudehome.CallsOf(source.Home, transcript, asked.Tool) {
		payload, err := json.Marshal(map[string]any{
			"hook_event_name": hookmap.PermissionRequest, "agent_id": asked.AgentID,
			"tool_name": asked.Tool, "tool_input": json.RawMessage(made.Input),
		})
		if err != nil {
			continue // no JSON
		}
		if p, err := hookmap.Decode(bytes.NewReader(payload)); err == nil && p.Call() == asked.visit.Call {
			over = made.Ended.After(asked.visit.Since) // else it is an earlier call for the same
		}
	}
	return over
}

func (c Calls) parseRequest(session fleet.Session, v *reply.Visit) (Call, error) {
	request, err := permission.Parse(v.Request)
	if err != nil {
		return Call{}, fmt.Errorf("%s: %w", query.NameOf(session), err)
	}
	if request.HasPlan() {
		request.Plan = c.planOf(session, v.Request)
	}
	return Call{Request: request, session: session, visit: v, calls: c}, nil
}

// runsInWorker reports whether a worker on this machine runs the session. The calls of a session behind a gate arrive
// like those of any other session.
func runsInWorker(session fleet.Session) bool {
	return session.Job != "" && session.Job != tmuxopt.AnyJob
}

// KeyOf returns the key of the call to answer first, "" if the session asks nothing. Of several calls it prefers the
// one whose request is known.
func (c Calls) KeyOf(session fleet.Session) string {
	o := session.Pane.Options
	if session.State != tmuxopt.Attention {
		return ""
	}
	if runsInWorker(session) {
		if found, err := c.ofWorker(session, ""); err == nil {
			return found.visit.Call
		}
	}
	open := hookmap.OpenCalls(o)
	isKnown := func(e tmuxopt.Entry) bool { return e.Key == o[tmuxopt.RequestCall] } // it may be answered already
	switch i := slices.IndexFunc(open, isKnown); {
	case i >= 0:
		return open[i].Key
	case len(open) > 0:
		return open[0].Key
	}
	return ""
}

// KindOf returns what a call of a session is, "" if that is not known, and whether a hook waits for the answer. No pane
// lists the hooks of a background session.
func (c Calls) KindOf(session fleet.Session, call string) (kind hookmap.CallKind, byHook bool) {
	if runsInWorker(session) {
		if found, err := c.ofWorker(session, call); err == nil {
			return found.Kind(), true
		}
	}
	isCall := func(e tmuxopt.Entry) bool { return e.Key == call }
	open := tmuxopt.Entries(session.Pane.Options[tmuxopt.Waiting])
	if i := slices.IndexFunc(open, isCall); i >= 0 {
		kind = hookmap.CallKind(open[i].Word)
	}
	return kind, slices.ContainsFunc(tmuxopt.Entries(session.Pane.Options[tmuxopt.Answerable]), isCall)
}

// planOf returns the plan of a session, "" if it has none. Behind a gate the plan is part of the request.
func (c Calls) planOf(session fleet.Session, request []byte) string {
	if query.IsElsewhere(session) {
		var sent reply.Request
		_ = json.Unmarshal(request, &sent) // a missing plan is shown in the dialog
		return sent.Plan
	}
	source, err := c.TranscriptOf(session)
	if err != nil {
		return ""
	}
	plan, _ := claudehome.Plan(source.Home, source.Transcript) // a missing plan is shown in the dialog
	return plan
}

// GoThere returns the hint for a call that atm answer cannot answer.
func GoThere(session fleet.Session) string {
	focus := "atm focus " + session.Pane.ID + " goes there"
	if query.IsElsewhere(session) {
		return fmt.Sprintf("a dialog of a subagent in the background, and a request of more than %d bytes, "+
			"is answered only there: %s", message.MaxLength, focus)
	}
	return focus
}

// Asking returns the session of that name; for "" the session that needs an answer most.
func (c Calls) Asking(ctx context.Context, name string) (fleet.Session, error) {
	sessions, err := c.NamedSessions(ctx)
	if err != nil {
		return fleet.Session{}, err
	}
	if name != "" {
		session, err := c.Find(sessions, name)
		switch {
		case err != nil || session.State == tmuxopt.Attention:
		case session.Is(string(tmuxopt.Question)):
			err = cli.Hint(fmt.Errorf("%s: it asks in words, and no dialog is open", query.NameOf(session)),
				"atm send "+session.Pane.ID+" TEXT answers it")
		default:
			err = cli.Hint(fmt.Errorf("%s: it asks nothing", query.NameOf(session)), "atm ls shows who does")
		}
		if err == nil && session.Agent != "" {
			err = query.NotClaudeError(session)
		}
		return session, err
	}
	for _, session := range sessions {
		if session.State == tmuxopt.Attention && session.Agent == "" {
			return session, nil
		}
	}
	return fleet.Session{}, errors.New("no session asks anything")
}

// ErrNoHook means that no hook waits for the answer to a call: a call of a background subagent, a dialog of
// auto mode, a call of an older Claude Code.
var ErrNoHook = reply.ErrNobody
