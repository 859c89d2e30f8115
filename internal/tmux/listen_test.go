package tmux_test

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
)

// listening starts to listen on a channel, and returns when the server waits.
func listening(ctx context.Context, t *testing.T, server tmux.Server, channel string) (ended <-chan error) {
	t.Helper()
	armed, end := make(chan string, 1), make(chan error, 1)
	go func() {
		err := server.Listen(ctx, channel, func(pid string) { armed <- pid })
		close(armed) // behind what it may hold: a signal can end the wait at once
		end <- err
	}()
	select {
	case pid, waited := <-armed:
		if !waited {
			t.Fatalf("ended before the server waited: %v", <-end)
		}
		if server.PID != pid {
			t.Errorf("armed by %q, not by the server %q", pid, server.PID)
		}
	case <-time.After(tmuxtest.Patience):
		t.Fatal("not armed in time")
	}
	return end
}

// result is how a Listen has ended.
func result(t *testing.T, ended <-chan error) error {
	t.Helper()
	select {
	case err := <-ended:
		return err
	case <-time.After(tmuxtest.Patience):
		t.Fatal("still listening")
		return nil
	}
}

func transports() []tmux.Transport { return []tmux.Transport{tmux.Native, tmux.Exec, tmux.Either} }

// TestListenMissesNothing signals each time right after armed was called.
func TestListenMissesNothing(t *testing.T) {
	t.Parallel()
	for _, transport := range transports() {
		t.Run("transport "+string(transport), func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			server := s.Way()
			server.Transport = transport
			for range 50 {
				ended := listening(t.Context(), t, server, "c")
				if err := s.Way().Signal(t.Context(), "c"); err != nil {
					t.Fatal(err)
				}
				if err := result(t, ended); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestListenEnds lists the other ways in which listening ends.
func TestListenEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		end  func(s *tmuxtest.Server, cancel func())
		want func(error) bool
	}{
		{"the server ends", func(s *tmuxtest.Server, _ func()) { s.Tmux("kill-server") },
			func(err error) bool {
				// A tmux client is woken by a server that ends, and knows no more.
				return err == nil || errors.Is(err, tmux.ErrTmux) && strings.Contains(err.Error(),
					"server exited")
			}},
		{"the server is killed", func(s *tmuxtest.Server, _ func()) {
			_ = exec.Command("kill", "-9", s.PID).Run() // then it does not end
		}, func(err error) bool {
			return errors.Is(err, tmux.ErrTmux)
		}},
		{"the caller does not want to wait", func(_ *tmuxtest.Server, cancel func()) {
			cancel()
		}, func(err error) bool {
			return errors.Is(err, context.Canceled)
		}},
	} {
		for _, transport := range transports() {
			t.Run(tt.name+", transport "+string(transport), func(t *testing.T) {
				t.Parallel()
				s := tmuxtest.Start(t)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				server := s.Way()
				server.Transport = transport
				ended := listening(ctx, t, server, "c")
				tt.end(s, cancel)
				if err := result(t, ended); !tt.want(err) {
					t.Errorf("error %v", err)
				}
			})
		}
	}
}

// TestListenRemembered: tmux remembers a signal for which nobody waits, and it ends the next wait at once.
// armed is called all the same.
func TestListenRemembered(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	if err := s.Way().Signal(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	if err := result(t, listening(t.Context(), t, s.Way(), "c")); err != nil {
		t.Error(err)
	}
}

// TestListenNoServer: without a server there is nothing to wait for.
func TestListenNoServer(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, transport := range transports() {
		server := tmux.Server{Binary: s.Binary, Socket: s.Socket + "x", Transport: transport}
		err := server.Listen(t.Context(), "c", func(string) { t.Error("armed") })
		if !errors.Is(err, tmux.ErrTmux) || !strings.Contains(err.Error(), "error connecting") {
			t.Errorf("transport %q: %v", transport, err)
		}
	}
}

// TestListenLeavesNothing: tmux servers live for months, so waits must not fill
// their memory. With if-shell a wait left 250.
func TestListenLeavesNothing(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	server := s.Way()
	server.Transport = tmux.Native
	wait := func() {
		err := server.Listen(t.Context(), "c", func(string) {
			if err := server.Signal(t.Context(), "c"); err != nil {
				t.Error(err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const rounds = 2000
	for range rounds { // what the server allocates once and keeps
		wait()
	}
	before := s.Memory()
	for range rounds {
		wait()
	}
	// A wait is two connections, which together leave 47 bytes in 3.3a and nothing in others.
	if each := (s.Memory() - before) / rounds; each > 150 {
		t.Errorf("each wait leaves %d bytes in the server", each)
	}
}
