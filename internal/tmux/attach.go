package tmux

import (
	"cmp"
	"context"
	"os"
	"os/exec"
)

// Attach attaches the terminal of this process to a pane, and returns when it is detached.
func (s Server) Attach(ctx context.Context, pane string) error {
	args := []string{"-u"}
	if s.Socket != "" {
		args = append(args, "-S", s.Socket)
	}
	args = append(args, "attach-session", "-t", pane)
	cmd := exec.CommandContext(context.WithoutCancel(ctx), cmp.Or(s.Binary, "tmux"), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}
