package tmuxopt_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	opt "atm/tmuxopt"
)

func TestText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "fix the parser", "fix the parser"},
		{"letters of all scripts", "é 日本 🎉", "é 日本 🎉"},
		{"formats and quotes stay: nobody expands them", `#(touch x) #{pane_id} '"$HOME;`,
			`#(touch x) #{pane_id} '"$HOME;`},
		{"white space becomes blanks", "a\nb\tc\r\u2028d\u00a0e", "a b c  d e"},
		{"around the text it goes", " \n a\n", "a"},
		{"escape sequences lose their escape", "\x1b]0;x\a", "\ufffd]0;x\ufffd"},
		{"C1 controls", "a\u009bb", "a\ufffdb"},
		{"NUL and DEL", "a\x00b\x7f", "a\ufffdb\ufffd"},
		{"invalid UTF-8", "a\xffb", "a\ufffdb"},
		{"text that reads backwards", "a\u202egpj.exe", "agpj.exe"},
		{"zero width", "a\u200b\u200d\ufeff\ufe0fb", "ab"},
		{"long text is cut", strings.Repeat("x", 5000), strings.Repeat("x", 1024)},
		{"between runes", "x" + strings.Repeat("é", 5000), "x" + strings.Repeat("é", 511)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, opt.Text(tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"lines, tabs and blanks stay", " a\n\n\tb  \n", " a\n\n\tb  \n"},
		{"lines of other systems", "a\r\nb", "a\nb"},
		{"a carriage return would go back", "safe\revil", "safe evil"},
		{"escape sequences lose their escape", "\x1b]0;x\a\x1b[2J", "\ufffd]0;x\ufffd\ufffd[2J"},
		{"C1 controls, DEL, NUL, backspace", "\u009b\x7f\x00\b", "\ufffd\ufffd\ufffd\ufffd"},
		{"text that reads backwards", "a\u202egpj.exe", "agpj.exe"},
		{"invalid UTF-8", "a\xff\nb", "a\ufffd\nb"},
		{"nothing is cut", strings.Repeat("é\n", 5000), strings.Repeat("é\n", 5000)},
	} {
		if diff := cmp.Diff(tt.want, opt.Lines(tt.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestPath(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"absolute", "/srv/proj", "/srv/proj"},
		{"with everything that is visible", `/a b/é-日本-🎉/$!@#%^&*()--x!+5_4<>x?.foo;`,
			`/a b/é-日本-🎉/$!@#%^&*()--x!+5_4<>x?.foo;`},
		{"relative", "proj", ""},
		{"empty", "", ""},
		{"with a newline", "/a\nb", ""},
		{"with an escape", "/a\x1bb", ""},
		{"with a zero-width space", "/a\u200bb", ""},
		{"with a no-break space", "/a\u00a0b", ""},
		{"with invalid UTF-8", "/a\xff", ""},
		{"longer than a path can be", "/" + strings.Repeat("x", 4096), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, opt.Path(tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestIDAndWord(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, id, word string }{
		{
			name: "a UUID", in: "23e30f82-0000-4000-8000-000000000000",
			id:   "23e30f82-0000-4000-8000-000000000000",
			word: "23e30f82-0000-4000-8000-000000000000",
		},
		{name: "a path", in: "../../x", id: "", word: "------x"},
		{name: "a format", in: "#{x}", id: "", word: "--x-"},
		{name: "a list entry", in: "a=b c.d", id: "", word: "a-b-c-d"},
		{name: "letters beyond ASCII", in: "é", id: "", word: "-"},
		{name: "empty", in: "", id: "", word: ""},
		{name: "long", in: strings.Repeat("x", 65), id: "", word: strings.Repeat("x", 64)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff([]string{tt.id, tt.word}, []string{opt.ID(tt.in),
				opt.Word(tt.in)}); diff != "" {
				t.Errorf("ID and Word (-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever comes in, what comes out is short, visible, valid UTF-8, and stays
// as it is when it comes in again.
func FuzzText(f *testing.F) {
	f.Add("a\x1b[31m\u202e\u2028\xff")
	f.Fuzz(func(t *testing.T, s string) {
		for name, fn := range map[string]func(string) string{"Text": opt.Text, "Path": opt.Path, "ID": opt.ID,
			"Word": opt.Word} {
			got := fn(s)
			if !utf8.ValidString(got) || len(got) > 4096 || strings.ContainsAny(got,
				"\x00\x1b\n\t\r\x7f\u009b\u202e\u200b\u2028") {
				t.Errorf("%s: %q", name, got)
			}
			if again := fn(got); again != got {
				t.Errorf("%s: %q becomes %q", name, got, again)
			}
		}
	})
}
