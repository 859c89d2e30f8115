package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"atm/hookmap"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

type statusCmd struct {
	iconSet
	hostFlags
	JSON bool `name:"json" help:"Print the counts as JSON: version, attention, error, question, working, idle; unreachable, the hosts that do not answer."`
}

// Help ends the help text.
func (statusCmd) Help() string {
	return `Corrects all panes first (see atm sync). Prints nothing where no session runs. Inside tmux the format draws the same without a process: atm format counts.

Examples:
  atm status
  atm status --icons ascii
  atm status --json | jq .attention
  tmux set -g status-right '#(atm status --hosts)'`
}

// counts is what --json prints. Fields are added, never changed.
type counts struct {
	Version   int `json:"version"` // of this format: 1
	Attention int `json:"attention"`
	Error     int `json:"error"`
	Working   int `json:"working"`
	Idle      int `json:"idle"`     // those that ask among them
	Question  int `json:"question"` // of those that are idle

	Unreachable []string `json:"unreachable,omitempty"` // hosts that do not answer
}

// Run prints how many sessions are in which state.
func (c statusCmd) Run(ctx context.Context, s streams) error {
	answers, err := c.ask(ctx, s.statesOnly())
	if err != nil {
		return err
	}
	report, err := s.statesOnly().corrector().Current(ctx, truth.ShowLimit)
	if err != nil && !noServer(err) { // no server, no sessions
		return err
	}
	told, panes := answers(), report.Panes
	for _, answer := range told {
		panes = append(panes, answer.Panes...)
	}
	counted := count(panes)
	counted.Unreachable = unreachable(told)
	if c.JSON {
		return s.printJSON(counted)
	}
	s.tellUnreachable(told)
	if counted.none() {
		return nil
	}
	icons, err := s.stateIcons(ctx, c.Icons)
	switch {
	case noServer(err): // the sessions are those of other hosts
		icons = defaultIcons()
	case err != nil:
		return err
	}
	_, err = fmt.Fprintln(s.stdout, counted.text(icons))
	return err
}

// none reports whether no session is in any of the states.
func (c counts) none() bool { return c.Attention+c.Error+c.Working+c.Idle == 0 }

// text writes the counts that are not zero, each behind its icon.
func (c counts) text(icons map[string]string) string {
	var texts []string
	for _, group := range []struct {
		icon     string
		sessions int
	}{
		{string(tmuxopt.Attention), c.Attention}, {string(tmuxopt.Failed), c.Error}, {draw.Question, c.Question},
		{string(tmuxopt.Working), c.Working}, {string(tmuxopt.Idle), c.Idle - c.Question},
	} {
		if group.sessions > 0 {
			texts = append(texts, icons[group.icon]+strconv.Itoa(group.sessions))
		}
	}
	return strings.Join(texts, " ")
}

// count counts the panes whose sessions are in one of the states.
func count(panes []tmux.Pane) counts {
	c := counts{Version: 1}
	for _, pane := range panes {
		switch tmuxopt.SessionState(pane.Options[tmuxopt.State]) {
		case tmuxopt.Attention:
			c.Attention++
		case tmuxopt.Failed:
			c.Error++
		case tmuxopt.Working:
			c.Working++
		case tmuxopt.Idle:
			c.Idle++
			if hookmap.Asks(pane.Options) {
				c.Question++
			}
		}
	}
	return c
}

// noServer reports whether there is no server, or none any more.
func noServer(err error) bool { return tmux.NoServer(err) }
