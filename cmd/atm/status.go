package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"atm/internal/tmux"
	"atm/internal/truth"
	"atm/tmuxopt"
)

type statusCmd struct {
	iconSet
	JSON bool `name:"json" help:"Print the counts as JSON: version, attention, error, working, idle."`
}

// Help ends the help text.
func (statusCmd) Help() string {
	return `Corrects all panes first (see atm sync). Prints nothing where no session runs. Inside tmux the format draws the same without a process: atm format counts.

Examples:
  atm status
  atm status --icons ascii
  atm status --json | jq .attention`
}

// counts is what --json prints. Fields are added, never changed.
type counts struct {
	Version   int `json:"version"` // of this format: 1
	Attention int `json:"attention"`
	Error     int `json:"error"`
	Working   int `json:"working"`
	Idle      int `json:"idle"`
}

// Run prints how many sessions are in which state.
func (c statusCmd) Run(ctx context.Context, s streams) error {
	report, err := s.statesOnly().corrector().Current(ctx, truth.ShowLimit)
	if err != nil && !noServer(err) { // no server, no sessions
		return err
	}
	if c.JSON {
		return s.printJSON(count(report.Panes))
	}
	n := count(report.Panes)
	if n == (counts{Version: 1}) {
		return nil
	}
	icons, err := s.stateIcons(ctx, c.Icons)
	if err == nil {
		_, err = fmt.Fprintln(s.stdout, n.text(icons))
	}
	return err
}

// text writes the counts that are not zero, each behind its icon.
func (n counts) text(icons map[string]string) string {
	var shown []string
	for _, one := range []struct {
		state  string
		number int
	}{{"attention", n.Attention}, {"error", n.Error}, {"working", n.Working}, {"idle", n.Idle}} {
		if one.number > 0 {
			shown = append(shown, icons[one.state]+strconv.Itoa(one.number))
		}
	}
	return strings.Join(shown, " ")
}

func count(panes []tmux.Pane) counts {
	c := counts{Version: 1}
	for _, p := range panes {
		switch p.Options[tmuxopt.State] {
		case "attention":
			c.Attention++
		case "error":
			c.Error++
		case "working":
			c.Working++
		case "idle":
			c.Idle++
		}
	}
	return c
}

// noServer reports whether there is no server, or none any more.
func noServer(err error) bool { return tmux.NoServer(err) }
