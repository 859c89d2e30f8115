package remote_test

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/remote"
	"atm/tmuxopt"
)

// TestRead: nothing that could be looked up on this machine comes with the panes of a host,
// and a host that hangs keeps no other from being there.
func TestRead(t *testing.T) {
	hosts := tmuxtest.NewHosts(t)
	far := tmuxtest.Start(t)
	hosts.Add("devbox", far)
	hosts.AddDead("dead")
	t.Setenv("PATH", hosts.Bin+":"+os.Getenv("PATH"))
	far.Send(t, tmuxopt.Set(tmuxopt.SessionID, "s"), tmuxopt.Set(tmuxopt.State, "idle"),
		tmuxopt.Set(tmuxopt.PID, strconv.Itoa(os.Getpid())), tmuxopt.Set(tmuxopt.TranscriptPath, "/etc/passwd"),
		tmuxopt.Set(tmuxopt.Wake, "1800000000"), tmuxopt.Set(tmuxopt.AsleepUntil, "1"))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	answers := remote.Read(ctx, []string{"dead", "devbox"}, 0)
	if answers[0].Host != "dead" || answers[0].Err != remote.ErrLate {
		t.Errorf("%+v", answers[0])
	}
	sessions := answers[1].Sessions(time.Now())
	if len(sessions) != 1 || sessions[0].Key() != "devbox:%0" || sessions[0].State != tmuxopt.Idle {
		t.Fatalf("%+v, error %v", sessions, answers[1].Err)
	}
	if sessions[0].Asleep() || !sessions[0].Wake.IsZero() {
		t.Error("it sleeps for ever where nothing corrects that its wake-up is overdue")
	}
	pane := sessions[0].Pane
	if pane.PID != 0 || pane.Options[tmuxopt.PID] != "" || pane.Options[tmuxopt.TranscriptPath] != "" {
		t.Errorf("%+v", pane)
	}
}

// TestFollowAsOf: it is noted when a host has answered, and shown only of one that does not answer.
func TestFollowAsOf(t *testing.T) {
	hosts := tmuxtest.NewHosts(t)
	far := tmuxtest.Start(t)
	hosts.Add("devbox", far)
	t.Setenv("PATH", hosts.Bin+":"+os.Getenv("PATH"))
	far.Send(t, tmuxopt.Set(tmuxopt.SessionID, "s"), tmuxopt.Set(tmuxopt.State, "idle"))
	ctx, end := context.WithCancel(t.Context())
	began := time.Now()
	follower := remote.Follow(ctx, []string{"devbox"}, 0)
	<-follower.Changed()
	answer := follower.Answers()[0]
	if answer.AsOf.Before(began) || answer.AsOf.After(time.Now()) {
		t.Errorf("it answered at %s", answer.AsOf)
	}
	if sessions := answer.Sessions(time.Now()); len(sessions) != 1 || !sessions[0].AsOf.IsZero() {
		t.Errorf("while it answers: %+v", sessions)
	}
	end()
	follower.Wait()
}

// TestFollowPauses: a host that cannot be followed is tried again, each time after a longer
// pause. One without a server has answered all the same.
func TestFollowPauses(t *testing.T) {
	hosts := tmuxtest.NewHosts(t)
	far := tmuxtest.Start(t)
	hosts.Add("devbox", far)
	t.Setenv("PATH", hosts.Bin+":"+os.Getenv("PATH"))
	far.Tmux("kill-server")
	ctx, end := context.WithCancel(t.Context())
	began := time.Now()
	follower := remote.Follow(ctx, []string{"devbox"}, 0)
	<-follower.Changed()
	if answers := follower.Answers(); len(answers) != 1 || answers[0].Err != nil || len(answers[0].Panes) > 0 {
		t.Errorf("%+v", answers)
	}
	far.Until("it has been tried four times", func() bool { return hosts.Connections("devbox") >= 4 })
	if took := time.Since(began); took < (250+500+1000)*time.Millisecond {
		t.Errorf("four times in %v", took)
	}
	end()
	follower.Wait()
}
