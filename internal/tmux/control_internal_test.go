package tmux

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/tmuxopt"
)

// attachedControl returns a conversation that has subscribed to changes, and has asked for the panes.
func attachedControl(t testing.TB, asked *strings.Builder, changed func([]Pane)) *control {
	t.Helper()
	c := &control{to: asked, wanted: []tmuxopt.Field{{Option: tmuxopt.State}}, changed: changed}
	for _, line := range []string{"%begin 1 1 0", "%end 1 1 0"} {
		if err := c.readLine(line); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestControl(t *testing.T) {
	t.Parallel()
	const row = "3.3a\t%3\t7\t0\tmain\t1:sh\t0\t1\t\t\t\tidle"
	firstAnswer := []string{"%begin 1 2 1", "%end 1 2 1"} // the answer to the first question
	for _, tt := range []struct {
		name    string
		lines   []string
		panes   []string // as the last answer has them
		wantErr string   // the error
		changed bool     // something has changed since
	}{
		{name: "the panes", lines: append(firstAnswer, "%begin 1 3 1", row, "%end 1 3 1"), panes: []string{"%3 idle"}},
		{name: "a sign of life", lines: append(firstAnswer, "%begin 1 3 1", "", "%end 1 3 1")},
		{
			name:  "a change between two answers",
			lines: append(firstAnswer, "%subscription-changed atm $1 - - - : x"), changed: true,
		},
		{
			name: "notifications of other kinds",
			lines: append(firstAnswer, "%session-changed $1 main", "%output %3 x",
				"%subscription-changed other $1", "%", "", "junk"),
		},
		{
			name: "an option with the lines of an answer",
			lines: append(firstAnswer, "%begin 1 3 1", row+"\t", "%end 1 2 1", "%exit",
				"%subscription-changed atm", row, "%end 1 3 1"),
			panes: []string{"%3 idle"},
		},
		{
			name: "an answer that is no list of panes", wantErr: "unexpected line",
			lines: append(firstAnswer, "%begin 1 3 1", "junk", "%end 1 3 1"),
		},
		{
			name: "a refusal", wantErr: "tmux: no \ufffd[2Jway",
			lines: append(firstAnswer, "%begin 1 3 1", "no \x1b[2Jway", "%error 1 3 1"),
		},
		{
			name: "an answer to no question", wantErr: "no question",
			lines: append(firstAnswer, "%begin 1 3 1", "%end 1 3 1", "%begin 1 4 1", "%end 1 4 1"),
		},
		{
			name: "an answer without end", wantErr: "more than",
			lines: append(firstAnswer, "%begin 1 3 1", strings.Repeat("x", maxAnswer/2), strings.Repeat("x", maxAnswer/2), "x"),
		},
		{name: "the end", lines: []string{"%exit server exited \x1b[2J"}, wantErr: "tmux: server exited \ufffd[2J"},
		{name: "it was detached", lines: []string{"%exit detached (from session main)"}, wantErr: "tmux: detached"},
		{name: "without a reason", lines: []string{"%exit"}, wantErr: "tmux: exited"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var panes []string
			c := attachedControl(t, &strings.Builder{}, func(all []Pane) {
				panes = []string{}
				for _, p := range all {
					panes = append(panes, p.ID+" "+p.Options[tmuxopt.State])
				}
			})
			var err error
			for _, line := range tt.lines {
				if err = c.readLine(line); err != nil {
					break
				}
			}
			if tt.wantErr == "" && err != nil || tt.wantErr != "" && (err == nil || !strings.Contains(err.Error(), tt.wantErr)) {
				t.Errorf("%v, not %q", err, tt.wantErr)
			}
			if diff := cmp.Diff(tt.panes, panes); diff != "" || c.changes != tt.changed {
				t.Errorf("more: %t; panes (-want +got):\n%s", c.changes, diff)
			}
		})
	}
}

// TestControlAsks: a server that tells of changes without end is not asked more often for it,
// one that says nothing is asked whether it is there, and one that does not answer is given up.
func TestControlAsks(t *testing.T) {
	t.Parallel()
	var asked strings.Builder
	c := attachedControl(t, &asked, func([]Pane) {})
	before := asked.Len()
	for range 1000 {
		if err := c.readLine("%subscription-changed atm $1 - - - : x"); err != nil {
			t.Fatal(err)
		}
	}
	if asked.Len() != before {
		t.Errorf("it was asked: %s", asked.String()[before:])
	}
	for _, line := range []string{"%begin 1 2 1", "%end 1 2 1", "%begin 1 3 1", "%end 1 3 1"} {
		if err := c.readLine(line); err != nil {
			t.Fatal(err)
		}
	}
	at, read := c.due()
	if pause := at.Sub(c.readAt); pause != minPause {
		t.Errorf("after a change the panes are read after %v", pause)
	}
	if err := read(); err != nil || !strings.Contains(asked.String()[before:], `"list-panes"`) {
		t.Errorf("%v; it was asked: %s", err, asked.String()[before:])
	}
	_, giveUp := c.due()
	if err := giveUp(); !errors.Is(err, ErrHost) {
		t.Errorf("it does not answer: %v", err)
	}
}

// FuzzControl: whatever a host prints in control mode, it is an error or is followed, and no
// more is asked for it than one question for each answer.
func FuzzControl(f *testing.F) {
	f.Add("%begin 1 2 1\n%end 1 2 1\n%begin 1 3 1\n3.3a\t%3\t7\t0\tmain\t1:sh\t0\t1\t\t\t\tidle\n%end 1 3 1\n")
	f.Add("%begin\n%end\n%error\n%exit\n%subscription-changed atm\n")
	f.Fuzz(func(t *testing.T, printed string) {
		var asked strings.Builder
		c := attachedControl(t, &asked, func([]Pane) {})
		before := asked.Len()
		for _, line := range strings.Split(printed, "\n") {
			if c.readLine(line) != nil {
				break
			}
		}
		if asked.Len() != before || c.answer.Len() > maxAnswer+1 {
			t.Errorf("%d bytes kept; asked %q", c.answer.Len(), asked.String()[before:])
		}
	})
}
