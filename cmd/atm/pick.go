package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"atm/internal/cli"
	"atm/internal/inbox"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/setup/install"
	"atm/internal/sys/shell"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

type pickCmd struct {
	Tree   bool   `xor:"picker,tree" help:"Use tmux's own tree, even with fzf."`
	Menu   bool   `xor:"picker" help:"Use a menu of tmux."`
	Resume bool   `xor:"tree" help:"Offer ended sessions, and resume the chosen one in a new window (cld)."`
	Client string `help:"The tmux client to use (default: the one that you are at)." placeholder:"NAME" mayBeEmpty:""`
	hostFlags
	backgroundFlag
	Inside string `hidden:"" help:"Show the inbox on this terminal with this fzf. Only the popup uses this." placeholder:"PATH"`
}

func (pickCmd) Details() string {
	return `With fzf ` + install.OldestFzf + ` or later on PATH, this is an inbox in a popup: all sessions in the order ` +
		`of atm ls, always up to date. A preview shows what the session at the cursor asks, what it wrote last, ` +
		`and its pane. Type to search. Keys:` + inbox.Keys() +
		`With --hosts the sessions of other hosts appear as soon as the hosts answer. Enter goes there, as atm next does; ` +
		`the other keys work for sessions of this host.
Without fzf it is tmux's own tree of panes: only those with a session, with its state and a preview of the pane. ` +
		`With --menu it is a menu in the order of atm ls, in which you can also answer: it shows the request, and ` +
		`you type the answer. --hosts without fzf uses that menu. --resume without fzf uses a menu of ended ` +
		`sessions: first those whose pane still exists, then the newest.

Examples:
  atm pick
  atm pick --resume
  atm pick --hosts
  tmux bind A run-shell -b 'atm pick --client "#{client_name}" || :'`
}

// AfterApply returns an error for contradictions that the grammar cannot find. kong calls it.
func (c pickCmd) AfterApply() error {
	if c.Tree && (c.Hosts || len(c.Host) > 0) {
		return errors.New("--tree has only the panes of this server: without it, --hosts and --host use a menu or fzf")
	}
	return nil
}

func (c pickCmd) Run(ctx context.Context, command *kong.Context, s streams) error {
	s.NoUnshown = c.NoBackground
	if c.Inside != "" {
		err := c.inside(s, c.Inside)
		if err != nil { // the popup closes when this process ends
			cli.End(s.stderr, "atm", err)
			s.awaitKey()
		}
		return err
	}
	fzf, missing := "", inbox.ErrNoFzf
	if !c.Tree && !c.Menu {
		fzf, missing = inbox.FindFzf(ctx)
	}
	hasTerminal := cli.Width(s.stdin) >= 0 && cli.Width(s.stdout) >= 0
	if missing == nil && hasTerminal && c.Client == "" && s.Getenv("TMUX_PANE") == "" {
		return c.inside(s, fzf) // the terminal is outside tmux, or in a popup, which cannot open another popup
	}
	visitor, err := s.Visitor(ctx, c.Client)
	switch {
	case err != nil:
		return err
	case missing == nil && hasTerminal && visitor.Control:
		return c.inside(s, fzf)
	case visitor.Control: // tmux would wait for ever for a key there
		return cli.Hint(fmt.Errorf("client %s: control mode shows no popup, menu or tree", visitor.Name),
			"atm ls shows the sessions; atm focus goes there")
	case missing == nil:
		return c.popup(ctx, s, visitor, fzf, command.Args)
	}
	return c.pickWithTmux(ctx, s, visitor)
}

// pickWithTmux opens one of tmux's own pickers.
func (c pickCmd) pickWithTmux(ctx context.Context, s streams, visitor fleet.Visitor) error {
	if c.Resume { // only sessions of this host can be resumed here
		sessions, err := s.NamedSessions(ctx)
		if err != nil {
			return err
		}
		return s.pickEnded(ctx, visitor, sessions)
	}
	sessions, err := c.read(ctx, s, s.NamedSessions)
	if err != nil {
		return err
	}
	running := fleet.ThatRun(sessions)
	isInPane := func(session fleet.Session) bool { return session.Pane.Exists() }
	switch {
	case len(running) == 0:
		return query.Refuse(ctx, visitor, "no sessions")
	case c.Menu, c.Hosts, len(c.Host) > 0, !slices.ContainsFunc(running, isInPane): // the tree shows only panes here
		return s.pickRunning(ctx, visitor, running)
	}
	hasState := tmuxopt.Get(tmuxopt.State).String()
	_, err = s.Tmux.Run(ctx, [][]string{
		{"choose-tree", "-Z", "-t", visitor.Pane, "-F", draw.TreeFormat(), "-f", hasState},
	})
	return err
}

// pickRunning opens a menu of sessions. A choice switches to the session.
func (s streams) pickRunning(ctx context.Context, visitor fleet.Visitor, sessions []fleet.Session) error {
	icons, err := s.StateIcons(ctx, tmuxopt.Auto)
	if err != nil {
		return err
	}
	program, err := install.Program()
	if err != nil {
		return err
	}
	var items []inbox.MenuItem
	for _, session := range sessions {
		visit := tmux.SwitchClient(visitor.Name, session.Pane.ID)
		if session.Host != "" || !session.Pane.Exists() {
			visit = focusCommand(program, visitor.Name, session)
		}
		items = append(items, inbox.MenuItem{
			Icon:     icons[session.Icon()],
			Name:     session.Name(),
			Place:    session.Place(),
			Dir:      session.Dir,
			Detail:   session.About(),
			Commands: [][]string{visit},
			Answer:   answerCommands(program, session),
		})
	}
	return inbox.ShowMenu(ctx, s.Tmux, visitor, items, "atm ls")
}

// answerCommands returns the tmux command that shows the request of a session in a popup, and reads the
// answer there. There is none if the session asks nothing or is on another host.
func answerCommands(program string, session fleet.Session) [][]string {
	if session.State != tmuxopt.Attention || session.Host != "" {
		return nil
	}
	const script = `"$0" answer "$1" --ask || { printf "Press Enter. "; read -r _; }`
	words := []string{"exec sh -c", shell.Word(script), shell.Word(program), shell.Word(session.Pane.ID)}
	return [][]string{{"display-popup", "-E", strings.Join(words, " ")}}
}

// focusCommand returns the tmux command that runs atm focus for a client.
func focusCommand(program, client string, session fleet.Session) []string {
	words := []string{program, "focus", "--client", client, session.Key()}
	if session.Host != "" {
		words = append(words, "--host", session.Host, "--host-timeout", "3s")
	}
	for i, word := range words {
		words[i] = shell.Word(word)
	}
	return []string{"run-shell", "-b", tmuxopt.Lit(strings.Join(words, " ") + " || :").String()}
}
