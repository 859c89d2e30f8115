package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"atm/internal/cli"
	"atm/internal/longwork/handoff"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type handoffCmd struct {
	Show  bool     `xor:"do" help:"Print it."`
	Clear bool     `xor:"do" help:"Remove it."`
	Edit  bool     `xor:"do" help:"Write it in your editor ($$VISUAL, else $$EDITOR, else vi)."`
	Load  []string `sep:"none" placeholder:"FILE" help:"A file that the next session should read. Can be repeated."`
	Pane  string   `placeholder:"%3" help:"The pane, or the session in it (default: $TMUX_PANE)."`
}

func (handoffCmd) Details() string {
	return fmt.Sprintf(`A handoff is what the next session in this pane must know: what is done, what is next, what does not `+
		`work. atm reads it from standard input: several lines, at most %d bytes. It replaces the previous one, `+
		`and stays until atm effort done or --clear, also after the end of the session, /clear and a compaction.

Claude can hand over in its own shell. The text is for a model; no command in it is run.

Examples:
  atm handoff <<'END'
  The lexer is done; the parser's tests are red since the last commit.
  END
  atm handoff --load docs/plan.md --load notes/parser.md <next.txt
  atm handoff --edit
  atm handoff --show`, handoff.MaxText)
}

func (c handoffCmd) Run(ctx context.Context, s streams) error {
	if len(c.Load) > 0 && (c.Show || c.Clear) {
		return cli.Wrong("", "--load goes with a text")
	}
	pane, err := s.readPane(ctx, c.Pane, handoff.Options()...)
	switch {
	case err != nil:
		return err
	case c.Show:
		return s.showHandoff(pane)
	case c.Clear:
		return s.change(ctx, pane, tmuxopt.Batch{Edits: handoff.Clear()}, nil, "the handoff is gone")
	}
	return c.write(s, pane, handoff.Of(pane.Options))
}

// showHandoff prints the text of a handoff to standard output, and the files to read to standard error.
func (s streams) showHandoff(pane tmux.Pane) error {
	h := handoff.Of(pane.Options)
	if h.Text == "" {
		return cli.Hint(fmt.Errorf("pane %s: there is no handoff", pane.ID),
			"atm handoff --help tells how to write one")
	}
	for _, file := range h.Files {
		fmt.Fprintf(s.stderr, "to read: %s\n", s.ShortPath(file))
	}
	return cli.Page(s.stdout, h.Text+"\n", s.Getenv("PAGER"))
}

// write replaces the handoff of a pane. If the user edits the text, the files stay unless others are named.
func (c handoffCmd) write(s streams, pane tmux.Pane, last handoff.Handoff) (err error) {
	files, err := absoluteFiles(c.Load)
	if c.Edit && len(files) == 0 {
		files = last.Files
	}
	if err != nil {
		return cli.Hint(fmt.Errorf("--load: %w", err), "it names files that are there")
	}
	text, err := c.text(s, last.Text)
	if err != nil {
		return err
	}
	defer func() {
		if c.Edit && err != nil && text != "" { // the editor's file is gone
			_, _ = fmt.Fprintln(s.stdout, text)
		}
	}()
	edits, err := handoff.Handoff{Text: text, Files: files, Time: s.Now()}.Edits()
	switch {
	case errors.Is(err, handoff.ErrTooLarge):
		return cli.Hint(err, "write the rest into a file, and name it: --load FILE")
	case errors.Is(err, handoff.ErrEmpty):
		return cli.Hint(err, "its text is read from standard input, or written with --edit; atm handoff "+
			"--clear takes one away")
	case err != nil:
		return err
	}
	batch, refused := tmuxopt.Batch{Edits: edits}, error(nil)
	if c.Edit { // an editor may have been open for hours
		if last.Text != "" && tmuxopt.EscapeLines(text) == tmuxopt.EscapeLines(last.Text) && slices.Equal(files, last.Files) {
			_, err := fmt.Fprintln(s.stdout, "nothing was changed") // it may be used up: nobody gets it again
			return err
		}
		isSame := tmuxopt.Is(tmuxopt.HandoffTime, pane.Options[tmuxopt.HandoffTime])
		batch.Unless = tmuxopt.And(tmuxopt.Get(tmuxopt.HandoffTime), tmuxopt.Not(isSame))
		refused = cli.Hint(fmt.Errorf("pane %s: another handoff was written meanwhile, and stays", pane.ID),
			"what you have written stands above; atm handoff --edit edits the other one")
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return s.change(ctx, pane, batch, refused, "the handoff is kept for the next session")
}

// absoluteFiles returns the absolute paths of regular files.
func absoluteFiles(names []string) ([]string, error) {
	var paths []string
	for _, name := range names {
		path, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%q is not a file", name)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// maxRead is how many bytes of standard input are read. Package handoff checks the length of a shorter text.
const maxRead = 1 << 20

// text reads the new text from the editor or from standard input.
func (c handoffCmd) text(s streams, last string) (string, error) {
	if c.Edit {
		editor := cmp.Or(s.Getenv("VISUAL"), s.Getenv("EDITOR"), "vi")
		return s.dialog().Edit(editor, "handoff.md", last, s.stdout)
	}
	if cli.Width(s.stdin) >= 0 {
		return "", cli.Wrong("give it on standard input, or use --edit", "the text is missing")
	}
	text, err := io.ReadAll(io.LimitReader(s.stdin, maxRead))
	if len(text) == maxRead {
		return "", handoff.ErrTooLarge
	}
	return string(text), err
}
