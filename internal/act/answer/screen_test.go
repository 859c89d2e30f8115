package answer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/act/answer"
	"atm/internal/claude/dialog"
)

// TestScreenTitle: after an answer by keys a log says what was approved.
func TestScreenTitle(t *testing.T) {
	t.Parallel()
	const title = "Bash command · from the Explore agent"
	for name, tt := range map[string]struct{ text, want string }{
		"2.1.197": {"   touch ../new\n   as told\n\n Do you want to proceed?", title + ": touch ../new as told"},
		"a bar before each line": {"   │ Launch it\n   │ now │ here\n Do you want to proceed?",
			title + ": Launch it now │ here"},
		"the description of 2.1.330 is no command": {" Run it\n╌╌╌\n touch ../new\n╌╌╌\n Do you want to proceed?",
			title + ": touch ../new"},
		"a rule in the command hides nothing": {" Run it\n╌╌╌\n touch ../new\n╌╌╌\n rm x\n╌╌╌\n Do you want to proceed?",
			title + ": touch ../new ╌╌╌ rm x"},
		"nothing": {"", title},
	} {
		if got := answer.ScreenTitle(dialog.Dialog{Title: title, Text: tt.text}); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	question := dialog.Dialog{Kind: dialog.Question, Title: "☐ Pick", Text: "Which colour\n  shall it have?\n"}
	if diff := cmp.Diff("Which colour shall it have?", answer.ScreenTitle(question)); diff != "" {
		t.Errorf("a question (-want +got):\n%s", diff)
	}
}

// TestScreenTextUnknown: what stands in a dialog that atm does not know is no answer.
func TestScreenTextUnknown(t *testing.T) {
	t.Parallel()
	d := dialog.Dialog{Kind: dialog.Unknown, Title: "Keep it?", Text: "A notice", Choices: []dialog.Choice{{Text: "Yes"}}}
	want := "web, as its screen shows it\nKeep it?\n\n" +
		"(atm does not know this dialog: it can only be answered in its pane.)\n| A notice\n  -  Yes\n"
	if diff := cmp.Diff(want, answer.ScreenText("web", d)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
