package tmux_test

import (
	"os/exec"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
)

func TestLocal(t *testing.T) {
	t.Parallel()
	s, another := tmuxtest.Start(t), tmuxtest.Start(t)
	child := exec.Command("sleep", "1000")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	forwarded := tmuxtest.Forward(t, s.Socket)
	tests := []struct {
		name        string
		socket, pid string
		want        bool
	}{
		{name: "the server itself", socket: s.Socket, pid: s.PID, want: true},
		{name: "a server before it on the same socket", socket: s.Socket, pid: "1"},
		{name: "another server", socket: s.Socket, pid: another.PID},
		{name: "a socket that another process forwards, of a number that runs here", socket: forwarded,
			pid: s.PID},
		{
			name:   "a socket that the server's parent has opened for it",
			socket: forwarded, pid: strconv.Itoa(child.Process.Pid), want: true,
		},
		{name: "a number that is not known", socket: s.Socket},
		{name: "a socket that is not known", pid: s.PID},
		{name: "a socket that is not there", socket: s.Socket + "x", pid: s.PID},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := (tmux.Server{Socket: tt.socket, PID: tt.pid}).Local(); got != tt.want {
				t.Errorf("socket %q, process %q: %t", tt.socket, tt.pid, got)
			}
		})
	}
}

// TestLocalOfABusyServer: the queue of connections of a server that has much to do is
// full for moments.
func TestLocalOfABusyServer(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for i := range 500 {
		if !s.Way().Local() {
			t.Fatalf("after %d times the server's processes cannot be seen", i)
		}
	}
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	forwarded := tmuxtest.Forward(t, s.Socket)
	tests := []struct {
		name string
		ask  tmux.Server
		want tmux.Server
	}{
		{"a number from before a restart", tmux.Server{Socket: s.Socket, PID: "1"},
			tmux.Server{Socket: s.Socket, PID: s.PID}},
		{"no number", tmux.Server{Socket: s.Socket}, tmux.Server{Socket: s.Socket, PID: s.PID}},
		{"a socket that leads there keeps its path", tmux.Server{Socket: forwarded},
			tmux.Server{Socket: forwarded, PID: s.PID}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.ask.Identify(t.Context())
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("error %v (-want +got):\n%s", err, diff)
			}
		})
	}
}
