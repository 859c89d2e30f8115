package tmux

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"

	"atm/internal/sys/ssh"
)

// Attach attaches the terminal of this process to a pane, and returns when it is detached.
func (s Server) Attach(ctx context.Context, pane string) error {
	program, args := cmp.Or(s.Binary, "tmux"), []string{"-u"}
	if s.Socket != "" {
		args = append(args, "-S", s.Socket)
	}
	args = append(args, "attach-session", "-t", pane)
	if s.Host != "" {
		command, err := sshAttach(s.Host, pane)
		if err != nil {
			return err
		}
		program, args = command[0], command[1:]
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// AttachCommand returns the command for a window that attaches to a pane of another host. If that fails the
// window stays open with the error of ssh until a key is pressed.
func AttachCommand(host, pane string) ([]string, error) {
	const script = `"$@" || { printf "\nPress Enter to close this window. "; read -r _; }`
	command, err := sshAttach(host, pane)
	return append([]string{"sh", "-c", script, "sh"}, command...), err
}

// sshAttach returns the ssh command that attaches a terminal to a pane of another host. It finds ssh on the
// PATH of this process, because a tmux server may have another PATH.
func sshAttach(host, pane string) ([]string, error) {
	if err := checkHost(host); err != nil {
		return nil, err
	}
	if !PaneID(pane) {
		return nil, fmt.Errorf("pane %q: not a pane id", pane)
	}
	program, err := exec.LookPath("ssh")
	return append([]string{program}, ssh.Attach(host, pane)...), err
}
