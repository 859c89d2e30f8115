package tmuxopt

import (
	"context"
	"fmt"
	"strings"
)

// Pane is a pane of a server with the options of the contract that are set.
type Pane struct {
	ID      string // "%" and a number
	Options Options
}

// Panes reads all panes of the server in one invocation, each pane once, in
// tmux's order of sessions, windows and panes.
func (s Server) Panes(ctx context.Context) ([]Pane, error) {
	reply, err := s.Run(ctx, [][]string{{"list-panes", "-a", "-F", panesFormat()}})
	if err != nil {
		return nil, err
	}
	return parsePanes(reply.Stdout)
}

// panesFormat separates by tabs: no option of the contract can hold one, and
// all versions print it as it is.
func panesFormat() string {
	fields := []string{"#{version}", "#{pane_id}"}
	for _, f := range Schema() {
		fields = append(fields, get(f.Option))
	}
	return strings.Join(fields, "\t")
}

func parsePanes(out string) ([]Pane, error) {
	var panes []Pane
	seen := map[string]bool{} // panes of a linked window are listed once for each link
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		schema := Schema()
		if len(fields) != len(schema)+2 || !PaneID(fields[1]) {
			return nil, fmt.Errorf("%w: unexpected line %q of list-panes", ErrTmux, line)
		}
		pane := Pane{ID: fields[1], Options: Options{}}
		for i, f := range schema {
			if value := unmangle(fields[0], fields[i+2]); value != "" {
				pane.Options[f.Option] = value
			}
		}
		if !seen[pane.ID] {
			seen[pane.ID] = true
			panes = append(panes, pane)
		}
	}
	return panes, nil
}

// unmangle takes away the backslash that tmux 3.4 prints before a dollar sign.
func unmangle(version, value string) string {
	if !strings.HasPrefix(version, "3.4") {
		return value
	}
	return strings.ReplaceAll(value, `\$`, "$")
}
