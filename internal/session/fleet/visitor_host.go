package fleet

import (
	"context"
	"slices"
	"strings"
	"time"

	"atm/internal/tmux"
)

// lookTimeout is how long another host may take to say what its clients show.
const lookTimeout = 3 * time.Second

// windowTo returns the pane here in which ssh is attached to a pane of another host, of that
// key: in a window of that host that is there already, else in a new one.
func (v Visitor) windowTo(ctx context.Context, key string) (pane string, err error) {
	host, far := SplitKey(key)
	program, err := tmux.AttachCommand(host, far)
	if err != nil {
		return "", err
	}
	pane, shown, err := v.windowOf(ctx, host)
	switch {
	case err != nil:
		return "", err
	case pane == "":
		window := tmux.Window{Session: v.Session, Name: host, Dir: "/", Command: program}
		pane, err = v.server.OpenWindow(ctx, window)
		if err == nil {
			err = v.server.CloseWithProgram(ctx, pane)
		}
	case shown != key || !isShown(ctx, host, far):
		err = v.server.RunInstead(ctx, pane, program)
	}
	if err == nil {
		_, err = v.server.Run(ctx, [][]string{{"set-option", "-pt", pane, tmux.RemoteOption, key}})
	}
	return pane, err
}

// windowOf returns the pane here in which ssh is connected with a host, and the key of what
// it was attached to; "" if there is none.
func (v Visitor) windowOf(ctx context.Context, host string) (pane, shown string, err error) {
	reply, err := v.server.Run(ctx, [][]string{{"list-panes", "-a", "-F", "#{pane_id} #{" + tmux.RemoteOption + "}"}})
	if err != nil {
		return "", "", err
	}
	for line := range strings.Lines(reply.Stdout) {
		pane, shown, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if far, found := strings.CutPrefix(shown, host+":"); found && tmux.PaneID(far) {
			return pane, shown, nil
		}
	}
	return "", "", nil
}

// isShown reports whether a pane of a host is on a terminal, as that says: the client that was
// attached to it may have gone elsewhere over there.
func isShown(ctx context.Context, host, pane string) bool {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	clients, err := tmux.Server{Host: host}.Clients(ctx)
	if err != nil {
		return false // ssh says why, in the window
	}
	return slices.ContainsFunc(clients, func(c tmux.Client) bool { return c.TTY != "" && c.Pane == pane })
}
