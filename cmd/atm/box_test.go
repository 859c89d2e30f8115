package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// box is another host with one user. ssh knows it as box, and by other names: far is reached through box, and
// shared and master share their connections.
type box struct {
	*tmuxtest.Hosts
	home string
	dir  string // for what the test writes
}

// newBox returns a host with these lines in the configuration of its sshd, whose user has that shell. The
// test is skipped where nobody can log in.
func newBox(t *testing.T, shell string, lines ...string) box {
	t.Helper()
	b := box{Hosts: tmuxtest.NewHosts(t), dir: tmuxtest.Dir(t)}
	b.home = b.addHost("box", shell, lines...)
	b.AddName("far", "box", "ProxyJump box")
	b.AddName("shared", "box", "ControlMaster auto", "ControlPersist 60", "ControlPath "+b.dir+"/c-%C")
	b.AddName("master", "box", "ControlMaster auto", "ControlPath "+b.dir+"/m-%C")
	return b
}

// addHost adds a host, and returns the home of its user.
func (b box) addHost(name, shell string, lines ...string) string {
	home := b.Home(name)
	env := []string{"CLAUDE_CONFIG_DIR=" + home + "/.claude", "ATM_TEST_TERMINAL=1", "SHELL=" + shell}
	b.AddLogin(name, env, lines...)
	return home
}

func (b box) write(t *testing.T, name string, lines ...string) {
	t.Helper()
	text := strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// pid returns the process id that a program has written down, 0 before it has.
func (b box) pid(name string) int {
	text, _ := os.ReadFile(filepath.Join(b.dir, name))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

// prompt is a file with the payload of a prompt.
func (b box) prompt(t *testing.T) string {
	t.Helper()
	b.write(t, "prompt.json", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	return b.dir + "/prompt.json"
}

// option returns an option of the pane.
func (g gated) option(name string) string {
	return g.Tmux("show-options", "-pqvt", g.pane, "@meta.claude."+name)
}

// over waits until nothing is left of a gate, here and at the addresses that were written down there.
func (g gated) over(t *testing.T, dir string) {
	t.Helper()
	g.Until("the gate is gone", func() bool { return g.gates() == 0 && g.option("state") == "" })
	addresses, err := os.ReadFile(dir + "/address")
	if err != nil {
		t.Fatal(err)
	}
	for address := range strings.Lines(string(addresses)) {
		_, socket, _ := strings.Cut(strings.TrimSpace(address), ",/")
		if socket == "" {
			t.Fatalf("address %q", address)
		}
		g.Until("the socket over there is gone, and nobody listens on it", func() bool {
			_, err := os.Lstat("/" + socket)
			sockets, _ := os.ReadFile("/proc/net/unix") // on Linux
			return err != nil && !strings.Contains(string(sockets), "/"+socket)
		})
	}
}

// noting is a command line that writes down the address of the gate first.
func (b box) noting(command string) string {
	return `echo "$ATM_GATE" >>` + b.dir + "/address; " + command
}
