package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"atm/internal/cli"
	"atm/internal/longwork/effort"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type effortCmd struct {
	Action string   `arg:"" optional:"" enum:"show,start,phase,log,note,done" default:"show" help:"What to do: show (the default), start NAME, phase TEXT, log, note TEXT, done."`
	Text   []string `arg:"" optional:"" help:"The name of the effort, its phase, or the note."`
	Phase  string   `placeholder:"TEXT" help:"With start: its first phase."`
	Log    string   `type:"path" placeholder:"FILE" help:"With start and log: the file in which sessions log their progress."`
	All    bool     `help:"Show the efforts of all panes, by directory."`
	JSON   bool     `name:"json" help:"Print JSON."`
	Pane   string   `placeholder:"%3" help:"The pane, or the session in it (default: $TMUX_PANE)."`
}

func (effortCmd) Details() string {
	return `An effort is a piece of work that needs more than one session, and so more than one context window. It ` +
		`belongs to the pane: each later session in the pane works on it, until it is done. docs/long-work.md ` +
		`shows an effort from start to end.

log records that somebody has written to the log; a change of the file counts as well. Claude can run all of these ` +
		`commands in its own shell, and so can a slash command. If no effort is open, a skill or slash command ` +
		`that the option @atm-effort-skills lists starts an effort of its name.

With --json: {"version": 1, "efforts": [...]}. Each effort has all of:
` + cli.MembersHelp(effort.Record{}) + `
Examples:
  atm effort start 'the parser' --phase plan --log notes/parser.md
  atm effort phase tests
  atm effort note 'the lexer is done, the tests are red'
  atm effort --all`
}

// Run starts, changes or shows the effort of a pane.
func (c effortCmd) Run(ctx context.Context, s streams) error {
	if c.All || c.Action == "show" {
		_, _ = s.Corrector().Current(ctx, truth.ShowLimit) // reading the panes returns the same error
	}
	if c.All {
		return c.showAll(ctx, s)
	}
	pane, err := s.readPane(ctx, c.Pane)
	if err != nil {
		return err
	}
	text := strings.Join(c.Text, " ")
	switch c.Action {
	case "start":
		return c.start(ctx, s, pane, tmuxopt.Text(text))
	case "phase":
		return s.changeEffort(ctx, pane, reportEdits(tmuxopt.EffortPhase, text), "phase "+text)
	case "log":
		return s.changeEffort(ctx, pane, c.logEdits(s), "log written")
	case "note":
		return s.changeEffort(ctx, pane, reportEdits(tmuxopt.EffortNote, text), "note: "+text)
	case "done":
		return s.changeEffort(ctx, pane, tmuxopt.DoneEffort(), "done")
	}
	return c.show(s, pane)
}

// reportEdits returns the edits that store a text about an effort. They also reset the heartbeat.
func reportEdits(option tmuxopt.Option, text string) []tmuxopt.Edit {
	return []tmuxopt.Edit{tmuxopt.Set(option, tmuxopt.Text(text)), tmuxopt.Unset(tmuxopt.Heartbeat)}
}

// AfterApply returns an error for contradictions that the grammar cannot find. kong calls it.
func (c effortCmd) AfterApply() error {
	text := strings.Join(c.Text, " ")
	takesText := c.Action == "start" || c.Action == "phase" || c.Action == "note"
	clean := tmuxopt.Text(text)
	switch {
	case takesText && clean == "":
		return fmt.Errorf("%s: the text is missing", c.Action)
	case !takesText && len(c.Text) > 0:
		return fmt.Errorf("%s takes no text: %q", c.Action, text)
	case len(clean) > tmuxopt.MaxEffortText || len(tmuxopt.Text(c.Phase)) > tmuxopt.MaxEffortText:
		return fmt.Errorf("%s: the text has more than %d bytes", c.Action, tmuxopt.MaxEffortText)
	case c.Phase != "" && c.Action != "start":
		return errors.New("--phase goes with start; atm effort phase sets it later")
	case c.Log != "" && c.Action != "start" && c.Action != "log":
		return errors.New("--log goes with start and log")
	case c.Log != "" && tmuxopt.Path(c.Log) == "":
		return fmt.Errorf("--log: an option cannot hold the path %q", c.Log)
	case (c.All || c.JSON) && c.Action != "show":
		return fmt.Errorf("--all and --json show: they do not go with %s", c.Action)
	case c.All && c.Pane != "":
		return errors.New("--all and --pane can't be used together")
	}
	return nil
}

// start starts an effort, or resumes the open one if it has that name.
func (c effortCmd) start(ctx context.Context, s streams, pane tmux.Pane, name string) error {
	open := tmuxopt.Text(pane.Options[tmuxopt.Effort])
	var optional []tmuxopt.Edit
	if c.Phase != "" {
		optional = append(optional, tmuxopt.Set(tmuxopt.EffortPhase, tmuxopt.Text(c.Phase)))
	}
	if c.Log != "" {
		optional = append(optional, tmuxopt.Set(tmuxopt.EffortLog, c.Log))
	}
	if open == name {
		return s.changeEffort(ctx, pane, optional, "resumed")
	}
	another := cli.Hint(fmt.Errorf("pane %s: an effort is open: %s", pane.ID, cmp.Or(open, "another one")),
		"atm effort done ends it; its handoff goes with it")
	return s.change(ctx, pane, tmuxopt.Batch{
		Edits: append(tmuxopt.StartEffort(name, s.Now()), optional...), Unless: tmuxopt.Get(tmuxopt.Effort),
	}, another, name+": started")
}

// logEdits returns the edits of atm effort log: they record that the log was written just now and, with
// --log, the file of the log.
func (c effortCmd) logEdits(s streams) []tmuxopt.Edit {
	edits := tmuxopt.LogWritten(tmuxopt.Seconds(s.Now()))
	if c.Log != "" {
		edits = append(edits, tmuxopt.Set(tmuxopt.EffortLog, c.Log))
	}
	return edits
}

// changeEffort edits the open effort of a pane, and prints the outcome.
func (s streams) changeEffort(ctx context.Context, pane tmux.Pane, edits []tmuxopt.Edit, outcome string) error {
	batch := tmuxopt.Batch{Edits: edits, Unless: tmuxopt.Not(tmuxopt.Get(tmuxopt.Effort))}
	name := cmp.Or(tmuxopt.Text(pane.Options[tmuxopt.Effort]), "the effort")
	return s.change(ctx, pane, batch, noEffort(pane), name+": "+outcome)
}

// change carries out a batch in a pane, and prints the outcome. refused is the error where [tmuxopt.Batch.Unless]
// holds.
func (s streams) change(ctx context.Context, pane tmux.Pane, batch tmuxopt.Batch, refused error, outcome string) error {
	batch.Pane, batch.ServerPID = pane.ID, s.Tmux.PID
	reply, err := s.Tmux.Send(ctx, batch)
	switch {
	case err != nil && batch.Unless != nil && tmuxopt.RefusedByCondition(reply.Stderr):
		return refused
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "%s %s: %s\n", pane.ID, tmuxopt.Text(pane.Where()), tmuxopt.Text(outcome))
	return err
}

// noEffort is the error if no effort is open.
func noEffort(pane tmux.Pane) error {
	return cli.Hint(fmt.Errorf("pane %s: no effort is open", pane.ID), "atm effort start NAME starts one")
}

func (c effortCmd) show(s streams, pane tmux.Pane) error {
	e := effort.New(pane)
	if e.Effort == "" {
		return noEffort(pane)
	}
	if c.JSON {
		return s.printJSON(effort.Listing{Version: 1, Efforts: []effort.Record{e}})
	}
	_, err := io.WriteString(s.stdout, e.Text(s.Now(), s.ShortPath, pane.Options))
	return err
}

func (c effortCmd) showAll(ctx context.Context, s streams) error {
	panes, err := s.Tmux.Panes(ctx, 0)
	list := effort.List(panes)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return s.printJSON(list)
	case len(list.Efforts) == 0:
		_, err := fmt.Fprintln(s.stderr, "atm: no efforts")
		return err
	}
	_, err = io.WriteString(s.stdout, list.Table(s.Now(), s.ShortPath, cli.Width(s.stdout)))
	return err
}
