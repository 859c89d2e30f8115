package press_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/act/press"
	"atm/internal/act/typing"
	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// TestChoose: the choice is taken by the keys that take it, and that is proven.
func TestChoose(t *testing.T) {
	t.Parallel()
	input := screen("made/input-80") // what is shown when a dialog is over
	for _, tt := range []struct {
		name, screen, replies, words, want string
	}{
		{name: "a digit", screen: "2.1.329/bash-80", replies: "1=busy+" + input, words: "yes", want: `"1"`},
		{name: "the other version", screen: "2.1.197/bash-80", replies: "3=busy+" + input, words: "no",
			want: `"3"`},
		{name: "a long command, much above it", screen: "2.1.329/fake-command-80", replies: "4=busy+" + input,
			words: "no", want: `"4"`},
		{name: "beside a panel", screen: "2.1.330/bash-panel-160", words: "yes",
			replies: "1=" + screen("2.1.330/agent-panel-160"), want: `"1"`},
		{name: "an option", screen: "2.1.197/question-80", replies: "2=busy+" + input, words: "Blue",
			want: `"2"`},
		{name: "Esc", screen: "2.1.329/plan-80", replies: "\x1b=busy", words: "no", want: `"\x1b"`},
		{name: "an arrow, then Enter", screen: "2.1.329/auto-asks-80", words: "yes",
			replies: "\x1b[B=" + screen("made/auto-asks-yes-80") + ",\r=busy", want: `"\x1b[B" "\r"`},
		{name: "no is selected", screen: "2.1.329/auto-asks-80", words: "no", replies: "\r=busy",
			want: `"\r"`},
		{name: "another dialog is a proof", screen: "2.1.329/agents-80", words: "yes",
			replies: "1=" + screen("2.1.329/agents-second-80"), want: `"1"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := start(t, tt.screen, tt.replies)
			target := c.target(t)
			d, err := target.ReadDialog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			choice, err := d.Choice(tt.words)
			if err != nil {
				t.Fatal(err)
			}
			if err := target.Choose(t.Context(), d, choice); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.want, c.keys()); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

// TestChooseRefused: where the session or the dialog is not as it was seen, no key arrives.
func TestChooseRefused(t *testing.T) {
	t.Parallel()
	option := tmuxtest.SetOption
	for _, tt := range []struct {
		name    string
		changes [][]string // since the session was seen
		want    error
	}{
		{name: "it goes on", changes: [][]string{option(tmuxopt.State, "working")}, want: typing.ErrChanged},
		{name: "it has ended", changes: [][]string{option(tmuxopt.State, "")}, want: typing.ErrChanged},
		{name: "another session", changes: [][]string{option(tmuxopt.SessionID, "x")},
			want: typing.ErrChanged},
		{name: "another process", changes: [][]string{option(tmuxopt.PID, "4712")}, want: typing.ErrChanged},
		{name: "it has gone on, and asks again", want: typing.ErrChanged,
			changes: [][]string{option(tmuxopt.SinceNS, "1767225600000000001")}},
		{name: "another call", want: typing.ErrChanged,
			changes: [][]string{option(tmuxopt.Waiting, " main.0123456789abcdee=permission")}},
		{name: "copy mode", changes: [][]string{{"copy-mode", "-t", "%0"}}, want: typing.ErrMode},
		{name: "another program runs there", want: press.ErrNotOurs,
			changes: [][]string{{"respawn-pane", "-k", "-t", "%0", "exec sleep 1000"}}},
		{name: "another dialog is open", want: typing.ErrChanged,
			changes: [][]string{{"send-keys", "-t", "%0", "x"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := start(t, "2.1.329/bash-80", "1=busy,x="+screen("2.1.329/git-80"))
			target := c.target(t)
			d, err := target.ReadDialog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, command := range tt.changes {
				c.Tmux(command...)
			}
			if errors.Is(tt.want, press.ErrNotOurs) {
				c.Until("its process has ended", func() bool { return !proc.Is(target.Pane.PID, "") })
			}
			if tt.changes[0][0] == "send-keys" {
				c.Until("the other one", func() bool {
					now, err := target.ReadDialog(t.Context())
					return err == nil && !now.Same(d)
				})
			}
			before := c.keys()
			if err := target.Choose(t.Context(), d, 1); !errors.Is(err, tt.want) {
				t.Errorf("error %v, not %v", err, tt.want)
			}
			if got := c.keys(); got != before || c.status(target.Pane.PID) != "waiting" {
				t.Errorf("keys %s, status %s", got, c.status(target.Pane.PID))
			}
		})
	}
}

// TestPressLate: what changes between the last look and the key is seen by tmux itself.
func TestPressLate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, next string // the screen that is drawn in between
		want       error
	}{
		{name: "the same", next: "2.1.329/bash-80"},
		{name: "another call of the same form", next: "made/bash-other-80", want: typing.ErrChanged},
		{name: "the same further down", next: "made/bash-down-80", want: typing.ErrChanged},
		{name: "another choice is selected", next: "made/bash-selected-80", want: typing.ErrChanged},
		{name: "an input", next: "2.1.329/draft-80", want: typing.ErrChanged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := start(t, "2.1.329/bash-80", "x="+screen(tt.next))
			drawn := func() string {
				cursor := c.Tmux("display-message", "-p", "-t", "%0", "#{cursor_x} #{cursor_y}")
				return cursor + c.Tmux("capture-pane", "-pt", "%0")
			}
			before := drawn()
			err := c.target(t).PressLate(t.Context(), "1", func() {
				c.Tmux("send-keys", "-t", "%0", "x")
				c.Until("the next screen", func() bool {
					return strings.Contains(c.keys(), "x") && (tt.want == nil || drawn() != before)
				})
			})
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, not %v", err, tt.want)
			}
			want := `"x" "1"`
			if tt.want != nil {
				want = `"x"`
			}
			c.Tmux("send-keys", "-t", "%0", "z") // comes behind whatever was pressed
			c.Until("the last key", func() bool { return strings.HasSuffix(c.keys(), `"z"`) })
			if diff := cmp.Diff(want+` "z"`, c.keys()); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

// TestChooseOtherPane: a pane of another server, or one that has gone, gets no key.
func TestChooseOtherPane(t *testing.T) {
	t.Parallel()
	c, other := start(t, "2.1.329/bash-80", "1=busy"), start(t, "2.1.329/bash-80", "1=busy")
	target := c.target(t)
	d, err := target.ReadDialog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The server has started anew: %0 is another pane, with the same dialog.
	elsewhere := target
	elsewhere.Tmux = other.Way()
	if err := elsewhere.Choose(t.Context(), d, 1); !errors.Is(err, typing.ErrChanged) {
		t.Errorf("another pane: %v", err)
	}
	target.Pane.ID = "%77"
	if err := target.Choose(t.Context(), d, 1); err == nil {
		t.Error("a pane that does not exist was answered")
	}
	if got := c.keys() + other.keys(); got != "" {
		t.Errorf("keys %s", got)
	}
}

// TestChooseLate: a key that came too late stands in the input; it is no success, and is taken
// away. What else stands there is left alone.
func TestChooseLate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, next string // what is drawn, with the key in it
		want       error
		keys       string
	}{
		{name: "the key alone", next: "made/input-1-80", want: press.ErrLate, keys: `"1" "\x7f"`},
		{name: "in a draft", next: "2.1.329/draft-80", want: press.ErrUnproven, keys: `"1"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := start(t, "2.1.329/bash-80", "1=busy+"+screen(tt.next))
			target := c.target(t)
			d, err := target.ReadDialog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := target.Choose(t.Context(), d, 1); !errors.Is(err, tt.want) {
				t.Errorf("error %v, not %v", err, tt.want)
			}
			c.Tmux("send-keys", "-t", "%0", "z") // comes behind whatever was pressed
			c.Until("the last key", func() bool { return strings.HasSuffix(c.keys(), `"z"`) })
			if diff := cmp.Diff(tt.keys+` "z"`, c.keys()); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

// TestChooseUnproven: a key that nothing follows is no success, and is not pressed again.
func TestChooseUnproven(t *testing.T) {
	t.Parallel()
	c := start(t, "2.1.329/bash-80", "")
	target := c.target(t)
	d, err := target.ReadDialog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
	defer cancel()
	if err := target.Choose(ctx, d, 4); !errors.Is(err, press.ErrUnproven) {
		t.Errorf("error %v", err)
	}
	if got := c.keys(); got != `"4"` {
		t.Errorf("keys %s", got)
	}
}
