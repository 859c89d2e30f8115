// Package answer finds the calls of sessions that wait for an answer, shows them, and gives the answer
// through the hook of their dialog. It promises that the answered call is the one that was shown, and that
// an answer counts as given only if it is proven that Claude Code has taken it. It presses no keys: see
// package press.
package answer

import (
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
	"atm/internal/words"
	"atm/tmuxopt"
)

// Calls finds the open calls of sessions.
type Calls struct{ query.Reader }

// Call is an open call whose hook waits to be answered.
type Call struct {
	permission.Request
	session fleet.Session
	visit   *reply.Visit
	calls   Calls
}

// Name returns the name of the session that asks, for people.
func (d Call) Name() string { return query.NameOf(d.session) }

// Pane returns the pane of the session that asks.
func (d Call) Pane() string { return d.session.Pane.ID }

// A pane shows that its session asks before the hook can be answered: in between, Claude Code 2.1.329 opens
// the dialog, and the hook waits until the registry lists it.
const (
	openingTimeout = 2 * time.Second // after that, it may be a dialog that only keys can answer
	openingPoll    = 50 * time.Millisecond
)

// Await is [Calls.Open] for a session that may just have begun to ask.
func (c Calls) Await(ctx context.Context, session fleet.Session, call string) (
	fleet.Session, Call, error,
) {
	for limit := time.Now().Add(openingTimeout); ; {
		asked, err := c.Open(ctx, session, call)
		asksFor := c.Now().Sub(session.Since.Add(time.Second)) // Since is in whole seconds
		if !errors.Is(err, ErrNoHook) || asksFor > openingTimeout || time.Now().After(limit) {
			return session, asked, err
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
			return Call{}, fmt.Errorf("%s: the call %q is over", query.NameOf(session), call)
		}
	}
	if len(open) != 1 {
		return Call{}, c.whichCallError(ctx, session, open)
	}
	found, err := c.visitCall(ctx, session, open[0].Key)
	if err == nil && call != "" && call != open[0].Key && call != found.ID() {
		return Call{}, fmt.Errorf("%s: the call %q is over: it asks something else", query.NameOf(session), call)
	}
	return found, err
}

// whichCallError is the error for a session in which several calls are open, or none.
func (c Calls) whichCallError(ctx context.Context, session fleet.Session, open []tmuxopt.Entry) error {
	if len(open) == 0 {
		return fmt.Errorf("%s: it asks nothing", query.NameOf(session))
	}
	var list []string
	hookless := false
	for _, e := range open {
		if one, err := c.visitCall(ctx, session, e.Key); err == nil {
			list = append(list, "--call "+e.Key+" ("+one.Title()+")")
		} else {
			hookless = true
		}
	}
	if hookless {
		list = append(list, "--keys (the one on its screen, which atm answer --show "+session.Pane.ID+" shows)")
	}
	return cli.Hint(fmt.Errorf("%s: it asks %d things at once", query.NameOf(session), len(open)),
		strings.Join(list, ", "))
}

// visitCall gets a call from its hook.
func (c Calls) visitCall(ctx context.Context, session fleet.Session, call string) (Call, error) {
	pane := session.Pane
	noHook := cli.Hint(fmt.Errorf("%s: %w", query.NameOf(session), ErrNoHook), GoThere(session))
	for _, e := range tmuxopt.Entries(pane.Options[tmuxopt.Answerable]) {
		if e.Key != call {
			continue
		}
		server := c.Tmux
		if server.Socket == "" {
			var err error
			if server, err = server.Identify(ctx); err != nil {
				return Call{}, err
			}
		}
		v, err := reply.Open(ctx, server, call, e.Word)
		if errors.Is(err, reply.ErrNobody) {
			return Call{}, noHook
		}
		if err != nil {
			return Call{}, cli.Hint(fmt.Errorf("%s: %w", query.NameOf(session), err), GoThere(session))
		}
		return c.parseRequest(session, v)
	}
	return Call{}, noHook
}

// ofWorker gets the only open call of a background session from its hook, or the named call. No pane lists
// these hooks, so each hook is asked.
func (c Calls) ofWorker(session fleet.Session, call string) (Call, error) {
	_, worker, err := c.ProcessOf(session)
	if err != nil {
		return Call{}, err
	}
	var open []Call
	var list []string
	for _, v := range reply.WorkerVisits(worker) {
		asked, err := c.parseRequest(session, v)
		if err != nil || call != "" && call != v.Call && call != asked.ID() {
			continue
		}
		open = append(open, asked)
		list = append(list, "--call "+v.Call+" ("+asked.Title()+")")
	}
	switch {
	case len(open) == 1:
		return open[0], nil
	case len(open) > 1:
		err := fmt.Errorf("%s: it asks %d things at once", query.NameOf(session), len(open))
		return Call{}, cli.Hint(err, strings.Join(list, ", "))
	case call != "":
		return Call{}, fmt.Errorf("%s: the call %q is over", query.NameOf(session), call)
	}
	return Call{}, cli.Hint(fmt.Errorf("%s: %w", query.NameOf(session), ErrNoHook), GoThere(session))
}

// parseRequest reads the request that a hook has sent.
func (c Calls) parseRequest(session fleet.Session, v *reply.Visit) (Call, error) {
	request, err := permission.Parse(v.Request)
	if err != nil {
		return Call{}, fmt.Errorf("%s: %w", query.NameOf(session), err)
	}
	if request.Kind() == hookmap.CallPlan {
		request.Plan = c.planOf(session, v.Request)
	}
	return Call{Request: request, session: session, visit: v, calls: c}, nil
}

// runsInWorker reports whether a worker on this machine runs the session. Behind a gate its calls arrive
// like those of any other session.
func runsInWorker(session fleet.Session) bool {
	return session.Job != "" && session.Job != tmuxopt.AnyJob
}

// KeyOf returns the key of the call to answer first: of several calls, the one whose request is known; "" if
// the session asks nothing.
func (c Calls) KeyOf(session fleet.Session) string {
	o := session.Pane.Options
	if session.State != tmuxopt.Attention {
		return ""
	}
	if runsInWorker(session) {
		asked, err := c.ofWorker(session, "")
		if err != nil {
			return "" // it is answered at its dialog
		}
		return asked.visit.Call
	}
	if key := o[tmuxopt.RequestCall]; key != "" {
		return key
	}
	for _, open := range tmuxopt.Entries(o[tmuxopt.Waiting]) {
		return open.Key
	}
	return ""
}

// planOf returns the plan that a session has in a file, "" if there is none. Behind a gate the plan is part
// of the request.
func (c Calls) planOf(session fleet.Session, request []byte) string {
	if query.Elsewhere(session) {
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
	noHook := "atm focus " + session.Pane.ID + " goes there"
	if query.Elsewhere(session) {
		return fmt.Sprintf("a dialog of a subagent in the background, and a request of more than %d bytes, "+
			"is answered only there: %s", message.MaxLength, noHook)
	}
	return noHook
}

// Title returns what is asked, in one line.
func (d Call) Title() string {
	payload, err := hookmap.Decode(strings.NewReader(`{"tool_input":` + string(d.Input) + `}`))
	if err != nil {
		return tmuxopt.Text(d.Tool)
	}
	payload.Tool, payload.CWD = d.Tool, d.CWD
	return words.OptionText(payload.Request(d.Home))
}

// Record is a request as JSON, with the answer, if one was given.
type Record struct {
	Session     string            `json:"session"`
	Pane        string            `json:"pane"`
	Call        string            `json:"call"`
	Kind        hookmap.CallKind  `json:"kind"`
	Tool        string            `json:"tool"`
	Agent       string            `json:"agent_id,omitempty"`
	CWD         string            `json:"cwd"`
	Input       json.RawMessage   `json:"input"`
	Target      string            `json:"target,omitempty"` // what the links of its path lead to
	Suggestions []json.RawMessage `json:"suggestions,omitempty"`
	Always      []json.RawMessage `json:"always,omitempty"` // what the answer "always" would allow
	Answer      string            `json:"answer,omitempty"`
}

// Record returns the request with an answer; "" = none was given.
func (d Call) Record(answer string) Record {
	r := Record{
		Session: d.session.ID, Pane: d.Pane(), Call: d.ID(), Kind: d.Kind(), Tool: d.Tool, Agent: d.AgentID,
		CWD: d.CWD, Input: json.RawMessage(d.Input), Target: d.Target(), Answer: answer,
	}
	for _, suggestion := range d.Suggestions {
		r.Suggestions = append(r.Suggestions, json.RawMessage(suggestion))
	}
	for _, update := range d.Always() {
		r.Always = append(r.Always, json.RawMessage(update))
	}
	return r
}

// Asking returns the session of that name; for "" the session that needs an answer most.
func (c Calls) Asking(ctx context.Context, name string) (fleet.Session, error) {
	sessions, err := c.NamedSessions(ctx)
	if err != nil {
		return fleet.Session{}, err
	}
	if name != "" {
		session, err := c.Find(sessions, name)
		if err == nil && session.State != tmuxopt.Attention {
			err = cli.Hint(fmt.Errorf("%s: it asks nothing", query.NameOf(session)), "atm ls shows who does")
		}
		if err == nil && session.Agent != "" {
			err = query.NotClaude(session)
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

// Text returns the whole request, at most width columns wide.
func (d Call) Text(width int) string {
	return d.Name() + "\n" + d.Show(width)
}

// Gist returns what must be shown before the answer is given, even if nobody is asked: that the answer
// allows more than the dialog offers.
func (d Call) Gist(width int, words []string) string {
	if !slices.Equal(words, []string{"accept-edits"}) {
		return ""
	}
	return d.Name() + ": " + d.Title() + "\n" + d.Gives(words[0], width)
}

// ErrNoHook means that no hook waits for the answer to a call: a call of a background subagent, a dialog of
// auto mode, a call of an older Claude Code.
var ErrNoHook = errors.New("no hook waits for the answer")
