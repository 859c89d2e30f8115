package fleet

import (
	"context"
	"slices"
	"strings"
	"time"

	"atm/internal/tmux"
)

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
	return slices.ContainsFunc(clients, func(c tmux.Client) bool { return c.TTY != "" && c.Pane == pane })
}
