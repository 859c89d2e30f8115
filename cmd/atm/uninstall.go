package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/setup/install"
	"atm/internal/sys/socket"
	"atm/tmuxopt"
)

type uninstallCmd struct {
	installFlags
	Yes bool `short:"y" hidden:"" help:"Has no effect: it never asks."`
}

func (uninstallCmd) Details() string {
	return `Takes back what atm setup did. It removes our hooks from the settings in $CLAUDE_CONFIG_DIR and ` +
		`~/.claude (and the DIR of --claude-home), and from those of other agents, whatever path they call atm by; ` +
		`gives the status line of Claude Code your own command again; removes our line from tmux.conf, and our ` +
		`file; and removes our options from all of your tmux servers that have read it, or have panes with hooks. ` +
		`Your files are byte for byte what they were. Backups stay, and are listed. It does not ask. To remove ` +
		`the programs themselves: scripts/install --uninstall.

Examples:
  atm uninstall
  atm uninstall --dry-run
  atm uninstall --no-tmux`
}

// Run removes everything that atm has installed.
func (c uninstallCmd) Run(s streams) error {
	ctx := context.Background() // each step has its own limit
	server, err := s.server(ctx)
	if err != nil {
		return install.Hinted(err)
	}
	removal, err := c.options(s).PlanRemoval(server)
	if err != nil {
		return install.Hinted(err)
	}
	needed, err := s.show(removal.Changes, removal.Notes, c.DryRun)
	if err != nil {
		return err
	}
	if c.DryRun {
		return s.nothingChanged()
	}
	if needed == 0 && len(removal.Notes) == 0 {
		fmt.Fprintln(s.stdout, "No file has anything of atm.")
	}
	if backups, err := s.apply(removal.Changes); err != nil {
		s.list("backup", backups)
		return install.Hinted(err)
	}
	if !c.NoTmux {
		if err := s.clearAll(ctx, server); err != nil {
			return install.Hinted(err)
		}
	}
	s.list("kept", removal.Backups())
	fmt.Fprintln(s.stdout, "Done.")
	return nil
}

// hooksEnd is how long a running claude may take to stop calling hooks after they are removed from its
// settings.
const hooksEnd = 3 * time.Second

// clearAll removes everything of atm from this server and from the user's others, and also what hooks of
// running sessions still write meanwhile.
func (s streams) clearAll(ctx context.Context, server install.Server) error {
	runs := s.hasRunning(ctx)
	if server.Usable() {
		if err := clearServer(ctx, server); err != nil {
			return err
		}
	}
	runsElsewhere, err := s.clearServers(ctx)
	for end := s.Now().Add(hooksEnd); err == nil && (runs || runsElsewhere) && s.Now().Before(end); {
		time.Sleep(hooksEnd / 10)
		_, err = s.clearServers(ctx)
	}
	return err
}

// clearServers removes everything of atm from the servers that have read its configuration, or in which hooks
// have written. It reports whether a session was running in one of them.
func (s streams) clearServers(ctx context.Context) (anyRuns bool, err error) {
	servers, err := s.Servers()
	if err != nil {
		return false, err
	}
	os.Remove(socket.Dir("/tmp")) // this removes only an empty directory
	for _, other := range servers {
		os.Remove(socket.Dir(filepath.Dir(other.Tmux.Socket)))
		runs, err := (streams{Reader: other, stderr: s.stderr}).clearTouched(ctx)
		if anyRuns = anyRuns || runs; err != nil {
			socket := tmuxopt.Text(other.Tmux.Socket)
			fmt.Fprintf(s.stderr, "atm: the tmux server at %s is as it was: %v\n", socket, err)
		}
	}
	return anyRuns, nil
}

// clearTouched clears this server if it contains anything of atm, and reports whether a session was running in it.
func (s streams) clearTouched(ctx context.Context) (runs bool, err error) {
	server, err := s.server(ctx)
	if err != nil || !server.Usable() {
		return false, err
	}
	limited, cancel := bounded(ctx)
	defer cancel()
	if !server.Touched(limited) {
		return false, nil
	}
	return s.hasRunning(ctx), clearServer(ctx, server)
}

// hasRunning reports whether a session runs in this server.
func (s streams) hasRunning(ctx context.Context) bool {
	asked, cancel := bounded(ctx)
	defer cancel()
	sessions, _ := s.Sessions(asked) // without a server there are none
	return len(fleet.ThatRun(sessions)) > 0
}

func clearServer(ctx context.Context, server install.Server) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	return server.Clear(ctx)
}
