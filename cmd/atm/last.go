package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

type lastCmd struct {
	Prompt  bool   `help:"Print the prompt instead of the answer."`
	Turns   int    `short:"n" default:"1" help:"Print this many turns, the oldest first, each with its time." placeholder:"N"`
	JSON    bool   `name:"json" help:"Print JSON; see below."`
	Session string `arg:"" optional:"" name:"session" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane, else the one with the latest event). It may have ended."`
}

func (lastCmd) Details() string {
	return `Prints the last answer of a session from its transcript: all that Claude has written since your last ` +
		`prompt, without tool calls. It fails if there is no answer yet.
On a terminal, $PAGER (default: less -FRX) shows a long answer, and control characters are replaced. A pipe or a ` +
		`file gets every byte unchanged.

With --json: {"version": 1, "turns": [...]}. Each turn has all of:
` + cli.MembersHelp(turnRecord{}) + `
Examples:
  atm last tests
  atm last 23e3 -n 3
  atm last %3 --prompt
  atm last %3 --json | jq -r '.turns[-1].answer'`
}

// turnRecord is a turn in JSON. Members are added, never changed.
type turnRecord struct {
	Prompt    string `json:"prompt" help:"the prompt, whole"`
	Answer    string `json:"answer" help:"the answer, whole"`
	At        int64  `json:"at" help:"Unix seconds of the answer's last text, else of the prompt; 0 = unknown"`
	Model     string `json:"model"`
	SessionID string `json:"session_id" help:"the full id"`
	Complete  bool   `json:"complete" help:"false while Claude works, and if it was interrupted"`
}

// turnListing is the output of --json.
type turnListing struct {
	Version int          `json:"version"` // version of this format: 1
	Turns   []turnRecord `json:"turns"`
}

func (c lastCmd) Run(ctx context.Context, s streams) error {
	if c.Turns < 1 {
		return cli.Wrong("", "-n %d: at least 1", c.Turns)
	}
	source, err := s.FindTranscript(ctx, c.Session)
	if err != nil {
		return err
	}
	turns, err := source.SettledTurns(c.Turns, s.Now)
	if errors.Is(err, claudehome.ErrCut) && len(turns) > 0 {
		fmt.Fprintf(s.stderr, "atm: %v: what comes before is missing\n", err)
	} else if err != nil {
		return err
	}
	return c.print(s, source, turns)
}

func (c lastCmd) print(s streams, source query.Transcript, turns []claudehome.Turn) error {
	if c.JSON {
		return c.printJSON(s, source, turns)
	}
	last := turns[len(turns)-1]
	if c.Turns == 1 && !c.Prompt && last.Answer == "" {
		return noAnswer(source)
	}
	var b strings.Builder
	for i, turn := range turns {
		text := turn.Answer
		if c.Prompt {
			text = turn.Prompt
		}
		if c.Turns > 1 {
			b.WriteString(heading(turn, s.Now(), i > 0))
		}
		b.WriteString(text)
		if !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	return cli.Page(s.stdout, b.String(), s.Getenv("PAGER"))
}

// noAnswer is the error if the last turn has no answer. To print the previous answer would mislead.
func noAnswer(source query.Transcript) error {
	if source.Failure != "" {
		return fmt.Errorf("session %s: the last prompt has ended with %s", source.Name, source.Failure)
	}
	err := fmt.Errorf("session %s: no answer yet to the last prompt", source.Name)
	if !source.Ended.IsZero() { // Claude Code may write the answer later than atm waits
		return cli.Hint(err, "the turn has ended: ask again in some seconds, unless somebody interrupted it; "+
			"atm last -n 2 also shows the turn before")
	}
	hint := "atm last -n 2 also shows the turn before"
	if source.Runs {
		hint += "; atm wait waits for the end of this one"
	}
	return cli.Hint(err, hint)
}

// heading is the line above a turn: "== 5m ago: fix the parser".
func heading(turn claudehome.Turn, now time.Time, followsAnother bool) string {
	const maxColumns = 80 // columns of the prompt
	prompt, _, _ := strings.Cut(strings.TrimSpace(turn.Prompt), "\n")
	line := "== "
	if followsAnother {
		line = "\n== "
	}
	if !turn.At.IsZero() {
		line += cli.Age(now, turn.At) + " ago: "
	}
	line += cli.Clip(cmp.Or(tmuxopt.Text(prompt), "(its prompt was not read)"), maxColumns)
	if !turn.Complete {
		line += " (not complete)"
	}
	return line + "\n"
}

func (c lastCmd) printJSON(s streams, source query.Transcript, turns []claudehome.Turn) error {
	listing := turnListing{Version: 1, Turns: []turnRecord{}}
	for _, turn := range turns {
		record := turnRecord{Prompt: turn.Prompt, Answer: turn.Answer, Model: turn.Model,
			SessionID: source.ID, Complete: turn.Complete}
		if !turn.At.IsZero() {
			record.At = turn.At.Unix()
		}
		listing.Turns = append(listing.Turns, record)
	}
	return s.printJSON(listing)
}
