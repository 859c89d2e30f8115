package tmuxopt_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// lines are texts of several lines that try to be something else.
var lines = []string{
	"one", "two\nlines", "a\ttab", `back\slash`, `not a break: \n`, `\\n`, "end \\",
	"indented\n  \n\n  and blank lines",
	"#(touch pwned) #{pane_id} #[fg=red]", "a;\nb;", "$(touch pwned)\n`touch pwned`", "日本\né 🎉", "%H:%M%%",
}

// TestEscapeLines: what was written comes back, also through tmux, and nothing else can get in.
func TestEscapeLines(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, text := range lines {
		value := opt.EscapeLines(text)
		if value != opt.Text(value) {
			t.Errorf("%q: %q does not fit into an option", text, value)
		}
		s.Send(t, opt.Set(opt.Effort, value))
		if diff := cmp.Diff(text, opt.UnescapeLines(s.Options(t)[opt.Effort])); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	tests := []struct{ name, text, want string }{
		{"white space around it goes", "\n \n  a\n b \n\n", "a\n b"},
		{"line breaks of Windows", "a\r\nb", "a\nb"},
		{"an escape sequence", "a\x1b]0;x\a\nb", "a\uFFFD]0;x\uFFFD\nb"},
		{"what cannot be seen", "a\u202eb\u200b", "ab"},
		{"nothing", " \n\t\n", ""},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, opt.UnescapeLines(opt.EscapeLines(tt.text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if got := opt.UnescapeLines("a\x1b[2J" + `\nb\q`); got != "a\uFFFD[2J\nb"+`\q` {
		t.Errorf("what somebody else has written: %q", got)
	}
}

func FuzzEscapeLines(f *testing.F) {
	for _, text := range lines {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value := opt.EscapeLines(text)
		if strings.ContainsAny(value, "\n\t\x00\x1b") {
			t.Errorf("%q has control characters", value)
		}
		once := opt.UnescapeLines(value)
		if again := opt.UnescapeLines(opt.EscapeLines(once)); again != once {
			t.Errorf("%q is %q when it is written again", once, again)
		}
	})
}
