package tmuxopt_test

import (
	"maps"
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

// TestRestorable: a prompt that waits for a limit is restored for a server that counts from 0, and not sent if the
// session had gone on before.
func TestRestorable(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		failed, history, restoredHistory string

		want               tmuxopt.Pending
		before, afterwards bool // whether the session had gone on
	}{
		"for another time": {"", " 3=working", " 1=working", tmuxopt.Pending{Key: "saved"}, false, false},
		"still waits": {"41", " 40=working 41=error", " 1=idle",
			tmuxopt.Pending{Failed: "0", Key: "saved"}, false, false},
		"goes on after the reboot": {"41", " 40=working 41=error", " 1=idle 2=working",
			tmuxopt.Pending{Failed: "0", Key: "saved"}, false, true},
		"had gone on before it": {"41", " 41=error 42=working 43=idle", " 1=idle",
			tmuxopt.Pending{Failed: "0", Note: "the session has gone on by itself"}, true, false},
	} {
		o := tmuxopt.Options{
			tmuxopt.Later: "go on", tmuxopt.LaterFailed: tt.failed, tmuxopt.LaterKey: "A", tmuxopt.History: tt.history,
		}
		read := func(o tmuxopt.Options) tmuxopt.Pending {
			p, _ := tmuxopt.PendingPrompt(o)
			return p
		}
		if got := read(o).HasGoneOn(o); got != tt.before {
			t.Errorf("%s: has gone on before: %v", name, got)
		}
		restored := maps.Clone(tmuxopt.Restorable(o))
		if o[tmuxopt.LaterFailed] != tt.failed || o[tmuxopt.LaterKey] != "A" {
			t.Errorf("%s: the options of the pane have changed: %v", name, o)
		}
		tt.want.Text = "go on"
		if diff := cmp.Diff(tt.want, read(restored)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		restored[tmuxopt.History] = tt.restoredHistory
		if got := read(restored).HasGoneOn(restored); got != tt.afterwards {
			t.Errorf("%s: has gone on afterwards: %v", name, got)
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
