package e2e

import (
	"testing"
	"time"
)

// line makes a timeline of times in milliseconds and what is said from then on.
func line(points ...any) timeline {
	var l timeline
	for i := 0; i < len(points); i += 2 {
		l.add(time.UnixMilli(int64(points[i].(int))), points[i+1].(string))
	}
	return l
}

func TestLies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		truth, shown timeline
		want         time.Duration
	}{
		{
			name: "always right", truth: line(0, "idle", 1000, "working"),
			shown: line(0, "idle", 1000, "working"), want: 0,
		},
		{
			name: "a little late", truth: line(0, "idle", 1000, "working"),
			shown: line(0, "idle", 1350, "working"), want: 0,
		},
		{
			name: "late", truth: line(0, "idle", 1000, "working"),
			shown: line(0, "idle", 1351, "working"), want: 351 * time.Millisecond,
		},
		{
			name: "never", truth: line(0, "idle", 1000, "working"), shown: line(0, "idle"),
			want: 9 * time.Second,
		},
		{
			name: "too short to be seen", truth: line(0, "idle", 1000, "working", 1300, "idle"),
			shown: line(0, "idle"), want: 0,
		},
		{
			name: "nobody looked", truth: line(0, "idle", 1000, "unseen", 4000, "working"),
			shown: line(0, "idle", 1000, "unseen", 4500, "working"), want: 0,
		},
		{
			name: "a client starts slowly", truth: line(0, "closed", 3000, "idle"),
			shown: line(0, "closed", 1000, "idle"), want: 0,
		},
		{
			name:  "a client has died and another one starts",
			truth: line(0, "idle", 1000, "closed", 3000, "idle"), shown: line(0, "idle"),
			want: 2 * time.Second,
		},
		{
			name: "no client starts", truth: line(0, "closed"),
			shown: line(0, "closed", 9000, "idle"), want: time.Second,
		},
		{
			name: "wrong in two ways", truth: line(0, "idle", 1000, "working"),
			shown: line(0, "idle", 2000, "closed", 3000, "working"), want: 2 * time.Second,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got time.Duration
			for _, l := range lies(tt.truth, tt.shown, lag, time.UnixMilli(10_000)) {
				got += l.lasts
			}
			if got != tt.want {
				t.Errorf("wrong for %v, want %v", got, tt.want)
			}
		})
	}
}

func TestSince(t *testing.T) {
	t.Parallel()
	l := line(0, "idle", 1000, "working", 2000, "idle", 3000, "working")
	tests := []struct {
		name   string
		cursor int64
		state  string
		want   int64 // -1 = not found
	}{
		{name: "said still", cursor: 500, state: "idle", want: 0},
		{name: "said next", cursor: 500, state: "working", want: 1000},
		{name: "said again", cursor: 1500, state: "idle", want: 2000},
		{name: "said from then on", cursor: 2000, state: "idle", want: 2000},
		{name: "never", cursor: 0, state: "attention", want: -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := int64(-1)
			if at, found := l.since(time.UnixMilli(tt.cursor), tt.state); found {
				got = at.UnixMilli()
			}
			if got != tt.want {
				t.Errorf("since %d, want %d", got, tt.want)
			}
		})
	}
}

func TestDuring(t *testing.T) {
	t.Parallel()
	l := line(0, "idle", 1000, "working", 2000, "idle")
	for _, tt := range []struct {
		name     string
		from, to int64
		want     bool
	}{
		{name: "before", from: 0, to: 999},
		{name: "begins", from: 500, to: 1000, want: true},
		{name: "goes on", from: 1200, to: 1300, want: true},
		{name: "ends", from: 1999, to: 3000, want: true},
		{name: "after", from: 2000, to: 3000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := l.during(time.UnixMilli(tt.from), time.UnixMilli(tt.to), "working"); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}
