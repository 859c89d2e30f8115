package ssh

import (
	"strings"

	"atm/internal/sys/shell"
)

// plain are characters without a meaning for ssh and for shells.
const plain = shell.Letters + "0123456789._-"

// Valid reports whether a text can be the name of a host in ssh's configuration, or an address, with or
// without a user before it. Texts with a meaning for ssh or a shell are not valid.
func Valid(host string) bool {
	user, name, found := strings.Cut(host, "@")
	if !found {
		user, name = "user", host
	}
	begins := func(s string) bool { return s != "" && s[0] != '-' }
	return begins(user) && begins(name) && !strings.Contains(name, "@") && strings.Trim(host, plain+":@") == ""
}

// Mark is printed on the other host before the output of tmux. A shell may have printed something before it.
const Mark = "\x1e"

// Run returns the arguments that have tmux run the commands on standard input.
func Run(host string) []string { return unattended(host, "source-file -") }

// Control returns the arguments that connect standard input and output with tmux in control mode. The client
// changes nothing on the other host: it starts no server, does not update the environment of its session, is
// read-only, gets no output of panes, and has no influence on the size of a window.
func Control(host string) []string {
	return unattended(host, "-N -C attach-session -E -f read-only,no-output,ignore-size")
}

// Attach returns the arguments that attach a terminal to a pane, "%" and a number. ssh may ask the person at
// the terminal. A shared connection stays for ten minutes, so others can use it after this ssh has ended.
func Attach(host, pane string) []string {
	command := withPath("exec tmux -u attach-session -t " + pane)
	return []string{"-t", "-o", "RemoteCommand=none", "-o", "ControlPersist=10m", "--", host, command}
}

// unattended returns the arguments of a connection without a person. The configured command and forwardings
// of the host do not apply, because they would prevent tmux from running. ssh uses a shared connection, but
// does not offer its own, because atm kills that after a timeout and it forwards no agent.
func unattended(host, command string) []string {
	args := []string{"-T", "-x", "-a"}
	for _, option := range []string{
		"BatchMode=yes", "ConnectTimeout=10", "ClearAllForwardings=yes", "RemoteCommand=none",
		"PermitLocalCommand=no", "LogLevel=ERROR", "ControlMaster=no",
	} {
		args = append(args, "-o", option)
	}
	return append(args, "--", host, withPath(`printf "\036"; exec tmux -u `+command))
}

// withPath returns a command for any login shell that has sh run a script with programDirs on PATH.
func withPath(script string) string {
	return Shell(`PATH="$PATH:` + programDirs + `"; export PATH; ` + script)
}
