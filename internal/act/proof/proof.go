// Package proof finds out whether Claude Code has taken the decision that a hook has printed. A key may close the
// dialog at the same moment: then the decision is lost, the hook does not notice it, and the registry changes as if
// the decision had been taken.
//
// The package reads the registry and the transcripts of Claude Code, and writes nothing. It promises that a decision
// counts as proven only if no key can have caused what they contain, or if a key would have allowed the same call. What
// a decision allows besides, and that it was a hook's, Claude Code records only when the tool has ended (2.1.332): so
// after always, or another command in a subagent, a key at the same moment is not noticed.
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

	pollInterval = 30 * time.Millisecond  // between two readings in the first second: reading a screen takes half of it
	latePoll     = 100 * time.Millisecond // between two later readings

	// workTime is how long a session must be busy before that counts as work: after Esc it may be busy for a moment,
	// until the turn has ended.
	workTime = 150 * time.Millisecond
)

// Call is an open call, and where Claude Code records its result.
type Call struct {
	Home       string // the Claude home
	PID        int    // the process of the Claude Code that asks
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

// Printed is what a hook prints for a decision.
type Printed struct {
	Output struct {
		Event    string `json:"hookEventName"`
		Decision struct {
			Behavior    string                       `json:"behavior"`
			Message     *string                      `json:"message"`
			Interrupt   *bool                        `json:"interrupt"`
			Input       *map[string]json.RawMessage  `json:"updatedInput"`
			Permissions []map[string]json.RawMessage `json:"updatedPermissions"`
		} `json:"decision"`
	} `json:"hookSpecificOutput"`
}

// Prepare records the state before the hook prints the decision.
func (c Call) Prepare(decision []byte) (Wanted, error) {
	var printed Printed
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

// Await calls isProven until it returns true. It returns false after [Limit], and any error of isProven or ctx.
func Await(ctx context.Context, isProven func(context.Context) (bool, error)) (proven bool, err error) {
	limited, cancel := context.WithTimeout(ctx, Limit)
	defer cancel()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for began := time.Now(); ; {
		if proven, err := isProven(limited); proven || err != nil {
			return proven, err
		}
		if time.Since(began) > time.Second {
			ticker.Reset(latePoll)
		}
		select {
		case <-ticker.C:
		case <-limited.Done():
			return false, ctx.Err()
		}
	}
}

// Await returns true as soon as it is proven that the decision was taken, and false after [Limit] or when ctx ends.
func (w Wanted) Await(ctx context.Context, now func() time.Time) bool {
	s := search{Wanted: w, home: os.DirFS(w.Home)}
	proven, _ := Await(ctx, func(context.Context) (bool, error) { return s.found(now()), nil })
	return proven
}

// search is a search for a proof. It reads the same files until it finds one.
type search struct {
	Wanted
	home      fs.FS
	wasIdle   bool // at a reading since the search began
	busySince time.Time
}

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
	// A session is also idle after a key that has denied the call. Any work after that belongs to the next turn.
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
