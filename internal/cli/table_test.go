package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/tmux/draw"
	"atm/internal/words"
)

func TestTable(t *testing.T) {
	t.Parallel()
	rows := [][]string{
		{"ID", "DIRECTORY", "TITLE"},
		{"1", "/home/dev/some/deep/directory/of/a/project", "日本語の長い題は二倍の幅を取るので早く切れる 🎉🎉"},
		{"2", "~/x", ""},
	}
	for _, tt := range []struct {
		name  string
		limit int
		want  string
	}{
		{"no limit", -1, "" +
			"ID  DIRECTORY                                   TITLE\n" +
			"1   /home/dev/some/deep/directory/of/a/project  日本語の長い題は二倍の幅を取るので早く切れる 🎉🎉\n" +
			"2   ~/x\n"},
		{"the title gives first", 80, "" +
			"ID  DIRECTORY                                   TITLE\n" +
			"1   /home/dev/some/deep/directory/of/a/project  日本語の長い題は二倍の幅を取る…\n" +
			"2   ~/x\n"},
		{"then the directory, at its beginning", 60, "" +
			"ID  DIRECTORY                       TITLE\n" +
			"1   …e/deep/directory/of/a/project  日本語の長い題は二倍の…\n" +
			"2   ~/x\n"},
		{"too narrow for anybody", 5, "" +
			"ID  …\n" +
			"1   …\n" +
			"2   …\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Layout{Shrink: []int{2, 1}}.Table(rows, tt.limit)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			for line := range strings.Lines(got) {
				if n := words.Columns(strings.TrimSuffix(line, "\n")); tt.limit > 20 && n > tt.limit {
					t.Errorf("%d columns: %s", n, line)
				}
			}
		})
	}
}

// TestNarrowTable: what matters least goes first, and rows of another kind are not
// measured.
func TestNarrowTable(t *testing.T) {
	t.Parallel()
	rows := [][]string{
		{"", "SESSION", "DETAIL", "MODEL"},
		{"~/a/directory/with/a/long/name"},
		{"!", "fix", "Permission: Bash", "opus"},
		{"", "├─ Explore  working"},
	}
	for limit, want := range map[int]string{
		80: `   SESSION  DETAIL            MODEL
~/a/directory/with/a/long/name
!  fix      Permission: Bash  opus
   ├─ Explore  working
`,
		30: `   SESSION  DETAIL
~/a/directory/with/a/long/name
!  fix      Permission: Bash
   ├─ Explore  working
`,
		20: "", // nothing is wider
	} {
		got := Layout{Shrink: []int{2, 1}, Drop: []int{3}}.Table(rows, limit)
		if limit == 20 {
			for line := range strings.Lines(got) {
				if n := words.Columns(strings.TrimSuffix(line, "\n")); n > limit {
					t.Errorf("%d columns: %s", n, line)
				}
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", limit, diff)
		}
	}
}

// TestTableStyles: colours take no room, a cell is cut before it is coloured, and what is
// too narrow for the table has none.
func TestTableStyles(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"SESSION", "CONTEXT", "MODEL"}, {"a session with a long name", "95 %", ""},
		{"b", "80 %", "opus"}, {"~/directory"}, {"", "└─ Explore"}}
	red, yellow := draw.Style{Colour: draw.Red}, draw.Style{Colour: draw.Yellow}
	layout := Layout{Shrink: []int{0}, Styles: map[Cell]draw.Style{
		{Row: 1, Column: 0}: yellow, {Row: 1, Column: 1}: red, {Row: 2, Column: 1}: yellow,
		{Row: 1, Column: 2}: red, {Row: 3, Column: 0}: red, {Row: 4, Column: 1}: yellow,
	}}
	for limit, want := range map[int]string{
		-1: "" +
			"SESSION                     CONTEXT  MODEL\n" +
			"\x1b[33ma session with a long name\x1b[0m  \x1b[31m95 %\x1b[0m\n" +
			"b                           \x1b[33m80 %\x1b[0m     opus\n" +
			"\x1b[31m~/directory\x1b[0m\n" +
			"                            \x1b[33m└─ Explore\x1b[0m\n",
		24: "" +
			"SESSION   CONTEXT  MODEL\n" +
			"\x1b[33ma sessi…\x1b[0m  \x1b[31m95 %\x1b[0m\n" +
			"b         \x1b[33m80 %\x1b[0m     opus\n" +
			"\x1b[31m~/directory\x1b[0m\n" +
			"          \x1b[33m└─ Explore\x1b[0m\n",
		10: "" +
			"SESSION  …\n" +
			"a sessi… …\n" +
			"b        …\n" +
			"\x1b[31m…directory\x1b[0m\n" +
			"         …\n",
	} {
		got := layout.Table(rows, limit)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", limit, diff)
		}
		layout := layout
		layout.Styles = nil
		unstyled := strings.NewReplacer("\x1b[33m", "", "\x1b[31m", "", "\x1b[0m", "").Replace(got)
		if diff := cmp.Diff(layout.Table(rows, limit), unstyled); diff != "" {
			t.Errorf("%d columns, the text without colours (-want +got):\n%s", limit, diff)
		}
	}
}

func TestAge(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for want, ago := range map[string]time.Duration{
		"0s":   -time.Hour,
		"59s":  59 * time.Second,
		"1m":   time.Minute,
		"59m":  time.Hour - 1,
		"47h":  48*time.Hour - 1,
		"2d":   48 * time.Hour,
		"400d": 9600 * time.Hour,
	} {
		if got := Age(now, now.Add(-ago)); got != want {
			t.Errorf("%v: got %s, want %s", ago, got, want)
		}
	}
	if got := Age(now, time.Time{}); got != "" {
		t.Errorf("without a time: got %s", got)
	}
}
