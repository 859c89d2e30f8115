package cli

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		text    string
		columns int
		want    []string
	}{
		{name: "it fits", text: "one two", columns: 7, want: []string{"one two"}},
		{name: "between words", text: "one two three", columns: 8, want: []string{"one two", "three"}},
		{name: "no limit", text: "one two three", columns: 0, want: []string{"one two three"}},
		{name: "a word that is too long", text: "abcdefgh ij", columns: 5, want: []string{"abcde", "fgh", "ij"}},
		{name: "wide characters", text: "日本語の 長い題", columns: 9, want: []string{"日本語の", "長い題"}},
		{name: "no room at all", text: "日本", columns: 1, want: []string{"日", "本"}},
		{name: "nothing", text: "", columns: 5, want: []string{""}},
	} {
		if diff := cmp.Diff(tt.want, Fold(tt.text, tt.columns)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if diff := cmp.Diff("one two\n  three", FoldBehind(2, "one two three", 10)); diff != "" {
		t.Errorf("behind a label (-want +got):\n%s", diff)
	}
}

// TestColours: the flag is asked before the environment, and that before the terminal.
func TestColours(t *testing.T) {
	t.Parallel()
	if (ColourFlag{Color: "never"}).Colours(nil, func(string) string { return "" }) {
		t.Error("never is not never")
	}
	if !(ColourFlag{Color: "always"}).Colours(nil, func(string) string { return "1" }) {
		t.Error("always is not always")
	}
	for term, want := range map[string]bool{
		"": true, "xterm": true, "tmux-256color": true, "screen": true, "linux": true, "vt340": true,
		"dumb": false, "vt100": false, "vt220-8bit": false, "xterm-mono": false, "linux-m": false,
	} {
		if hasColours(term) != want {
			t.Errorf("%q has colours: %v", term, !want)
		}
	}
}
