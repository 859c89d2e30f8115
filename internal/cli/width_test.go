package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/words"
)

// glyph is a text and how wide it is.
type glyph struct {
	name    string
	text    string
	columns int

	// What else a tmux may say, because its version or the C library that it was
	// built with counts differently.
	format []int // to #{w:TEXT}
	screen []int // by the place of the cursor after it
}

// glyphs holds no character that came after Unicode 13: tmux 3.3a never comes back
// from #{w:TEXT} with a character that its C library does not know.
func glyphs() []glyph {
	return []glyph{
		{name: "ASCII", text: "abc ~", columns: 5},
		{name: "no text", text: "", columns: 0},
		{name: "Latin", text: "éßæ", columns: 3},
		{name: "an accent of its own", text: "e\u0301o\u0308", columns: 2},
		{name: "Chinese and Japanese", text: "日本語の題", columns: 10},
		{name: "Korean", text: "한국어", columns: 6},
		{
			name:    "Korean in parts, as macOS names files",
			text:    "\u1112\u1161\u11ab",
			columns: 2,
			format:  []int{4},
			screen:  []int{4},
		},
		{name: "full-width letters", text: "Ａ！", columns: 4},
		{name: "half-width letters", text: "ｱｲ", columns: 2},
		{name: "Arabic", text: "مرحبا", columns: 5},
		{name: "Hebrew with points", text: "שָׁלוֹם", columns: 4},
		{name: "Thai", text: "กำลังทำ", columns: 6},
		{name: "Devanagari", text: "नमस्ते", columns: 4},
		{
			name:    "Tamil, whose vowel may take a column",
			text:    "கோ",
			columns: 2,
			format:  []int{1},
			screen:  []int{1},
		},
		{name: "signs of the middle of the plane", text: "⭐⏰⏳⚽🆕⛔➕⬛🀄🈁", columns: 20},
		{name: "signs of technology", text: "⌚⌛⏩⏪☔☕⚡✅✨❌❓❗➖➗➰➿⬜⭕", columns: 36},
		{name: "emoji", text: "🎉🚀🧪🥷🪄", columns: 10},
		{name: "icons of ours", text: "▶⏸■✗✓!?…", columns: 8},
		{name: "ambiguous signs", text: "§±→“”①Ωж", columns: 8},
		{name: "lines", text: "├─└│┼", columns: 5},
		{name: "a heart as text", text: "❤", columns: 1},
		{name: "a heart as a picture, wide since 3.5", text: "❤\ufe0f", columns: 1, screen: []int{2}},
		{name: "a key as a picture, wide since 3.5", text: "1\ufe0f\u20e3", columns: 1, screen: []int{2}},
		{name: "a watch as text", text: "⌚\ufe0e", columns: 2},
		{name: "hands, wide since 3.5", text: "☝✌", columns: 2, format: []int{4}, screen: []int{4}},
		{name: "a flag, of two letters in 3.5", text: "🇩🇪", columns: 2, format: []int{4}},
		{
			name:    "a colour of skin, apart before 3.4",
			text:    "👍🏽",
			columns: 2,
			format:  []int{4},
			screen:  []int{4},
		},
		{
			name:    "a family, apart in 3.2",
			text:    "👨\u200d👩\u200d👧",
			columns: 2,
			format:  []int{6},
			screen:  []int{6},
		},
		{name: "the same without joiners, which no option keeps", text: "👨👩👧", columns: 6},
		{name: "a blank that does not break", text: "a\u00a0b", columns: 3},
		{name: "nothing between two letters", text: "a\u200bb", columns: 2},
	}
}

// TestColumns compares with tmux itself, both with its formats and with the screen
// of a pane, where what it draws is what counts.
func TestColumns(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for i, g := range glyphs() {
		if got := words.Columns(g.text); got != g.columns {
			t.Errorf("%s: %d columns, not %d", g.name, got, g.columns)
		}
		format, err := strconv.Atoi(s.Tmux("display-message", "-p", "#{w:#{l:"+g.text+"}}"))
		if err != nil || format != g.columns && !slices.Contains(g.format, format) {
			t.Errorf("%s: #{w:} says %d, %v; we say %d", g.name, format, err, g.columns)
		}
		// Titles are read in their order: when this one is there, the text is drawn.
		title := fmt.Sprintf("drawn %d", i)
		draw := fmt.Sprintf("printf '%%s' '%s'; printf '\\033]2;%s\\033\\\\'; exec sleep 1000", g.text, title)
		s.Tmux("respawn-pane", "-kt", "%0", draw)
		s.Until(g.name+" is drawn", func() bool {
			return s.Tmux("display-message", "-pt", "%0", "#{pane_title}") == title
		})
		screen, err := strconv.Atoi(s.Tmux("display-message", "-pt", "%0", "#{cursor_x}"))
		if err != nil || screen != g.columns && !slices.Contains(g.screen, screen) {
			t.Errorf("%s: the screen takes %d, %v; we say %d", g.name, screen, err, g.columns)
		}
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		limit      int
		want       string
	}{
		{name: "it fits", text: "four", limit: 4, want: "four"},
		{name: "the end goes", text: "a long title", limit: 6, want: "a lon…"},
		{name: "the beginning of a path goes", text: "/home/dev/project", limit: 8, want: "…project"},
		{name: "so it does below the home", text: "~/a/b/c", limit: 5, want: "…/b/c"},
		{name: "half of a wide sign is none", text: "日本語", limit: 4, want: "日…"},
		{name: "nor of one at the end of a path", text: "/日本語", limit: 4, want: "…語"},
		{name: "an accent stays with its letter", text: "e\u0301e\u0301e\u0301", limit: 2, want: "e\u0301…"},
		{name: "a flag is not torn", text: "🇩🇪🇫🇷🇮🇹", limit: 5, want: "🇩🇪🇫🇷…"},
		{name: "wide signs of the middle of the plane", text: "⭐⭐⭐", limit: 5, want: "⭐⭐…"},
		{name: "no room at all", text: "title", limit: 1, want: "…"},
	} {
		got := Clip(tt.text, tt.limit)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// FuzzClip: what is clipped fits, is a part of the text, and is no shorter than it
// must be.
func FuzzClip(f *testing.F) {
	for _, g := range glyphs() {
		f.Add(g.text, 3)
		f.Add("/"+g.text+"/"+g.text, 5)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(1, min(limit, 1000))
		got := Clip(text, limit)
		if words.Columns(got) > limit {
			t.Errorf("%q takes %d columns of %d", got, words.Columns(got), limit)
		}
		if words.Columns(text) <= limit && got != text {
			t.Errorf("%q fits, and became %q", text, got)
		}
		if kept := strings.Trim(got, ellipsis); !strings.Contains(text, kept) {
			t.Errorf("%q has no %q", text, kept)
		}
	})
}
