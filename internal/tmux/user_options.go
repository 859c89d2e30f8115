package tmux

import (
	"context"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// ExchangeOnce is [Server.Exchange] for edits that must not be made twice: if it is not known whether they
// were made, they are not sent again. A refused batch is an error. It also returns the names of the user
// options with a prefix that the pane, its window, its session, or all sessions have.
func (s Server) ExchangeOnce(ctx context.Context, b tmuxopt.Batch, wanted []tmuxopt.Option, prefix string) (
	p Pane, names []string, r Reply, err error,
) {
	reading, user := readPane(b.Pane, wanted), userOptions{b.Pane, prefix}
	r, err = s.Once(ctx, slices.Concat([][]string{reading.command()}, user.list(), b.Commands()))
	if err != nil {
		return p, nil, r, err
	}
	printed, listed, _ := strings.Cut(r.Stdout, separator+"\n")
	p, err = reading.parse(printed)
	return p, user.names(listed), r, err
}

// UserOptions reads the user options whose names begin with a prefix, with the values that apply to the
// pane: its own, or those of its window, its session, or all sessions.
func (s Server) UserOptions(ctx context.Context, pane, prefix string) (map[string]string, error) {
	user := userOptions{pane, prefix}
	r, err := s.Run(ctx, user.list())
	if err != nil {
		return nil, err
	}
	return s.ValuesOf(ctx, pane, user.names(r.Stdout))
}

// ValuesOf reads options of a pane by their names. Options that are not set are left out.
func (s Server) ValuesOf(ctx context.Context, pane string, names []string) (map[string]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var wanted []tmuxopt.Option
	for _, name := range names {
		wanted = append(wanted, tmuxopt.Option(name))
	}
	p, err := s.Pane(ctx, pane, wanted...)
	values := map[string]string{}
	for _, name := range names {
		if value := p.Options[tmuxopt.Option(name)]; value != "" {
			values[name] = value
		}
	}
	return values, err
}

// userOptions are the user options of a pane whose names begin with a prefix; "" = none.
type userOptions struct{ pane, prefix string }

// list returns the commands that print the options of the pane, and of everything that it inherits options
// from.
func (u userOptions) list() [][]string {
	if u.prefix == "" {
		return nil
	}
	return [][]string{
		{"display-message", "-p", separator},
		{"show-options", "-qpt", u.pane},
		{"show-options", "-qwt", u.pane},
		{"show-options", "-qt", u.pane},
		{"show-options", "-qg"},
	}
}

// names returns the names in the output of these commands, without those that would be more than a name in a
// format.
func (u userOptions) names(printed string) []string {
	if u.prefix == "" {
		return nil
	}
	var names []string
	for line := range strings.Lines(printed) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest, begins := strings.CutPrefix(name, u.prefix)
		if begins && rest != "" && tmuxopt.Word(rest) == rest {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
