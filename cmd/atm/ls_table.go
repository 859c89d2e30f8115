package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/draw"
	"atm/internal/fleet"
	"atm/tmuxopt"
)

// narrow is what the table gives up: the model, the event and the directory before
// what is wanted is cut to pieces.
var narrow = cli.Layout{Shrink: []int{7, 3, 4, 1, 2}, Drop: []int{7, 6, 3}}

// table prints the sessions for people.
func (c lsCmd) table(s streams, list []fleet.Session, icons map[string]string) error {
	if len(list) == 0 {
		fmt.Fprintln(s.stderr, "atm: no sessions")
		return nil
	}
	if c.By == "dir" {
		slices.SortStableFunc(list, func(a, b fleet.Session) int { return cmp.Compare(a.Dir, b.Dir) })
	}
	rows := [][]string{{"", "SESSION", "WHERE", "DIRECTORY", "DETAIL", "FOR", "EVENT", "MODEL"}}
	if c.Watch { // ages would be wrong a second later
		rows[0][5] = "SINCE"
	}
	for i, one := range list {
		if c.By == "dir" && (i == 0 || one.Dir != list[i-1].Dir) {
			rows = append(rows, []string{cmp.Or(s.short(one.Dir), "(no directory)")})
		}
		rows = append(rows, c.row(s, one, icons))
		if c.Tree {
			rows = append(rows, tree(one.Agents)...)
		}
	}
	lines := strings.SplitAfter(narrow.Table(rows, cli.Width(s.stdout)), "\n")
	if fit := cli.Height(s.stdout) - 2; c.Watch && fit > 0 && len(lines)-1 > fit { // the most urgent must not scroll away
		lines = append(lines[:fit], fmt.Sprintf("… %d more lines\n", len(lines)-1-fit))
	}
	_, err := fmt.Fprint(s.stdout, strings.Join(lines, ""))
	return err
}

func (c lsCmd) row(s streams, one fleet.Session, icons map[string]string) []string {
	icon, where := icons[cmp.Or(one.State, "ended")], tmuxopt.Text(one.Pane.Where())
	if icon == "" {
		icon = icons["unknown"]
	}
	if one.Server != "" {
		where = one.Server + " " + where
	}
	if c.States != "" {
		icon = c.States.Say(one.Pane.Options)
	}
	if one.Unseen {
		icon += "*"
	}
	if one.Stale {
		icon += " stale"
	}
	return []string{icon, cmp.Or(one.Title, first(one.ID, 8)), where, s.short(one.Dir), one.Detail, c.when(s.now(), one.Since), c.when(s.now(), one.EventAt), one.Model}
}

// tree draws the subagents of a session.
func tree(agents []tmuxopt.Entry) [][]string {
	var rows [][]string
	for i, a := range agents {
		branch := "├─ "
		if i == len(agents)-1 {
			branch = "└─ "
		}
		rows = append(rows, []string{"", branch + a.Word + "  working"})
	}
	return rows
}

// short writes a directory with ~ for the home.
func (s streams) short(dir string) string {
	home := s.getenv("HOME")
	if rest, found := strings.CutPrefix(dir, home); found && home != "" && home != "/" && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return dir
}

// when tells how long ago something was, or when, in a table that stays.
func (c lsCmd) when(now, then time.Time) string {
	switch {
	case then.IsZero():
		return ""
	case !c.Watch:
		return cli.Age(now, then)
	case now.Sub(then) < 24*time.Hour:
		return then.Format(time.TimeOnly)
	default:
		return then.Format(time.DateOnly)
	}
}

func first(s string, n int) string { return s[:min(n, len(s))] }

// stateIcons returns the icons of the states as the user has them: the table
// tells states apart, whatever the set.
func (s streams) stateIcons(ctx context.Context, set tmuxopt.Icons) (map[string]string, error) {
	names := []string{}
	for _, icon := range draw.Signs(tmuxopt.States) {
		names = append(names, icon.Name)
	}
	reply, err := s.tmux.Run(ctx, [][]string{{"display-message", "-p", draw.StateIconsFormat(set)}})
	if err != nil {
		return nil, err
	}
	icons := map[string]string{}
	for i, icon := range strings.Split(strings.TrimSuffix(reply.Stdout, "\n"), "\t") {
		if i < len(names) {
			icons[names[i]] = draw.Unstyled(tmuxopt.Text(icon))
		}
	}
	return icons, nil
}
