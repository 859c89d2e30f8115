package install

import (
	"context"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// endFollowers ends the silent status jobs of a server, which tmux itself keeps for
// an hour after nothing shows them any more: the shell that tmux has started and,
// where the shell has not become atm, atm below it.
func (s Server) endFollowers(ctx context.Context) error {
	panes, err := s.panePIDs(ctx)
	if err != nil {
		return err
	}
	for _, job := range followersBelow(ctx, s.PID) {
		if slices.Contains(panes, job) {
			continue // a program in a pane may have the same words among its arguments
		}
		for _, pid := range append(followersBelow(ctx, job), job) {
			if n, err := strconv.Atoi(pid); err == nil && n > 1 {
				_ = syscall.Kill(n, syscall.SIGTERM) // it may have ended by itself
			}
		}
	}
	return nil
}

// panePIDs returns the process ids of the programs in panes.
func (s Server) panePIDs(ctx context.Context) ([]string, error) {
	if !s.HasSessions {
		return nil, nil
	}
	reply, err := s.Tmux.Run(ctx, [][]string{{"list-panes", "-a", "-F", "#{pane_pid}"}})
	return strings.Fields(reply.Stdout), err
}

// followersBelow returns the ids of the children of a process that are followers,
// none where there is no pgrep: then they end with the server.
func followersBelow(ctx context.Context, parent string) []string {
	out, err := output(exec.CommandContext(ctx, "pgrep", "-P", parent, "-f", "atm'? sync --follow"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(out))
}
