package tmux

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// Window is a window that is to be opened.
type Window struct {
	Session string   // of tmux's, where it is opened: "$1"
	Name    string   // foreign text; a # becomes _, because tmux would draw what follows
	Dir     string   // where its program begins, an absolute path
	Env     []string // NAME=VALUE, in addition to what windows of the session have
	Command []string // the program and its arguments; no shell reads them
}

// OpenWindow opens a window to which no client goes, and returns its pane. That stays
// also when the program has ended, until [Server.CloseWithProgram].
func (s Server) OpenWindow(ctx context.Context, w Window) (pane string, err error) {
	// The window has to keep its pane before its program can end: so the same transaction
	// must find it, and does by a name that no other window has.
	unique := fmt.Sprintf("atm-window-%d-%d", os.Getpid(), time.Now().UnixNano())
	found := w.Session + ":=" + unique
	open := []string{"new-window", "-d", "-P", "-F", "#{pane_id}", "-t", w.Session + ":", "-n", unique}
	for _, variable := range w.Env {
		open = append(open, "-e", variable)
	}
	// tmux would expand formats in a directory, and have a shell read a single argument.
	open = append(open, "--", "sh", "-c", `cd "$0" && exec "$@"`, w.Dir)
	reply, err := s.Once(ctx, [][]string{
		append(open, w.Command...),
		{"set-option", "-w", "-t", found, "remain-on-exit", "on"},
		{"rename-window", "-t", found, "--", strings.ReplaceAll(w.Name, "#", "_")},
	})
	return strings.TrimSpace(reply.Stdout), err
}

// RunInstead has another program run in a pane; the one that ran there is ended.
func (s Server) RunInstead(ctx context.Context, pane string, command []string) error {
	_, err := s.Once(ctx, [][]string{append([]string{"respawn-pane", "-k", "-t", pane, "--"}, command...)})
	return err
}

// CloseWithProgram has the window of a pane close when its program ends, if windows of its
// server do.
func (s Server) CloseWithProgram(ctx context.Context, pane string) error {
	_, err := s.Run(ctx, [][]string{{"set-option", "-wu", "-t", pane, "remain-on-exit"}})
	return err
}
