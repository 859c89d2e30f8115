package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Visitor is a person at a tmux client who visits one session after the other. Such a round begins in some
// pane, and leads back there in the end. All rounds are kept in one server option. Panes are named by their
// keys: see [Session.Key].
type Visitor struct {
	tmux.Client

	// Attach opens a window for a session in the background that no pane shows, named by its job, and
	// returns the pane of the window.
	Attach func(ctx context.Context, tmuxSession, job string) (pane string, err error)

	At      string   // the pane that the client shows, which may be on another host
	Origin  string   // the pane where the last round began, "" = there was none
	Home    string   // the pane where the current round began; a visitor who has left a round begins a new one At
	Visited []string // the panes that the current round has visited so far

	server tmux.Server
	others []tmuxopt.Entry // rounds at the other clients
}

// RoundsOption is the server option that keeps the rounds, a list of PID=HOME/KEY/KEY… with the process id of
// each client.
const RoundsOption = "@atm_rounds"

// FindVisitor returns the visitor at the client of that name. If name is empty, it takes the client that shows
// tmux's session of the target, a session or a pane ("$1", "%3"), else the client that was used last.
func FindVisitor(ctx context.Context, server tmux.Server, name, target string) (Visitor, error) {
	clients, printed, err := server.ClientsAnd(ctx, [][]string{
		{"display-message", "-p", "-t", target, "#{session_id}"},
		{"show-options", "-sqv", RoundsOption},
	})
	if err != nil {
		return Visitor{}, err
	}
	session, rounds, _ := strings.Cut(printed, "\n")
	client, err := chooseClient(clients, name, session)
	if err != nil {
		return Visitor{}, err
	}
	v := Visitor{Client: client, server: server, At: cmp.Or(client.Remote, client.Pane)}
	v.Home = v.At
	for _, e := range tmuxopt.Entries(strings.TrimSpace(rounds)) {
		samePID := func(c tmux.Client) bool { return c.PID == e.Key }
		switch {
		case e.Key == client.PID:
			panes := strings.Split(e.Word, "/")
			v.Origin = panes[0]
			if panes[len(panes)-1] == v.At && len(panes) > 1 {
				v.Home, v.Visited = v.Origin, panes[1:]
			}
		case slices.ContainsFunc(clients, samePID): // the rounds of clients that have left are dropped
			v.others = append(v.others, e)
		}
	}
	return v, nil
}

func chooseClient(clients []tmux.Client, name, session string) (tmux.Client, error) {
	isOther := func(c tmux.Client) bool { return name != "" && c.Name != name }
	clients = slices.DeleteFunc(slices.Clone(clients), isOther)
	switch {
	case len(clients) == 0 && name == "":
		return tmux.Client{}, cli.Hint(errors.New("no client is attached to tmux"), "tmux attach")
	case len(clients) == 0:
		return tmux.Client{}, cli.Hint(fmt.Errorf("client %q: no such client", name), "tmux list-clients shows them")
	}
	showing := slices.DeleteFunc(slices.Clone(clients), func(c tmux.Client) bool { return c.Session != session })
	if len(showing) > 0 {
		clients = showing
	}
	isProgram := func(c tmux.Client) bool { return c.TTY == "" }
	if people := slices.DeleteFunc(slices.Clone(clients), isProgram); len(people) > 0 {
		clients = people
	}
	return slices.MaxFunc(clients, func(a, b tmux.Client) int { return cmp.Compare(a.Activity, b.Activity) }), nil
}

// Go moves the client to the pane of that key, across sessions and windows. It stores where the round has
// begun; home "" ends the round.
func (v Visitor) Go(ctx context.Context, key, home string) error {
	if home == "" {
		return v.move(ctx, key, nil)
	}
	return v.move(ctx, key, slices.Concat([]string{home}, v.Visited, []string{key}))
}

// Focus moves the client to the pane of that key because a person has chosen it: the next round begins there. It stores
// where the current round has begun, or else where the client was before.
func (v Visitor) Focus(ctx context.Context, key string) error {
	return v.move(ctx, key, []string{v.Home})
}

// move moves the client, and stores its round: the place where it has begun, and the panes visited since.
func (v Visitor) move(ctx context.Context, key string, round []string) error {
	pane := key
	if !tmux.PaneID(key) {
		var err error
		if host, job := SplitKey(key); host == "" {
			if pane, err = v.Attach(ctx, v.Session, job); len(round) > 1 {
				round = append(round, pane) // there the client is now; later the pane's key is that of the session
			}
		} else {
			pane, err = v.paneAttachedTo(ctx, key)
		}
		if err != nil {
			return err
		}
	}
	rounds := v.others
	if len(round) > 0 {
		rounds = append(rounds, tmuxopt.Entry{Key: v.PID, Word: strings.Join(round, "/")})
	}
	_, err := v.server.Run(ctx, [][]string{
		tmux.SwitchClient(v.Name, pane),
		{"set-option", "-s", RoundsOption, tmuxopt.List(rounds)},
	})
	return err
}

// ShowMessage shows a text in the status line of the client.
func (v Visitor) ShowMessage(ctx context.Context, text string) error {
	return v.server.ShowMessage(ctx, text, 0, v.Client)
}

// isShownTimeout is how long another host may take to list what its clients show.
const isShownTimeout = 3 * time.Second

// paneAttachedTo attaches ssh in a local pane to the pane of another host that key names, and returns the local
// pane. It uses the pane that already has a connection to that host, else a new window.
func (v Visitor) paneAttachedTo(ctx context.Context, key string) (pane string, err error) {
	host, remotePane := SplitKey(key)
	program, err := tmux.AttachCommand(host, remotePane)
	if err != nil {
		return "", err
	}
	pane, shown, err := v.paneConnectedWith(ctx, host)
	switch {
	case err != nil:
		return "", err
	case pane == "":
		window := tmux.Window{Session: v.Session, Name: host, Dir: "/", Command: program}
		if pane, err = v.server.OpenWindow(ctx, window); err == nil {
			err = v.server.CloseWithProgram(ctx, pane)
		}
	case shown != key || !isShown(ctx, host, remotePane):
		err = v.server.RunInstead(ctx, pane, program)
	}
	if err == nil {
		_, err = v.server.Run(ctx, [][]string{{"set-option", "-pt", pane, tmux.RemoteOption, key}})
	}
	return pane, err
}

// paneConnectedWith returns the local pane in which ssh is connected with a host, and the key of the pane
// that it was attached to; "" if there is none.
func (v Visitor) paneConnectedWith(ctx context.Context, host string) (pane, shown string, err error) {
	reply, err := v.server.Run(ctx, [][]string{{"list-panes", "-a", "-F", "#{pane_id} #{" + tmux.RemoteOption + "}"}})
	if err != nil {
		return "", "", err
	}
	for line := range strings.Lines(reply.Stdout) {
		pane, shown, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if remotePane, found := strings.CutPrefix(shown, host+":"); found && tmux.PaneID(remotePane) {
			return pane, shown, nil
		}
	}
	return "", "", nil
}

// isShown reports whether a client of the host shows the pane: the client that was attached to it may have
// switched to another pane.
func isShown(ctx context.Context, host, pane string) bool {
	ctx, cancel := context.WithTimeout(ctx, isShownTimeout)
	defer cancel()
	clients, err := tmux.Server{Host: host}.Clients(ctx)
	if err != nil {
		return false // ssh prints the reason in the window
	}
	return slices.ContainsFunc(clients, func(c tmux.Client) bool { return !c.Control && c.Pane == pane })
}
