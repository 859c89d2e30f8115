package main

import (
	"context"
	"errors"
	"fmt"

	"atm/internal/act/proof"
	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/tmuxopt"
)

// answer has the hook print a decision, and returns when Claude Code has taken it.
func (d hooked) answer(ctx context.Context, s streams, decision []byte) error {
	proven, err := d.proof(ctx, s, decision)
	if err != nil {
		return err
	}
	// A hook that is silent may have printed the answer: the proof tells.
	if err := d.visit.Decide(decision); err != nil && !errors.Is(err, reply.ErrSilent) {
		return cli.Hint(fmt.Errorf("%s: nothing was answered: %w", d.name(), err),
			"atm ls shows what has become of it")
	}
	if !proven() {
		unproven := fmt.Errorf("%s: answered, but nothing proves that Claude Code has taken the answer",
			d.name())
		return cli.Hint(unproven, "a key may have been quicker: atm focus "+d.pane()+" goes there")
	}
	return nil
}

// proof prepares the search for the proof, before the decision is made. Behind a gate, where
// neither the registry nor the transcript can be read from here, it is searched for over there.
func (d hooked) proof(ctx context.Context, s streams, decision []byte) (proven func() bool, err error) {
	if elsewhere(d.session) {
		return d.visit.Proven, nil
	}
	home, pid, err := s.processOf(d.session)
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
	return func() bool {
		// A person may have thought for so long that ctx has ended.
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), proof.Limit)
		defer cancel()
		return wanted.Await(limited, s.now)
	}, nil
}
