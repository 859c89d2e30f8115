package ssh

import (
	"strconv"
	"strings"
)

// Forward is a socket on another host that leads to one here.
type Forward struct {
	Remote, Local string
}

// Arg is the value of the option -R.
func (f Forward) Arg() string { return f.Remote + ":" + f.Local }

// Plain reports whether a path means nothing else in a forwarding: ssh takes colons, backslashes,
// percent signs and dollars for something.
func Plain(path string) bool {
	return strings.HasPrefix(path, "/") && strings.Trim(path, plain+"/") == ""
}

// Through returns the command line that makes the session tell a gate: address is what ATM_GATE
// is over there. terminal says that a login gets one, as it would without a command.
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

// Cancel returns the arguments that take a forwarding back from a connection that others use,
// too: there it would stay as long as the connection does.
func (a Arguments) Cancel(f Forward) []string {
	return append(a.Route(), "-O", "cancel", "-R", f.Arg(), "--", a.Host)
}

// Instead returns the arguments that run another command on the host. terminal is -t or -T. What
// the configuration has run there, or forwards, does not apply.
func (a Arguments) Instead(terminal, command string) []string {
	args := []string{terminal, "-o", "RemoteCommand=none", "-o", "ClearAllForwardings=yes"}
	return append(append(args, a.Route()...), "--", a.Host, command)
}

// script becomes a login shell, or a command in it, with the gate. So that is what sshd has started,
// and is hung up when the connection breaks, as with any ssh.
const script = `socket=$2; shell=${SHELL:-/bin/sh}; ` +
	`if [ ! -S "$socket" ]; then ` +
	`echo "atm: no gate: this host forwards no sockets (AllowStreamLocalForwarding in its sshd_config)" >&2; ` +
	`else ATM_GATE=$1; export ATM_GATE; atm=$(PATH="$PATH:` + programDirs + `"; command -v atm); ` +
	`if [ -z "$atm" ] && [ -t 2 ]; then ` +
	`echo "atm: this host has no atm: atm ssh --install brings it there" >&2; fi; ` + besideScript + `; fi; ` +
	`if [ -n "$3" ]; then command=$(printf "%s." "$3" | tr "\001" "\n"); exec "$shell" -c "${command%.}"; ` +
	`else exec "$shell" -l; fi`

// besideScript starts a process beside what the script becomes: it runs a follower, and removes the socket
// when that has ended, because sshd does not. It is in the process group of the shell, so it ignores
// what is meant for that one. It is no child of the shell, which may wait for all of its children.
const besideScript = `(trap "" HUP INT QUIT TSTP TTIN TTOU; ` +
	`{ trap "rm -f \"\$socket\"" EXIT; trap exit TERM; ` +
	`[ -z "$atm" ] || "$atm" sync --follow --while $$; ` + // ends with the gate, too
	`while kill -0 $$; do sleep 1; done; } </dev/null >/dev/null 2>&1 &)`

// programDirs are where programs are that a shell finds only at a login, often.
const programDirs = "$HOME/.local/bin:$HOME/bin:$HOME/go/bin:/usr/local/bin:/opt/homebrew/bin:/opt/local/bin"

// Shell returns a command for any login shell that has sh run a script of one line, with these
// arguments, in which a line feed is what [lineFeed] is.
func Shell(script string, args ...string) string {
	words := []string{"exec", "/bin/sh", "-c", Quote(script), "atm"}
	for _, arg := range args {
		words = append(words, Quote(strings.ReplaceAll(arg, "\n", lineFeed)))
	}
	return strings.Join(words, " ")
}

// lineFeed stands for a line feed, which csh does not take in a word.
const lineFeed = "\x01"

// Quote returns a text as one word for all login shells. It must have no line feed. In fish a
// backslash is special also between single quotes, in csh an exclamation mark is, and in csh a
// backslash is not between double quotes.
func Quote(text string) string {
	if text == "" {
		return "''"
	}
	var b strings.Builder
	open := false
	quote := func(want bool) {
		if open != want {
			b.WriteByte('\'')
			open = want
		}
	}
	for _, c := range []byte(text) {
		switch c {
		case '\'':
			quote(false)
			b.WriteString(`"'"`)
		case '\\', '!':
			quote(false)
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			quote(true)
			b.WriteByte(c)
		}
	}
	quote(false)
	return b.String()
}

// OtherSystem is the exit status of [CopyProgram] where this atm does not run.
const OtherSystem = 3

// copyScript takes an atm from its standard input: $1 is the system that it is for, as uname
// names it, $2 its length. What comes in part, or does not run, is not put in place.
const copyScript = `system=$(uname -sm); ` +
	`if [ "$system" != "$1" ]; then echo "atm: that host is $system, this atm is for $1" >&2; exit 3; fi; ` +
	`umask 022; mkdir -p "$HOME/.local/bin" && cd "$HOME/.local/bin" || exit 1; ` +
	`new=.atm.$$; trap "rm -rf $new" EXIT; mkdir "$new" && cat >"$new/atm" && ` +
	`[ "$(wc -c <"$new/atm")" -eq "$2" ] && chmod 755 "$new/atm" && "$new/atm" --version >&2 && mv -f "$new/atm" atm`

// setupScript sets up the atm that was copied. A shell that ssh starts for a command may not read what puts claude on
// PATH: then the login shell is asked.
const setupScript = `if ! command -v "${CLD_CLAUDE:-claude}" >/dev/null; then ` +
	`found=$("${SHELL:-/bin/sh}" -lc 'command -v claude' </dev/null 2>/dev/null | tail -n 1); ` +
	`case $found in /*) CLD_CLAUDE=$found; export CLD_CLAUDE ;; esac; fi; ` +
	`"$HOME/.local/bin/atm" setup --no-tmux`

// CopyProgram returns the command that takes an atm for a system, of so many bytes, from its standard input.
func CopyProgram(system string, size int64) string {
	return Shell(copyScript, system, strconv.FormatInt(size, 10))
}

// SetUp returns the command that sets up the atm which was copied.
func SetUp() string { return Shell(setupScript) }
