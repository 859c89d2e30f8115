package gate_test

import (
	stdcmp "cmp"
	"errors"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/gate"
	"atm/internal/gate/message"
)

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, a := range []gate.Address{
		{Token: "t", Pane: "0123", Socket: "/run/user/1/atm/2/gate"},
		{Token: "t", Socket: "/tmp/with, commas,/gate"},
	} {
		if got, ok := gate.ParseAddress(a.String()); !ok || got != a {
			t.Errorf("%s: %+v, %t", a, got, ok)
		}
	}
	for _, text := range []string{
		"", "1", "1,t,p", "1,t,p,relative", "1,,p,/s", "2,t,p,/s", ",t,p,/s",
	} {
		if a, ok := gate.ParseAddress(text); ok {
			t.Errorf("%q: %+v", text, a)
		}
	}
}

// TestRandomDigits: each result is another one, and has 32 digits.
func TestRandomDigits(t *testing.T) {
	t.Parallel()
	digits := regexp.MustCompile(`^[0-9a-f]{32}$`)
	met := map[string]bool{}
	for range 100 {
		name := gate.RandomDigits()
		if !digits.MatchString(name) || met[name] {
			t.Fatalf("%q", name)
		}
		met[name] = true
	}
}

// TestFromEnv: the nearest pane wins.
func TestFromEnv(t *testing.T) {
	t.Parallel()
	opened := map[string]string{"TMUX": "/tmp/tmux-1/default,7,0", "TMUX_PANE": "%3"}
	pane := gate.PaneName(func(name string) string { return opened[name] })
	a := gate.Address{Token: "t", Pane: pane, Socket: "/s"}
	for _, tt := range []struct {
		name string
		env  map[string]string
		want bool
	}{
		{
			name: "no gate",
			env:  map[string]string{"TMUX": opened["TMUX"], "TMUX_PANE": "%3", gate.Variable: ""},
		},
		{name: "a container without tmux", env: map[string]string{}, want: true},
		{name: "a sandbox that has the variables of the gate's pane", env: opened, want: true},
		{
			name: "another pane of the same server",
			env:  map[string]string{"TMUX": opened["TMUX"], "TMUX_PANE": "%4"},
		},
		{
			name: "a server behind the gate",
			env:  map[string]string{"TMUX": "/tmp/tmux-0/default,9,0", "TMUX_PANE": "%3"},
		},
		{
			name: "a job of the status line of a server behind the gate",
			env:  map[string]string{"TMUX": "/tmp/tmux-0/default,9,0"},
		},
		{name: "a pane without a server", env: map[string]string{"TMUX_PANE": "%0"}, want: true},
		{name: "an address of a version to come", env: map[string]string{gate.Variable: "2,t,p,/s"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			getenv := func(name string) string {
				if value, ok := tt.env[name]; ok || name != gate.Variable {
					return value
				}
				return a.String()
			}
			got, ok := gate.FromEnv(getenv)
			if ok != tt.want || ok && got != a {
				t.Errorf("%+v, %t", got, ok)
			}
		})
	}
}

// TestSend: the sender gets an error before its deadline if no gate accepts the message.
func TestSend(t *testing.T) {
	t.Parallel()
	dir := tmuxtest.Dir(t)
	listen := func(name string) (string, net.Listener) {
		path := filepath.Join(dir, name)
		socket, err := net.Listen("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { socket.Close() })
		return path, socket
	}
	answering := func(name, answer string) string {
		path, socket := listen(name)
		go func() {
			for {
				conn, err := socket.Accept()
				if err != nil {
					return // the test has ended
				}
				_, _ = message.ReadFrame(conn, message.MaxLength) // whatever it is
				_, _ = conn.Write([]byte(answer))
				conn.Close()
			}
		}()
		return path
	}
	silent, _ := listen("silent")
	closed, socket := listen("closed")
	socket.(*net.UnixListener).SetUnlinkOnClose(false)
	socket.Close()
	for _, tt := range []struct {
		name, socket string
		want         error
		fails        bool
	}{
		{name: "taken", socket: answering("takes", message.Accepted)},
		{name: "something else is said", socket: answering("odd", "no\n"), fails: true},
		{name: "nothing is said", socket: answering("dumb", ""), fails: true},
		{name: "nobody listens any more", socket: closed, want: gate.ErrNoGate, fails: true},
		{name: "there is no socket", socket: filepath.Join(dir, "none"), want: gate.ErrNoGate, fails: true},
		{name: "nobody accepts", socket: silent, fails: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			begin, limit := time.Now(), tmuxtest.Patience
			if tt.fails {
				limit = 300 * time.Millisecond
			}
			a := gate.Address{Token: "t", Socket: tt.socket}
			err := a.Send(message.Message{Kind: message.End}, begin.Add(limit))
			if (err != nil) != tt.fails || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("error %v", err)
			}
			if took := time.Since(begin); took > tmuxtest.Patience/2 {
				t.Errorf("after %v", took)
			}
		})
	}
}

// TestPaneOf: each pane has a name of its own, and there is none outside of tmux.
func TestPaneOf(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, env := range []map[string]string{
		{"TMUX": "/a,1,0", "TMUX_PANE": "%1"}, {"TMUX": "/a,1,0", "TMUX_PANE": "%11"},
		{"TMUX": "/a,1,0%1", "TMUX_PANE": "1"},
	} {
		names[gate.PaneName(func(name string) string { return env[name] })] = true
	}
	if len(names) != 3 || names[""] {
		t.Errorf("%v", names)
	}
	if diff := cmp.Diff("", gate.PaneName(func(string) string { return "" })); diff != "" {
		t.Error(diff)
	}
}

// TestNotOurs: if another user could replace the socket, no message is sent.
func TestNotOurs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		mode    os.FileMode
		foreign bool        // the directory belongs to another user
		around  int         // the user of a directory around it, 0 = there is none
		parent  os.FileMode // of the directory around these; 0 = 0700
		want    bool        // the gate is reached
	}{
		{name: "a directory of ours", mode: 0o700, want: true},
		{name: "one that others can read", mode: 0o755, want: true},
		{name: "one like /tmp", mode: 0o777 | os.ModeSticky, want: true},
		{name: "one in which others can replace what is ours", mode: 0o777},
		{name: "the same for a group", mode: 0o770},
		{name: "somebody else's, in a container where it is mounted", mode: 0o755, foreign: true, want: true},
		{name: "somebody else's, where that of all gates is mounted", mode: 0o700, foreign: true, around: 1, want: true},
		{name: "somebody else's in that of a third user", mode: 0o700, foreign: true, around: 2},
		{name: "somebody else's in /tmp", mode: 0o755, foreign: true, parent: 0o777 | os.ModeSticky},
		{name: "the same, one below", mode: 0o755, foreign: true, around: 1, parent: 0o777 | os.ModeSticky},
	} {
		if tt.foreign && os.Getuid() != 0 {
			continue // only root can make one
		}
		parent := tmuxtest.Dir(t)
		err := os.Chmod(parent, stdcmp.Or(tt.parent, 0o700))
		if tt.around != 0 {
			parent += "/a"
			err = errors.Join(err, os.Mkdir(parent, 0o700), os.Chown(parent, tt.around, tt.around))
		}
		dir := parent + "/d"
		err = errors.Join(err, os.Mkdir(dir, 0o700), os.Chmod(dir, tt.mode))
		if tt.foreign {
			err = errors.Join(err, os.Chown(dir, 1, 1))
		}
		if err != nil {
			t.Fatal(err)
		}
		socket, err := net.Listen("unix", dir+"/gate")
		if err != nil {
			t.Fatal(err)
		}
		defer socket.Close()
		go func() {
			for {
				conn, err := socket.Accept()
				if err != nil {
					return
				}
				_, _ = conn.Write([]byte(message.Accepted)) // the one that has asked reads it
				defer conn.Close()
			}
		}()
		a := gate.Address{Token: "t", Socket: dir + "/gate"}
		err = a.Send(message.Message{Kind: message.End}, time.Now().Add(tmuxtest.Patience))
		if (err == nil) != tt.want {
			t.Errorf("%s: %v", tt.name, err)
		}
		if os.Getuid() != 0 || tt.mode&os.ModeSticky == 0 {
			continue
		}
		if err := os.Chown(dir+"/gate", 1, 1); err != nil {
			t.Fatal(err)
		}
		if a.Send(message.Message{Kind: message.End}, time.Now().Add(tmuxtest.Patience)) == nil {
			t.Errorf("%s: a socket of somebody else", tt.name)
		}
	}
}
