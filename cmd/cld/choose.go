package main

import (
	"errors"
	"fmt"
	"strings"

	"atm/cldresume"
	"atm/internal/cli"
	"atm/internal/lookup"
	"atm/tmuxopt"
)

// maxChoice is how many sessions a list shows at most to choose from.
const maxChoice = 20

// choose returns the session that a person means by query.
func (s streams) choose(f cldresume.Finder, sessions []cldresume.Session, query string) (cldresume.Session, error) {
	matches, all := f.Match(sessions, query)
	if len(matches) == 0 {
		return cldresume.Session{}, cli.Hint(fmt.Errorf("no session %q", tmuxopt.Text(query)), nearest(all, query))
	}
	shown := matches[:min(maxChoice, len(matches))]
	return s.oneOf(f, shown, len(matches)-len(shown), fmt.Sprintf("several sessions match %q", tmuxopt.Text(query)))
}

// nearest says what else may have been meant.
func nearest(all []cldresume.Session, query string) string {
	var like []string
	for _, n := range cldresume.Nearest(all, query) {
		text := n.Short()
		if title := tmuxopt.Text(n.Info.Title()); title != "" {
			text += fmt.Sprintf(" (%s)", cli.Clip(title, 40))
		}
		like = append(like, text)
	}
	switch {
	case len(like) > 0:
		return "did you mean " + strings.Join(like, " or ") + "?"
	case len([]rune(query)) < lookup.MinPrefix:
		return fmt.Sprintf("an id needs %d characters at least; cld sessions --all lists them", lookup.MinPrefix)
	}
	return "cld sessions --all lists them"
}

// oneOf has one of several sessions chosen, of which more are not shown.
func (s streams) oneOf(f cldresume.Finder, sessions []cldresume.Session, more int, why string) (cldresume.Session, error) {
	if len(sessions) == 1 && more == 0 {
		return sessions[0], nil
	}
	rows := make([][]string, len(sessions))
	for i, session := range sessions {
		rows[i] = append([]string{fmt.Sprintf("%3d ", i+1)}, s.row(f, session)...)
	}
	fmt.Fprint(s.stderr, cli.Layout{Shrink: []int{6, 5, 4}}.Table(rows, cli.Width(s.stderr)))
	if more > 0 {
		fmt.Fprintf(s.stderr, "     and %d more\n", more)
	}
	if cli.Width(s.stdin) < 0 {
		return cldresume.Session{}, cli.Hint(errors.New(why), "say more of the id, or all of it")
	}
	i, err := s.dialog().Pick("Which session?", len(sessions), "")
	return sessions[i], err
}
