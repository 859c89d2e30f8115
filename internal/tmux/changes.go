package tmux

import (
	"context"
	"strings"

	"atm/tmuxopt"
)

// Changes returns the count of changes so far, "" before the first one.
func (s Server) Changes(ctx context.Context) (string, error) {
	r, err := s.Run(ctx, [][]string{readChanges})
	return strings.TrimSpace(r.Stdout), err
}

// WaitPane returns once the history of a pane, once it
// differs from the one given, and with it the history. That the pane goes wakes
// nobody; of one that is gone the history is empty.
func (s Server) WaitPane(ctx context.Context, pane, history string) (now string, err error) {
	same := tmuxopt.Eq(tmuxopt.Get(tmuxopt.History), tmuxopt.Lit(history)).String()
	r, err := s.Run(ctx, [][]string{
		{"if-shell", "-Ft", pane, same, "wait-for " + tmuxopt.PaneChannel + pane}, {"display-message", "-pt", pane, tmuxopt.Get(tmuxopt.History).String()},
	})
	return strings.TrimSuffix(r.Stdout, "\n"), err
}

var readChanges = []string{"show-options", "-sqv", tmuxopt.ChangesOption}

// WaitChange returns once the count of changes differs from the one given, and
// with it the count. Nothing is missed between two calls: tmux compares and waits
// in one go.
func (s Server) WaitChange(ctx context.Context, count string) (now string, err error) {
	same := tmuxopt.Eq(tmuxopt.ServerFormat("#{"+tmuxopt.ChangesOption+"}"), tmuxopt.Lit(count)).String()
	r, err := s.Run(ctx, [][]string{{"if-shell", "-F", same, "wait-for " + tmuxopt.ChangesChannel}, readChanges})
	return strings.TrimSuffix(r.Stdout, "\n"), err
}

// WaitShown returns once a batch has been carried out.
func (s Server) WaitShown(ctx context.Context) error {
	_, err := s.Run(ctx, [][]string{{"wait-for", tmuxopt.ShownChannel}})
	return err
}

// Wake wakes all who wait for changes, or for those of one pane if it is given. It
// is for who does not want to wait any more: a connection that is only closed
// would stay in the server for good. The others compare, and wait again.
func (s Server) Wake(ctx context.Context, pane string) error {
	channel := tmuxopt.ChangesChannel
	if pane != "" {
		channel = tmuxopt.PaneChannel + pane
	}
	_, err := s.Run(ctx, [][]string{{"wait-for", "-S", channel}, {"wait-for", "-S", tmuxopt.ShownChannel}})
	return err
}
