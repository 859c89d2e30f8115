package claudehome

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestTurnOf: the orders of lines are those of 2.1.329 and 2.1.197.
func TestTurnOf(t *testing.T) {
	t.Parallel()
	const queued = `{"type":"queue-operation","operation":"enqueue","content":"ours"}`
	taken := func(prompt string) string {
		return `{"type":"attachment","attachment":{"type":"queued_command","prompt":"` + prompt + `"}}`
	}
	interrupted := asked("[Request interrupted by user]")
	old := []string{asked("ours"), spoken("an old answer")}
	for _, tt := range []struct {
		name     string
		lines    []string // after the old ones
		progress Progress
		answer   string
		complete bool
	}{
		{name: "nothing new"},
		{name: "in the queue", lines: []string{queued, spoken("of the turn at work")}},
		{name: "begun when that turn had ended", lines: []string{queued, spoken("x"), asked("ours")}, progress: Taken},
		{name: "answered", lines: []string{queued, spoken("x"), asked("ours"), spoken("y")},
			progress: Taken, answer: "y", complete: true},
		{name: "taken together with another one", lines: []string{asked("ours"), asked("theirs"), spoken("both")},
			progress: Taken, answer: "both", complete: true},
		{name: "taken behind another one", lines: []string{asked("theirs"), asked("ours"), spoken("both")},
			progress: Taken, answer: "both", complete: true},
		{name: "in the middle of a turn",
			lines:    []string{called("before"), queued, returned("z"), taken("ours"), called("on it"), returned("z")},
			progress: Taken, answer: "on it"},
		{name: "in the middle of a turn, and others after it",
			lines: []string{called("before"), returned("z"), taken("ours"), called("on it"), returned("z"),
				taken("theirs"), spoken("done")},
			progress: Taken, answer: "on it\n\ndone", complete: true},
		{name: "another turn has begun", lines: []string{asked("ours"), spoken("y"), asked("theirs"), spoken("z")},
			progress: Followed, answer: "y", complete: true},
		{name: "interrupted", lines: []string{asked("ours"), called("on it"), interrupted},
			progress: Taken, answer: "on it"},
		{name: "interrupted, and another turn has begun",
			lines:    []string{asked("ours"), called("on it"), interrupted, asked("theirs"), spoken("z")},
			progress: Followed, answer: "on it"},
	} {
		home, transcript := asTranscript(strings.Join(append(old, tt.lines...), "\n") + "\n")
		before := int64(len(strings.Join(old, "\n") + "\n"))
		turn, progress, err := TurnOf(home, transcript, before, func(prompt string) bool { return prompt == "ours" })
		if err != nil || progress != tt.progress {
			t.Errorf("%s: progress %q, %v", tt.name, progress, err)
		}
		turn.Model = "" // the tests of LastTurns want the right one, and the time
		want := Turn{Answer: tt.answer, Complete: tt.complete, At: turn.At}
		if tt.progress != NotTaken {
			want.Prompt = "ours"
		}
		if diff := cmp.Diff(want, turn); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	_, transcript := asTranscript("")
	if _, progress, err := TurnOf(fstest.MapFS{}, transcript, 7, nil); progress != NotTaken || err != nil {
		t.Errorf("no transcript: %q, %v", progress, err)
	}
}
