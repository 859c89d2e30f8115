package tmuxopt_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/tmuxtest"
	"atm/tmuxopt"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	s.Tmux("rename-session", "a b é")
	s.Tmux("new-session", "-d", "-s", "linked", "-t", "a b é") // its windows are those of the other
	pid := func(pane string) int {
		n, err := strconv.Atoi(s.Tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	want := []tmuxopt.Place{{Pane: "%0", PID: pid("%0"), Window: "a b é:0"}, {Pane: "%1", PID: pid("%1"), Window: "a b é:1"}}
	got, err := tmuxopt.Server{Binary: s.Binary, Socket: s.Socket}.Places(t.Context())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if _, err := (tmuxopt.Server{Binary: s.Binary, Socket: s.Socket + "-none"}).Places(t.Context()); err == nil {
		t.Error("no server, and no error")
	}
}
