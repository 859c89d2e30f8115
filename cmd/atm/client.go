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
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// client is an attached client, and what it looks at.
type client struct {
	name     string
	session  string // id of its session, "$1"
	pane     string // id of the pane that it shows
	pid      string // of its process
	activity int    // Unix seconds of the last key
	width    int    // columns of its terminal
	height   int    // lines of its terminal

	round  round
	others []tmuxopt.Entry // rounds of the other clients
}

// round is a round of atm next from one session to the other.
type round struct {
	home string // the pane where it began, "" = there is none
	last string // the pane that it has come to
}

// roundsOption remembers the rounds of all clients, a list of PID=HOME/LAST.
const roundsOption = "@atm_rounds"

// client returns the client of that name, or the one that the person is at: the
// one that shows this pane's session, else this process's (a popup has no pane,
// but $TMUX names the session), else the one that was used last.
func (s streams) client(ctx context.Context, name string) (client, error) {
	format := "#{client_name}\t#{session_id}\t#{pane_id}\t#{client_pid}\t#{client_activity}\t#{client_width}\t#{client_height}"
	cmds := [][]string{{"display-message", "-p", "rounds\t#{" + roundsOption + "}"}, {"list-clients", "-F", format}}
	session, pane := "$"+s.getenv("TMUX")[strings.LastIndexByte(s.getenv("TMUX"), ',')+1:], s.getenv("TMUX_PANE")
	if pane != "" {
		cmds = append(cmds, []string{"display-message", "-p", "-t", pane, "#{session_id}"})
	}
	reply, err := s.tmux.Run(ctx, cmds)
	if err != nil {
		return client{}, err
	}
	var clients []client
	var rounds []tmuxopt.Entry
	pids := map[string]bool{}
	for line := range strings.Lines(reply.Stdout) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch len(fields) {
		case 1:
			session = fields[0]
		case 2:
			rounds = tmuxopt.Entries(fields[1])
		case 7:
			pids[fields[3]] = true
			if name != "" && fields[0] != name {
				continue
			}
			activity, _ := strconv.Atoi(fields[4]) // of the same server, so it is a number
			width, _ := strconv.Atoi(fields[5])
			height, _ := strconv.Atoi(fields[6])
			clients = append(clients, client{name: fields[0], session: fields[1], pane: fields[2], pid: fields[3], activity: activity, width: width, height: height})
		}
	}
	switch {
	case len(clients) == 0 && name == "":
		return client{}, cli.Hint(errors.New("no client is attached to tmux"), "tmux attach")
	case len(clients) == 0:
		return client{}, cli.Hint(fmt.Errorf("client %q: no such client", name), "tmux list-clients shows them")
	}
	at := slices.MaxFunc(clients, func(a, b client) int {
		return cmp.Or(cmp.Compare(b2i(a.session == session), b2i(b.session == session)), cmp.Compare(a.activity, b.activity))
	})
	for _, e := range rounds {
		switch {
		case e.Key == at.pid:
			at.round.home, at.round.last, _ = strings.Cut(e.Word, "/")
		case pids[e.Key]:
			at.others = append(at.others, e)
		}
	}
	return at, nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// goTo switches a client to a pane, in one go across sessions and windows, and
// leaves a zoomed window zoomed. It remembers where the round began; "" ends it.
func (s streams) goTo(ctx context.Context, at client, pane, home string) error {
	if !tmux.PaneID(pane) {
		return fmt.Errorf("pane %q: not a pane id", pane)
	}
	rounds := at.others
	if tmux.PaneID(home) {
		rounds = append(rounds, tmuxopt.Entry{Key: at.pid, Word: home + "/" + pane})
	}
	_, err := s.tmux.Run(ctx, [][]string{
		{"switch-client", "-Z", "-c", at.name, "-t", pane},
		{"set-option", "-s", roundsOption, tmuxopt.List(rounds)},
	})
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
