package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/sys/proc"
	"atm/internal/sys/shell"
	"atm/internal/sys/ssh"
)

// TestSSH: a hook on another host tells this pane, whichever shell people have there and by
// whichever way the host is reached; and nothing is left when the command has ended.
func TestSSH(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, shell, host string
		relative          bool // the configuration of ssh is named by a relative path
		behind            bool // ssh runs behind another one
	}{
		{name: "sh", shell: "sh", host: "box"},
		{name: "bash", shell: "bash", host: "box"},
		{name: "fish", shell: "fish", host: "box"},
		{name: "zsh", shell: "zsh", host: "box"},
		{name: "csh", shell: "tcsh", host: "box"},
		{name: "by way of another host", shell: "sh", host: "far"},
		{name: "on a connection that is shared", shell: "sh", host: "shared"},
		{name: "the same, by a relative path", shell: "sh", host: "shared", relative: true},
		{name: "the same, behind another gate", shell: "sh", host: "shared", behind: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			login, err := exec.LookPath(tt.shell)
			if err != nil {
				t.Skip("there is no " + tt.shell)
			}
			// As if that were the user's shell in the list of users.
			b := newBox(t, login, fmt.Sprintf(`ForceCommand exec %s -c "$SSH_ORIGINAL_COMMAND"`, login))
			if tt.host == "shared" {
				t.Cleanup(func() { _ = exec.Command("ssh", "-F", b.Config, "-O", "exit", tt.host).Run() })
			}
			dir, config := b.dir, b.Config
			if tt.relative {
				dir, config = filepath.Split(b.Config)
			}
			command := " ssh -F " + config + " " + tt.host + " " + shell.Quoted(b.noting(program(t)+" hook <"+
				b.prompt(t)+`; echo "it's" \$\(exit\); exec sh `+b.dir+"/stay"))
			if tt.behind {
				command = " ssh -F " + config + " box " + shell.Quoted(b.noting("exec "+program(t)+command))
			}
			b.write(t, "run", "cd "+dir, "exec atm"+command)
			runTwice(t, b)
		})
	}
}

// runTwice runs what stands in the file run two times: the second one finds a connection where that
// is shared.
func runTwice(t *testing.T, b box) {
	t.Helper()
	g := newGated(t)
	b.write(t, "stay", "until [ -e "+b.dir+"/end ]; do sleep 0.02; done; exit 7")
	for range 2 {
		for _, name := range []string{"/end", "/address"} {
			_ = os.Remove(b.dir + name) // the first time there is none
		}
		g.keys("clear", "Enter")
		g.keys("-l", "sh "+b.dir+"/run; echo st''atus $?")
		g.keys("Enter")
		g.Until("the hook has told", func() bool { return g.option("state") == "working" })
		g.Until("the words are as they were", g.shows("it's $(exit)"))
		b.write(t, "end")
		g.Until("the exit status", g.shows("status 7"))
		g.over(t, b.dir)
	}
}

// TestSSHLogin: a login is one: it has a terminal and job control, a follower is beside it, and when the
// connection breaks what runs there is hung up, and nothing is left.
func TestSSHLogin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, host string }{
		{name: "a login", host: "box"},
		{name: "a login behind another ssh", host: "inner"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, "/bin/bash")
			b.addHost("inner", "/bin/bash")
			g := newGated(t)
			bin := b.Home(tt.host) + "/.local/bin"
			if err := os.MkdirAll(bin, 0o700); err != nil {
				t.Fatal(err)
			}
			script := "#!/bin/sh\necho $$ >" + b.dir + "/follower\nexec " + program(t) + ` "$@"` + "\n"
			if err := os.WriteFile(bin+"/atm", []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			command := " ssh -F " + b.Config + " " + tt.host
			if tt.host == "inner" {
				command = " ssh -t -F " + b.Config + " box " + shell.Quoted(b.noting(program(t)+command))
			}
			g.keys("-l", "atm"+command)
			g.keys("Enter")
			g.Until("a follower runs", func() bool { return b.pid("follower") > 0 })
			g.keys("-l", b.noting("stty size && echo log''in $0"))
			g.keys("Enter")
			g.Until("a login shell", g.shows("login"))
			g.keys("-l", "echo sl''eeps; sleep 1000")
			g.keys("Enter")
			g.Until("it sleeps", g.shows("sleeps"))
			g.keys("C-z")
			g.Until("job control", g.shows("Stopped"))
			g.keys("C-c") // is for the shell
			g.keys("-l", "kill %1; "+program(t)+" hook <"+b.prompt(t))
			g.keys("Enter")
			g.Until("the hook has told", func() bool { return g.option("state") == "working" })
			g.keys("-l", "sh -c 'echo $$ >"+b.dir+"/job; exec sleep 1000'")
			g.keys("Enter")
			g.Until("a job is in the foreground", func() bool { return b.pid("job") > 0 })
			follower := b.pid("follower")
			if !proc.Is(follower, "") {
				t.Error("the follower has taken a key that was for the shell")
			}
			b.Cut("box") // the connection breaks
			g.Until("ssh has ended", g.shows("closed"))
			g.Until("the job was hung up", func() bool { return !proc.Is(b.pid("job"), "") })
			g.over(t, b.dir)
			g.Until("the follower has ended", func() bool { return !proc.Is(follower, "") })
		})
	}
}

// TestSSHBreaks: a command without a terminal goes on when the connection breaks, and leaves nothing
// when it ends.
func TestSSHBreaks(t *testing.T) {
	t.Parallel()
	b := newBox(t, "/bin/bash")
	g := newGated(t)
	b.write(t, "stay", "echo $$ >"+b.dir+"/job; until [ -e "+b.dir+"/end ]; do sleep 0.02; done")
	g.keys("-l", "atm ssh -F "+b.Config+" box "+shell.Quoted(b.noting("sh "+b.dir+"/stay"))+" </dev/null; echo ov''er")
	g.keys("Enter")
	g.Until("the command runs", func() bool { return b.pid("job") > 0 })
	b.Cut("box")
	g.Until("ssh has ended", g.shows("over"))
	if !proc.Is(b.pid("job"), "") {
		t.Error("the command has ended")
	}
	b.write(t, "end")
	g.over(t, b.dir)
}

// TestSSHForbidden: a host that forwards no sockets says so, a configuration that lets none be forwarded
// is named, and the login goes on.
func TestSSHForbidden(t *testing.T) {
	t.Parallel()
	b := newBox(t, "/bin/bash", "AllowStreamLocalForwarding no")
	g := newGated(t)
	const forbidden = "atm: no gate: this host forwards no sockets (AllowStream"
	for _, tt := range []struct{ option, want string }{
		{want: forbidden},
		{option: "-o ExitOnForwardFailure=yes ", want: forbidden},
		{option: "-o ClearAllForwardings=yes ", want: "atm: no gate: ClearAllForwardings is set"},
	} {
		g.keys("-l", "clear; atm ssh "+tt.option+"-F "+b.Config+" box 'echo go''es on $ATM_GATE.'; echo en''ded $?")
		g.keys("Enter")
		g.Until("the exit status", g.shows("ended 0"))
		screen := g.Tmux("capture-pane", "-Jp", "-t", g.pane)
		for _, want := range []string{tt.want, "goes on ."} {
			if !strings.Contains(screen, want) {
				t.Errorf("%q: the screen does not show %q:\n%s", tt.option, want, screen)
			}
		}
		g.keys("clear", "Enter")
		g.Until("the screen is clear", func() bool { return !g.shows("ended 0")() })
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
