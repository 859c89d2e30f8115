package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/cli"
	"atm/internal/reply/visit"
	"atm/tmuxopt"
)

const (
	proofTimeout = 5 * time.Second
	proofBeat    = 20 * time.Millisecond

	// workTime is how long a session has to work until it counts as going on: after Esc it may
	// be busy for a moment, until the turn has ended.
	workTime = 150 * time.Millisecond
)

// answer has the hook print a decision, and returns when Claude Code has taken it.
func (d hooked) answer(ctx context.Context, s streams, decision []byte) error {
	wanted, err := d.proof(s, decision)
	if err != nil {
		return err
	}
	// A hook that is silent may have printed the answer: the proof tells.
	if err := d.visit.Decide(decision); err != nil && !errors.Is(err, visit.ErrSilent) {
		return cli.Hint(fmt.Errorf("%s: nothing was answered: %w", d.name(), err),
			"atm ls shows what has become of it")
	}
	// A person may have thought for so long that ctx has ended.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), proofTimeout)
	defer cancel()
	for !wanted.found(s.now()) {
		select {
		case <-time.After(proofBeat):
		case <-limited.Done():
			unproven := fmt.Errorf("%s: answered, but nothing proves that Claude Code has taken the answer",
				d.name())
			return cli.Hint(unproven, "a key may have been quicker: atm focus "+d.pane()+" goes there")
		}
	}
	return nil
}

// proof is what shows that Claude Code has taken a decision. A key may close a dialog in the
// same moment: then the hook is not told, its answer is lost, and the registry moves on
// all the same.
type proof struct {
	home       fs.FS
	pid        int
	before     claudehome.Process
	transcript claudehome.Transcript
	size       int64 // of the transcript before the answer
	main       bool  // the main thread has asked
	idle       bool  // the session was idle since
	busySince  time.Time

	// denial is what the model is told, nil if the call is allowed. It is told at once.
	denial *string
	// decided says that only the decision of a hook in the transcript proves that the call was
	// allowed as it was answered: a key would have given another answer, or run another command.
	decided bool
}

// proof prepares the search, before the decision is made.
func (d hooked) proof(s streams, decision []byte) (*proof, error) {
	var printed struct {
		Output struct {
			Decision struct {
				Message *string         `json:"message"`
				Input   json.RawMessage `json:"updatedInput"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(decision, &printed); err != nil {
		return nil, err
	}
	home, pid, err := s.processOf(d.session)
	if err != nil {
		return nil, err
	}
	p := &proof{
		home: home, pid: pid, main: d.AgentID == "", denial: printed.Output.Decision.Message,
		transcript: claudehome.TranscriptAt(d.session.Pane.Options[tmuxopt.TranscriptPath]),
	}
	if d.AgentID != "" {
		p.transcript = p.transcript.Agent(d.AgentID)
	}
	isOther := d.Kind() != hookmap.CallPermission || printed.Output.Decision.Input != nil
	p.decided = isOther && p.main // 2.1.197 writes down no decision about a subagent's call
	if p.before, err = claudehome.ReadProcess(p.home, pid); err != nil {
		return nil, err
	}
	p.size, err = claudehome.Size(p.home, p.transcript)
	return p, err
}

// found reports whether the decision has been taken.
func (p *proof) found(at time.Time) bool {
	decisions, err := claudehome.DecisionsAfter(p.home, p.transcript, p.size)
	if err != nil {
		return false
	}
	switch {
	case p.denial != nil:
		return slices.Contains(decisions.Errors, *p.denial)
	case decisions.Allowed:
		return true
	case p.decided, p.main && len(decisions.Errors) > 0: // a key has denied it
		return false
	}
	now, err := claudehome.ReadProcess(p.home, p.pid)
	if err != nil {
		return false
	}
	// Idle is a session also after a key that has denied the call, and whatever it does then
	// is the next turn.
	p.idle = p.idle || now.Status == claudehome.StatusIdle
	if p.before.Status != claudehome.StatusWaiting && now.Status == claudehome.StatusWaiting {
		p.before = now // the dialog that the answer is for: the registry was late to tell of it
	}
	asksAgain := now.Status == claudehome.StatusWaiting && now.StatusUpdatedAt.After(p.before.StatusUpdatedAt)
	switch {
	case now.Status != claudehome.StatusBusy:
		p.busySince = time.Time{}
	case p.busySince.IsZero():
		p.busySince = at
	}
	works := !p.busySince.IsZero() && at.Sub(p.busySince) >= workTime
	return !p.idle && (works || asksAgain)
}
