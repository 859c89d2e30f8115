package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/fleet"
)

// TestGoToHosts: switching to a pane of another host, to the next one there, and back.
func TestGoToHosts(t *testing.T) {
	t.Parallel()
	hosts := tmuxtest.NewHosts(t)
	s, far := tmuxtest.Start(t), tmuxtest.Start(t)
	hosts.Add("devbox", far)
	farSecond := far.Tmux("new-session", "-d", "-s", "other", "-P", "-F", "#{pane_id}", "echo second of "+
		"devbox; sleep 10000")
	far.Tmux("respawn-pane", "-k", "-t", "%0", "echo first of devbox; sleep 10000")
	asks(t, far, "%0")
	asks(t, far, farSecond)
	screen := s.Attach()
	client := clientOf(t, s, "0")
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("atm", append(args, "--host-timeout", "20s")...)
		cmd.Env = append(s.Env(strings.Fields(shows(s, client))[1]), "PATH="+hosts.Bin+":"+os.Getenv("PATH"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("atm %q: %v\n%s", args, err, out)
		}
	}
	attached := func(pane string) func() bool {
		return func() bool { return far.Tmux("list-clients", "-F", "#{pane_id}") == pane }
	}

	run("next", "--host", "devbox")
	screen.Until("the first pane is shown", screen.Shows("first of devbox"))
	far.Until("a client is attached to it", attached("%0"))
	window := shows(s, client)
	if window == "0 %0" || s.Tmux("display-message", "-p", "-t", "=0:", "#{window_name}") != "devbox" {
		t.Errorf("the client is at %s", window)
	}

	run("next", "--host", "devbox")
	screen.Until("the second pane is shown", screen.Shows("second of devbox"))
	far.Until("the client over there is attached to it", attached(farSecond))
	if got := shows(s, client); got != window {
		t.Errorf("another window: %s, not %s", got, window)
	}

	// The round ends where it has begun, and the window is found again.
	run("next", "--host", "devbox")
	if got := shows(s, client); got != "0 %0" {
		t.Errorf("the round ends at %s", got)
	}
	process := func() string { return s.Tmux("display-message", "-p", "-t", strings.Fields(window)[1], "#{pane_pid}") }
	before := process()
	run("focus", "--host", "devbox", "devbox:"+farSecond)
	if got := shows(s, client); got != window || process() != before {
		t.Errorf("%s, process %s; not %s, process %s", got, process(), window, before)
	}

	// Somebody has gone elsewhere over there: the pane is shown all the same.
	far.Tmux("switch-client", "-c", far.Tmux("list-clients", "-F", "#{client_name}"), "-t", "%0")
	far.Until("the client over there is elsewhere", attached("%0"))
	run("next", "--back")
	s.Tmux("set-option", "-g", "@atm-hosts", "devbox")
	run("focus", "devbox:other:0")
	far.Until("the client over there is back", attached(farSecond))

	// Detached over there, the window closes.
	far.Tmux("detach-client", "-s", "other")
	s.Until("the client is in another window", func() bool { return shows(s, client) == "0 %0" })
}

// TestFocusHere: what has the name here goes before a session of the host that the name begins with.
func TestFocusHere(t *testing.T) {
	t.Parallel()
	hosts := tmuxtest.NewHosts(t)
	s, far := tmuxtest.Start(t), tmuxtest.Start(t)
	hosts.Add("devbox", far)
	asks(t, far, "%0")
	far.Tmux("set-option", "-pt", "%0", "@meta.claude.title", "parser")
	here := s.Tmux("new-session", "-d", "-s", "devbox", "-n", "parser", "-P", "-F", "#{pane_id}", "sleep 10000")
	asks(t, s, here)
	s.Attach()
	client := clientOf(t, s, "0")
	s.Tmux("set-option", "-g", "@atm-hosts", "devbox")
	cmd := exec.Command("atm", "focus", "devbox:parser")
	cmd.Env = append(s.Env("%0"), "PATH="+hosts.Bin+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := shows(s, client); got != "devbox "+here {
		t.Errorf("the client is at %s", got)
	}
}

// TestTimeForHosts: the time for other hosts does not shorten the time for tmux here.
func TestTimeForHosts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args string
		want time.Duration // beyond the time for tmux here
	}{
		{"ls", 0},
		{"ls --host-timeout 20s", 0},
		{"ls --host devbox --host-timeout 20s", 20 * time.Second},
		{"ls --hosts --host-timeout 2s", 2 * time.Second},
		{"next --host devbox --host-timeout 20s", 20 * time.Second},
		{"focus %3", 0},
		{"focus devbox:%3", namedHostTimeout},
		{"focus devbox:%3 --host devbox --host-timeout 20s", 20 * time.Second},
		{"status", 0},
	} {
		command, err := streams{}.parse(strings.Fields(tt.args))
		if err != nil {
			t.Fatal(err)
		}
		if got := timeLimit(command) - timeout; got != tt.want {
			t.Errorf("%s: %v, want %v", tt.args, got, tt.want)
		}
	}
}

// TestGoToLostHost: the error of ssh stays readable.
func TestGoToLostHost(t *testing.T) {
	t.Parallel()
	hosts := tmuxtest.NewHosts(t)
	s, far := tmuxtest.Start(t), tmuxtest.Start(t)
	hosts.Add("devbox", far)
	asks(t, far, "%0")
	screen := s.Attach()
	cmd := exec.Command("atm", "next", "--host", "devbox", "--host-timeout", "20s")
	cmd.Env = append(s.Env("%0"), "PATH="+hosts.Bin+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	far.Until("a client is attached", func() bool { return far.Tmux("list-clients") != "" })
	hosts.Cut("devbox")
	screen.Until("the window says so", screen.Shows("Press Enter to close this window."))
	screen.Tmux("send-keys", "Enter")
	s.Until("the window is closed", func() bool { return s.Tmux("list-windows", "-F", "x") == "x" })
}

// TestHostsInTime: with a dead host the command still answers within a second, and includes all other hosts
// if they get enough time.
func TestHostsInTime(t *testing.T) {
	t.Parallel()
	const panes = 100
	hosts := tmuxtest.NewHosts(t)
	s := tmuxtest.Start(t)
	for _, name := range []string{"devbox", "build"} {
		far := tmuxtest.Start(t)
		hosts.Add(name, far)
		populate(t, far, panes)
	}
	hosts.AddDead("dead")
	s.Tmux("set-option", "-g", "@atm-hosts", "devbox build dead")
	ls := func(flags ...string) (list fleet.Listing, took time.Duration) {
		cmd := exec.Command("atm", append([]string{"ls", "--hosts", "--json"}, flags...)...)
		cmd.Env = append(s.Env("%0"), "PATH="+hosts.Bin+":"+os.Getenv("PATH"))
		began := time.Now()
		out, err := cmd.Output()
		took = time.Since(began)
		if err := errors.Join(err, json.Unmarshal(out, &list)); err != nil {
			t.Fatal(err)
		}
		t.Logf("%q: %d sessions after %v, without %q", flags, len(list.Sessions), took, list.Unreachable)
		return list, took
	}
	quickest := time.Hour // of some runs, because other tests run as well
	for range 5 {
		list, took := ls()
		quickest = min(quickest, took)
		if !slices.Contains(list.Unreachable, "dead") {
			t.Errorf("without %q", list.Unreachable)
		}
	}
	if quickest > lateLimit {
		t.Errorf("an answer after %v", quickest)
	}
	for limit := time.Second; ; limit *= 2 {
		list, _ := ls("--host-timeout", limit.String())
		if len(list.Sessions) == 2*panes && slices.Equal(list.Unreachable, []string{"dead"}) {
			return
		}
		if limit > 20*time.Second {
			t.Fatalf("%d sessions, without %q", len(list.Sessions), list.Unreachable)
		}
	}
}
