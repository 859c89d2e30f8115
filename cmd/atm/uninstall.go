package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"atm/internal/edit"
	"atm/internal/install"
	"atm/internal/tmux"
	"atm/internal/tmuxconf"
	"atm/tmuxopt"
)

type uninstallCmd struct {
	installFlags
}

// Help ends the help text.
func (uninstallCmd) Help() string {
	return `Takes back what atm setup did: our hooks go from all settings, by whatever path they call atm, our line from tmux.conf, our file, and everything of ours from all of your tmux servers that have read it, or have panes with hooks. Files are byte for byte what they were; backups stay, and are listed. It does not ask. The programs themselves: scripts/install --uninstall.

Examples:
  atm uninstall
  atm uninstall --dry-run
  atm uninstall --no-tmux`
}

// Run takes everything back.
func (c uninstallCmd) Run(s streams) error {
	ctx := context.Background() // each step has its own limit
	live, err := s.server(ctx)
	if err != nil {
		return reasoned(err)
	}
	where := c.where(s)
	where.ConfigFiles = live.configFiles
	changes, err := c.changes(where)
	if err != nil {
		return reasoned(err)
	}
	needed, err := s.show(c.installFlags, changes, nil)
	if err != nil || c.DryRun {
		return err
	}
	if needed == 0 {
		fmt.Fprintln(s.stdout, "No file has anything of atm.")
	}
	if err := s.apply(changes); err != nil {
		return reasoned(err)
	}
	if !c.NoTmux {
		if err := s.clearAll(ctx, live); err != nil {
			return reasoned(err)
		}
	}
	for _, change := range changes {
		for _, backup := range edit.Backups(change.File.Path) {
			fmt.Fprintf(s.stdout, "kept: %s\n", backup)
		}
	}
	fmt.Fprintln(s.stdout, "Done. Clients that run keep their hooks until they are restarted.")
	return nil
}

func (c uninstallCmd) changes(where install.Where) (all []install.Change, err error) {
	if !c.NoClaude {
		if all, err = where.ClaudeRemovals(); err != nil {
			return nil, err
		}
	}
	if c.NoTmux {
		return all, nil
	}
	more, err := where.TmuxRemovals()
	return append(all, more...), err
}

// clearAll takes everything of ours out of the server that runs, and out of the
// user's others that have read our file, or in which hooks have written.
func (s streams) clearAll(ctx context.Context, live server) error {
	if live.fit() {
		if err := s.clear(ctx, live); err != nil {
			return err
		}
	}
	servers, err := s.servers()
	if err != nil {
		return err
	}
	for _, one := range servers {
		live, err := one.server(ctx)
		if err == nil && live.fit() && (live.formats || live.draws() || one.hooked(ctx)) {
			err = one.clear(ctx, live)
		}
		if err != nil {
			fmt.Fprintf(s.stderr, "atm: the tmux server at %s is as it was: %v\n", tmuxopt.Text(one.tmux.Socket), err)
		}
	}
	return nil
}

// hooked reports whether a hook has written in any pane.
func (s streams) hooked(ctx context.Context) bool {
	ctx, cancel := soon(ctx)
	defer cancel()
	panes, err := s.tmux.Panes(ctx)
	return err == nil && slices.ContainsFunc(panes, func(p tmux.Pane) bool { return p.Options[tmuxopt.ContractVersion] != "" })
}

// clear takes everything of ours out of a running server.
func (s streams) clear(ctx context.Context, live server) error {
	ctx, cancel := soon(ctx)
	defer cancel()
	if err := s.undo(ctx, live); err != nil {
		return err
	}
	endFollowers(ctx, live.pid)
	panes, err := s.tmux.Panes(ctx)
	if err != nil {
		return err
	}
	cmds, err := s.leftovers(ctx)
	if err != nil {
		return err
	}
	if len(cmds) > 0 {
		if _, err := s.tmux.Run(ctx, cmds); err != nil {
			return err
		}
	}
	for _, p := range panes {
		if err := s.forget(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// forget unsets all options of the contract in a pane that has any, those that
// are set to nothing among them.
func (s streams) forget(ctx context.Context, p tmux.Pane) error {
	cmds := [][]string{{"set-option", "-wqut", p.ID, tmuxopt.VisitOption}}
	for _, name := range tmuxopt.InternalOptions() {
		cmds = append(cmds, []string{"set-option", "-pqut", p.ID, string(name)})
	}
	for _, f := range tmuxopt.Schema() {
		cmds = append(cmds, []string{"set-option", "-pqut", p.ID, string(f.Option)})
	}
	_, err := s.tmux.Run(ctx, cmds)
	return err
}

// leftovers returns the commands that unset the options of ours that the server
// and tmux's sessions have.
func (s streams) leftovers(ctx context.Context) ([][]string, error) {
	reply, err := s.tmux.Run(ctx, [][]string{{"list-sessions", "-F", "#{session_id}"}})
	if err != nil {
		return nil, err
	}
	scopes := [][]string{{"-s"}, {"-g"}}
	for id := range strings.FieldsSeq(reply.Stdout) {
		scopes = append(scopes, []string{"-t", id})
	}
	var cmds [][]string
	for _, scope := range scopes {
		reply, err := s.tmux.Run(ctx, [][]string{append([]string{"show-options"}, scope...)})
		if err != nil {
			return nil, err
		}
		for _, name := range tmuxconf.Leftovers(reply.Stdout) {
			cmds = append(cmds, append(append([]string{"set-option", "-qu"}, scope...), name))
		}
	}
	return cmds, nil
}
