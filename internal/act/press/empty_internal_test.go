package press

import (
	"testing"
	"time"
)

func TestEmptyInput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		looks   int
		pause   time.Duration
		working bool
		want    bool
	}{
		{name: "a session that works has taken the key", looks: 3, pause: 30 * time.Millisecond, working: true, want: true},
		{name: "two looks are too few", looks: 2, pause: time.Second, working: true},
		{name: "an idle session may draw it late", looks: 10, pause: 30 * time.Millisecond},
		{name: "it has had the time", looks: 16, pause: 30 * time.Millisecond, want: true},
		{name: "few looks, each of which takes long on a busy machine", looks: 3, pause: 250 * time.Millisecond, want: true},
		{name: "two looks that took long", looks: 2, pause: time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var empty emptyInput
			for i := range tt.looks {
				empty.see(time.Unix(1, 0).Add(time.Duration(i) * tt.pause))
			}
			if got := empty.stays(tt.working); got != tt.want {
				t.Errorf("%d looks, each %s after the other: %t", tt.looks, tt.pause, got)
			}
		})
	}
}
