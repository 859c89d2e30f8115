package words_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/words"
)

func TestLastSentence(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, message, want string }{
		{"one sentence", "All done.", "All done."},
		{"the last of several", "I fixed it. All tests pass!", "All tests pass!"},
		{"no full stop", "Fixed. See the diff", "See the diff"},
		{"lines of one paragraph belong together", "One. The tests\nall pass.\n", "The tests all pass."},
		{"a courtesy is what was said last", "Fixed.\n\nLet me know if you have questions!",
			"Let me know if you have questions!"},
		{"an abbreviation", "Done. It trims blanks, e.g. Tabs and so on.",
			"It trims blanks, e.g. Tabs and so on."},
		{"a German abbreviation", "Fertig. Das gilt z. B. Für alle.", "Das gilt z. B. Für alle."},
		{"a word that goes on in lower case", "See etc. and so on.", "See etc. and so on."},
		{"a version", "Done. Tagged v1.2.3 of it.", "Tagged v1.2.3 of it."},
		{"a file name in code", "Done. Look at `a.go. B` first.", "Look at a.go. B first."},
		{"a file name at the end", "I moved it. It is in a.go.", "It is in a.go."},
		{"a hidden file", "I wrote .env. Then I stopped at .bashrc", "Then I stopped at .bashrc"},
		{"a number at the end of a sentence", "It returns 3. That is right.", "That is right."},
		{"a number at the beginning", "Fine. 2. Second point", "2. Second point"},
		{"an address", "Done. See https://example.org/a.b?c. It runs.", "It runs."},
		{"an address at the end", "Done. See https://example.org/?q=a.", "See https://example.org/?q=a."},
		{"several marks", "Really?! Yes...", "Yes..."},
		{"a quotation mark after the full stop", `He said "Stop." Then it ran.`, "Then it ran."},
		{"emphasis, code and links come off",
			"**Done**: *see* `x_y` in [the docs](https://example.org/a_(b).",
			"Done: see x_y in the docs."},
		{"underscores of names stay", "Set snake_case_name and a__b.", "Set snake_case_name and a__b."},
		{"an asterisk of its own stays", "It is 2 * 3 now", "It is 2 * 3 now"},
		{"a heading", "Text.\n\n## What is *next*", "What is next"},
		{"the last item of a list", "Changes:\n\n- one. Two\n- three `four`\n", "three four"},
		{"an item with a check box", "- [x] tested", "tested"},
		{"a numbered item over two lines", "1. one\n2. two\n   and a half", "two and a half"},
		{"code at the end", "Run this:\n\n```sh\nls. No\n```\n", "Run this:"},
		{"code that never ends", "Run this.\n```sh\nls. No\n", "Run this."},
		{"a longer fence around a shorter one", "Here.\n````\n```\nNo.\n```\n````", "Here."},
		{"indented code", "Here.\n\n    no. No\n    no", "Here."},
		{"a table and a rule", "Here.\n\n| a | b |\n| - | - |\n\n---\n", "Here."},
		{"a quotation", "Here.\n\n> You said this.", "Here."},
		{"only code", "```\nx\n```", ""},
		{"nothing", " \n", ""},
		{"Chinese", "已修复。测试全部通过。", "测试全部通过。"},
		{"Chinese without blanks around code", "已修改 `a.go`。请运行 `make`。", "请运行 make。"},
		{"Japanese quotation in a sentence", "「終了。」と表示されます。", "「終了。」と表示されます。"},
		{"Hindi", "काम हो गया। सब ठीक है।", "सब ठीक है।"},
		{"Greek question", "Έτοιμο. Να το στείλω;", "Να το στείλω;"},
		{"a semicolon elsewhere", "It works; it is fast.", "It works; it is fast."},
		{"a question before its options", "I found two ways. Which one?\n\n1. The first\n2. The second",
			"Which one?"},
		{"options with explanations", "Which one?\n\n1. The first\n\n   It is fast.\n2. The second",
			"Which one?"},
		{"a request before its options", "Please choose:\n- a\n- b", "Please choose:"},
		{"a list after a statement", "All done:\n- a\n- b", "b"},
		{"items that ask themselves", "Some questions?\n- a?\n- b?", "b?"},
		{"what follows the options was said last", "Which one?\n- a\n- b\n\nI prefer a.", "I prefer a."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, words.LastSentence(tt.message)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzLastSentence: the result is one line, and so is that of FirstLine.
func FuzzLastSentence(f *testing.F) {
	for _, seed := range []string{"a. b", "**`a`** [b](c)\n- d?", "> a\n```\nb", "「。」", "\xff."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, message string) {
		for _, got := range []string{words.LastSentence(message), words.FirstLine(message)} {
			if strings.Contains(got, "\n") || got != strings.TrimSpace(got) {
				t.Errorf("%q is not one trimmed line", got)
			}
		}
	})
}
