package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestSSHInstall: this atm is copied, and set up, in one piece or not at all, whatever people have ssh
// do on that host otherwise.
func TestSSHInstall(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"box", "odd"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, "/bin/bash")
			b.AddName("odd", "box", "RequestTTY force", "RemoteCommand uptime")
			g := newGated(t)
			g.keys("-l", "atm ssh --install -F "+b.Config+" "+name+"; echo en''ded $?")
			g.keys("Enter")
			g.Until("setup asks", g.shows("Change these files?"))
			g.keys("y", "Enter")
			g.Until("the exit status", g.shows("ended 0"))
			settings, err := os.ReadFile(b.home + "/.claude/settings.json")
			if err != nil || !strings.Contains(string(settings), b.home+"/.local/bin/atm") {
				t.Errorf("error %v, settings:\n%s", err, settings)
			}
			entries, err := os.ReadDir(b.home + "/.local/bin")
			if err != nil || len(entries) != 1 {
				t.Errorf("error %v, %v", err, entries)
			}
		})
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
