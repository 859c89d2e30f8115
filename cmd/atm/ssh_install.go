package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"

	"atm/internal/cli"
	"atm/internal/sys/proc"
	"atm/internal/sys/ssh"
)

// install copies this atm to another host, and sets it up there.
func (c sshCmd) install(s streams, args ssh.Arguments) error {
	if args.Host == "" || len(args.Command) > 0 {
		return cli.Wrong("as in atm ssh --install me@devbox", "--install takes a host and no command")
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
	shell := ssh.CopyProgram(system, info.Size())
	cmd := exec.Command("ssh", args.Instead("-T", shell)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, s.stdout, s.stderr
	if err := cmd.Run(); err != nil {
		failed := new(exec.ExitError)
		if errors.As(err, &failed) && failed.ExitCode() == ssh.OtherSystem {
			const hint = "build it there, as docs/install.md says, or copy an atm for that system to " +
				".local/bin/atm there; then ssh HOST .local/bin/atm setup --no-tmux"
			return cli.Hint(fmt.Errorf("%s: this atm does not run there", args.Host), hint)
		}
		return fmt.Errorf("%s: atm was not copied: %w", args.Host, err)
	}
	terminal := "-T"
	if cli.Width(s.stdin) >= 0 { // setup asks on this terminal
		terminal = "-t"
	}
	setup := args.Instead(terminal, ssh.SetUp())
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
