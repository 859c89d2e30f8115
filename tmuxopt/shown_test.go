package tmuxopt_test

import (
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// TestShown: whatever the state, the intent, what was seen, what is parked, the wake-up and the policy are,
// tmux sets what is shown in the batch that sets them, and a program that reads the pane gets
// the same.
func TestShown(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, policy := range []string{"", string(opt.Dwell)} {
		s.Tmux("set-option", "-g", opt.ActiveSeenPolicyOption, policy)
		for _, state := range []string{"", "starting", "working", "attention", "idle", "error", "of-another-version"} {
			for _, intent := range []string{"", string(opt.Question), string(opt.Completion)} {
				for _, seen := range []string{"", "5", "7"} {
					for _, parked := range []string{"", "7"} {
						for _, id := range []string{"", "id"} {
							for _, more := range []opt.Options{
								{}, {opt.Wake: "8"}, {opt.Wake: "8", opt.AsleepUntil: "68"},
								{opt.Stuck: "9"}, {opt.Stuck: "8"}, // of an event since which there was none, or was one
							} {
								checkShown(t, s, opt.Options{
									opt.ActiveSeenPolicyOption: policy, opt.SessionID: id, opt.State: state, opt.Intent: intent,
									opt.Since: "7", opt.Seen: seen, opt.Parked: parked, opt.SinceNS: "7",
									opt.Wake: more[opt.Wake], opt.AsleepUntil: more[opt.AsleepUntil],
									opt.StateNS: "9", opt.Stuck: more[opt.Stuck],
								})
							}
						}
					}
				}
			}
		}
	}
}

func checkShown(t *testing.T, s *tmuxtest.Server, o opt.Options) {
	t.Helper()
	var edits []opt.Edit
	for option, value := range o {
		if option != opt.ActiveSeenPolicyOption {
			edits = append(edits, opt.Set(option, value))
		}
	}
	s.Send(t, edits...)
	want := expectedShown(o)
	if inTmux, model := s.Options(t)[opt.Shown], opt.Apply(o, edits)[opt.Shown]; inTmux != want || model != want {
		t.Errorf("%v: %q in tmux, %q in the model, want %q", o, inTmux, model, want)
	}
	finished := o[opt.State] == "idle" && o[opt.AsleepUntil] == ""
	unseen := o[opt.ActiveSeenPolicyOption] != "" && (finished || o[opt.State] == "error") && o[opt.Seen] != "7"
	if o.Unseen() != unseen || o.Asks() != (want == "question") || string(o.ShownState()) != want {
		t.Errorf("%v: unseen %v, asks %v, shown %q", o, o.Unseen(), o.Asks(), o.ShownState())
	}
}

// expectedShown is the contract in the words of Go.
func expectedShown(o opt.Options) string {
	switch state := o[opt.State]; {
	case state == "" && o[opt.SessionID] != "":
		return "ended"
	case state == "working" && o[opt.Stuck] == o[opt.StateNS]:
		return "stuck"
	case state == "idle" && o[opt.AsleepUntil] != "":
		return "asleep"
	case state == "idle" && o[opt.Intent] == "question":
		return "question"
	case state == "idle" && o[opt.ActiveSeenPolicyOption] != "" && o[opt.Seen] != o[opt.Since]:
		return "unseen"
	default:
		return state
	}
}

// TestShownFollowsFacts: also where a state is derived, and where only the intent changes, or whether it is asleep.
func TestShownFollowsFacts(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	turn := func(state opt.TurnState) opt.Edit { return opt.Set(opt.Turn, string(state)) }
	asks := opt.Set(opt.Intent, string(opt.Question))
	sleeps := opt.Set(opt.AsleepUntil, "1800000600")
	at := time.Unix(1_800_000_000, 0)
	for _, step := range []struct {
		name, want string
		edits      []opt.Edit
	}{
		{"a prompt", "working", append([]opt.Edit{turn(opt.TurnOpen)}, opt.DeriveAsserted(at)...)},
		{"a question", "question", append([]opt.Edit{turn(opt.TurnDone), asks}, opt.DeriveAsserted(at)...)},
		{"another answer to the same turn", "idle", append([]opt.Edit{opt.Unset(opt.Intent)}, opt.DeriveAsserted(at)...)},
		{"a question again", "question", append([]opt.Edit{asks}, opt.DeriveAsserted(at)...)},
		{"a prompt that takes it back", "working", append([]opt.Edit{turn(opt.TurnOpen), opt.Unset(opt.Intent)},
			opt.DeriveAsserted(at)...)},
		{"it will go on by itself", "asleep", append([]opt.Edit{turn(opt.TurnDone), asks, sleeps},
			opt.DeriveAsserted(at)...)},
		{"its wake-up is overdue", "question", append([]opt.Edit{opt.Unset(opt.AsleepUntil)}, opt.Derive(at)...)},
		{"it will, after all", "asleep", []opt.Edit{sleeps}},
		{"it has gone on", "working", append([]opt.Edit{turn(opt.TurnOpen)}, opt.DeriveAsserted(at)...)},
		{"it is silent", "stuck", append([]opt.Edit{opt.Set(opt.Stuck, opt.Nanoseconds(at))}, opt.Derive(at)...)},
		{"something is heard", "working", opt.DeriveAsserted(at.Add(1))},
		{"it is silent again", "stuck", []opt.Edit{opt.Set(opt.Stuck, opt.Nanoseconds(at.Add(1)))}},
		{"that was wrong", "working", append([]opt.Edit{opt.Unset(opt.Stuck)}, opt.Derive(at)...)},
		{"it is silent, and ends", "stuck", []opt.Edit{opt.Set(opt.Stuck, opt.Nanoseconds(at.Add(1)))}},
		{"an error", "error", append([]opt.Edit{turn(opt.TurnFailed)}, opt.DeriveAsserted(at)...)},
		{"the end", "", opt.Clear(opt.OfRun, nil)},
	} {
		s.Send(t, step.edits...)
		if got := s.Options(t)[opt.Shown]; got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}
