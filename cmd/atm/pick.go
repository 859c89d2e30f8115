package main

import (
	"context"
	"strings"

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
	Tree   bool   `xor:"picker,tree" help:"Use tmux's own tree, also where fzf is there."`
	Menu   bool   `xor:"picker" help:"Use a menu of tmux's."`
	Resume bool   `xor:"tree" help:"Offer the sessions that have ended, and resume the chosen one in a new window (cld)."`
	Client string `help:"The tmux client to use (default: the one that you are at)." placeholder:"NAME"`
	hostFlags
	backgroundFlag
	Inside string `hidden:"" help:"Show the inbox on this terminal, with that fzf: the popup runs this." placeholder:"PATH"`
}

func (pickCmd) Details() string {
	return `Where fzf ` + install.OldestFzf + ` or later is on PATH, it is an inbox in a popup: all ` +
		`sessions in the order of atm ls, which stay up to date, and above them what the one at the cursor ` +
		`wants, what it has said, and its pane. Type to search. Keys:
  Enter    go there; resume it in a new window if it has ended (cld)
  Alt-y    answer yes to what it asks, as the preview shows it
  Alt-n    answer no
  Alt-l    its last answer, as atm last
  Alt-s    send a prompt, as atm send
  Alt-p    park it, or take that back
  Alt-f    fork it: go on a second time, in a pane beside
  Alt-x    kill its pane, after a question
  Alt-/    search what was said, also in those that have ended, for the words that were typed
  Tab      from those that run to those that have ended, and back
  Ctrl-/   with or without the preview
  Esc      leave
With --hosts the sessions of other hosts are there as soon as those have told them. Enter goes there, as ` +
		`atm next does; the other keys are for those of this host.
Where there is no fzf it is tmux's own tree of panes, with nothing in it but those that have a session, ` +
		`its state, and a preview of the pane. With --menu it is a menu in the order of atm ls, which also ` +
		`answers: it shows what is asked, and you type the answer. So it is with --hosts; with --resume and ` +
		`no fzf, a menu of the sessions that have ended, those first whose pane is still there, then the newest.

Examples:
  atm pick
  atm pick --resume
  atm pick --hosts
  tmux bind A run-shell -b 'atm pick --client "#{client_name}" || :'`
}

func (c pickCmd) Run(ctx context.Context, s streams) error {
	s.NoUnshown = c.NoBackground
	if c.Inside != "" {
		return c.inside(s, c.Inside)
	}
	findFzf := func() (string, error) { return "", inbox.ErrNoFzf }
	if !c.Tree && !c.Menu {
		findFzf = inbox.FindFzf(ctx)
	}
	hasTerminal := cli.Width(s.stdin) >= 0 && cli.Width(s.stdout) >= 0
	if hasTerminal && c.Client == "" && s.Getenv("TMUX_PANE") == "" {
		// The terminal is outside tmux, or in a popup, which cannot open another popup.
		if fzf, err := findFzf(); err == nil {
			return c.inside(s, fzf)
		}
	}
	visitor, err := s.Visitor(ctx, c.Client)
	if err != nil {
		return err
	}
	fzf, missing := findFzf()
	switch {
	case missing == nil && hasTerminal && visitor.TTY == "":
		return c.inside(s, fzf) // control mode has no popups
	case missing == nil:
		return c.popup(ctx, s, visitor, fzf)
	}
	return c.pickWithTmux(ctx, s, visitor)
}

// pickWithTmux opens one of tmux's own pickers.
func (c pickCmd) pickWithTmux(ctx context.Context, s streams, visitor fleet.Visitor) error {
	sessions, err := c.read(ctx, s, s.NamedSessions)
	if err != nil {
		return err
	}
	if c.Resume {
		return s.pickEnded(ctx, visitor, sessions)
	}
	running := fleet.ThatRun(sessions)
	switch {
	case len(running) == 0:
		return query.Refuse(ctx, visitor, "no sessions")
	case c.Menu, c.Hosts, len(c.Host) > 0: // the tree shows only this server
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
