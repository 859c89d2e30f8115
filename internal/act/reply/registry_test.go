package reply_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"atm/internal/act/reply"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// TestHalfEntry: Claude Code rewrites its entry in the registry in place, so a hook finds
// half of one now and then. It waits all the same, and can be answered.
func TestHalfEntry(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	defer s.rewrites("waiting")()
	for range 10 {
		v, err := s.visit()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.allows(v); err != nil {
			t.Error(err)
		}
		if !p.endsWithin(tmuxtest.Patience) {
			t.Fatal("the hook goes on")
		}
		p = s.asks()
	}
}

// rewrites has the process rewrite its entry again and again, until stop is called.
func (s *session) rewrites(status string) (stop func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for ctx.Err() == nil {
			if err := os.Truncate(s.entry(), 10); err != nil {
				s.t.Error(err)
			}
			<-time.After(time.Millisecond)
			s.setStatus(status)
			<-time.After(3 * time.Millisecond) // it rests for longer; a late ticker would leave no rest
		}
	}()
	return func() { cancel(); <-stopped }
}

// TestDialogOfAnother: two subagents in the background ask, and the dialog of the first is
// open while the hook of the second runs. When it closes, that of the second opens as soon
// as its hook has ended: so the pane goes on to say that somebody asks.
func TestDialogOfAnother(t *testing.T) {
	t.Parallel()
	s := start(t)
	request := func(agent string) string {
		return fmt.Sprintf(`{"hook_event_name":"PermissionRequest","session_id":"a","agent_id":%q,`+
			`"tool_name":"Bash","tool_input":{"command":"make"}}`, agent)
	}
	s.event(request("first")) // the registry says that it works: this hook ends, its dialog opens
	s.setStatus("waiting")
	second := s.run(request("second"))
	s.Until("the second hook waits", func() bool { return strings.HasPrefix(s.call(), "second.") })
	s.setStatus("busy")
	if !second.endsWithin(tmuxtest.Patience) || second.out.Len() > 0 {
		t.Fatalf("the hook goes on, or has printed %q", second.out.String())
	}
	waiting := s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.Waiting))
	if !strings.Contains(waiting, " second.") {
		t.Errorf("waiting is %q", waiting)
	}
	state := s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.State))
	if state != string(tmuxopt.Attention) {
		t.Errorf("state is %q", state)
	}
}

// TestBeforeDialog: on a busy machine the registry lists a dialog late. Of two answers that come
// before, one is printed as soon as the dialog is listed, and the other one learns that the call is
// over. If the dialog is never listed, none is printed.
func TestBeforeDialog(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		opens bool
		want  []error
		out   string
	}{
		{"it opens", true, []error{nil, reply.ErrOver}, allow + "\n"},
		{"it does not", false, []error{reply.ErrRefused, reply.ErrOver}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			p := s.calls()
			decided := make(chan error, 2)
			for range cap(decided) {
				v, err := s.visit()
				if err != nil {
					t.Fatal(err)
				}
				go func() { decided <- v.Decide([]byte(allow)) }()
			}
			if tt.opens {
				s.setStatus("waiting")
			}
			got := []error{<-decided, <-decided}
			if errors.Is(got[0], reply.ErrOver) { // they may come in any order
				slices.Reverse(got)
			}
			for i, want := range tt.want {
				if !errors.Is(got[i], want) {
					t.Errorf("got %v, want %v", got, tt.want)
				}
			}
			s.ends(p, tt.out)
		})
	}
}
