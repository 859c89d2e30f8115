package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/tmuxopt"
)

type pickCmd struct {
	Menu   bool   `help:"Use a menu also where tmux has a better picker."`
	Resume bool   `help:"Offer the sessions that have ended, and resume the chosen one in a new window (cld)."`
	Client string `help:"The tmux client to use (default: the one that you are at)." placeholder:"NAME"`
}

// Help ends the help text.
func (pickCmd) Help() string {
	return `Opens tmux's own tree of panes, with nothing in it but those that have a session, its state, and a preview of the pane. With --menu, and with --resume, it is a menu in the order of atm ls.

Examples:
  atm pick
  tmux bind A run-shell -b 'atm pick --client "#{client_name}" || :'`
}

// maxMenu is how many entries a menu has: tmux shows none that does not fit.
const maxMenu = 20

// Run opens the picker.
func (c pickCmd) Run(ctx context.Context, s streams) error {
	at, err := s.client(ctx, c.Client)
	if err != nil {
		return err
	}
	sessions, err := s.sessions(ctx, false)
	if err != nil {
		return err
	}
	var offered []fleet.Session
	for _, one := range sessions {
		if c.Resume == (one.State == "") && len(offered) < maxMenu {
			offered = append(offered, one)
		}
	}
	switch {
	case len(offered) == 0:
		return s.nowhere(ctx, at, "no sessions")
	case c.Menu || c.Resume:
		return c.menu(ctx, s, at, offered)
	}
	icon := tmuxopt.PaneFormat(tmuxopt.Auto)
	format := icon + " #{q/e:@meta.claude.state} #{q/e:@meta.claude.detail} #[dim]#{q/e:@meta.claude.title}#[default]"
	_, err = s.tmux.Run(ctx, [][]string{{"choose-tree", "-Z", "-t", at.pane, "-F", format, "-f", "#{@meta.claude.state}"}})
	return err
}

// menu opens a menu. Its texts are formats, and so foreign ones have their #
// doubled (times are not expanded there); its commands hold ids only.
func (c pickCmd) menu(ctx context.Context, s streams, at client, offered []fleet.Session) error {
	icons, err := s.stateIcons(ctx, tmuxopt.Auto)
	if err != nil {
		return err
	}
	menu := []string{"display-menu", "-c", at.name, "-t", at.pane, "-T", "sessions", "-x", "C", "-y", "C"}
	resume := ""
	if c.Resume {
		cld, err := exec.LookPath("cld")
		if err != nil {
			return cli.Hint(errors.New("cld is not on PATH"), "install it beside atm: scripts/build DIRECTORY")
		}
		resume = cld
	}
	for i, one := range offered {
		text := fmt.Sprintf("%s %s  %s %s", icons[cmp.Or(one.State, "ended")], cmp.Or(one.Title, first(one.ID, 8)), one.Pane.Where(), one.Detail)
		key := ""
		if i < 9 {
			key = fmt.Sprint(i + 1)
		}
		menu = append(menu, strings.ReplaceAll(tmuxopt.Text(text), "#", "##"), key, c.command(at, one, resume))
	}
	// It ends with the menu: a person has all the time in the world.
	_, err = s.tmux.Run(context.WithoutCancel(ctx), [][]string{menu})
	return err
}

// command is what a choice does: tmux parses it, and its arguments hold ids only.
func (c pickCmd) command(at client, one fleet.Session, cld string) string {
	cmds := [][]string{{"switch-client", "-Z", "-c", at.name, "-t", one.Pane.ID}}
	if cld != "" {
		cmds = append(cmds, []string{"new-window", "-t", one.Pane.ID, "-a", quoted(cld) + " resume -y " + one.ID})
	}
	return strings.TrimSpace(tmuxopt.Source(cmds))
}
