package tmux_test

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/tmux"
)

// TestSignals: signals do not prolong the wait for a server that says nothing.
func TestSignals(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	go func() {
		for range time.Tick(100 * time.Millisecond) {
			if ctx.Err() != nil {
				return
			}
			threads, _ := os.ReadDir("/proc/self/task")
			for _, thread := range threads {
				id, _ := strconv.Atoi(thread.Name())
				_ = unix.Tgkill(os.Getpid(), id, unix.SIGURG) // the thread may have ended
			}
		}
	}()
	s := tmux.Server{Binary: "true", Socket: fake(t, silence)}
	r, err := s.Run(ctx, [][]string{{"list-sessions"}})
	if err != nil || r.Transport != tmux.Exec {
		t.Errorf("%+v, error %v: the other transport was not tried in time", r, err)
	}
}
