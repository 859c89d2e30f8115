package hookmap

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// Job is what Claude Code records of a background session besides its entry in the registry. All members may
// be empty: the file is written a little later than the entry.
type Job struct {
	Name   string    // that a person or Claude has given it; "" = it is named after its last prompt
	Needs  string    // what its open dialog wants: "approve Bash: touch x"
	Detail string    // what it does or, when idle, the end of its last answer
	Prompt string    // what it was started with
	Wake   time.Time // when the next wake-up of a /loop is due; zero if none is known

	// Starts means that its worker has a prompt and has not begun with it, although the registry lists it as idle for a
	// moment (0.1 s with 2.1.330).
	Starts bool

	// Of an idle session, according to its transcript:
	Failure     string    // the error of the API with which its last turn ended; "" = none
	Interrupted bool      // a person has interrupted its last turn
	Ended       time.Time // when its last turn ended; zero = not known
}

// since returns since when the session has its state. For a session that was idle when it was moved into the background
// the registry knows only since when its worker runs.
func (j Job) since(e Entry) time.Time {
	if !j.Ended.IsZero() && j.Ended.Before(e.Changed) && stateOf[e.Status] == opt.Idle {
		return j.Ended
	}
	return e.Changed
}

// Shown is what a pane needs of a background session that it shows from now on.
type Shown struct {
	Job
	Transcript string // path; the file may not exist yet
}

// startTime is how long a worker may take to begin with its prompt.
const startTime = 5 * time.Second

// Background returns the options that a pane showing a background session would have, according to the
// registry: no hook sets them. They include the settings, of which [opt.WordsOption] keeps texts out.
func (e Entry) Background(j Job, settings opt.Options, now time.Time) opt.Options {
	state := stateOf[e.Status]
	if e.Status == "" || state == opt.Idle && j.Starts && now.Sub(e.Changed) < startTime {
		state = opt.Starting
	}
	if state == opt.Idle && j.Failure != "" {
		state = opt.Failed
	}
	since := j.since(e)
	name := []opt.Edit{opt.Set(opt.Title, e.title())}
	if first := opt.Text(words.FirstLine(e.AskedFirst)); e.Prompted && first != "" {
		name = opt.SetWords(opt.FirstPrompt, first) // it stays named after its first prompt, as in a pane
	}
	edits := slices.Concat([]opt.Edit{
		opt.Set(opt.SessionID, opt.ID(e.SessionID)), opt.Set(opt.Job, opt.ID(e.Job)),
		opt.Set(opt.PID, strconv.Itoa(e.PID)), opt.Set(opt.SessionDir, opt.Path(e.Dir)), opt.Set(opt.State, string(state)),
		opt.Set(opt.Turn, string(opt.TurnOpen)),
		opt.Set(opt.SinceNS, opt.Nanoseconds(since)), opt.Set(opt.Since, opt.Seconds(since)),
		opt.Set(opt.LatestHookTime, opt.Seconds(laterOf(e.Changed, e.Updated))),
	}, name, j.texts(state))
	switch state {
	case opt.Attention:
		_, reason := callOf(e.WaitingFor)
		edits = append(edits, opt.Set(opt.Detail, reason))
		edits = append(edits, opt.SetWords(opt.Request, neededRequest(j.Needs))...)
	case opt.Working:
		edits = append(edits, opt.SetWords(opt.Detail, opt.Text(j.Detail))...)
	case opt.Failed:
		edits = append(edits, opt.Set(opt.Turn, string(opt.TurnFailed)),
			opt.Set(opt.Detail, words.OptionText(j.Failure)))
	case opt.Idle:
		edits = append(edits, opt.Set(opt.Turn, string(opt.TurnDone)))
		if j.Interrupted {
			edits = append(edits, opt.Set(opt.Detail, Interrupted))
		}
		if until := j.Wake.Add(overdue); until.After(now) && j.Wake.Sub(now) <= onceAhead {
			edits = append(edits, opt.Sleep(j.Wake, until)...)
		}
	}
	return opt.Apply(settings, edits)
}

// texts returns the edits that set what the session was asked and, when idle, has said.
func (j Job) texts(state opt.SessionState) []opt.Edit {
	edits := setPrompt(words.OptionText(j.Prompt))
	if state == opt.Idle && j.Failure == "" {
		edits = append(edits, setAnswer(words.LastSentence(j.Detail), words.Intent(j.Detail))...)
	}
	return edits
}

// ended returns the edits that end the last turn of an idle session, as it has ended.
func (j Job) ended() []opt.Edit {
	switch {
	case j.Interrupted:
		return []opt.Edit{opt.Set(opt.Turn, string(opt.TurnDone)), opt.Set(opt.Activity, Interrupted)}
	case j.Failure == "":
		return []opt.Edit{opt.Set(opt.Turn, string(opt.TurnDone)), opt.Unset(opt.Activity)}
	}
	return []opt.Edit{opt.Set(opt.Turn, string(opt.TurnFailed)), opt.Set(opt.Activity, words.OptionText(j.Failure))}
}

// neededRequest returns the request of a background session from its Needs.
func neededRequest(needs string) string {
	return words.OptionText(strings.TrimPrefix(strings.TrimPrefix(needs, "approve "), "answer: "))
}
