package send_test

import (
	"testing"

	"atm/internal/act/send"
	"atm/internal/session/fleet"
)

func TestForkName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		forked string
		others []string
		want   string
	}{
		{name: "the first fork", forked: "parser", want: "parser (fork)"},
		{name: "another one", forked: "parser", others: []string{"parser (fork)"}, want: "parser (fork 2)"},
		{name: "a fork of a fork", forked: "parser (fork)", want: "parser (fork 2)"},
		{name: "a fork of that", forked: "parser (fork 2)", others: []string{"parser (fork)"}, want: "parser (fork 3)"},
		{name: "the first one has ended", forked: "parser (fork 2)", want: "parser (fork)"},
		{name: "of something else", forked: "docs", others: []string{"parser (fork)"}, want: "docs (fork)"},
		{name: "a name of that kind", forked: "explain (fork) to me", want: "explain (fork) to me (fork)"},
		{name: "a number without end", forked: "x (fork 99999999999999999999)", want: "x (fork)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sessions := []fleet.Session{{Title: tt.forked}}
			for _, other := range tt.others {
				sessions = append(sessions, fleet.Session{Title: other})
			}
			if got := send.ForkName(sessions[0], sessions); got != tt.want {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}
