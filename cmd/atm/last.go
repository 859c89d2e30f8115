package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/tmuxopt"
)

type lastCmd struct {
	Prompt  bool   `help:"Print what was asked instead of the answer."`
	Turns   int    `short:"n" default:"1" help:"Print so many turns, the oldest first, each below a line that says when it was." placeholder:"N"`
	JSON    bool   `name:"json" help:"Print JSON: turns with prompt, answer, at, model, session_id, complete."`
	Session string `arg:"" optional:"" name:"session" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane, else the one that was heard of last). It may have ended."`
}

// Help ends the help text.
func (lastCmd) Help() string {
	return `Prints the last answer of a session, whole, from its transcript: all that Claude has said since your last prompt, without the calls of tools. It is an error if there is none yet.
On a terminal a long answer is shown by $PAGER (less -FRX if that is not set), and what a terminal would obey is replaced. To a pipe or a file every byte goes as it is, so do not show that on a terminal. In JSON, complete is false while Claude works, and if it was interrupted.

Examples:
  atm last tests
  atm last 23e3 -n 3
  atm last %3 --prompt
  atm last %3 --json | jq -r '.turns[-1].answer'`
}

// turnRecord is a turn in JSON. Members are added, never changed.
type turnRecord struct {
	Prompt    string `json:"prompt"`
	Answer    string `json:"answer"`
	At        int64  `json:"at"` // Unix seconds of the last text of the answer, else of the prompt; 0 = unknown
	Model     string `json:"model"`
	SessionID string `json:"session_id"`
	Complete  bool   `json:"complete"`
}

// turnListing is what --json prints.
type turnListing struct {
	Version int          `json:"version"` // of this format: 1
	Turns   []turnRecord `json:"turns"`
}

// Run prints turns.
func (c lastCmd) Run(ctx context.Context, s streams) error {
	if c.Turns < 1 {
		return &cli.Error{
			Err:  fmt.Errorf("-n %d: at least 1", c.Turns),
			Hint: "see atm last --help",
			Code: cli.Usage,
		}
	}
	source, err := s.findTranscript(ctx, c.Session)
	if err != nil {
		return err
	}
	turns, err := source.settledTurns(c.Turns, s.now)
	if errors.Is(err, claudehome.ErrCut) && len(turns) > 0 {
		fmt.Fprintf(s.stderr, "atm: %v: what comes before is missing\n", err)
	} else if err != nil {
		return err
	}
	return c.print(s, source, turns)
}

// answerLag is how long an answer may be on the screen, and its turn have ended, before it
// stands in the transcript: 2.1.329 writes it a little later.
const answerLag = 3 * time.Second

// settledTurns is lastTurns for a turn that may have just ended: then it waits for its
// answer, which must not be taken for that of the turn before.
func (t transcript) settledTurns(n int, now func() time.Time) ([]claudehome.Turn, error) {
	for {
		turns, err := t.lastTurns(n)
		due := now().Sub(t.ended) > answerLag
		if due || len(turns) > 0 && endedAt(turns[len(turns)-1], t.ended) {
			return turns, err
		}
		time.Sleep(answerLag / 100)
	}
}

// endedAt reports whether the turn is the one that has ended at about that time.
func endedAt(turn claudehome.Turn, at time.Time) bool {
	return turn.Complete && at.Sub(turn.At) < answerLag
}

// lastTurns reads the last turns of a session.
func (t transcript) lastTurns(n int) ([]claudehome.Turn, error) {
	turns, err := claudehome.LastTurns(t.home, t.Transcript, n)
	if errors.Is(err, fs.ErrNotExist) { // Claude Code writes it at the first prompt
		err = nil
	}
	if len(turns) > 0 {
		return turns, err
	}
	if err != nil {
		return nil, fmt.Errorf("session %s: %w", t.name, err)
	}
	return nil, fmt.Errorf("session %s: no prompt yet", t.name)
}

func (c lastCmd) print(s streams, source transcript, turns []claudehome.Turn) error {
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
			b.WriteString(heading(turn, s.now(), i > 0))
		}
		b.WriteString(text)
		if !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	return cli.Page(s.stdout, b.String(), s.getenv("PAGER"))
}

// noAnswer is the error of a last turn without an answer. That of the turn before would
// be taken for it.
func noAnswer(source transcript) error {
	if source.failure != "" {
		return fmt.Errorf("session %s: the last prompt has ended with %s", source.name, source.failure)
	}
	err := fmt.Errorf("session %s: no answer yet to the last prompt", source.name)
	return cli.Hint(err, "atm last -n 2 also shows the turn before; atm wait waits for the end of this one")
}

// heading is the line above a turn: "== 5m ago: fix the parser".
func heading(turn claudehome.Turn, now time.Time, more bool) string {
	const most = 80 // columns of the prompt
	prompt, _, _ := strings.Cut(strings.TrimSpace(turn.Prompt), "\n")
	line := "== "
	if more {
		line = "\n== "
	}
	if !turn.At.IsZero() {
		line += cli.Age(now, turn.At) + " ago: "
	}
	line += cli.Clip(cmp.Or(tmuxopt.Text(prompt), "(its prompt was not read)"), most)
	if !turn.Complete {
		line += " (not complete)"
	}
	return line + "\n"
}

func (c lastCmd) printJSON(s streams, source transcript, turns []claudehome.Turn) error {
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
