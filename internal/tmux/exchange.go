package tmux

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"atm/tmuxopt"
)

// Exchange has tmux make the edits of a batch, and returns its pane as it was before, in
// one transaction. Only the options that are wanted are read. The batch must run no
// stored program. written is false where the batch was refused by its own condition,
// which is no error.
func (s Server) Exchange(ctx context.Context, b tmuxopt.Batch, wanted []tmuxopt.Option) (p Pane, written bool,
	r Reply, err error) {
	reading := readPane(b.Pane, wanted)
	read := reading.command()
	r, err = s.carry(ctx, invocation{
		cmds:     slices.Insert(b.Commands(), 0, read),
		retry:    func() [][]string { return slices.Insert(b.Retry(), 0, read) },
		maxBytes: maxErrors,
	})
	written = err == nil
	if err != nil && !(errors.Is(err, ErrTmux) && tmuxopt.Refused(r.Stderr)) {
		return p, false, r, err
	}
	p, err = reading.parse(r.Stdout)
	return p, written, r, err
}

// Pane reads a pane, with those options that are wanted; they need not be of the contract.
func (s Server) Pane(ctx context.Context, pane string, wanted ...tmuxopt.Option) (Pane, error) {
	reading := readPane(pane, wanted)
	reply, err := s.Run(ctx, [][]string{reading.command()})
	if err != nil {
		return Pane{}, err
	}
	return reading.parse(reply.Stdout)
}

// ListenTo waits as [Server.Listen] does for an event of a pane, and calls armed
// with the pane as it is when it has begun to wait.
func (s Server) ListenTo(
	ctx context.Context, pane string, wanted []tmuxopt.Option, armed func(Pane, error),
) error {
	reading := readPane(pane, wanted)
	return s.listen(ctx, [][]string{reading.command()}, tmuxopt.PaneChannel+pane, func(printed string) {
		armed(reading.parse(printed))
	})
}

// reading is how one pane is read.
type reading struct {
	pane   string
	fields []tmuxopt.Field
}

func readPane(pane string, wanted []tmuxopt.Option) reading {
	r := reading{pane: pane}
	spoken := tmuxopt.For(tmuxopt.Spoken)
	for _, option := range wanted {
		field := tmuxopt.Field{Option: option}
		if slices.Contains(spoken, option) {
			field.Uses = tmuxopt.Spoken
		}
		r.fields = append(r.fields, field)
	}
	return r
}

// command is not display-message -p, which takes a format for one of strftime's, and prints
// something also where there is no such pane.
func (r reading) command() []string {
	return []string{
		"list-panes", "-t", r.pane, "-f", "#{==:#{pane_id}," + r.pane + "}", "-F", panesFormat(r.fields),
	}
}

func (r reading) parse(printed string) (Pane, error) {
	panes, err := parsePanes(printed, r.fields)
	if err == nil && len(panes) != 1 {
		err = fmt.Errorf("%w: unexpected %q of list-panes", ErrTmux, printed)
	}
	if err != nil {
		return Pane{}, err
	}
	return panes[0], nil
}
