package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSVG: each piece of text stands where it stands on the screen, also behind wide
// characters, and looks as it does there.
func TestSVG(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		captured string
		want     []string // x, y, width, attributes and text
	}{
		"wide characters, each in its own cells": {
			captured: "日本\x1b[31mred\x1b[0m⭐\x1b[1mbold",
			want: []string{
				`10.0 24 16.8 fill="#d4d4d4" lengthAdjust="spacingAndGlyphs" 日`,
				`26.8 24 16.8 fill="#d4d4d4" lengthAdjust="spacingAndGlyphs" 本`,
				`43.6 24 25.2 fill="#f14c4c" red`,
				`68.8 24 16.8 fill="#d4d4d4" lengthAdjust="spacingAndGlyphs" ⭐`,
				`85.6 24 33.6 fill="#d4d4d4" font-weight="bold" bold`,
			},
		},
		"a combining mark takes no cell": {
			captured: "e\u0301x",
			want: []string{
				`10.0 24 8.4 fill="#d4d4d4" lengthAdjust="spacingAndGlyphs" e` + "\u0301",
				`18.4 24 8.4 fill="#d4d4d4" x`,
			},
		},
		"spaces are only a distance": {captured: "  a b  ", want: []string{`26.8 24 25.2 fill="#d4d4d4" a b`}},
		"colours go on in the next line": {
			captured: "\x1b[32ma\nb\x1b[39mc",
			want: []string{
				`10.0 24 8.4 fill="#23d18b" a`, `10.0 42 8.4 fill="#23d18b" b`, `18.4 42 8.4 fill="#d4d4d4" c`,
			},
		},
		"256 colours, all colours, bright ones": {
			captured: "\x1b[38;5;9ma\x1b[38;5;110mb\x1b[38;5;246mc\x1b[38;2;1;2;255md\x1b[93me",
			want: []string{
				`10.0 24 8.4 fill="#f14c4c" a`, `18.4 24 8.4 fill="#87afd7" b`, `26.8 24 8.4 fill="#949494" c`,
				`35.2 24 8.4 fill="#0102ff" d`, `43.6 24 8.4 fill="#f5f543" e`,
			},
		},
		"attributes, several in one sequence, and their ends": {
			captured: "\x1b[2;3ma\x1b[22;23m\x1b[4:3mb\x1b[24m\x1b[9mc\x1b[0;1md\x1b[me",
			want: []string{
				`10.0 24 8.4 fill="#d4d4d4" opacity=".6" font-style="italic" a`,
				`18.4 24 8.4 fill="#d4d4d4" text-decoration="underline" b`,
				`26.8 24 8.4 fill="#d4d4d4" text-decoration="line-through" c`,
				`35.2 24 8.4 fill="#d4d4d4" font-weight="bold" d`, `43.6 24 8.4 fill="#d4d4d4" e`,
			},
		},
		"reverse, and what is special in XML": {
			captured: "\n\x1b[7m<&>", want: []string{`10.0 42 25.2 fill="#1e1e1e" &lt;&amp;&gt;`},
		},
		"colours that are none": {
			captured: "\x1b[38;5;999ma\x1b[38;2;1mb\x1b[38mc",
			want: []string{
				`10.0 24 8.4 fill="#d4d4d4" a`, `18.4 24 8.4 fill="#d4d4d4" b`, `26.8 24 8.4 fill="#d4d4d4" c`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			picture := SVG(tt.captured, 20)
			text := regexp.MustCompile(`<text x="([0-9.]+)" y="(\d+)" (.*?) textLength="([0-9.]+)"[^>]*>([^<]*)<`)
			var got []string
			for _, m := range text.FindAllStringSubmatch(picture, -1) {
				got = append(got, fmt.Sprintln(m[1], m[2], m[4], m[3], m[5]))
			}
			for i := range got {
				got[i] = strings.TrimSuffix(got[i], "\n")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, picture)
			}
		})
	}
}

// TestShapes: lines, blocks and symbols are drawn where their cells are.
func TestShapes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		captured string
		want     []string // attributes and path
	}{
		"lines that go straight on are one": {
			captured: "a───", want: []string{`stroke-width="1.2" stroke="#d4d4d4" d="M18.4 19.0h25.2"`},
		},
		"a corner, and a heavy line": {
			captured: "┐┃",
			want: []string{
				`stroke-width="1.2" stroke="#d4d4d4" d="M14.2 19.0h-4.2M14.2 19.0v9"`,
				`stroke-width="2.4" stroke="#d4d4d4" d="M22.6 19.0v-9M22.6 19.0v9"`,
			},
		},
		"a round corner, dim": {
			captured: "\x1b[2m╯",
			want: []string{
				`stroke-width="1.2" opacity=".6" stroke="#d4d4d4" d="M14.2 10.0V14.5Q14.2 19.0 10.0 19.0"`,
			},
		},
		"half a block, three quarters, and a full one": {
			captured: "\x1b[31m▄▙██",
			want: []string{
				`shape-rendering="crispEdges" fill="#f14c4c" d="M10.00 19.00h8.40v9.00h-8.40z"`,
				`shape-rendering="crispEdges" fill="#f14c4c" d="M18.40 10.00h4.20v9.00h-4.20z` +
					`M18.40 19.00h4.20v9.00h-4.20zM22.60 19.00h4.20v9.00h-4.20z"`,
				`shape-rendering="crispEdges" fill="#f14c4c" d="M26.80 10.00h16.80v18.00h-16.80z"`,
			},
		},
		"parts of a block at its left and right": {
			captured: "▌▐▎",
			want: []string{
				`shape-rendering="crispEdges" fill="#d4d4d4" d="M10.00 10.00h4.20v18.00h-4.20z"`,
				`shape-rendering="crispEdges" fill="#d4d4d4" d="M22.60 10.00h4.20v18.00h-4.20z"`,
				`shape-rendering="crispEdges" fill="#d4d4d4" d="M26.80 10.00h2.10v18.00h-2.10z"`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			picture := SVG(tt.captured, 20)
			var got []string
			for _, m := range regexp.MustCompile(`<path (?:fill="none" )?(.*)/>`).FindAllStringSubmatch(picture, -1) {
				got = append(got, m[1])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, picture)
			}
		})
	}
}

// TestRead: what was drawn is read, with symbols, and without lines and blocks.
func TestRead(t *testing.T) {
	t.Parallel()
	svg := SVG("── \x1b[31m▶▶\x1b[0m a日b <&>\n\n ✓  ▐▛█ e\u0301 ⏸", 30)
	got, err := Read(svg)
	want := [][]string{{"   ▶▶ a日b <&>", "", " ✓      e\u0301 ⏸"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s\n%s", err, diff, svg)
	}
	if _, err := Read("<svg><text>"); err == nil {
		t.Error("half a picture was read")
	}
	if _, err := Read(`<svg height="38"><text x="10" y="600">far below</text></svg>`); err == nil {
		t.Error("a text outside of the picture was read")
	}
}
