package truth_test

import (
	"testing"

	"atm/tmuxopt"
)

// TestShownIsSet: where an older version of atm, or a person, has written the facts, a look at
// the panes sets what they show; silently, because no state was wrong. Of many panes at once, too.
func TestShownIsSet(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Dwell))
	for range 30 {
		pane := s.Tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "sleep 10000")
		for option, value := range map[tmuxopt.Option]string{
			tmuxopt.SessionID: "id" + pane[1:], tmuxopt.State: "idle", tmuxopt.Turn: "done",
			tmuxopt.Since: "7", tmuxopt.Shown: "attention",
		} {
			s.Tmux("set-option", "-pt", pane, string(option), value)
		}
	}
	for _, step := range []struct {
		policy string
		want   string
	}{{string(tmuxopt.Dwell), "unseen"}, {"", "idle"}} {
		s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption, step.policy)
		if wrong := reasons(correct(t, from)); len(wrong) > 0 {
			t.Errorf("policy %q: something was wrong: %v", step.policy, wrong)
		}
		panes, err := s.Way().Panes(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range panes[1:] {
			if got := p.Options[tmuxopt.Shown]; got != step.want {
				t.Errorf("policy %q: %s shows %q, not %q", step.policy, p.ID, got, step.want)
			}
		}
	}
}
