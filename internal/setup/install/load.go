package install

import (
	"cmp"
	"context"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"atm/internal/setup/tmuxconf"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Load has the running server read our configuration. Before that it undoes an earlier version of it. What the user
// has set after that version, as by a line below ours, stays.
func (s Setup) Load(ctx context.Context, server Server) error {
	// The server asks its client for the content of the file, and only tmux's own client can answer. One of another
	// version may not reach the server at all, such as 3.5a with a server of 3.6: then nothing is undone.
	execServer := server.Tmux
	execServer.Transport = tmux.Exec
	if _, err := execServer.Run(ctx, [][]string{{"display-message", "-p", ""}}); err != nil {
		return err
	}
	if err := server.undo(ctx, false); err != nil {
		return err
	}
	// tmux keeps a running status job while the text of the job is the same, so the old program would go on
	// after an update. When it has ended, tmux starts the new one as soon as it draws.
	if err := server.endFollowers(ctx); err != nil {
		return err
	}
	cmds := append([][]string{{"source-file", s.confFile}}, tmuxconf.SetAfter(server.Options)...)
	_, err := execServer.Run(ctx, cmds)
	return err
}

// Clear removes everything of ours from the running server.
func (s Server) Clear(ctx context.Context) error {
	if err := s.undo(ctx, true); err != nil {
		return err
	}
	if err := s.endFollowers(ctx); err != nil {
		return err
	}
	cmds, err := s.leftoverRemoval(ctx)
	if err != nil {
		return err
	}
	if len(cmds) > 0 {
		if _, err := s.Tmux.Run(ctx, cmds); err != nil {
			return err
		}
	}
	if !s.HasSessions {
		return nil // and so no panes
	}
	return s.clearPanes(ctx)
}

// clearPanes unsets our options in all panes, also those of other versions of atm, and the counts of visits of their
// windows. A pane may disappear meanwhile: with -q that is no error.
func (s Server) clearPanes(ctx context.Context) error {
	server := s.Tmux
	server.Socket = cmp.Or(server.Socket, s.Socket) // without it each pane would take two processes
	panes, err := server.Run(ctx, [][]string{{"list-panes", "-a", "-F", "#{pane_id}"}})
	if err != nil {
		return err
	}
	for pane := range strings.FieldsSeq(panes.Stdout) {
		own, err := server.Run(ctx, [][]string{{"show-options", "-pqt", pane}})
		if err != nil {
			return err
		}
		cmds := [][]string{{"set-option", "-wqut", pane, tmuxopt.VisitOption}}
		for _, name := range tmuxconf.Leftovers(own.Stdout) {
			cmds = append(cmds, []string{"set-option", "-pqut", pane, name})
		}
		if _, err := server.Run(ctx, cmds); err != nil {
			return err
		}
	}
	return nil
}

// undo restores the options of the running server, and unbinds the keys for commands of atm that our file has bound,
// or all of them.
func (s Server) undo(ctx context.Context, allKeys bool) error {
	cmds := tmuxconf.Undo(s.Options)
	for _, line := range s.Keys {
		key, isOurs := tmuxconf.Binding(line)
		option := tmuxconf.BoundIn(key, s.Options)
		if !isOurs || option == "" && !allKeys {
			continue
		}
		cmds = append(cmds, []string{"unbind-key", "-T", "prefix", key})
		if option != "" { // otherwise the next setup would take a binding of the user's for ours
			cmds = append(cmds, []string{"set-option", "-gqu", option})
		}
	}
	_, err := s.Tmux.Run(ctx, cmds)
	return err
}

// leftoverRemoval returns the commands that unset our options of the server and of tmux's sessions.
func (s Server) leftoverRemoval(ctx context.Context) ([][]string, error) {
	reply, err := s.Tmux.Run(ctx, [][]string{{"list-sessions", "-F", "#{session_id}"}})
	if err != nil {
		return nil, err
	}
	scopes := [][]string{{"-s"}, {"-g"}}
	for id := range strings.FieldsSeq(reply.Stdout) {
		scopes = append(scopes, []string{"-t", id})
	}
	var cmds [][]string
	for _, scope := range scopes {
		reply, err := s.Tmux.Run(ctx, [][]string{append([]string{"show-options"}, scope...)})
		if err != nil {
			return nil, err
		}
		for _, name := range tmuxconf.Leftovers(reply.Stdout) {
			cmds = append(cmds, slices.Concat([]string{"set-option", "-qu"}, scope, []string{name}))
		}
	}
	return cmds, nil
}

// endFollowers ends the followers that the status lines of a server have started: tmux itself keeps them for
// an hour after no status line has them. A job is the shell that tmux has started, with atm as its child
// unless the shell has become atm.
func (s Server) endFollowers(ctx context.Context) error {
	panes, err := s.panePIDs(ctx)
	if err != nil {
		return err
	}
	for _, job := range followersBelow(ctx, s.PID) {
		if slices.Contains(panes, job) {
			continue // a program in a pane may have the same words in its command line
		}
		for _, pid := range append(followersBelow(ctx, job), job) {
			if n, err := strconv.Atoi(pid); err == nil && n > 1 {
				_ = syscall.Kill(n, syscall.SIGTERM) // it may have ended by itself
			}
		}
	}
	return nil
}

// panePIDs lists the process ids of the programs in panes.
func (s Server) panePIDs(ctx context.Context) ([]string, error) {
	if !s.HasSessions {
		return nil, nil
	}
	reply, err := s.Tmux.Run(ctx, [][]string{{"list-panes", "-a", "-F", "#{pane_pid}"}})
	return strings.Fields(reply.Stdout), err
}

// followersBelow lists the ids of the children of a process that are followers. Without pgrep it lists none:
// they end with the server.
func followersBelow(ctx context.Context, parent string) []string {
	out, err := output(exec.CommandContext(ctx, "pgrep", "-P", parent, "-f", "atm'? sync --follow"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(out))
}
