package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"atm/internal/cli"
	"atm/internal/draw"
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

// menuFrame is how many lines of a terminal a menu cannot have for its sessions:
// its frame, the entry for what is left out, and the status line. A menu that
// does not fit tmux does not show at all.
const menuFrame = 5

// menuMargin is how many columns a menu cannot have for a session: its frame, the
// blank before it, the key behind it.
const menuMargin = 11

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
		if c.Resume == (one.State == "") {
			offered = append(offered, one)
		}
	}
	switch {
	case len(offered) == 0:
		if c.Resume {
			return s.nowhere(ctx, at, "no session has ended in a pane that is still there; cld resume finds older ones")
		}
		return s.nowhere(ctx, at, "no sessions")
	case c.Menu || c.Resume:
		return c.menu(ctx, s, at, offered)
	}
	_, err = s.tmux.Run(ctx, [][]string{{"choose-tree", "-Z", "-t", at.pane, "-F", treeFormat(), "-f", "#{@meta.claude.state}"}})
	return err
}

// treeFormat has the columns of the tree: icon, title or id, state, detail, and
// the name of the directory. Above them stand sessions of tmux, and windows of
// several panes with the most urgent state in them.
func treeFormat() string {
	name := "#{?@meta.claude.title,#{=24;p24;q/e:@meta.claude.title},#{p24:#{=8:#{q/e:@meta.claude.session_id}}}}"
	row := draw.PaneFormat(tmuxopt.Auto) + " " + name + "  #{p9;q/e:@meta.claude.state}  #{q/e:@meta.claude.detail}  #[dim]#{b;q/e:@meta.claude.session_dir}#[default]"
	window := draw.WindowFormat(tmuxopt.Auto) + " #{q/e:window_name}"
	// Commas of a style end an argument of a format: each stands in its own.
	return "#{?pane_format," + row + ",}#{?window_format,#{?#{==:#{window_panes},1}," + row + "," + window + "},}#{?session_format,#{session_windows} windows,}"
}

// menu opens a menu. Its texts are formats, and so foreign ones have their #
// doubled (times are not expanded there); its commands hold ids only.
func (c pickCmd) menu(ctx context.Context, s streams, at client, offered []fleet.Session) error {
	icons, err := s.stateIcons(ctx, tmuxopt.Auto)
	if err != nil {
		return err
	}
	menu := []string{"display-menu", "-c", at.name, "-t", at.pane, "-T", "sessions", "-x", "C", "-y", "C", "--"}
	choice := goTo
	if c.Resume {
		if choice, err = s.resumer(ctx); err != nil {
			return err
		}
	}
	fit := max(at.height-menuFrame, 1)
	for i, one := range offered[:min(fit, len(offered))] {
		// A name that begins with a dash would be a title in the menu; of one that is too
		// long tmux cuts off the beginning.
		icon, rest := icons[cmp.Or(one.State, "ended")]+" ", "  "+strings.TrimSpace(one.Pane.Where()+" "+one.Detail)
		room := max(at.width-menuMargin-cli.Columns(icon), 8)
		text := icon + cli.Clip(cli.Clip(cmp.Or(one.Title, first(one.ID, 8)), max(room-cli.Columns(rest), 8))+rest, room)
		key := ""
		if i < 9 {
			key = fmt.Sprint(i + 1)
		}
		menu = append(menu, " "+strings.ReplaceAll(tmuxopt.Text(text), "#", "##"), key, strings.TrimSpace(tmuxopt.Source(choice(at, one))))
	}
	if more := len(offered) - fit; more > 0 {
		menu = append(menu, fmt.Sprintf("-and %d more: atm ls", more), "", "")
	}
	// It ends with the menu: a person has all the time in the world.
	_, err = s.tmux.Run(context.WithoutCancel(ctx), [][]string{menu})
	return err
}

// goTo is what a choice does: tmux parses it, and its arguments hold ids only.
func goTo(at client, one fleet.Session) [][]string {
	return [][]string{{"switch-client", "-Z", "-c", at.name, "-t", one.Pane.ID}}
}

// keeping has a shell run cld, and keep what it says if it fails: the window
// would close.
const keeping = `exec sh -c '"$0" resume -y "$1" || { printf "\nPress Enter to close this window. "; read -r _; }' `

// resumer returns what a choice of an ended session does: it goes there, and
// resumes it in another window of that session of tmux.
func (s streams) resumer(ctx context.Context) (func(client, fleet.Session) [][]string, error) {
	cld, err := exec.LookPath("cld")
	if err != nil {
		return nil, cli.Hint(errors.New("cld is not on PATH"), "install it beside atm: scripts/build DIRECTORY")
	}
	reply, err := s.tmux.Run(ctx, [][]string{{"list-panes", "-a", "-F", "#{pane_id} #{session_id}"}})
	in := map[string]string{}
	for line := range strings.Lines(reply.Stdout) {
		pane, session, _ := strings.Cut(strings.TrimSpace(line), " ")
		in[pane] = session
	}
	return func(at client, one fleet.Session) [][]string {
		open := []string{"new-window", "-t", in[one.Pane.ID] + ":", keeping + quoted(cld) + " " + one.ID}
		return append(goTo(at, one), open)
	}, err
}
