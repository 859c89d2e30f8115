package tmuxopt_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// TestSetWords: the server and the model agree on what becomes of a text.
func TestSetWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		words, length string // the user's options
		before, text  string
		want          string
	}{
		{name: "as it is", text: "Fix the parser", want: "Fix the parser"},
		{name: "a new one takes the place of the old one", before: "old", text: "new", want: "new"},
		{name: "nothing was said", before: "old", text: "", want: ""},
		{name: "turned on", words: "on", text: "new", want: "new"},
		{name: "turned off, the old one goes as well", words: "off", before: "old", text: "new", want: ""},
		{name: "turned off in other words", words: "OFF", before: "old", text: "new", want: ""},
		{name: "turned off with a zero", words: "0", before: "old", text: "new", want: ""},
		{name: "cut", length: "5", text: "Fix the parser", want: "Fix t…"},
		{name: "short enough", length: "14", text: "Fix the parser", want: "Fix the parser"},
		{name: "turned off and cut", words: "off", length: "5", text: "Fix the parser", want: ""},
		{name: "a length below nothing", length: "-5", text: "Fix the parser", want: "Fix t…"},
		{name: "a length that is none", length: "x", text: "Fix the parser", want: "Fix the parser"},
		{name: "a text that looks like a format", length: "30", text: "#{pane_id} #(touch x)",
			want: "#{pane_id} #(touch x)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			model := opt.Options{}
			for option, value := range map[opt.Option]string{opt.WordsOption: tt.words,
				opt.WordsLengthOption: tt.length} {
				if value != "" {
					s.Tmux("set-option", "-g", string(option), value)
					model[option] = value
				}
			}
			s.Send(t, opt.Set(opt.Said, tt.before))
			s.Send(t, opt.SetWords(opt.Said, tt.text)...)
			model = opt.Apply(model, append([]opt.Edit{opt.Set(opt.Said, tt.before)}, opt.SetWords(opt.Said,
				tt.text)...))
			got := []string{s.Tmux("show-options", "-pqv", string(opt.Said)), model[opt.Said]}
			if diff := cmp.Diff([]string{tt.want, tt.want}, got); diff != "" {
				t.Errorf("server and model (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWordsWanted: readers take the words for turned off where writers do.
func TestWordsWanted(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]bool{"": true, "on": true, "off": false, "OFF": false, "0": false} {
		options := opt.Options{opt.Said: "s", opt.WordsOption: value}
		if got := opt.True(opt.WordsWanted(opt.Said), options); got != want {
			t.Errorf("%s %q: shown %v, want %v", opt.WordsOption, value, got, want)
		}
	}
}
