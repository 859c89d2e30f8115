package answer

import (
	"context"
	"errors"
	"fmt"

	"atm/internal/act/proof"
	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

// Give makes the hook print a decision, and returns when Claude Code has taken it.
func (d Call) Give(ctx context.Context, decision []byte) error {
	proven, err := d.proof(ctx, decision)
	if err != nil {
		return err
	}
	// A silent hook may have printed the answer: then it is proven below.
	if err := d.visit.Decide(decision); err != nil && !errors.Is(err, reply.ErrSilent) {
		return cli.Hint(fmt.Errorf("%s: nothing was answered: %w", d.Name(), err),
			"atm ls shows what has become of it")
	}
	if !proven() {
		unproven := fmt.Errorf("%s: answered, but nothing proves that Claude Code has taken the answer",
			d.Name())
		return cli.Hint(unproven, "a key may have been quicker: atm focus "+d.Pane()+" goes there")
	}
	return nil
}

// proof prepares the search for the proof. It is called before the decision is sent. Behind a gate, where
// neither the registry nor the transcript can be read from here, the other end searches.
func (d Call) proof(ctx context.Context, decision []byte) (proven func() bool, err error) {
	if query.Elsewhere(d.session) {
		return d.visit.Proven, nil
	}
	home, pid, err := d.calls.ProcessOf(d.session)
	if err != nil {
		return nil, err
	}
	call := proof.Call{
		Home: home, PID: pid, Agent: d.AgentID, Kind: d.Kind(),
		Transcript: claudehome.TranscriptAt(d.session.Pane.Options[tmuxopt.TranscriptPath]),
	}
	wanted, err := call.Prepare(decision)
	if err != nil {
		return nil, err
	}
	// ctx may have ended while a person was thinking.
	return func() bool { return wanted.Await(context.WithoutCancel(ctx), d.calls.Now) }, nil
}
