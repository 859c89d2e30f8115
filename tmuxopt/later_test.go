package tmuxopt_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

func TestPendingFits(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"a line":                      {"go on", true},
		"lines, tabs and a backslash": {"a\n\tb \\n c", true},
		"nothing":                     {"", false},
		"blanks around it":            {" /clear", false},
		"a control character":         {"a\x1b[31mb", false},
		"as much as a pane keeps":     {strings.Repeat("x", tmuxopt.MaxLater), true},
		"more":                        {strings.Repeat("x", tmuxopt.MaxLater+1), false},
		"line breaks count twice":     {"x" + strings.Repeat("\n", tmuxopt.MaxLater/2) + "x", false},
	} {
		if got := (tmuxopt.Pending{Text: tt.text}).Fits(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestWhy(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		prompt tmuxopt.Pending
		want   string
	}{
		"its time has not come": {tmuxopt.Pending{Key: "A"}, ""},
		"it waits":              {tmuxopt.Pending{Key: "A", Note: "a draft"}, "waits: a draft"},
		"it was given up":       {tmuxopt.Pending{Note: "another session"}, "not sent: another session"},
		"it is being sent":      {tmuxopt.Pending{Note: tmuxopt.BeingSent}, tmuxopt.BeingSent},
	} {
		if got := tt.prompt.Why(); got != tt.want {
			t.Errorf("%s: %q, not %q", name, got, tt.want)
		}
	}
}

// TestKeepOnServer: what a pane keeps comes back; a note is written for the prompt that it is about, and for no other;
// what was sent is forgotten, but not a prompt that has been kept since.
func TestKeepOnServer(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	send := func(edits []tmuxopt.Edit) {
		t.Helper()
		if _, err := s.Way().Send(t.Context(), tmuxopt.Batch{Pane: "%0", Edits: edits}); err != nil {
			t.Fatal(err)
		}
	}
	wants := func(name string, want tmuxopt.Pending) {
		t.Helper()
		panes, err := s.Way().Panes(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := tmuxopt.PendingPrompt(panes[0].Options)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	p := tmuxopt.Pending{
		Text: "a;\n\\n #{pid} 'b'", At: time.Unix(1800000000, 0), Session: "23e3", Failed: "17", Key: "A",
	}
	send(p.Keep())
	wants("kept", p)
	other := p
	other.Key = "B"
	send(other.NoteWhy("of another time", ""))
	wants("another key", p)
	send(tmuxopt.Sent())
	wants("not claimed", p)
	send(p.NoteWhy("a draft", "A"))
	p.Note = "a draft"
	wants("noted", p)
	send(p.NoteWhy("it is sent", ""))
	send(tmuxopt.Sent())
	wants("sent", tmuxopt.Pending{})
	send(p.NoteWhy("late", "A"))
	if got := s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.LaterKey)); got != "" {
		t.Errorf("a note about nothing: key %q", got)
	}
}
