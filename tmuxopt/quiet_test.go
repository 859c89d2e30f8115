package tmuxopt_test

import (
	"testing"
	"time"

	opt "atm/tmuxopt"
)

// TestIsParked: a session is parked until its state changes or its time has come.
func TestIsParked(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 15, 30, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		until time.Time
		since string
		want  bool
	}{
		{"without an end", time.Time{}, "7", true},
		{"the state has changed", time.Time{}, "8", false},
		{"a second before its end", now.Add(time.Second), "7", true},
		{"at its end", now, "7", false},
		{"until a time whose seconds have eleven digits", now.AddDate(270, 0, 0), "7", true},
		{"until then, but the state has changed", now.AddDate(270, 0, 0), "8", false},
	} {
		o := opt.Options{opt.State: "idle", opt.SinceNS: "7"}
		o = opt.Apply(o, opt.Park(tt.until))
		o[opt.SinceNS] = tt.since
		if got := o.IsParked(now); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
