package e2e

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// at returns the lines that are seen so long after the start.
func at(t *testing.T, svg string, now time.Duration) []string {
	t.Helper()
	p := picture{decoder: xml.NewDecoder(strings.NewReader(svg))}
	if err := p.read(); err != nil {
		t.Fatalf("%v\n%s", err, svg)
	}
	_, visible, err := keyTimes(p.style)
	if err != nil {
		t.Fatal(err)
	}
	percent := 100 * now.Seconds() / length(t, p.style).Seconds()
	return p.lines(func(layer string) bool { return visible(layer, percent) })
}

var loop = regexp.MustCompile(`g\{animation:([0-9.]+)s step-end infinite\}`)

// length is how long the animation takes until it begins again.
func length(t *testing.T, svg string) time.Duration {
	t.Helper()
	seconds, err := time.ParseDuration(loop.FindStringSubmatch(svg)[1] + "s")
	if err != nil {
		t.Fatal(err)
	}
	return seconds
}

// TestAnimation plays animations: each frame is seen from its first moment to its last,
// and nothing of another one is.
func TestAnimation(t *testing.T) {
	t.Parallel()
	const second = time.Second
	for name, tt := range map[string]struct {
		frames []Frame
		want   [][]string // the lines of each frame
	}{
		"one frame": {
			frames: []Frame{{Captured: "a", Caption: "first", Duration: second}},
			want:   [][]string{{"a", "", "first"}},
		},
		"lines stay, come back, and move": {
			frames: []Frame{
				{Captured: "head\na\nb", Caption: "first", Duration: second},
				{Captured: "head\nb\na", Caption: "second", Duration: second / 4},
				{Captured: "head\na\nb", Caption: "third", Duration: 3 * second},
			},
			want: [][]string{
				{"head", "a", "b", "", "first"},
				{"head", "b", "a", "", "second"},
				{"head", "a", "b", "", "third"},
			},
		},
		"screens of several heights, and an empty one": {
			frames: []Frame{
				{Captured: "a\n", Duration: second},
				{Captured: "\n\n", Duration: second},
				{Captured: "a\n\n\nd\n", Duration: second},
			},
			want: [][]string{{"a", "", "", "", "", ""}, {"", "", "", "", "", ""}, {"a", "", "", "d", "", ""}},
		},
		"the same frame twice": {
			frames: []Frame{
				{Captured: "a", Duration: second},
				{Captured: "a", Duration: second},
				{Captured: "b", Duration: second},
			},
			want: [][]string{{"a", "", ""}, {"a", "", ""}, {"b", "", ""}},
		},
		"only the colour changes": {
			frames: []Frame{
				{Captured: "\x1b[31ma\x1b[0m b", Duration: second}, {Captured: "a b", Duration: second},
			},
			want: [][]string{{"a b", "", ""}, {"a b", "", ""}},
		},
		"text that looks like SVG": {
			frames: []Frame{
				{Captured: `</text></g><g id="layer0">`, Caption: "</svg><script>x</script>", Duration: second},
				{Captured: "<![CDATA[ ]]> &amp; --> \x01\x1b(0\xff", Caption: "@keyframes layer0{}", Duration: second},
			},
			want: [][]string{
				{`</text></g><g id="layer0">`, "", "</svg><script>x</script>"},
				{"<![CDATA[ ]]> &amp; --> \uFFFD\uFFFD(0\uFFFD", "", "@keyframes layer0{}"},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			svg := ""
			for still := range tt.frames {
				svg = Animation(tt.frames, still, 30)
				unmoved, err := Still(svg)
				if err != nil {
					t.Fatalf("%v\n%s", err, svg)
				}
				if diff := cmp.Diff(tt.want[still], unmoved); diff != "" {
					t.Errorf("frame %d without motion (-want +got):\n%s", still, diff)
				}
			}
			var start time.Duration
			for i, frame := range tt.frames {
				const moment = time.Millisecond // a keyframe is rounded to less
				for _, now := range []time.Duration{start + moment, start + frame.Duration - moment} {
					if diff := cmp.Diff(tt.want[i], at(t, svg, now)); diff != "" {
						t.Errorf("frame %d, %v after the start (-want +got):\n%s", i, now, diff)
					}
				}
				start += frame.Duration
			}
			if got := length(t, svg); got != start {
				t.Errorf("it takes %v, not %v", got, start)
			}
		})
	}
}

// TestAnimationStands: who wants no motion sees none.
func TestAnimationStands(t *testing.T) {
	t.Parallel()
	frames := []Frame{{Captured: "a", Duration: time.Second}, {Captured: "b", Duration: time.Second}}
	const rule = "@media (prefers-reduced-motion:reduce){g{animation:none!important}}"
	if svg := Animation(frames, 1, 10); !strings.Contains(svg, rule) {
		t.Errorf("no rule for it in\n%s", svg)
	}
}

// FuzzAnimation: whatever is on a screen, the picture is whole, has no elements but ours,
// and loads nothing.
func FuzzAnimation(f *testing.F) {
	for _, seed := range []string{
		"日本\x1b[31mred\x1b[0m", "</text><script>", "\x1b[38;5;-1mx", "\x1b[", "\x1b(0",
		"\x00\r\n\xff\uFFFE", "]]>&#0;", "<image href='http://example.com'/>",
	} {
		f.Add(seed, seed)
	}
	ours := map[string]bool{"svg": true, "rect": true, "style": true, "g": true, "text": true, "path": true}
	f.Fuzz(func(t *testing.T, captured, caption string) {
		frames := []Frame{{Captured: captured, Caption: caption, Duration: time.Second}, {Duration: time.Second}}
		svg := Animation(frames, 0, 10)
		for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, svg)
			}
			element, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, attribute := range element.Attr {
				if attribute.Name.Local == "href" {
					t.Errorf("it loads %q", attribute.Value)
				}
			}
			if !ours[element.Name.Local] {
				t.Errorf("element %s", element.Name.Local)
			}
		}
	})
}
