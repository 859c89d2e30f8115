package watching_test

import (
	"context"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/fleet"
	"atm/internal/session/watching"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// channel is the one on which these tests signal, as hooks do on those of tmuxopt.
const channel = "test"

func source(s *tmuxtest.Server) watching.Source {
	return watching.Source{Tmux: s.Way(), Channel: channel}
}

// bounded ends what a test does before the test binary is killed.
func bounded(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
	t.Cleanup(cancel)
	return ctx
}

// read reads the sessions without correcting them.
func read(s *tmuxtest.Server) watching.Show {
	return func(ctx context.Context) ([]fleet.Session, error) {
		panes, err := s.Way().Panes(ctx, 0)
		return fleet.List(panes, time.Now()), err
	}
}

// set gives the session in pane %0 a state, and signals, in one go as a hook does.
func set(s *tmuxtest.Server, state string) {
	s.Tmux("set-option", "-pt", "%0", string(tmuxopt.State), state, ";", "wait-for", "-S", channel)
}

// TestEachMissesNothing: whatever comes while something is shown is shown, too.
func TestEachMissesNothing(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	ctx, cancel := context.WithCancel(bounded(t))
	next, last := 0, 30
	err := watching.Each(ctx, source(s), nil, func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := read(s)(ctx)
		shown := 0
		if err == nil && len(sessions) > 0 {
			shown, err = strconv.Atoi(string(sessions[0].State))
		}
		switch {
		case shown == last:
			cancel()
		case shown == next: // else it is a change that was read already
			next++
			for range next%3 + 1 { // signals that nobody waits for undo each other
				set(s, strconv.Itoa(next))
			}
		}
		return sessions, err
	})
	if !errors.Is(err, context.Canceled) || next != last {
		t.Errorf("%d of %d changes: %v", next, last, err)
	}
}

// TestEachShows lists what makes it show again besides a signal.
func TestEachShows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		happen func(s *tmuxtest.Server, more chan<- struct{})
	}{
		{"a further reason", func(_ *tmuxtest.Server, more chan<- struct{}) { more <- struct{}{} }},
		{"the process of a pane ends", func(s *tmuxtest.Server, _ chan<- struct{}) {
			s.Tmux("kill-pane", "-t", "%0")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.NewPane()                                                         // else the server ends with pane %0
			s.Tmux("set-option", "-pt", "%0", string(tmuxopt.State), "working") // without a signal, which would show it
			ctx, cancel := context.WithTimeout(bounded(t), 20*time.Second)      // before everything is read again anyway
			more := make(chan struct{}, 1)
			var begins atomic.Bool
			var happening sync.WaitGroup
			shows := 0
			err := watching.Each(ctx, source(s), more, func(ctx context.Context) ([]fleet.Session, error) {
				if begins.Load() {
					cancel()
					return nil, nil
				}
				sessions, err := read(s)(ctx)
				if shows++; shows == 1 {
					happening.Go(func() {
						<-time.After(10 * time.Millisecond) // so that it waits, mostly
						begins.Store(true)
						tt.happen(s, more)
					})
				}
				return sessions, err
			})
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			happening.Wait()
		})
	}
}

// TestEachEnds: it ends with the server, also if another one is on its socket at
// once: panes of that one have the same ids.
func TestEachEnds(t *testing.T) {
	t.Parallel()
	for _, transport := range []tmux.Transport{tmux.Native, tmux.Exec} {
		for _, another := range []bool{false, true} {
			t.Run("transport "+string(transport)+", another server "+strconv.FormatBool(another),
				func(t *testing.T) {
					t.Parallel()
					s := tmuxtest.Start(t)
					from := source(s)
					from.Tmux.Transport = transport
					err := watching.Each(bounded(t), from, nil, func(ctx context.Context) ([]fleet.Session,
						error) {
						if pid := s.Tmux("display-message", "-p", "#{pid}"); pid == s.PID {
							s.Tmux("kill-server")
							if another {
								s.Until("another server is there", func() bool {
									args := []string{"-S", s.Socket, "-f", "/dev/null", "new-session", "-d",
										"sleep 10000"}
									return exec.Command(s.Binary, args...).Run() == nil
								})
							}
						}
						return nil, nil
					})
					if !errors.Is(err, tmux.ErrTmux) {
						t.Errorf("error %v", err)
					}
				})
		}
	}
}

// TestEachNoServer: what tmux says is kept.
func TestEachNoServer(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	from := source(s)
	from.Tmux.Socket += "x"
	err := watching.Each(bounded(t), from, nil, func(context.Context) ([]fleet.Session, error) {
		t.Error("something is shown")
		return nil, nil
	})
	if !errors.Is(err, tmux.ErrTmux) || !strings.Contains(err.Error(), "error connecting") {
		t.Errorf("error %v", err)
	}
}

// TestFollow: the panes are corrected as long as somebody watches, and if the one who
// did it instead has ended, again after a while. It is never done twice at once.
func TestFollow(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	var started, running atomic.Int32
	ends := make(chan struct{})
	from := source(s)
	from.Follow = func(ctx context.Context) {
		started.Add(1)
		if running.Add(1) > 1 {
			t.Error("two at once")
		}
		select {
		case <-ctx.Done():
		case <-ends:
		}
		running.Add(-1)
	}
	listener, err := watching.Listen(bounded(t), from)
	if err != nil {
		t.Fatal(err)
	}
	listener.Recheck()
	s.Until("it follows", func() bool { return started.Load() == 1 })
	ends <- struct{}{}
	s.Until("it follows again", func() bool {
		listener.Recheck()
		return started.Load() == 2
	})
	listener.Close()
	s.Until("it follows no more", func() bool { return running.Load() == 0 })
}

// TestWaiters: many wait for one state, and leave at any time: that one leaves wakes
// the others, which must go on waiting.
func TestWaiters(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	set(s, "working")
	idle := func(session fleet.Session) bool { return session.State == "idle" }
	var waiters sync.WaitGroup
	var arrived atomic.Int32
	for i := range 20 {
		await := &fleet.Await{Any: true, Wanted: idle}
		listener, err := watching.Begin(bounded(t), source(s), await)
		if err != nil {
			t.Fatal(err)
		}
		waiters.Go(func() {
			defer listener.Close()
			ctx := bounded(t)
			if i%2 == 0 {
				limited, cancel := context.WithTimeout(ctx, time.Duration(10*i)*time.Millisecond)
				defer cancel()
				ctx = limited
			}
			_, outcome, err := listener.Wait(ctx, read(s), await.Update)
			switch {
			case i%2 == 1 && outcome == fleet.Reached:
				arrived.Add(1)
			case i%2 == 1, !errors.Is(err, context.DeadlineExceeded):
				t.Errorf("%d: outcome %d, error %v", i, outcome, err)
			}
		})
	}
	time.AfterFunc(250*time.Millisecond, func() { set(s, "idle") })
	waiters.Wait()
	if got := arrived.Load(); got != 10 {
		t.Errorf("%d of 10 have seen it", got)
	}
}

// TestCloseLeavesNothing: a connection that is closed while it waits would stay in
// the server, about 6 kB each.
func TestCloseLeavesNothing(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	other, err := watching.Listen(t.Context(), source(s)) // is woken each time
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	const rounds = 500
	leave := func() {
		for range rounds {
			listener, err := watching.Listen(t.Context(), source(s))
			if err != nil {
				t.Fatal(err)
			}
			listener.Close()
		}
	}
	leave() // what the server allocates once and keeps
	before := s.Memory()
	leave()
	if each := (s.Memory() - before) / rounds; each > 500 {
		t.Errorf("each listener leaves %d bytes in the server", each)
	}
}

// TestClose: a listener that is closed does not listen once more. It does if it is closed so long after the last signal
// that it need not pause, and chooses to go on.
func TestClose(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for i := range 8 {
		own := source(s)
		own.Channel += strconv.Itoa(i) // tmux may remember the last signal on the one before
		l, err := watching.Listen(bounded(t), own)
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(watching.MinPause) // that is the case
		l.Close()
		if l.HasChange() {
			t.Fatal("it listened again")
		}
	}
}
