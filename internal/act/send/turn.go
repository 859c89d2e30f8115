package send

import (
	"fmt"
	"slices"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

const (
	// turnPause is how long the session has to be idle before its turn counts as ended. 2.1.329 fires no
	// hook when it goes on with a queued prompt: its registry lists it as busy up to 0.4 s later.
	turnPause = time.Second
	turnPoll  = 100 * time.Millisecond // between two readings of an idle session
)

// turnWait waits for the end of the turn in which Claude takes a queued prompt.
type turnWait struct {
	prompt
	before    int64       // length of the transcript when the prompt was sent
	poll      *time.Timer // reads an idle session again: nothing signals a change of the transcript
	idleSince time.Time   // zero = the session works
	turn      claudehome.Turn
	err       error // why the end of the turn cannot be found
}

// judge reports whether the turn has ended. It ends the wait with the outcome [fleet.Ended] if it sets w.err.
func (w *turnWait) judge(sessions []fleet.Session) (fleet.Session, fleet.Outcome) {
	i := slices.IndexFunc(sessions, func(other fleet.Session) bool { return other.ID == w.session.ID })
	if i < 0 || sessions[i].State == "" {
		return w.session, fleet.Ended
	}
	session := sessions[i]
	progress, err := w.read()
	if err != nil {
		w.err = err
		return session, fleet.Ended
	}
	switch {
	case progress == claudehome.Followed:
		return session.In(tmuxopt.Idle), fleet.Reached // its next turn does not count
	case session.State == tmuxopt.Attention && progress == claudehome.Taken:
		return session, fleet.Reached
	case session.State != tmuxopt.Idle && session.State != tmuxopt.Failed:
		w.idleSince = time.Time{}
		return session, fleet.Pending
	case w.idleSince.IsZero():
		w.idleSince = time.Now()
	}
	idleFor := time.Since(w.idleSince)
	switch {
	case progress == claudehome.Taken && (w.turn.Complete && idleFor > turnPause || idleFor > query.AnswerLag):
		return session, fleet.Reached
	case idleFor > query.AnswerLag:
		err := fmt.Errorf("pane %s: Claude Code has not taken the prompt out of its queue", session.Pane.ID)
		w.err = cli.Hint(err, "it may stand in its input: atm focus "+session.Pane.ID+" goes there")
		return session, fleet.Ended
	}
	w.poll.Reset(turnPoll)
	return session, fleet.Pending
}

func (w *turnWait) read() (claudehome.Progress, error) {
	home, transcript, found := w.target.Transcript()
	if !found {
		return claudehome.NotTaken, nil
	}
	isPrompt := func(text string) bool { return inputbox.Arrived(w.Text, text) }
	turn, progress, err := claudehome.TurnOf(home, transcript, w.before, isPrompt)
	w.turn = turn
	return progress, err
}
