package draw_test

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/tmux/draw"
)

// meanings are all names that have a style.
func meanings() []string {
	names := []string{draw.Heading, draw.Stale, draw.High, draw.Full, draw.Good, draw.Notable, draw.Broken}
	for _, set := range draw.IconSets() {
		for _, icon := range draw.Signs(set) {
			names = append(names, icon.Name)
		}
	}
	return names
}

// TestPaint: what needs somebody has a colour, each its own, and none is beyond the first
// eight, which every palette has.
func TestPaint(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"attention": "\x1b[31mx\x1b[0m", "error": "\x1b[35mx\x1b[0m", "question": "\x1b[36mx\x1b[0m",
		"unseen": "\x1b[32mx\x1b[0m", "working": "\x1b[33mx\x1b[0m", "idle": "\x1b[2mx\x1b[0m",
		draw.Stale: "\x1b[2mx\x1b[0m", draw.Heading: "\x1b[2mx\x1b[0m", "unknown": "x", "nonsense": "x",
	} {
		if diff := cmp.Diff(want, draw.StyleOf(name).Paint("x")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	own := regexp.MustCompile(`^(?:x|\x1b\[(?:[12];)?(?:[12]|3[1-7])mx\x1b\[0m)$`)
	for _, name := range meanings() {
		painted := draw.StyleOf(name).Within(draw.Style{Bold: true}).Paint("x")
		if !own.MatchString(painted) {
			t.Errorf("%s is written as %q", name, painted)
		}
		if got := draw.StyleOf(name).Paint(""); got != "" {
			t.Errorf("%s: nothing is written as %q", name, got)
		}
	}
}
