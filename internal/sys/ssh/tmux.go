package ssh

import "strings"

// plain are characters that neither ssh nor a shell takes for something.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"

// Valid reports whether a name can be that of a host: one that the configuration of ssh
// knows, or an address, with or without a user before it. Names in which ssh or a shell
// could read something else are none.
func Valid(host string) bool {
	user, name, found := strings.Cut(host, "@")
	if !found {
		user, name = "user", host
	}
	begins := func(s string) bool { return s != "" && s[0] != '-' }
	return begins(user) && begins(name) && !strings.Contains(name, "@") && strings.Trim(host, plain+":@") == ""
}

// Mark is what is printed over there before tmux prints anything. A shell may have printed
// something of its own before.
const Mark = "\x1e"

// Run returns the arguments that have tmux carry out the commands on standard input.
func Run(host string) []string { return unattended(host, "source-file -") }

// Control returns the arguments that connect standard input and output with tmux in control
// mode. The client changes nothing over there: it starts no server, leaves the environment of
// its session alone, is read-only, gets no output of panes, and does not count when tmux
// chooses the size of a window.
func Control(host string) []string {
	return unattended(host, "-N -C attach-session -E -f read-only,no-output,ignore-size")
}

// Attach returns the arguments that attach a terminal to a pane. Here a person is there to
// be asked. The pane is "%" and a number. Where others share the connection, that goes on when
// the terminal is attached to something else, which ends this ssh.
func Attach(host, pane string) []string {
	command := shell("exec tmux -u attach-session -t " + pane)
	return []string{"-t", "-o", "RemoteCommand=none", "-o", "ControlPersist=10m", "--", host, command}
}

// unattended returns arguments for a connection that nobody looks at. Of the user's
// configuration, what is for people does not apply: a command or forwarded ports that are
// configured for the host would keep tmux from being run. A connection that is shared is used, but
// others do not share one that atm kills in time, and to which no agent is forwarded.
func unattended(host, command string) []string {
	args := []string{"-T", "-x", "-a"}
	for _, option := range []string{
		"BatchMode=yes", "ConnectTimeout=10", "ClearAllForwardings=yes", "RemoteCommand=none",
		"PermitLocalCommand=no", "LogLevel=ERROR", "ControlMaster=no",
	} {
		args = append(args, "-o", option)
	}
	return append(args, "--", host, shell(`printf "\036"; exec tmux -u `+command))
}

// shell returns a command for any login shell that has sh carry out a script.
func shell(script string) string {
	return Shell(`PATH="$PATH:` + programDirs + `"; export PATH; ` + script)
}
