package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"golang.org/x/sys/unix"

	"atm/internal/cli"
	"atm/internal/sys/proc"
	"atm/internal/sys/ssh"
)

// otherSystem is the exit status of [copyScript] where this atm does not run.
const otherSystem = 3

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

// install copies this atm to another host, and sets it up there.
func (c sshCmd) install(s streams, args ssh.Arguments) error {
	if args.Host == "" || len(args.Command) > 0 {
		const hint = "as in atm ssh --install me@devbox"
		err := errors.New("--install takes a host and no command")
		return &cli.Error{Err: err, Hint: hint, Code: cli.Usage}
	}
	system, err := systemName()
	if err != nil {
		return err
	}
	path, err := os.Executable()
	if err != nil {
		return err
	}
	program, err := os.Open(path)
	if err != nil {
		return err
	}
	defer program.Close()
	info, err := program.Stat()
	if err != nil {
		return err
	}
	shell := ssh.Shell(copyScript, system, strconv.FormatInt(info.Size(), 10))
	cmd := exec.Command("ssh", args.Instead("-T", shell)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, s.stdout, s.stderr
	if err := cmd.Run(); err != nil {
		failed := new(exec.ExitError)
		if errors.As(err, &failed) && failed.ExitCode() == otherSystem {
			const hint = "build it there, as docs/install.md says, or copy an atm for that system to " +
				".local/bin/atm there; then ssh HOST .local/bin/atm setup --no-tmux"
			return cli.Hint(fmt.Errorf("%s: this atm does not run there", args.Host), hint)
		}
		return fmt.Errorf("%s: atm was not copied: %w", args.Host, err)
	}
	terminal := "-T"
	if cli.Width(s.stdin) >= 0 { // setup shows what it changes, and asks
		terminal = "-t"
	}
	setup := args.Instead(terminal, ssh.Shell(setupScript))
	status, err := proc.Become(append([]string{"ssh"}, setup...), os.Environ())
	fmt.Fprintf(s.stderr, "atm: ssh: %v\n", err)
	return cli.Exited(status)
}

// systemName returns the name of this system as "uname -sm" prints it.
func systemName() (string, error) {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return "", err
	}
	return unix.ByteSliceToString(name.Sysname[:]) + " " + unix.ByteSliceToString(name.Machine[:]), nil
}
