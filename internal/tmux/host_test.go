package tmux_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestHost: the panes of another host are read as those of a server here.
func TestHost(t *testing.T) {
	hosts := tmuxtest.NewHosts(t)
	far, empty := tmuxtest.Start(t), tmuxtest.Start(t)
	hosts.Add("devbox", far)
	hosts.Add("empty", empty)
	endless, noisy := tmuxtest.Start(t), tmuxtest.Start(t)
	hosts.Add("endless", endless)
	program(t, endless, "exec yes '3.3a\t%0'")
	hosts.Add("noisy", noisy)
	for _, file := range []string{".bashrc", ".zshenv"} {
		if err := os.WriteFile(filepath.Join(hosts.Home("noisy"), file), []byte("echo welcome\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hosts.AddDead("dead")
	hosts.AddGone("gone")
	t.Setenv("PATH", hosts.Bin+":"+os.Getenv("PATH"))
	far.Send(t, tmuxopt.Set(tmuxopt.Title, `é "x" $HOME 'y' #(z) \ ;`), tmuxopt.Set(tmuxopt.State, "idle"))
	want, err := far.Way().Panes(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := tmux.Server{Host: "devbox"}.Panes(t.Context(), 0)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v; panes (-want +got):\n%s", err, diff)
	}
	empty.Tmux("kill-server")
	const patience = tmuxtest.Patience
	for _, tt := range []struct {
		name, host string
		limit      time.Duration
		want       error
		message    string
	}{
		{name: "nobody listens", host: "gone", limit: patience, want: tmux.ErrHost, message: "Connection refused"},
		{name: "there is no server", host: "empty", limit: patience, want: tmux.ErrTmux, message: "no server running"},
		{name: "it hangs", host: "dead", limit: 200 * time.Millisecond, want: context.DeadlineExceeded},
		{name: "an option of ssh", host: "-v", limit: patience, want: tmux.ErrHost, message: "not the name of a host"},
		{name: "it prints without end", host: "endless", limit: patience, want: tmux.ErrOutput},
		{name: "its shell prints other things", host: "noisy", limit: patience},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), tt.limit)
		panes, err := tmux.Server{Host: tt.host}.Panes(ctx, 0)
		cancel()
		if tt.want == nil && (err != nil || len(panes) != 1) {
			t.Errorf("%s: %d panes, %v", tt.name, len(panes), err)
		}
		if tt.want != nil && (!errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.message) || len(panes) > 0) {
			t.Errorf("%s: %d panes, %v", tt.name, len(panes), err)
		}
	}
}

// program has a host run something in the place of tmux.
func program(t *testing.T, server *tmuxtest.Server, text string) {
	t.Helper()
	path := filepath.Join(filepath.Dir(server.Socket), "bin", "tmux")
	if err := errors.Join(os.Remove(path), os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700)); err != nil {
		t.Fatal(err)
	}
}
