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
		{"always right", line(0, "idle", 1000, "working"), line(0, "idle", 1000, "working"), 0},
		{"a little late", line(0, "idle", 1000, "working"), line(0, "idle", 1350, "working"), 0},
		{"late", line(0, "idle", 1000, "working"), line(0, "idle", 1351, "working"), 351 * time.Millisecond},
		{"never", line(0, "idle", 1000, "working"), line(0, "idle"), 9 * time.Second},
		{"too short to be seen", line(0, "idle", 1000, "working", 1300, "idle"), line(0, "idle"), 0},
		{"nobody looked", line(0, "idle", 1000, "unseen", 4000, "working"), line(0, "idle", 1000, "unseen", 4500, "working"), 0},
		{"a client starts slowly", line(0, "closed", 3000, "idle"), line(0, "closed", 1000, "idle"), 0},
		{"a client has died and another one starts", line(0, "idle", 1000, "closed", 3000, "idle"), line(0, "idle"), 2 * time.Second},
		{"no client starts", line(0, "closed"), line(0, "closed", 9000, "idle"), time.Second},
		{"wrong in two ways", line(0, "idle", 1000, "working"), line(0, "idle", 2000, "closed", 3000, "working"), 2 * time.Second},
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
		says   string
		want   int64 // -1 = not found
	}{
		{"said still", 500, "idle", 0},
		{"said next", 500, "working", 1000},
		{"said again", 1500, "idle", 2000},
		{"said from then on", 2000, "idle", 2000},
		{"never", 0, "attention", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := int64(-1)
			if at, found := l.since(time.UnixMilli(tt.cursor), tt.says); found {
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
		{"before", 0, 999, false},
		{"begins", 500, 1000, true},
		{"goes on", 1200, 1300, true},
		{"ends", 1999, 3000, true},
		{"after", 2000, 3000, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := l.during(time.UnixMilli(tt.from), time.UnixMilli(tt.to), "working"); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}
