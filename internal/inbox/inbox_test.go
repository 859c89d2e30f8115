package inbox

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLines: of a line the first fields are ids and nothing else, and it can be read back.
func TestLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		row  Row
		want string
	}{
		{
			name: "a session in a pane",
			row:  Row{Pane: "%3", Session: "23e3-0", Call: "main.e1b7", Text: "a b"},
			want: "%3\t23e3-0\tmain.e1b7\ta b\n",
		},
		{name: "no pane, no call", row: Row{Session: "23e3"}, want: "-\t23e3\t-\t\n"},
		{
			name: "what a shell or fzf would read",
			row:  Row{Pane: "%3;x", Session: "$(x)", Call: "-y", Text: "a\tb\nc"}, want: "-\t-\t-\ta b c\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, Lines([]Row{tt.row})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzLines: whatever a row has, it is one line, and its ids have no character that means
// something to a shell or to fzf; what is an id is read back.
func FuzzLines(f *testing.F) {
	f.Add("%3", "23e3", "main.e1b7", "a\tb")
	f.Add("%3\n", "{1}", "'", "\x1b[2J\n")
	f.Fuzz(func(t *testing.T, pane, session, call, text string) {
		line := Lines([]Row{{Pane: pane, Session: session, Call: call, Text: text}})
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") ||
			strings.Count(line, "\t") != 3 {
			t.Fatalf("%q", line)
		}
		row := Parse(line)
		for _, pair := range [][2]string{{pane, row.Pane}, {session, row.Session}, {call, row.Call}} {
			const special = " \t\n'\"\\$`{}()|&;<>*?[]!#~+"
			if pair[1] != "" && pair[1] != pair[0] || strings.ContainsAny(pair[1], special) {
				t.Errorf("%q became %q", pair[0], pair[1])
			}
		}
	})
}

// TestScreen: colours stay, and nothing else that a terminal would obey.
func TestScreen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, captured string
		most           int
		want           string
	}{
		{name: "colours", captured: "\x1b[1;38:5:3mred\x1b[0m\n", most: 9,
			want: "\x1b[0m\x1b[1;38:5:3mred\x1b[0m"},
		{name: "a short conversation, far above its input", captured: "> hello\nhi\n\n \n\x1b[2m \n\n> ", most: 4,
			want: "\x1b[0m> hello\n\x1b[0mhi\n\x1b[0m\n\x1b[0m> "},
		{name: "blank lines where there is room", captured: "a\n\n\nb\n", most: 4,
			want: "\x1b[0ma\n\x1b[0m\n\x1b[0m\n\x1b[0mb"},
		{name: "a cursor that moves", captured: "a\x1b[2Jb\x1b[1;1Hc", most: 9, want: "\x1b[0mabc"},
		{name: "a link", captured: "\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\", most: 9, want: "\x1b[0mtext"},
		{name: "a title", captured: "\x1b]0;x\atext", most: 9, want: "\x1b[0mtext"},
		{name: "a picture", captured: "\x1bPq#0\x1b\\text", most: 9, want: "\x1b[0mtext"},
		{name: "a sequence that is cut", captured: "text\x1b[3", most: 9, want: "\x1b[0mtext"},
		{name: "a string that never ends", captured: "\x1b]0;x\ntext", most: 9, want: "\x1b[0m\n\x1b[0mtext"},
		{name: "a sequence with a letter of another script", captured: "\x1b[éa", most: 9, want: "\x1b[0méa"},
		{name: "the last lines", captured: "a\nb\nc\n\x1b[0m  \n\n", most: 2, want: "\x1b[0mb\n\x1b[0mc"},
		{name: "nothing", captured: "\n\n", most: 2, want: ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := tt.want + "\n\x1b[0m"
			if tt.want == "" {
				want = "\x1b[0m"
			}
			if diff := cmp.Diff(want, Screen(tt.captured, tt.most)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzScreen: no terminal obeys anything in it but colours.
func FuzzScreen(f *testing.F) {
	f.Add("\x1b[31mred\x1b]8;;x\x1b\\")
	f.Add("\x1b\x1b[\x1b[3\x9b2J")
	f.Fuzz(func(t *testing.T, captured string) {
		rest := Screen(captured, 50)
		for {
			before, after, found := strings.Cut(rest, "\x1b")
			isControl := func(r rune) bool {
				return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
			}
			if strings.ContainsFunc(before, isControl) {
				t.Fatalf("a control character in %q", before)
			}
			if !found {
				return
			}
			length := strings.IndexByte(after, 'm') + 1
			if !regexp.MustCompile(`^\[[0-9;:]*m$`).MatchString(after[:length]) {
				t.Fatalf("%q is no colour", after)
			}
			rest = after[length:]
		}
	})
}

// TestHelp: the help fits into a popup in a terminal of 60 columns, and is text that can
// stand in an action of fzf's.
func TestHelp(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{58, 78, 178} {
		for _, view := range []View{Running, Ended} {
			if help := view.help(columns); len(help) > columns-4 || strings.ContainsAny(help, "()") {
				t.Errorf("%d columns, %s: %q", columns, view, help)
			}
		}
	}
}
