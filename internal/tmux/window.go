package tmux

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"atm/tmuxopt"
)

// Window is a window to open, or a pane to open beside another one.
type Window struct {
	Session string   // id of the tmux session in which the window is opened: "$1"
	Beside  string   // if set, no window is opened, but this pane is split
	Columns int      // if set, the new pane has this width and is on the left of the window
	Name    string   // foreign text; a # becomes _, because tmux would draw what follows
	Dir     string   // the working directory of its program, an absolute path
	Env     []string // NAME=VALUE, in addition to the environment of the session
	Command []string // the program and its arguments; no shell reads them
}

// WindowName is the name of a window that is opened for a session in that directory, "" = not known: short, and the
// same whichever command opens it. It can be a part of a tmux command.
func WindowName(dir string) string {
	if dir == "" {
		return "claude"
	}
	return plainName(tmuxopt.Text(filepath.Base(dir)))
}

// plainName makes tmux draw all of a name as it is.
func plainName(name string) string { return strings.ReplaceAll(name, "#", "_") }

// OpenWindow opens a window without switching any client to it, and returns its pane. The pane stays after
// its program has ended, unless [Server.CloseWithProgram] is called.
func (s Server) OpenWindow(ctx context.Context, w Window) (pane string, err error) {
	if w.Beside != "" {
		return s.split(ctx, w)
	}
	// remain-on-exit must be set before the program can end, so in the same transaction. There the window is
	// found by a name that no other window has.
	unique := fmt.Sprintf("atm-window-%d-%d", os.Getpid(), time.Now().UnixNano())
	found := w.Session + ":=" + unique
	reply, err := s.Once(ctx, [][]string{
		w.open("new-window", "-d", "-t", w.Session+":", "-n", unique),
		{"set-option", "-p", "-t", found, "remain-on-exit", "on"},
		{"rename-window", "-t", found, "--", plainName(w.Name)},
	})
	return strings.TrimSpace(reply.Stdout), err
}

// widePane is the width of a pane whose halves are still wide enough to work in. A narrower pane is split
// into an upper and a lower half.
const widePane = "120"

// split opens a pane beside another one, which stays active.
func (s Server) split(ctx context.Context, w Window) (pane string, err error) {
	const format = "#{window_id} #{?#{e|<:#{pane_width}," + widePane + "},-v,-h}"
	reply, err := s.Run(ctx, [][]string{{"display-message", "-p", "-t", w.Beside, format}})
	if err != nil {
		return "", err
	}
	window, direction, _ := strings.Cut(strings.TrimSpace(reply.Stdout), " ")
	place := []string{direction}
	if w.Columns > 0 {
		place = []string{"-hbf", "-l", strconv.Itoa(w.Columns)}
	}
	reply, err = s.Once(ctx, [][]string{
		w.open(append(append([]string{"split-window"}, place...), "-t", w.Beside)...),
		{"set-option", "-p", "-t", window, "remain-on-exit", "on"}, // the active pane is the new one
		{"last-pane", "-t", window},
	})
	return strings.TrimSpace(reply.Stdout), err
}

// open returns the command that opens the window or pane, and prints its pane.
func (w Window) open(command ...string) []string {
	command = append(command, "-P", "-F", "#{pane_id}")
	for _, variable := range w.Env {
		command = append(command, "-e", variable)
	}
	// tmux would expand formats in a directory, and pass a single argument to a shell.
	command = append(command, "--", "sh", "-c", `cd "$0" && exec "$@"`, w.Dir)
	return append(command, w.Command...)
}

// RunInstead replaces the program in a pane.
func (s Server) RunInstead(ctx context.Context, pane string, command []string) error {
	_, err := s.Once(ctx, [][]string{append([]string{"respawn-pane", "-k", "-t", pane, "--"}, command...)})
	return err
}

// CloseWithProgram makes a pane close when its program ends, unless the server is set to keep such panes.
func (s Server) CloseWithProgram(ctx context.Context, pane string) error {
	_, err := s.Run(ctx, [][]string{{"set-option", "-pu", "-t", pane, "remain-on-exit"}})
	return err
}
