package hookmap

import (
	"strconv"
	"strings"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// Background returns the options that a pane would have which shows a session in the background, as far as
// the registry tells: no hook has. prompt is what it was started with, wants what its open dialog wants,
// and detail what it does or, at rest, the end of its last answer.
func (e Entry) Background(prompt, wants, detail string) opt.Options {
	state := stateOf[e.Status]
	edits := []opt.Edit{
		opt.Set(opt.SessionID, opt.ID(e.SessionID)), opt.Set(opt.Job, opt.ID(e.Job)),
		opt.Set(opt.PID, strconv.Itoa(e.PID)), opt.Set(opt.SessionDir, opt.Path(e.Dir)),
		opt.Set(opt.Title, opt.Text(e.Title)), opt.Set(opt.State, string(state)),
		opt.Set(opt.Turn, string(opt.TurnOpen)),
		opt.Set(opt.SinceNS, opt.Nanoseconds(e.Changed)), opt.Set(opt.Since, opt.Seconds(e.Changed)),
		opt.Set(opt.LatestHookTime, opt.Seconds(laterOf(e.Changed, e.Updated))),
	}
	edits = append(edits, asked(words.OptionText(prompt))...)
	switch state {
	case opt.Attention:
		_, reason := wanted(e.WaitingFor)
		request := words.OptionText(strings.TrimPrefix(wants, "approve "))
		edits = append(edits, opt.Set(opt.Detail, reason), opt.Set(opt.Request, request))
	case opt.Working:
		edits = append(edits, opt.Set(opt.Detail, opt.Text(detail)))
	case opt.Idle:
		edits = append(edits, opt.Set(opt.Turn, string(opt.TurnDone)))
		edits = append(edits, said(words.LastSentence(detail), words.Intent(detail))...)
	}
	return opt.Apply(nil, edits)
}
