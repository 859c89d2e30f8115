package tmuxopt_test

import (
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// TestOnlyCommon: a pane says that it has no rare option only if it has none, whichever edit sets one.
func TestOnlyCommon(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	at := time.Unix(1_800_000_000, 0)
	state := func(turn opt.TurnState, edits ...opt.Edit) []opt.Edit {
		return append(append(edits, opt.Set(opt.Turn, string(turn))), opt.DeriveAsserted(at)...)
	}
	entry := opt.Entry{Key: "a", Word: "permission"}
	for _, step := range []struct {
		name, want string
		edits      []opt.Edit
	}{
		{"a common option, and no change of state", "", []opt.Edit{opt.Set(opt.Title, "a")}},
		{"a change of state", opt.CommonMark, state(opt.TurnOpen)},
		{"a tag", "", []opt.Edit{opt.Set(opt.Tags, "0")}},
		{"a change of state with a tag that is no truth", "", state(opt.TurnDone)},
		{"the tag goes", "", []opt.Edit{opt.Unset(opt.Tags)}},
		{"the next change of state", opt.CommonMark, state(opt.TurnOpen)},
		{"a list with an entry", "", []opt.Edit{opt.SetFormat(opt.Waiting, opt.With(opt.Waiting, entry))}},
		{"that entry changes the state", "", state(opt.TurnOpen)},
		{"an entry goes, if there is one", opt.CommonMark, state(opt.TurnOpen,
			opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, "a")).If(opt.Get(opt.Waiting)))},
		{"an entry would go again", opt.CommonMark, state(opt.TurnOpen,
			opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, "a")).If(opt.Get(opt.Waiting)))},
		{"an edit that is not made", "", []opt.Edit{opt.Set(opt.Lead, "a").If(opt.Get(opt.Host))}},
		{"a new state", opt.CommonMark, state(opt.TurnDone)},
		{"the end", opt.CommonMark, opt.Clear(opt.OfRun, nil)},
	} {
		before := s.Options(t)
		s.Send(t, step.edits...)
		got, model := s.Options(t)[opt.OnlyCommon], opt.Apply(before, step.edits)[opt.OnlyCommon]
		if got != step.want || model != step.want {
			t.Errorf("%s: %q in tmux, %q in the model, want %q", step.name, got, model, step.want)
		}
	}
}
