package typing_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/act/typing"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// canvas is pane %0 of a server, on whose terminal the test writes as its program would.
type canvas struct {
	*tmuxtest.Server
	t        *testing.T
	terminal *os.File
}

func newCanvas(t *testing.T) canvas {
	t.Helper()
	s := tmuxtest.Start(t)
	terminal, err := os.OpenFile(s.Tmux("display-message", "-p", "-t", "%0", "#{pane_tty}"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return canvas{Server: s, t: t, terminal: terminal}
}

// draw writes a text, and returns when its last word is on the screen.
func (c canvas) draw(text, last string) {
	c.t.Helper()
	if _, err := c.terminal.WriteString(text); err != nil {
		c.t.Fatal(err)
	}
	c.Until("it is drawn", func() bool { return strings.Contains(c.Tmux("capture-pane", "-pt", "%0"), last) })
}

// TestReadScreen: a reading has the screen with its styles, the cursor, and the value of each format.
func TestReadScreen(t *testing.T) {
	t.Parallel()
	c := newCanvas(t)
	c.draw("\x1b[H\x1b[2Jplain\r\n\r\n\x1b[31mred\x1b[0m\x1b[3;2H", "red")
	for option, value := range map[tmuxopt.Option]string{
		tmuxopt.SessionID: "a b", tmuxopt.Said: "#{pane_id} #(touch x) \\", tmuxopt.State: "",
	} {
		c.Tmux("set-option", "-pt", "%0", string(option), value)
	}
	for _, tt := range []struct {
		name    string
		formats []tmuxopt.Format
		want    []string
	}{
		{name: "no format", want: []string{}},
		{name: "two",
			formats: []tmuxopt.Format{tmuxopt.Get(tmuxopt.SessionID), tmuxopt.ServerFormat("#{pane_id}")},
			want:    []string{"a b", "%0"}},
		{name: "one that is empty keeps its place", want: []string{"", "%0"},
			formats: []tmuxopt.Format{tmuxopt.Get(tmuxopt.State), tmuxopt.ServerFormat("#{pane_id}")}},
		{name: "foreign text is not expanded", want: []string{`#{pane_id} #(touch x) \`},
			formats: []tmuxopt.Format{tmuxopt.Get(tmuxopt.Said)}},
	} {
		screen, values, err := typing.ReadScreen(t.Context(), c.Way(), "%0", tt.formats...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, values); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		drawn := strings.HasPrefix(screen.Text, "plain\n\n\x1b[31mred")
		if !drawn || screen.CursorX != 1 || screen.CursorY != 2 {
			t.Errorf("%s: screen %+v", tt.name, screen)
		}
	}
	if screen, values, err := typing.ReadScreen(t.Context(), c.Way(), "%77"); err == nil {
		t.Errorf("no pane: %+v, %q", screen, values)
	}
}

// TestReadScreenTogether: the screen and the formats are read at the same moment. What the format says
// is on the screen is taken away in one transaction with the option that says so.
func TestReadScreenTogether(t *testing.T) {
	t.Parallel()
	c := newCanvas(t)
	const mark = "@drawn"
	for range 50 {
		c.draw("\x1b[Hhere", "here")
		c.Tmux("set-option", "-pt", "%0", mark, "here")
		looked := make(chan error, 1)
		go func() { looked <- c.lookUntilGone("here", tmuxopt.ServerFormat("#{"+mark+"}")) }()
		c.Tmux("send-keys", "-R", "-t", "%0", ";", "set-option", "-put", "%0", mark)
		if err := <-looked; err != nil {
			t.Fatal(err)
		}
	}
}

// lookUntilGone looks until a format says a word no more. It is an error if the screen has the
// word and the format has not, or the other way round.
func (c canvas) lookUntilGone(word string, format tmuxopt.Format) error {
	for {
		screen, values, err := typing.ReadScreen(c.t.Context(), c.Way(), "%0", format)
		switch {
		case err != nil:
			return err
		case strings.Contains(screen.Text, word) != (values[0] == word):
			return fmt.Errorf("the format says %q, and the screen is %q", values[0], screen.Text)
		case values[0] == "":
			return nil
		}
	}
}
