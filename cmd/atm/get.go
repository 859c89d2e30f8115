package main

import (
	"context"
	"fmt"
	"strings"

	"atm/internal/cli"
	"atm/tmuxopt"
)

type getCmd struct {
	Pane  string   `help:"The pane (default: $TMUX_PANE)." placeholder:"%3"`
	JSON  bool     `name:"json" xor:"form" help:"Print a JSON object of names and values."`
	Shell bool     `xor:"form" help:"Print shell assignments: claude_state='working'."`
	Name  []string `arg:"" optional:"" help:"Options to print, without @meta.claude. (default: all that are set)."`
}

// Help ends the help text.
func (getCmd) Help() string {
	return `Prints the options of a pane: a single one as its value alone, several as lines of name and value.

Examples:
  atm get state
  atm get --pane %3 state detail
  eval "$(atm get --shell)"; echo "$claude_state"`
}

// Run prints options.
func (c getCmd) Run(ctx context.Context, s streams) error {
	pane := c.Pane
	if pane == "" {
		pane = s.getenv("TMUX_PANE")
	}
	if !tmuxopt.PaneID(pane) {
		return cli.Hint(fmt.Errorf("pane %q: not a pane id", pane), "pane ids look like %3: tmux list-panes -a shows them")
	}
	fields, err := named(c.Name)
	if err != nil {
		return err
	}
	panes, err := s.tmux.Panes(ctx)
	if err != nil {
		return err
	}
	for _, p := range panes {
		if p.ID == pane {
			return c.print(s, p.Options, fields)
		}
	}
	return cli.Hint(fmt.Errorf("pane %s: no such pane", pane), "tmux list-panes -a shows what there is")
}

// named returns the options of those names, all if there are none.
func named(names []string) ([]tmuxopt.Option, error) {
	var all []tmuxopt.Option
	known := map[string]tmuxopt.Option{}
	for _, f := range tmuxopt.Schema() {
		all = append(all, f.Option)
		known[f.Option.Name()] = f.Option
	}
	if len(names) == 0 {
		return all, nil
	}
	all = nil
	for _, name := range names {
		option, ok := known[strings.TrimPrefix(name, tmuxopt.Prefix)]
		if !ok {
			return nil, &cli.Error{Err: fmt.Errorf("option %q: no such option", name), Hint: "the README lists them", Code: cli.Usage}
		}
		all = append(all, option)
	}
	return all, nil
}

func (c getCmd) print(s streams, o tmuxopt.Options, wanted []tmuxopt.Option) error {
	if c.JSON {
		values := map[string]string{}
		for _, option := range wanted {
			if v := o[option]; v != "" || len(c.Name) > 0 {
				values[option.Name()] = v
			}
		}
		return s.printJSON(values)
	}
	var b strings.Builder
	for _, option := range wanted {
		value := o[option]
		switch {
		case c.Shell: // also what is unset: an old value must not stay
			fmt.Fprintf(&b, "claude_%s=%s\n", option.Name(), quoted(value))
		case len(c.Name) == 1:
			fmt.Fprintln(&b, value)
		case value != "" || len(c.Name) > 0:
			fmt.Fprintf(&b, "%s %s\n", option.Name(), value)
		}
	}
	_, err := fmt.Fprint(s.stdout, b.String())
	return err
}

// quoted writes a value so that a shell takes it to the letter.
func quoted(value string) string {
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
