// Package proof finds out whether Claude Code has taken the decision that a hook has printed. A key may
// close the dialog in the same moment: then the decision is lost, the hook does not learn of it, and the
// registry changes as if the decision had been taken.
//
// The package reads the registry and the transcripts of Claude Code, and writes nothing. It promises that a
// decision counts as proven only if no key can have caused what is written there, or if a key would have had
// the same effect.
package proof

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
)

const (
	// Limit is how long Claude Code may take: 5 s were too short on a machine with ten times the work that it can do.
	Limit = 10 * time.Second

	// How often is looked in the first second, and later: a look at a screen takes half of the first.
	pollInterval = 30 * time.Millisecond
	latePoll     = 100 * time.Millisecond

	// workTime is how long a session has to be busy before that counts as work: after Esc it may be busy for
	// a moment, until the turn has ended.
	workTime = 150 * time.Millisecond
)

// Call is an open call, and where Claude Code records its result.
type Call struct {
	Home       string // the Claude home
	PID        int    // of the Claude Code that asks
	Transcript claudehome.Transcript
	Agent      string // the subagent that asks, "" = the main thread
	Kind       hookmap.CallKind
}

// Wanted is the proof to look for. It can be passed to another process as JSON.
type Wanted struct {
	Call
	Open     bool      // the registry has listed the dialog as open
	OpenedAt time.Time // when it was listed
	Size     int64     // of the transcript before the answer

	// Denial is the text that the model gets at once, nil if the call is allowed.
	Denial *string
	// Decided means that only a hook's decision in the transcript proves that the call was allowed as
	// answered: a key would have given another answer, or run another command.
	Decided bool
}

// Prepare records the state before the hook prints the decision.
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
	w := Wanted{Call: c, Denial: printed.Output.Decision.Message}
	if c.Agent != "" {
		w.Transcript = c.Transcript.Agent(c.Agent)
	}
	keyWouldDiffer := c.Kind != hookmap.CallPermission || printed.Output.Decision.Input != nil
	w.Decided = keyWouldDiffer && c.Agent == "" // 2.1.197 writes no decision about a subagent's call
	home := os.DirFS(c.Home)
	before, err := claudehome.ReadProcess(home, c.PID)
	if err != nil {
		return Wanted{}, err
	}
	w.Open, w.OpenedAt = before.Status == claudehome.StatusWaiting, before.StatusUpdatedAt
	w.Size, err = claudehome.Size(home, w.Transcript)
	return w, err
}

// Await calls isProven again and again until it returns true. It returns false if that takes longer than the
// limit, and an error if isProven fails or ctx ends before.
func Await(
	ctx context.Context, limit time.Duration, isProven func(context.Context) (bool, error),
) (proven bool, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	beats := time.NewTicker(pollInterval)
	defer beats.Stop()
	for began := time.Now(); ; {
		if proven, err := isProven(limited); proven || err != nil {
			return proven, err
		}
		if time.Since(began) > time.Second {
			beats.Reset(latePoll)
		}
		select {
		case <-beats.C:
		case <-limited.Done():
			return false, ctx.Err()
		}
	}
}

// Await returns true as soon as it is proven that the decision was taken, and false if that takes longer
// than [Limit] or ctx ends before.
func (w Wanted) Await(ctx context.Context, now func() time.Time) bool {
	s := search{Wanted: w, home: os.DirFS(w.Home)}
	proven, _ := Await(ctx, Limit, func(context.Context) (bool, error) { return s.found(now()), nil })
	return proven
}

// search is a search for a proof, which reads again and again.
type search struct {
	Wanted
	home      fs.FS
	wasIdle   bool // the session was idle since the search began
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
	case s.Decided, s.Agent == "" && len(decisions.Errors) > 0: // a key has denied it
		return false
	}
	entry, err := claudehome.ReadProcess(s.home, s.PID)
	if err != nil {
		return false
	}
	// A session is also idle after a key that has denied the call. Any work after that belongs to the next
	// turn.
	s.wasIdle = s.wasIdle || entry.Status == claudehome.StatusIdle
	isAsking := entry.Status == claudehome.StatusWaiting
	if isAsking && !s.Open {
		// This is the dialog that was answered: the registry lists it late.
		s.Open, s.OpenedAt = true, entry.StatusUpdatedAt
	}
	asksAgain := isAsking && entry.StatusUpdatedAt.After(s.OpenedAt)
	switch {
	case entry.Status != claudehome.StatusBusy:
		s.busySince = time.Time{}
	case s.busySince.IsZero():
		s.busySince = at
	}
	works := !s.busySince.IsZero() && at.Sub(s.busySince) >= workTime
	return !s.wasIdle && (works || asksAgain)
}
