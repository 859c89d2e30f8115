package ssh_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"atm/internal/sys/ssh"
)

func TestValid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, host string
		want       bool
	}{
		{name: "an alias", host: "devbox", want: true},
		{name: "with a user", host: "me@build.example.org", want: true},
		{name: "an address", host: "me@192.0.2.7", want: true},
		{name: "an address of IPv6", host: "fe80::1", want: true},
		{name: "nothing", host: ""},
		{name: "an option", host: "-oProxyCommand=touch"},
		{name: "an option behind a user", host: "me@-oProxyCommand"},
		{name: "an option as the user", host: "-lroot@devbox"},
		{name: "no user", host: "@devbox"},
		{name: "no host", host: "me@"},
		{name: "two users", host: "me@you@devbox"},
		{name: "a shell could read it", host: "devbox;touch"},
		{name: "a blank", host: "dev box"},
		{name: "a newline", host: "devbox\n"},
		{name: "a format of tmux", host: "#{pid}"},
		{name: "a path", host: "dev/box"},
		{name: "a wildcard", host: "dev*"},
		{name: "a token of ssh", host: "%h"},
		{name: "another alphabet", host: "dévbox"},
	} {
		if got := ssh.Valid(tt.host); got != tt.want {
			t.Errorf("%s: %q is valid: %t", tt.name, tt.host, got)
		}
	}
}

// TestLoginShells: with every login shell tmux gets the same arguments.
func TestLoginShells(t *testing.T) {
	t.Parallel()
	commands := map[string][]string{
		"-u source-file -": ssh.Run("devbox"),
		"-u -N -C attach-session -E -f read-only,no-output,ignore-size": ssh.Control("devbox"),
		"-u attach-session -t %12":                                      ssh.Attach("devbox", "%12"),
	}
	bin := t.TempDir()
	if err := os.WriteFile(bin+"/tmux", []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, shell := range loginShells {
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("no %s here", shell)
			continue
		}
		for want, args := range commands {
			cmd := exec.Command(path, "-c", args[len(args)-1])
			cmd.Env = []string{"HOME=" + bin, "PATH=" + bin + ":/usr/bin:/bin"}
			out, err := cmd.CombinedOutput()
			if got := strings.TrimPrefix(string(out), ssh.Mark); got != want+"\n" || err != nil {
				t.Errorf("%s gives tmux %q, not %q (%v)", shell, got, want, err)
			}
		}
	}
}
