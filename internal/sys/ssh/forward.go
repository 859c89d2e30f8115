package ssh

import (
	"slices"
	"strconv"
	"strings"

	"atm/internal/sys/shell"
)

// Forward forwards a socket on another host to one here.
type Forward struct {
	Remote, Local string
}

// Arg returns the value of the option -R.
func (f Forward) Arg() string { return f.Remote + ":" + f.Local }

// Plain reports whether a path can be used in a forwarding: colons, backslashes, percent signs and dollars
// have a meaning for ssh.
func Plain(path string) bool {
	return strings.HasPrefix(path, "/") && strings.Trim(path, plain+"/") == ""
}

// Through returns the command line that connects the session to a gate. address is the value of ATM_GATE on
// the other host. terminal says that a login gets a terminal, as it would without a command.
func (a Arguments) Through(f Forward, address string, terminal bool) []string {
	args := []string{"ssh"}
	for _, o := range a.Options {
		args = append(args, o.args()...)
	}
	if terminal && len(a.Command) == 0 && !a.Has("tT") {
		args = append(args, "-t")
	}
	// ssh joins the words of a command by blanks.
	command := Shell(script, address, f.Remote, strings.Join(a.Command, " "))
	return append(args, "-R", f.Arg(), "--", a.Host, command)
}

// Cancel returns the arguments that remove a forwarding from a shared connection, where it would otherwise
// stay until the connection ends.
func (a Arguments) Cancel(f Forward) []string {
	return append(a.Route(), "-O", "cancel", "-R", f.Arg(), "--", a.Host)
}

// Instead returns the arguments that run another command on the host. terminal is -t or -T. The configured
// command and forwardings do not apply.
func (a Arguments) Instead(terminal, command string) []string {
	args := []string{terminal, "-o", "RemoteCommand=none", "-o", "ClearAllForwardings=yes"}
	return slices.Concat(args, a.Route(), []string{"--", a.Host, command})
}

// script sets ATM_GATE and becomes a login shell, or runs the command in one. Because it replaces the process
// that sshd has started, it gets the hang-up when the connection breaks, as with any ssh.
const script = `socket=$2; shell=${SHELL:-/bin/sh}; ` +
	`if [ ! -S "$socket" ]; then ` +
	`echo "atm: no gate: this host forwards no sockets (AllowStreamLocalForwarding in its sshd_config)" >&2; ` +
	`else ATM_GATE=$1; export ATM_GATE; atm=$(PATH="$PATH:` + programDirs + `"; command -v atm); ` +
	`if [ -z "$atm" ] && [ -t 2 ]; then ` +
	`echo "atm: this host has no atm: atm ssh --install brings it there" >&2; fi; ` + besideScript + `; fi; ` +
	`if [ -n "$3" ]; then command=$(printf "%s." "$3" | tr "\001" "\n"); exec "$shell" -c "${command%.}"; ` +
	`else exec "$shell" -l; fi`

// besideScript starts a background process that runs a follower, and removes the socket when the shell has
// ended, because sshd does not. It is in the process group of the shell, so it ignores the signals for that.
// It is not a child of the shell, which may wait for all of its children.
const besideScript = `(trap "" HUP INT QUIT TSTP TTIN TTOU; ` +
	`{ trap "rm -f \"\$socket\"" EXIT; trap exit TERM; ` +
	`[ -z "$atm" ] || "$atm" sync --follow --while $$; ` + // ends with the gate, too
	`while kill -0 $$; do sleep 1; done; } </dev/null >/dev/null 2>&1 &)`

// programDirs are the directories of programs that often only a login shell has on PATH.
const programDirs = "$HOME/.local/bin:$HOME/bin:$HOME/go/bin:/usr/local/bin:/opt/homebrew/bin:/opt/local/bin"

// Shell returns a command for any login shell that has sh run a script of one line with these arguments. In
// the arguments [lineFeed] replaces each line feed.
func Shell(script string, args ...string) string {
	words := []string{"exec", "/bin/sh", "-c", shell.ForAll(script), "atm"}
	for _, arg := range args {
		words = append(words, shell.ForAll(strings.ReplaceAll(arg, "\n", lineFeed)))
	}
	return strings.Join(words, " ")
}

// lineFeed replaces a line feed, which csh does not allow in a word.
const lineFeed = "\x01"

// OtherSystem is the exit status of [CopyProgram] on a host for which this atm was not built.
const OtherSystem = 3

// copyScript installs the atm on its standard input: $1 is its system as uname prints it, $2 its length. A
// file that is incomplete or does not run is not installed.
const copyScript = `system=$(uname -sm); ` +
	`if [ "$system" != "$1" ]; then echo "atm: that host is $system, this atm is for $1" >&2; exit 3; fi; ` +
	`umask 022; mkdir -p "$HOME/.local/bin" && cd "$HOME/.local/bin" || exit 1; ` +
	`new=.atm.$$; trap "rm -rf $new" EXIT; mkdir "$new" && cat >"$new/atm" && ` +
	`[ "$(wc -c <"$new/atm")" -eq "$2" ] && chmod 755 "$new/atm" && "$new/atm" --version >&2 && mv -f "$new/atm" atm`

// setupScript runs atm setup of the copied atm. A shell that ssh starts for a command may not have claude on
// PATH: then the login shell finds it.
const setupScript = `if ! command -v "${CLD_CLAUDE:-claude}" >/dev/null; then ` +
	`found=$("${SHELL:-/bin/sh}" -lc 'command -v claude' </dev/null 2>/dev/null | tail -n 1); ` +
	`case $found in /*) CLD_CLAUDE=$found; export CLD_CLAUDE ;; esac; fi; ` +
	`"$HOME/.local/bin/atm" setup --no-tmux`

// CopyProgram returns the command that installs the atm on its standard input, given its system and its size
// in bytes.
func CopyProgram(system string, size int64) string {
	return Shell(copyScript, system, strconv.FormatInt(size, 10))
}

// SetUp returns the command that sets up the copied atm.
func SetUp() string { return Shell(setupScript) }
