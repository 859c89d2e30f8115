package words_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/words"
)

func TestCut(t *testing.T) {
	t.Parallel()
	const family = "👨\u200d👩\u200d👧"
	tests := []struct {
		name, text string
		columns    int
		want       string
	}{
		{"it fits", "abc", 3, "abc"},
		{"one too many", "abcd", 3, "ab…"},
		{"a blank before the dots", "ab cd", 4, "ab …"},
		{"wide characters fit", "測試", 4, "測試"},
		{"no half of a wide character", "測試", 3, "測…"},
		{"a column stays free", "測試試", 4, "測…"},
		{"an accent of its own stays with its letter", "ae\u0301i", 2, "a…"},
		{"an accent takes no column", "ae\u0301i", 3, "ae\u0301i"},
		{"a family is not torn apart", "a" + family + "b", 3, "a…"},
		{"a family that fits", "a" + family + "b", 4, "a" + family + "b"},
		{"a flag", "🇩🇪🇫🇷", 3, "🇩🇪…"},
		{"a syllable of three letters", "각각", 3, "각…"},
		{"one column", "abc", 1, "…"},
		{"no column", "abc", 0, ""},
		{"less than none", "abc", -1, ""},
		{"nothing", "", 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, words.Cut(tt.text, tt.columns)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzCut: what is cut needs no more columns than the limit, and begins like the text.
func FuzzCut(f *testing.F) {
	f.Add("ae\u0301i 測試 🇩🇪", 5)
	f.Add("\xff\x00", 1)
	f.Fuzz(func(t *testing.T, text string, columns int) {
		got := words.Cut(text, columns)
		if words.Columns(got) > max(columns, 0) {
			t.Errorf("Cut(%q, %d) = %q takes %d columns", text, columns, got, words.Columns(got))
		}
		if kept := strings.TrimSuffix(got, "…"); got != text && !strings.HasPrefix(text, kept) {
			t.Errorf("Cut(%q, %d) = %q does not begin like the text", text, columns, got)
		}
	})
}
