package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atm/internal/cli"
	"atm/tmuxopt"
)

// client is an attached client, and what it looks at.
type client struct {
	name     string
	session  string // id of its session, "$1"
	pane     string // id of the pane that it shows
	home     string // where its round began, "" = none
	activity int    // Unix seconds of the last key
	width    int    // columns of its terminal
	height   int    // lines of its terminal
}

// client returns the client of that name, or the one that the person is at: the
// one that shows this pane's session, else this process's (a popup has no pane,
// but $TMUX names the session), else the one that was used last.
func (s streams) client(ctx context.Context, name string) (client, error) {
	format := "#{client_name}\t#{session_id}\t#{pane_id}\t#{" + homeOption + "}\t#{client_activity}\t#{client_width}\t#{client_height}"
	cmds := [][]string{{"list-clients", "-F", format}}
	session, pane := "$"+s.getenv("TMUX")[strings.LastIndexByte(s.getenv("TMUX"), ',')+1:], s.getenv("TMUX_PANE")
	if pane != "" {
		cmds = append(cmds, []string{"display-message", "-p", "-t", pane, "#{session_id}"})
	}
	reply, err := s.tmux.Run(ctx, cmds)
	if err != nil {
		return client{}, err
	}
	var clients []client
	for line := range strings.Lines(reply.Stdout) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) == 1 {
			session = fields[0]
		}
		if len(fields) == 7 && (name == "" || fields[0] == name) {
			activity, _ := strconv.Atoi(fields[4]) // of the same server, so it is a number
			width, _ := strconv.Atoi(fields[5])
			height, _ := strconv.Atoi(fields[6])
			clients = append(clients, client{fields[0], fields[1], fields[2], fields[3], activity, width, height})
		}
	}
	switch {
	case len(clients) == 0 && name == "":
		return client{}, cli.Hint(errors.New("no client is attached to tmux"), "tmux attach")
	case len(clients) == 0:
		return client{}, cli.Hint(fmt.Errorf("client %q: no such client", name), "tmux list-clients shows them")
	}
	return slices.MaxFunc(clients, func(a, b client) int {
		return cmp.Or(cmp.Compare(b2i(a.session == session), b2i(b.session == session)), cmp.Compare(a.activity, b.activity))
	}), nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// goTo switches a client to a pane, in one go across sessions and windows, and
// leaves a zoomed window zoomed. It remembers where the round began.
func (s streams) goTo(ctx context.Context, at client, pane, home string) error {
	if !tmuxopt.PaneID(pane) {
		return fmt.Errorf("pane %q: not a pane id", pane)
	}
	cmds := [][]string{{"switch-client", "-Z", "-c", at.name, "-t", pane}}
	if tmuxopt.PaneID(home) || home == "" {
		cmds = append(cmds, []string{"set-option", "-t", pane, homeOption, home})
	}
	_, err := s.tmux.Run(ctx, cmds)
	return err
}

// nowhere says on the client that there is nowhere to go, and changes nothing.
func (s streams) nowhere(ctx context.Context, at client, why string) error {
	_, err := s.tmux.Run(ctx, [][]string{messageTo(at.name, "atm: "+why)})
	if err != nil {
		return err
	}
	return errors.New(why)
}
