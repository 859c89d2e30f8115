package ssh

import "strconv"

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
