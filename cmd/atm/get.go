package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/session/fleet"
	"atm/internal/sys/shell"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type getCmd struct {
	Pane  string   `help:"The pane, or the session in it (default: $TMUX_PANE)." placeholder:"%3"`
	JSON  bool     `name:"json" xor:"form" help:"Print a JSON object of names and values."`
	Shell bool     `xor:"form" help:"Print shell assignments: claude_state='working'."`
	Name  []string `arg:"" optional:"" help:"Options to print, without @meta.claude. (default: all that are set)."`
}

func (getCmd) Details() string {
	return `Prints the value of one option, or lines with the names and values of several.

Examples:
  atm get state
  atm get --pane %3 state detail
  eval "$(atm get --shell)"; echo "$claude_state"`
}

func (c getCmd) Run(ctx context.Context, s streams) error {
	fields, err := optionsNamed(c.Name)
	if err != nil {
		return err
	}
	name := cmp.Or(c.Pane, s.Getenv("TMUX_PANE")) // behind a gate, too: it changes nothing
	pane, err := s.readPane(ctx, name, fields...)
	if err != nil {
		return err
	}
	return c.print(s, pane.Options, fields)
}

// readPane reads options of the named pane, or all of them if none is named; "" means this pane.
func (s streams) readPane(ctx context.Context, name string, options ...tmuxopt.Option) (tmux.Pane, error) {
	if err := s.checkPane(name); err != nil {
		return tmux.Pane{}, err
	}
	id := cmp.Or(name, s.Getenv("TMUX_PANE"))
	if !tmux.PaneID(id) {
		panes, err := s.Tmux.Panes(ctx, tmuxopt.Listed)
		if err != nil {
			return tmux.Pane{}, err
		}
		pane, err := s.pane(panes, id)
		if err != nil {
			return tmux.Pane{}, err
		}
		id = pane.ID
	}
	if len(options) == 0 {
		options, _ = optionsNamed(nil)
	}
	pane, err := s.Tmux.Pane(ctx, id, options...)
	if err != nil {
		err = noSuchTarget("pane", id, err)
	}
	return pane, err
}

// pane returns the pane with that id, that place, or that session in it. "" means this pane.
func (s streams) pane(panes []tmux.Pane, name string) (tmux.Pane, error) {
	name = cmp.Or(name, s.Getenv("TMUX_PANE"))
	if err := s.checkPane(name); err != nil {
		return tmux.Pane{}, err
	}
	for _, p := range panes {
		if p.ID == name || p.Where() == name {
			return p, nil
		}
	}
	if tmux.PaneID(name) {
		err := fmt.Errorf("pane %s: no such pane", name)
		return tmux.Pane{}, cli.Hint(err, "tmux list-panes -a shows what there is")
	}
	sessions := fleet.List(panes, s.Now())
	fleet.Complete(sessions, s.Home)
	session, err := s.Find(sessions, name)
	return session.Pane, err
}

// checkPane returns an error if no pane is named and this process runs in no pane. Behind a gate there is no
// own pane, even if a sandbox keeps TMUX_PANE: what comes through a gate is not trusted, so it must not reach a model
// here.
func (s streams) checkPane(name string) error {
	_, behindGate := gate.FromEnv(s.Getenv)
	switch {
	case name != "":
		return nil
	case behindGate:
		return cli.Hint(errors.New("the pane is on the other side of a gate"),
			"run it in the tmux that shows this session, with --pane")
	case s.Getenv("TMUX_PANE") != "":
		return nil
	}
	hint := "run it in a pane of tmux, or name one: by its id, its place, or its session"
	return cli.Hint(errors.New("which pane?"), hint)
}

// checkPaneID returns an error if a name is not the id of a pane.
func checkPaneID(name string) error {
	if tmux.PaneID(name) {
		return nil
	}
	err := fmt.Errorf("pane %q: not a pane id", name)
	return cli.Hint(err, "pane ids look like %3: tmux list-panes -a -F '#{pane_id}'")
}

// optionsNamed returns the options of those names, or all options without names.
func optionsNamed(names []string) ([]tmuxopt.Option, error) {
	var all, wanted []tmuxopt.Option
	known := map[string]tmuxopt.Option{}
	for _, f := range tmuxopt.Schema() {
		all = append(all, f.Option)
		known[f.Option.Name()] = f.Option
	}
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		option, ok := known[strings.TrimPrefix(name, tmuxopt.Prefix)]
		if !ok {
			return nil, cli.Wrong("those that are set: atm get; all of them: man atm", "option %q: no such option", name)
		}
		wanted = append(wanted, option)
	}
	return wanted, nil
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
		if !c.Shell && cli.Width(s.stdout) >= 0 { // another program may have written an escape sequence
			value = tmuxopt.Text(value)
		}
		switch {
		case c.Shell: // unset options, too: they must replace old values
			fmt.Fprintf(&b, "claude_%s=%s\n", option.Name(), shell.Quoted(value))
		case len(c.Name) == 1:
			fmt.Fprintln(&b, value)
		case value != "" || len(c.Name) > 0:
			fmt.Fprintf(&b, "%s %s\n", option.Name(), value)
		}
	}
	_, err := fmt.Fprint(s.stdout, b.String())
	return err
}
