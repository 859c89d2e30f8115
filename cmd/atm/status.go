package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"atm/internal/cli"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

type statusCmd struct {
	iconSet
	hostFlags
	backgroundFlag
	JSON bool `name:"json" help:"Print the counts as JSON, see below."`
}

// Help is what the help text says below the flags.
func (statusCmd) Help() string {
	return `Corrects all panes first (see atm sync). Prints nothing where no session runs. Inside tmux the ` +
		`format draws the same without a process: atm format counts.

With --json:
` + cli.MembersHelp(counts{}) + `
Examples:
  atm status
  atm status --icons ascii
  atm status --json | jq .attention
  tmux set -g status-right '#(atm status --hosts)'`
}

// counts is what --json prints. Fields are added, never changed.
type counts struct {
	Version   int `json:"version" option:"-" help:"of this format: 1"`
	Attention int `json:"attention" help:"sessions that wait for an answer"`
	Error     int `json:"error" help:"those whose last turn ended in an error"`
	Working   int `json:"working" help:"those that work"`
	Idle      int `json:"idle" help:"those that have finished"`
	Question  int `json:"question" help:"of these, those that have finished with a question"`
	Unseen    int `json:"unseen" help:"of these, those that have finished since you looked, without a question"`
	Asleep    int `json:"asleep" help:"of these, those that have not finished: they go on by themselves"`

	Unreachable []string `json:"unreachable,omitempty" help:"hosts that do not answer"`
}

// Run prints how many sessions are in which state.
func (c statusCmd) Run(ctx context.Context, s streams) error {
	s.Reader = s.StatesOnly()
	s.NoUnshown = c.NoBackground
	answers, err := c.ask(ctx, s)
	if err != nil {
		return err
	}
	sources := s.Sources()
	if !c.JSON {
		sources.Ask = [][]string{draw.StateIconsCommand(c.Icons)}
	}
	report, err := truth.NewCorrector(sources).Current(ctx, truth.ShowLimit)
	if err != nil && !tmux.NoServer(err) { // no server, no sessions
		return err
	}
	found, panes := answers(), append(report.Panes, report.Unshown...)
	for _, answer := range found {
		panes = append(panes, answer.Panes...)
	}
	counted := count(panes)
	counted.Unreachable = unreachable(found)
	if c.JSON {
		return s.printJSON(counted)
	}
	s.reportUnreachable(found)
	if counted.none() {
		return nil
	}
	_, err = fmt.Fprintln(s.stdout, counted.text(draw.ParseStateIcons(report.Answer)))
	return err
}

// none reports whether no session is in any of the states.
func (c counts) none() bool { return c.Attention+c.Error+c.Working+c.Idle == 0 }

// text writes the counts that are not zero, each after its icon.
func (c counts) text(icons map[string]string) string {
	sessions := map[string]int{
		string(tmuxopt.Attention): c.Attention, string(tmuxopt.Failed): c.Error, draw.Question: c.Question,
		string(tmuxopt.Working): c.Working, draw.Unseen: c.Unseen,
		string(tmuxopt.Idle): c.Idle - c.Question - c.Unseen - c.Asleep, draw.Asleep: c.Asleep,
	}
	var texts []string
	for _, name := range draw.Counted() {
		if sessions[name] > 0 {
			texts = append(texts, icons[name]+strconv.Itoa(sessions[name]))
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
			switch pane.Options.ShownState() {
			case tmuxopt.ShownQuestion:
				c.Question++
			case tmuxopt.ShownUnseen:
				c.Unseen++
			case tmuxopt.ShownAsleep:
				c.Asleep++
			}
		}
	}
	return c
}
