package tmuxopt

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Place is where a pane of a server is.
type Place struct {
	Pane   string // "%" and a number
	PID    int    // of the process that the pane was opened for
	Window string // "session:index", foreign text like every name in tmux
}

// Places reads where the panes of the server are, each pane once.
func (s Server) Places(ctx context.Context) ([]Place, error) {
	reply, err := s.Run(ctx, [][]string{{"list-panes", "-a", "-F", "#{version}\t#{pane_id}\t#{pane_pid}\t#{session_name}:#{window_index}"}})
	if err != nil {
		return nil, err
	}
	return parsePlaces(reply.Stdout)
}

func parsePlaces(out string) ([]Place, error) {
	var places []Place
	seen := map[string]bool{} // panes of a linked window are listed once for each link
	for line := range strings.Lines(out) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		if len(fields) != 4 || !PaneID(fields[1]) {
			return nil, fmt.Errorf("%w: unexpected line %q of list-panes", ErrTmux, line)
		}
		pid, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf("%w: unexpected line %q of list-panes", ErrTmux, line)
		}
		if !seen[fields[1]] {
			seen[fields[1]] = true
			places = append(places, Place{fields[1], pid, unmangle(fields[0], fields[3])})
		}
	}
	return places, nil
}
