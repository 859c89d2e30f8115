// Package proof finds out whether Claude Code has taken what a hook has printed for the
// answer to a permission request. A key may close the dialog in the same moment: then the
// hook is not told, its answer is lost, and the registry moves on all the same.
//
// It only reads, where the registry and the transcripts of Claude Code are. It promises that
// a decision is proven only if no key can have brought about what is found there, or if a
// key would have brought about the same.
package proof

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/claudehome"
)

const (
	// Limit is how long Claude Code may take.
	Limit = 5 * time.Second
	beat  = 20 * time.Millisecond

	// workTime is how long a session has to work until it counts as going on: after Esc it may
	// be busy for a moment, until the turn has ended.
	workTime = 150 * time.Millisecond
)

// Call is an open call, and where Claude Code writes down what becomes of it.
type Call struct {
	Home       string // the Claude home
	PID        int    // of the Claude Code that asks
	Transcript claudehome.Transcript
	Agent      string // the subagent that asks, "" = the main thread
	Kind       hookmap.CallKind
}

// Wanted is what will show that a decision was taken. As JSON it can be handed to another
// process.
type Wanted struct {
	Home       string
	PID        int
	Open       bool      // the registry has told of the dialog
	OpenedAt   time.Time // when it has
	Transcript claudehome.Transcript
	Size       int64 // of the transcript before the answer
	Main       bool  // the main thread has asked

	// Denial is what the model is told, nil if the call is allowed. It is told at once.
	Denial *string
	// Decided says that only the decision of a hook in the transcript proves that the call was
	// allowed as it was answered: a key would have given another answer, or run another command.
	Decided bool
}

// Prepare looks at how things are before the hook prints the decision.
func (c Call) Prepare(decision []byte) (Wanted, error) {
	var printed struct {
		Output struct {
			Decision struct {
				Message *string         `json:"message"`
				Input   json.RawMessage `json:"updatedInput"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(decision, &printed); err != nil {
		return Wanted{}, err
	}
	w := Wanted{
		Home: c.Home, PID: c.PID, Transcript: c.Transcript, Main: c.Agent == "",
		Denial: printed.Output.Decision.Message,
	}
	if !w.Main {
		w.Transcript = w.Transcript.Agent(c.Agent)
	}
	isOther := c.Kind != hookmap.CallPermission || printed.Output.Decision.Input != nil
	w.Decided = isOther && w.Main // 2.1.197 writes down no decision about a subagent's call
	home := os.DirFS(c.Home)
	before, err := claudehome.ReadProcess(home, c.PID)
	if err != nil {
		return Wanted{}, err
	}
	w.Open, w.OpenedAt = before.Status == claudehome.StatusWaiting, before.StatusUpdatedAt
	w.Size, err = claudehome.Size(home, w.Transcript)
	return w, err
}

// Await returns true as soon as the decision is proven to have been taken, and false if that
// is not so when ctx ends.
func (w Wanted) Await(ctx context.Context, now func() time.Time) bool {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	for s := (search{Wanted: w, home: os.DirFS(w.Home)}); !s.found(now()); {
		select {
		case <-beats.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// search looks for what is wanted again and again.
type search struct {
	Wanted
	home      fs.FS
	idle      bool // the session was idle since
	busySince time.Time
}

// found reports whether the decision has been taken.
func (s *search) found(at time.Time) bool {
	decisions, err := claudehome.DecisionsAfter(s.home, s.Transcript, s.Size)
	if err != nil {
		return false
	}
	switch {
	case s.Denial != nil:
		return slices.Contains(decisions.Errors, *s.Denial)
	case decisions.Allowed:
		return true
	case s.Decided, s.Main && len(decisions.Errors) > 0: // a key has denied it
		return false
	}
	now, err := claudehome.ReadProcess(s.home, s.PID)
	if err != nil {
		return false
	}
	// Idle is a session also after a key that has denied the call, and whatever it does then
	// is the next turn.
	s.idle = s.idle || now.Status == claudehome.StatusIdle
	if !s.Open && now.Status == claudehome.StatusWaiting {
		// The dialog that the answer is for: the registry was late to tell of it.
		s.Open, s.OpenedAt = true, now.StatusUpdatedAt
	}
	asksAgain := now.Status == claudehome.StatusWaiting && now.StatusUpdatedAt.After(s.OpenedAt)
	switch {
	case now.Status != claudehome.StatusBusy:
		s.busySince = time.Time{}
	case s.busySince.IsZero():
		s.busySince = at
	}
	works := !s.busySince.IsZero() && at.Sub(s.busySince) >= workTime
	return !s.idle && (works || asksAgain)
}
