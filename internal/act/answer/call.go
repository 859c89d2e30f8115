package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"atm/hookmap"
	"atm/internal/act/proof"
	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/permission"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/sys/proc"
	"atm/internal/words"
	"atm/tmuxopt"
)

// Call is an open call whose hook waits to be answered.
type Call struct {
	permission.Request
	session fleet.Session
	visit   *reply.Visit
	calls   Calls
}

// Name returns the name of the session that asks, for people.
func (c Call) Name() string { return query.NameOf(c.session) }

// Pane returns the pane of the session that asks.
func (c Call) Pane() string { return c.session.Pane.ID }

// Title returns the request in one line.
func (c Call) Title() string {
	payload, err := hookmap.Decode(strings.NewReader(`{"tool_input":` + string(c.Input) + `}`))
	if err != nil {
		return tmuxopt.Text(c.Tool)
	}
	payload.Tool, payload.CWD = c.Tool, c.CWD
	return words.OptionText(payload.Request(c.Home))
}

// Asked is what the request takes for an answer.
func (c Call) Asked() Asked { return Asked{c.Takes(), c.Questions(), c.Check} }

// Text returns the whole request, at most width columns wide.
func (c Call) Text(width int) string { return c.Name() + "\n" + c.Show(width) }

// Gist returns what must be shown before an answer that allows more than the dialog offers, even if nobody is asked
// to confirm it; "" for any other answer.
func (c Call) Gist(width int, words []string) string {
	if !slices.Equal(words, []string{"accept-edits"}) {
		return ""
	}
	return c.Name() + ": " + c.Title() + "\n" + c.Gives(words[0], width)
}

// Record is a request as JSON, with the answer, if one was given.
type Record struct {
	Session     string           `json:"session"`
	Pane        string           `json:"pane"`
	Call        string           `json:"call"`
	Kind        hookmap.CallKind `json:"kind"`
	Tool        string           `json:"tool"`
	Agent       string           `json:"agent_id,omitempty"`
	CWD         string           `json:"cwd"`
	Input       jsontext.Value   `json:"input"`
	Target      string           `json:"target,omitempty"` // the file to which the links of its path lead
	Suggestions []jsontext.Value `json:"suggestions,omitempty"`
	Always      []jsontext.Value `json:"always,omitempty"` // what the answer "always" would allow
	Answer      string           `json:"answer,omitempty"`
}

// Record returns the request with an answer; "" = none was given.
func (c Call) Record(answer string) Record {
	return Record{
		Session: c.session.ID, Pane: c.Pane(), Call: c.ID(), Kind: c.Kind(), Tool: c.Tool, Agent: c.AgentID,
		CWD: c.CWD, Input: c.Input, Target: c.Target(), Suggestions: c.Suggestions, Always: c.Always(), Answer: answer,
	}
}

// Give makes the hook print a decision, and returns when Claude Code has taken it.
func (c Call) Give(ctx context.Context, decision []byte) error {
	proven, err := c.proof(ctx, decision)
	if err != nil {
		return err
	}
	// After ErrSilent the hook may have printed the decision: then it is proven below.
	if err := c.visit.Decide(decision); err != nil && !errors.Is(err, reply.ErrSilent) {
		return cli.Hint(fmt.Errorf("%s: nothing was answered: %w", c.Name(), err),
			"atm ls shows what has become of it")
	}
	if !proven() {
		unproven := fmt.Errorf("%s: answered, but nothing proves that Claude Code has taken the answer", c.Name())
		return cli.Hint(unproven, "a key may have been quicker: atm focus "+c.Pane()+" goes there")
	}
	return nil
}

// proof prepares the search for the proof. It is called before the decision is sent. For a session behind a gate the
// other end searches: neither its registry nor its transcript can be read from here.
func (c Call) proof(ctx context.Context, decision []byte) (proven func() bool, err error) {
	if query.IsElsewhere(c.session) {
		return c.visit.Proven, nil
	}
	home, pid, err := c.calls.ProcessOf(c.session)
	if err != nil {
		return nil, err
	}
	if proc.Suspended(pid) { // it would take the answer when it is continued
		return nil, cli.Hint(fmt.Errorf("%s: nothing was answered: Claude Code is suspended", c.Name()),
			"atm focus "+c.Pane()+" goes there, where fg continues it")
	}
	transcript := claudehome.TranscriptAt(c.session.Pane.Options[tmuxopt.TranscriptPath])
	if runsInWorker(c.session) && claudehome.SessionID(c.session.ID) {
		transcript.ID = c.session.ID // after ← the pane names the transcript of the conversation that it goes on with
	}
	call := proof.Call{Home: home, PID: pid, Transcript: transcript, Agent: c.AgentID, Kind: c.Kind()}
	wanted, err := call.Prepare(decision)
	if err != nil {
		return nil, err
	}
	// ctx may have ended while a person was deciding.
	return func() bool { return wanted.Await(context.WithoutCancel(ctx), c.calls.Now) }, nil
}
