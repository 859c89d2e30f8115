package query_test

import (
	"testing"
	"testing/fstest"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/session/query"
)

// TestSettledTurns: an answer that is missing is awaited for a while, but not until a clock that was set back has
// caught up.
func TestSettledTurns(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		age   time.Duration // of the end of the turn, when the transcript is read for the first time
		reads int
	}{
		{"a turn that has just ended", 0, 2},
		{"long ago", time.Hour, 1},
		{"an end to come", -time.Hour, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			reads := 0
			now := func() time.Time {
				if reads++; reads > tt.reads {
					t.Fatalf("it was read %d times", reads)
				}
				return noon.Add(time.Duration(reads-1) * query.AnswerLag * 2)
			}
			transcript := query.Transcript{
				Name: "s", Home: fstest.MapFS{}, Ended: noon.Add(-tt.age),
				Transcript: claudehome.Transcript{Project: "-a", ID: "23e30f82-1111-4111-8111-111111111111"},
			}
			if turns, err := transcript.SettledTurns(1, now); len(turns) > 0 || err == nil || reads != tt.reads {
				t.Errorf("%d turns, error %v, read %d times", len(turns), err, reads)
			}
		})
	}
}
