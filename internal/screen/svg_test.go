package screen

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSVG: each run of text stands where it stands on the screen, also behind wide
// characters.
func TestSVG(t *testing.T) {
	t.Parallel()
	picture := SVG("日本\x1b[31mred\x1b[0m⭐\x1b[1mbold\x1b[0m\n\x1b[7m<&>\x1b[0m", 20)
	got := regexp.MustCompile(`<text x="([0-9.]+)" y="(\d+)" fill="([^"]+)"( font-weight="bold")?[^>]*>([^<]*)<`).
		FindAllStringSubmatch(picture, -1)
	for i, text := range got {
		got[i] = text[1:]
	}
	want := [][]string{
		{"10.0", "24", "#d4d4d4", "", "日本"},
		{"43.6", "24", "#f14c4c", "", "red"},
		{"68.8", "24", "#d4d4d4", "", "⭐"},
		{"85.6", "24", "#d4d4d4", ` font-weight="bold"`, "bold"},
		{"10.0", "42", "#1e1e1e", "", "&lt;&amp;&gt;"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, picture)
	}
}
