package tmux

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"atm/tmuxopt"
)

// Exchange makes the edits of a batch, and returns the pane as it was before, in one transaction. It reads
// only the wanted options. The batch must run no stored program. written is false if the condition of the
// batch was false, which is no error.
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

// Pane reads a pane with the wanted options, which need not be part of the contract.
func (s Server) Pane(ctx context.Context, pane string, wanted ...tmuxopt.Option) (Pane, error) {
	reading := readPane(pane, wanted)
	reply, err := s.Run(ctx, [][]string{reading.command()})
	if err != nil {
		return Pane{}, err
	}
	return reading.parse(reply.Stdout)
}

// ListenTo waits for an event of a pane, as [Server.Listen] does, and calls armed with the pane as it is when
// the wait has begun.
func (s Server) ListenTo(
	ctx context.Context, pane string, wanted []tmuxopt.Option, armed func(Pane, error),
) error {
	reading := readPane(pane, wanted)
	return s.listen(ctx, [][]string{reading.command()}, tmuxopt.PaneChannel+pane, func(printed string) {
		armed(reading.parse(printed))
	})
}

// reading describes how to read one pane.
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

// command uses list-panes and not display-message -p, which expands times in the format, and prints something
// even if the pane does not exist.
func (r reading) command() []string {
	return []string{
		"list-panes", "-t", r.pane, "-f", "#{==:#{pane_id}," + r.pane + "}", "-F", panesFormat(formatsOf(r.fields)),
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
