package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"atm/internal/proc"
	"atm/internal/ssh"
	"atm/internal/tmuxtest"
)

// box is another host, with one user. Its ssh knows it by that name, and by others: far is behind it,
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
	b.home = b.Home("box")
	b.AddLogin("box", []string{
		"CLAUDE_CONFIG_DIR=" + b.home + "/.claude", "ATM_TEST_TERMINAL=1", "SHELL=" + shell,
	}, lines...)
	b.AddName("far", "box", "ProxyJump box")
	b.AddName("shared", "box", "ControlMaster auto", "ControlPersist 60", "ControlPath "+b.dir+"/c-%C")
	b.AddName("master", "box", "ControlMaster auto", "ControlPath "+b.dir+"/m-%C")
	return b
}

func (b box) write(t *testing.T, name string, lines ...string) {
	t.Helper()
	text := strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
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

// over waits until nothing is left of a gate, here and there.
func (g gated) over(t *testing.T, dir string) {
	t.Helper()
	g.Until("the gate is gone", func() bool { return g.gates() == 0 && g.option("state") == "" })
	address, err := os.ReadFile(dir + "/address")
	if err != nil {
		t.Fatal(err)
	}
	_, socket, _ := strings.Cut(strings.TrimSpace(string(address)), ",/")
	if socket == "" {
		t.Fatalf("address %q", address)
	}
	g.Until("the socket over there is gone, and nobody listens on it", func() bool {
		_, err := os.Lstat("/" + socket)
		sockets, _ := os.ReadFile("/proc/net/unix") // on Linux
		return err != nil && !strings.Contains(string(sockets), "/"+socket)
	})
}

// TestSSH: a hook on another host tells this pane, whichever shell people have there and by
// whichever way the host is reached; and nothing is left when the command has ended.
func TestSSH(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, shell, host string }{
		{name: "sh", shell: "sh", host: "box"},
		{name: "bash", shell: "bash", host: "box"},
		{name: "fish", shell: "fish", host: "box"},
		{name: "zsh", shell: "zsh", host: "box"},
		{name: "csh", shell: "tcsh", host: "box"},
		{name: "by way of another host", shell: "sh", host: "far"},
		{name: "on a connection that is shared", shell: "sh", host: "shared"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			shell, err := exec.LookPath(tt.shell)
			if err != nil {
				t.Skip("there is no " + tt.shell)
			}
			// As if that were the user's shell in the list of users.
			b := newBox(t, shell, fmt.Sprintf(`ForceCommand exec %s -c "$SSH_ORIGINAL_COMMAND"`, shell))
			g := newGated(t)
			far := fmt.Sprintf(`echo "$ATM_GATE" >%s/address; %s hook <%s; echo "it's" \$\(exit\); `+
				`exec sh %s/stay`, b.dir, program(t), b.prompt(t), b.dir)
			far = `'` + strings.ReplaceAll(far, `'`, `'"'"'`) + `'`
			if tt.host == "shared" {
				t.Cleanup(func() { _ = exec.Command("ssh", "-F", b.Config, "-O", "exit", tt.host).Run() })
			}
			b.write(t, "stay", "until [ -e "+b.dir+"/end ]; do sleep 0.02; done; exit 7")
			for range 2 { // the second one finds a connection where it is shared
				_ = os.Remove(b.dir + "/end")
				b.write(t, "run", "exec atm ssh -F "+b.Config+" "+tt.host+" "+far)
				g.keys("clear", "Enter")
				g.keys("-l", "sh "+b.dir+"/run; echo st''atus $?")
				g.keys("Enter")
				g.Until("the hook has told", func() bool { return g.option("state") == "working" })
				g.Until("the words are as they were", g.shows("it's $(exit)"))
				b.write(t, "end")
				g.Until("the exit status", g.shows("status 7"))
				g.over(t, b.dir)
			}
		})
	}
}

// TestSSHLogin: a login is one: it has a terminal and job control, a follower is beside it, and nothing
// is left when the connection breaks.
func TestSSHLogin(t *testing.T) {
	t.Parallel()
	b := newBox(t, "/bin/bash")
	g := newGated(t)
	if err := os.MkdirAll(b.home+"/.local/bin", 0o700); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho $$ >" + b.dir + "/follower\nexec " + program(t) + ` "$@"` + "\n"
	if err := os.WriteFile(b.home+"/.local/bin/atm", []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	g.keys("-l", "atm ssh -F "+b.Config+" box")
	g.keys("Enter")
	follower := 0
	g.Until("a follower runs", func() bool {
		text, _ := os.ReadFile(b.dir + "/follower") // it is not there at first
		follower, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return follower > 0
	})
	g.keys("-l", "stty size && echo log''in $0 && echo $ATM_GATE >"+b.dir+"/address")
	g.keys("Enter")
	g.Until("a login shell", g.shows("login"))
	g.keys("-l", "echo sl''eeps; sleep 1000")
	g.keys("Enter")
	g.Until("it sleeps", g.shows("sleeps"))
	g.keys("C-z")
	g.Until("job control", g.shows("Stopped"))
	g.keys("-l", "kill %1; "+program(t)+" hook <"+b.prompt(t))
	g.keys("Enter")
	g.Until("the hook has told", func() bool { return g.option("state") == "working" })
	b.Cut("box") // the connection breaks
	g.Until("ssh has ended", g.shows("closed"))
	g.over(t, b.dir)
	g.Until("the follower has ended", func() bool { return !proc.Is(follower, "") })
}

// TestSSHForbidden: a host that forwards no sockets says so, and the login goes on.
func TestSSHForbidden(t *testing.T) {
	t.Parallel()
	b := newBox(t, "/bin/bash", "AllowStreamLocalForwarding no")
	g := newGated(t)
	for i, options := range []string{"", "-o ExitOnForwardFailure=yes "} {
		ended := fmt.Sprintf("ended %d, status ", i)
		g.keys("-l", "clear; atm ssh "+options+"-F "+b.Config+" box 'echo go''es on $ATM_GATE.'; "+
			"echo '"+ended+"'$?")
		g.keys("Enter")
		g.Until("the exit status", g.shows(ended+"0"))
		screen := g.Tmux("capture-pane", "-Jp", "-t", g.pane)
		for _, want := range []string{"atm: no gate: this host forwards no sockets (AllowStream", "goes on ."} {
			if !strings.Contains(screen, want) {
				t.Errorf("%q: the screen does not show %q:\n%s", options, want, screen)
			}
		}
	}
	g.Until("the gate is gone", func() bool { return g.gates() == 0 })
}

// TestSharedConnection: no login goes through a connection that atm may kill. Where it is a person's
// own, it outlives the ssh that has begun it.
func TestSharedConnection(t *testing.T) {
	t.Parallel()
	b := newBox(t, "/bin/sh")
	run := func(args ...string) error {
		return exec.Command("ssh", append([]string{"-F", b.Config}, args...)...).Run()
	}
	for _, tt := range []struct {
		name   string
		args   []string
		shared bool
	}{
		{name: "to read", args: ssh.Run("master")},
		{name: "to follow", args: ssh.Control("master")},
		{name: "to go there", args: ssh.Attach("master", "%0"), shared: true},
		{name: "to read, where there is one", args: ssh.Run("master"), shared: true},
	} {
		_ = run(tt.args...) // no tmux runs there
		if err := run("-O", "check", "master"); (err == nil) != tt.shared {
			t.Errorf("%s: the connection is shared: %v", tt.name, err)
		}
	}
	if err := run("-O", "exit", "master"); err != nil {
		t.Error(err)
	}
}

// TestSSHInstall: this atm is copied, and set up, in one piece or not at all.
func TestSSHInstall(t *testing.T) {
	t.Parallel()
	b := newBox(t, "/bin/bash")
	home := b.home
	g := newGated(t)
	g.keys("-l", "atm ssh --install -F "+b.Config+" box; echo en''ded $?")
	g.keys("Enter")
	g.Until("setup asks", g.shows("Change these files?"))
	g.keys("y", "Enter")
	g.Until("the exit status", g.shows("ended 0"))
	settings, err := os.ReadFile(home + "/.claude/settings.json")
	if err != nil || !strings.Contains(string(settings), home+"/.local/bin/atm") {
		t.Errorf("error %v, settings:\n%s", err, settings)
	}
	entries, err := os.ReadDir(home + "/.local/bin")
	if err != nil || len(entries) != 1 {
		t.Errorf("error %v, %v", err, entries)
	}
}

// TestCopyScript lists what is not put in place on another host: then nothing is left there.
func TestCopyScript(t *testing.T) {
	t.Parallel()
	system, err := systemName()
	if err != nil {
		t.Fatal(err)
	}
	const program = "#!/bin/sh\nexit 0\n"
	length := strconv.Itoa(len(program))
	for _, tt := range []struct {
		name, system, length, input string
		want                        int
	}{
		{name: "it is put in place", system: system, length: length, input: program},
		{name: "another system", system: "Plan9 mips", length: length, input: program, want: otherSystem},
		{name: "the connection breaks", system: system, length: "1000", input: program, want: 1},
		{name: "it does not run", system: system, length: "1", input: "x", want: 127},
	} {
		home := t.TempDir()
		cmd := exec.Command("/bin/sh", "-c", copyScript, "atm", tt.system, tt.length)
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		cmd.Stdin = strings.NewReader(tt.input)
		_ = cmd.Run() // the exit status tells
		if got := cmd.ProcessState.ExitCode(); got != tt.want {
			t.Errorf("%s: exit status %d", tt.name, got)
		}
		entries, _ := os.ReadDir(home + "/.local/bin") // of another system there is none
		installed := len(entries) == 1 && entries[0].Name() == "atm"
		if installed != (tt.want == 0) || !installed && len(entries) > 0 {
			t.Errorf("%s: there are %v", tt.name, entries)
		}
	}
}
