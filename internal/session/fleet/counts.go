package fleet

import (
	"strconv"
	"strings"

	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Counts has the number of sessions in each state, as atm status --json prints it. Fields are added, never
// changed.
type Counts struct {
	Version   int `json:"version" option:"-" help:"of this format: 1"`
	Attention int `json:"attention" help:"sessions that wait for an answer"`
	Error     int `json:"error" help:"those whose last turn ended in an error"`
	Working   int `json:"working" help:"those that work"`
	Stuck     int `json:"stuck" help:"of these, those of which nothing was heard for long"`
	Idle      int `json:"idle" help:"those that have finished"`
	Question  int `json:"question" help:"of these, those that have finished with a question"`
	Unseen    int `json:"unseen" help:"of these, those that have finished since you looked, without a question"`
	Asleep    int `json:"asleep" help:"of these, those that have not finished: they go on by themselves"`

	Unreachable []string `json:"unreachable,omitempty" help:"hosts that do not answer"`
}

// Text writes the counts that are not zero, each after its icon; "" if all are zero.
func (c Counts) Text(icons map[string]string) string {
	sessions := map[string]int{
		string(tmuxopt.Attention): c.Attention, string(tmuxopt.Failed): c.Error, draw.Question: c.Question,
		draw.Stuck: c.Stuck, string(tmuxopt.Working): c.Working - c.Stuck, draw.Unseen: c.Unseen,
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

// Count counts the panes by the states of their sessions.
func Count(panes []tmux.Pane) Counts {
	c := Counts{Version: 1}
	for _, pane := range panes {
		switch tmuxopt.SessionState(pane.Options[tmuxopt.State]) {
		case tmuxopt.Attention:
			c.Attention++
		case tmuxopt.Failed:
			c.Error++
		case tmuxopt.Working:
			c.Working++
			if pane.Options.ShownState() == tmuxopt.ShownStuck {
				c.Stuck++
			}
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
