package main

import "testing"

// TestTold: how an answer is repeated before it is given, and after.
func TestTold(t *testing.T) {
	t.Parallel()
	command := "git push\n--dry-run"
	for _, tt := range []struct {
		name, want string
		command    answerCmd
		words      []string
	}{
		{name: "a word", words: []string{"yes"}, want: "yes"},
		{name: "several", words: []string{"Blue", "1,2"}, want: "Blue 1,2"},
		{name: "a text", command: answerCmd{Say: "dark\nred"}, want: "dark red"},
		{name: "another command, which runs instead of the one that is shown", words: []string{"edit"},
			command: answerCmd{Command: &command}, want: `edit to "git push --dry-run"`},
	} {
		if got := tt.command.inWords(tt.words); got != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}
