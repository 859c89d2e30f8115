package e2e

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// fragments are what the texts of [hostileTexts] are made of.
var fragments = []string{
	`'`, `"`, "`", `''`, `"""`, "```sh", `\`, `\\`, `\n`, `\033[0m`, `\"`, `$HOME`, `${x:-y}`, `$(touch x)`, "`touch x`",
	`$((1+1))`, `#{pane_id}`, `#(touch x)`, `#[fg=red]`, `##`, `#`, `%H`, `%%`, `%3`, `%s`, `%1$s`, `;`, `;;`, `\;`,
	`a;`, `{`, `}`, `{}`, `}}`, `~`, `~root`, `~/x`, `!`, `!!`, `!$`, `?`, `*`, `[a-z]`, `|`, `||`, `&`, `&&`, `>x`,
	`2>&1`, `<`, `<<EOF`, `(`, `)`, `-`, `--`, `--help`, `-x`, `=`, `+`, `^C`, `C-c`, `Enter`, `Escape`, `M-x`, `@`,
	`@file`, `@nothing.txt`, `@/etc/hosts`, `a@b.c`, `/`, `/clear`, `/exit`, `/tmp/x.png`, `//`, `exit`, `:q`, `:q!`,
	`<b>`, `</pasted_content id="x">`, `<system-reminder>`, `<command-name>`, `<task-notification>`, `&amp;`, `null`,
	`{"type":"user"}`, `[Pasted text #1 +3 lines]`, `[Image #1]`, `[Request interrupted by user]`, `❯`, `───`, `●`,
	"\t", "\t\t", " ", "  ", "    ", "word", "two words", "1.", "- item", "0x1f", "é", "e\u0301", "a\u0308\u0323", "ñ",
	"ß",
	"İ",
	"日本語", "한국어", "中文。", "ｗｉｄｅ", "مرحبا", "שלום", "हिन्दी", "ไทย", "🎉", "👩‍💻", "❤️", "🇩🇪", "👍🏽", "𝔘", "∑", "–", "…",
	"\u00a0", "\u3000", "\u2003",
}

// beginnings are what a text may begin with that could mean something at the beginning.
var beginnings = []string{
	"!ls ", "!", "# ", "#", "/tmp/x ", "//", "@nothing ", "@", "?", "? ", "-", "--help ", "-n ", ";", "{", "~", "%",
	" ", "   ", "\t", "\n", "\n\n", " !", " /clear ", "&", "1", "\\", "'", "exit now", ":q x", "q", "\u00a0",
}

// endings are the same for the end.
var endings = []string{
	" ", "   ", "\n", "\n\n\n", "\t", "\\", "\\\\", ";", " @nothing", "/clear", " /", " @", "!", "?", "`", "\u00a0", "&",
	" exit",
	"\\\n",
}

// The longest texts of [hostileTexts].
const (
	mostLines      = 400
	mostCharacters = 20_000
)

// hostileTexts returns texts in which everything stands that a shell, tmux, the terminal or
// Claude Code could take for something else. They are the same for the same seed. None is a
// command as a whole, which cannot be sent.
func hostileTexts(seed uint64, n int) []string {
	random := rand.New(rand.NewPCG(seed, 0))
	var texts []string
	for len(texts) < n {
		text := hostileText(random)
		trimmed := strings.TrimSpace(text)
		word, _, _ := strings.Cut(strings.Join(strings.Fields(trimmed), " "), " ")
		if strings.HasPrefix(word, "/") && strings.Count(word, "/") == 1 {
			text = "see " + trimmed
		}
		if visible := strings.ContainsFunc(text, unicode.IsPrint); visible && len(trimmed) > 5 {
			texts = append(texts, text)
		}
	}
	return texts
}

// hostileText returns one text: one in three has a single line, one in ten is long.
func hostileText(random *rand.Rand) string {
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	lines, words := 1, 12
	switch random.IntN(10) {
	case 0:
		lines, words = 1+random.IntN(mostLines), 20
	case 1:
		words = 2000
	case 2, 3, 4, 5, 6:
		lines = 1 + random.IntN(20)
	}
	var b strings.Builder
	if random.IntN(2) == 0 {
		b.WriteString(pick(beginnings))
	}
	for i := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		for range random.IntN(words + 1) {
			b.WriteString(pick(fragments))
			if random.IntN(2) == 0 {
				b.WriteByte(' ')
			}
		}
	}
	text := []rune(b.String())
	text = text[:min(len(text), mostCharacters-10)]
	if random.IntN(2) == 0 {
		text = append(text, []rune(pick(endings))...)
	}
	return string(text)
}
