package inputbox

import (
	"errors"
	"strings"
	"testing"
)

// TestContent: the rows are those of 2.1.329 and 2.1.197, with shorter rules.
func TestContent(t *testing.T) {
	t.Parallel()
	const rule, below = "\x1b[38;5;244m─────", "\x1b[39m  \x1b[38;5;246m? for shortcuts"
	box := func(rows ...string) string {
		return strings.Join(append(append([]string{"● Hello.", rule}, rows...), "\x1b[0m"+rule, below), "\n")
	}
	for _, tt := range []struct {
		name, screen string
		x, y         int
		want         Content
	}{
		{name: "at the start", screen: box("\x1b[39m❯\u00a0"), x: 2, y: 2, want: Empty},
		{name: "with the cursor drawn", screen: box("\x1b[39m❯\u00a0\x1b[7m \x1b[0m\x1b[39m\x1b[49m"), x: 2, y: 2, want: Empty},
		{name: "while it works", screen: box("\x1b[38;5;246m❯\u00a0\x1b[7m\x1b[39m \x1b[0m"), x: 2, y: 2, want: Empty},
		{name: "an empty row that a draft has left", screen: box("❯\u00a0\x1b[7m", "\x1b[0m"), x: 2, y: 2, want: Empty},
		{
			name:   "a hint of Claude Code",
			screen: box("\x1b[38;5;246m❯\u00a0\x1b[7m\x1b[39mP\x1b[0;2m\x1b[39mress up to edit queued messages\x1b[0m"),
			x:      2, y: 2, want: Empty,
		},
		{name: "a draft", screen: box("❯\u00a0abc\x1b[7m \x1b[0m"), x: 5, y: 2, want: Draft},
		{name: "the cursor at its beginning", screen: box("❯\u00a0\x1b[7ma\x1b[0m\x1b[39mbc"), x: 2, y: 2, want: Draft},
		{name: "of one letter", screen: box("❯\u00a0\x1b[7ma\x1b[0m"), x: 2, y: 2, want: Draft},
		{name: "of blanks", screen: box("❯\u00a0   \x1b[7m"), x: 5, y: 2, want: Draft},
		{name: "in its second row", screen: box("❯\u00a0a", "  \x1b[7m \x1b[0m"), x: 2, y: 3, want: Draft},
		{name: "whose first row is empty", screen: box("❯\u00a0", "  b"), x: 2, y: 2, want: Draft},
		{name: "a paste that is not shown", screen: box("❯\u00a0[Pasted text #1 +4 lines]\x1b[7m"), x: 27, y: 2, want: Draft},
		{name: "for the shell", screen: box("!\u00a0\x1b[7m \x1b[0m"), x: 2, y: 2, want: Draft},
		{name: "a rule with words in it", screen: strings.Replace(box("❯\u00a0hello\x1b[7m"), rule, rule+" "+
			"History 1/1 ──", 1), x: 7, y: 2, want: Draft},
		{name: "a rule with the name of the session, in a narrow pane (2.1.330)", x: 2, y: 2, want: Empty,
			screen: strings.Replace(box("❯\u00a0"), rule, "── Write the changelog (fork) ─", 1)},
		{name: "in a still narrower one", screen: strings.Replace(box("❯\u00a0"), rule, " Write the… ─", 1), x: 2, y: 2,
			want: Empty},
		{name: "a text that begins like a rule", x: 2, y: 2, want: Hidden,
			screen: strings.Replace(box("❯\u00a0"), rule, "── see above", 1)},
		{name: "the cursor searches below it", screen: box("❯\u00a0") + "\n  search prompts:", x: 18, y: 5, want: Hidden},
		{name: "a dialog", screen: rule + "\n ❯ 1. Yes\n   2. No\n", x: 2, y: 1, want: Hidden},
		{name: "another dialog", screen: box("❯ 1. Yes"), x: 2, y: 2, want: Hidden},
		{name: "the shell's prompt", screen: "$ claude\n$ ", x: 2, y: 1, want: Hidden},
		{name: "an answer that draws one", screen: "❯\u00a0\n\n" + rule + "\n$ ", x: 2, y: 3, want: Hidden},
		{name: "no rule below", screen: rule + "\n❯\u00a0\n", x: 2, y: 1, want: Hidden},
		{name: "nothing", screen: "", want: Hidden},
		{name: "the cursor outside", screen: box("❯\u00a0"), x: 2, y: 50, want: Hidden},
	} {
		got := Screen{Text: tt.screen, CursorX: tt.x, CursorY: tt.y}.Content()
		if got != tt.want {
			t.Errorf("%s: %s, not %s", tt.name, got, tt.want)
		}
	}
}

func TestPaste(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, want string
		err              error
	}{
		{name: "one line", text: "fix it", want: "fix it"},
		{name: "several, with quotes and what others expand", text: " a\n\n\t'b' \"c\" $d `e` #{f} %g\\n;", want: " " +
			"a\n\n\t'b' \"c\" $d `e` #{f} %g\\n;"},
		{name: "all scripts, emoji of several parts", text: "é e\u0301 日本 👩\u200d💻 ❤\ufe0f a\u00a0b", want: "é " +
			"e\u0301 日本 👩\u200d💻 ❤\ufe0f a\u00a0b"},
		{name: "the end of a file", text: "a\r\nb\r\n", want: "a\nb"},
		{name: "not for the shell", text: "!ls", want: " !ls"},
		{name: "a sign that means nothing", text: "# x", want: "# x"},
		{name: "a backslash at the end", text: `a\`, want: `a\ `},
		{name: "a file at the end", text: "see @a.go", want: "see @a.go "},
		{name: "a command at the end", text: "a\n/x", want: "a\n/x "},
		{name: "a path alone", text: "/tmp/x", want: "/tmp/x "},
		{name: "a path", text: "/tmp/x is full", want: "/tmp/x is full"},
		{name: "a command", text: "/clear", err: ErrCommand},
		{name: "with an argument", text: "/model opus", err: ErrCommand},
		{name: "behind blanks, before lines", text: " \n/help\nb", err: ErrCommand},
		{name: "a slash", text: "/", err: ErrCommand},
		{name: "exit", text: "exit", err: ErrExit},
		{name: "as vim does", text: " :Q\n", err: ErrExit},
		{name: "exit in a sentence", text: "exit the loop", want: "exit the loop"},
		{name: "nothing", err: ErrNothing},
		{name: "blanks", text: " \n\t", err: ErrNothing},
		{name: "the end of the paste", text: "a\x1b[201~b", err: ErrChar},
		{name: "Ctrl-C", text: "a\x03", err: ErrChar},
		{name: "NUL", text: "a\x00", err: ErrChar},
		{name: "C1", text: "a\u009b", err: ErrChar},
		{name: "a line that goes back", text: "a\rb", err: ErrChar},
		{name: "text that reads backwards", text: "a\u202eb", err: ErrChar},
		{name: "zero width", text: "a\u200bb", err: ErrChar},
		{name: "invalid UTF-8", text: "a\xff", err: ErrChar},
		{name: "what stands for it", text: "a\ufffd", want: "a\ufffd"},
	} {
		got, err := Prepare(tt.text, false)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v; not %q, %v", tt.name, got, err, tt.want, tt.err)
		}
		if err == nil && IsCommand(tt.text) {
			t.Errorf("%s: it is a prompt and a command", tt.name)
		}
	}
}

func TestPasteCommand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, want string
		err              error
	}{
		{name: "no completion takes Enter", text: "/compact", want: "/compact "},
		{name: "arguments", text: " /implement the parser\n", want: "/implement the parser"},
		{name: "a plugin's", text: "/tools:check x", want: "/tools:check x"},
		{name: "lines", text: "/implement a\r\nb", want: "/implement a\nb"},
		{name: "a file at the end", text: "/implement @a.go", want: "/implement @a.go "},
		{name: "a prompt", text: "compact", err: ErrNoCommand},
		{name: "a path", text: "/tmp/x", err: ErrNoCommand},
		{name: "a slash", text: "/", err: ErrNoCommand},
		{name: "nothing", text: " ", err: ErrNoCommand},
		{name: "exit", text: "/exit", err: ErrExit},
		{name: "quit, with an argument", text: "/Quit now", err: ErrExit},
		{name: "the end of the paste", text: "/x \x1b[201~", err: ErrChar},
	} {
		got, err := Prepare(tt.text, true)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v; not %q, %v", tt.name, got, err, tt.want, tt.err)
		}
		if err == nil && !IsCommand(tt.text) {
			t.Errorf("%s: it is no command", tt.name)
		}
	}
}

func TestArrived(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, pasted, prompt string
		want                 bool
	}{
		{name: "to the letter", pasted: "a\nb", prompt: "a\nb", want: true},
		{name: "blanks for tabs, none at the end", pasted: "a\tb\\ ", prompt: "a    b\\", want: true},
		{name: "accents composed", pasted: "cafe\u0301 x", prompt: "café x", want: true},
		{name: "no ASCII", pasted: "日本", prompt: "日本", want: true},
		{name: "its own marks escaped", pasted: "</pasted_content>", prompt: `<\/pasted_content>`, want: true},
		{name: "a mark in capitals", pasted: "< /PASTED_content>", prompt: `<\ /PASTED_content>`, want: true},
		{name: "other characters", pasted: "日本", prompt: "日"},
		{name: "another prompt", pasted: "a b", prompt: "a c"},
		{name: "something behind it", pasted: "a", prompt: "ab"},
		{name: "something before it", pasted: "a", prompt: "draft a"},
	} {
		if got := Arrived(tt.pasted, tt.prompt); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// FuzzPaste: what is pasted can neither end the paste nor press a key, and is the text but
// for blanks.
func FuzzPaste(f *testing.F) {
	for _, text := range []string{"a\x1b[201~", "!ls", "/x", "a\\", "é\tb\r\n", " exit "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Prepare(text, false)
		if err != nil {
			return
		}
		if strings.ContainsAny(got, "\x00\x03\x04\r\x1b\x7f") || strings.HasPrefix(got, "!") {
			t.Errorf("%q becomes %q", text, got)
		}
		if strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(text), "") {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}

// FuzzContent: any screen has an input or none.
func FuzzContent(f *testing.F) {
	f.Add("──────\n❯\u00a0\x1b[7mx\x1b[0;2m\n─────", 2, 1)
	f.Add("\x1b[38;2;1m\x1b[", 0, 1)
	f.Fuzz(func(_ *testing.T, text string, x, y int) { Screen{Text: text, CursorX: x, CursorY: y}.Content() })
}

// TestChooses: the rows are those of 2.1.329 and 2.1.197.
func TestChooses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, screen string
		want         bool
	}{
		{name: "2.1.329 asks for trust", want: true,
			screen: "\x1b[39m \x1b[38;5;153m❯\x1b[39m \x1b[38;5;153mNo,\x1b[39m \x1b[38;5;153mexit\n   Yes"},
		{name: "2.1.197 asks for trust", want: true,
			screen: "\n\x1b[39m \x1b[38;5;153m❯\x1b[39m \x1b[38;5;246m1.\x1b[39m \x1b[38;5;153mYes,"},
		{name: "its input", screen: "─────\n❯\u00a0\n─────"},
		{name: "a prompt that 2.1.330 has taken up", screen: "\x1b[39m❯ Write the changelog\n\n● Done."},
		{name: "an arrow in a text", screen: "  press ❯ to go on"},
		{name: "an arrow alone", screen: "  ❯"},
		{name: "nothing yet", screen: "\n\n"},
	} {
		if got := (Screen{Text: tt.screen}).Chooses(); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
