package main

import (
	"errors"
	"fmt"
	"strings"

	"atm/cldresume"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/sys/lookup"
	"atm/tmuxopt"
)

// maxChoice is the largest number of sessions in a list to choose from.
const maxChoice = 20

// choose returns the session with that name. If several match, the person picks one.
func (s streams) choose(f cldresume.Finder, name string) (cldresume.Session, error) {
	matches, all, err := f.Match(name)
	s.warnOfMissing(err)
	if len(matches) == 0 {
		err := fmt.Errorf("no session %q", tmuxopt.Text(name))
		return cldresume.Session{}, cli.Hint(err, suggestion(all, name))
	}
	matches = cldresume.WithoutMoved(matches)
	shown := matches[:min(maxChoice, len(matches))]
	reason := fmt.Sprintf("several sessions match %q", tmuxopt.Text(name))
	return s.pickOne(f, shown, len(matches)-len(shown), reason)
}

// called returns the id and the title of a session for people.
func called(session cldresume.Session) string {
	title := cli.Clip(fleet.ShortTitle(session.Title()), 40)
	if title == "" {
		return session.Short()
	}
	return session.Short() + " (" + title + ")"
}

// suggestion returns a hint about similar names.
func suggestion(all []cldresume.Session, name string) string {
	var similar []string
	for _, n := range cldresume.Nearest(all, name) {
		similar = append(similar, called(n))
	}
	switch {
	case len(similar) > 0:
		return "did you mean " + strings.Join(similar, " or ") + "?"
	case len([]rune(name)) < lookup.MinPrefix:
		return fmt.Sprintf("an id needs %d characters at least; cld sessions --all lists them",
			lookup.MinPrefix)
	}
	return "cld sessions --all lists them"
}

// pickOne lets a person pick one of several sessions; omitted counts those that are not shown. It does not
// ask if there is only one.
func (s streams) pickOne(
	f cldresume.Finder, sessions []cldresume.Session, omitted int, reason string,
) (cldresume.Session, error) {
	if len(sessions) == 1 && omitted == 0 {
		return sessions[0], nil
	}
	rows := make([][]string, len(sessions))
	for i, session := range sessions {
		rows[i] = append([]string{fmt.Sprintf("%3d ", i+1)}, s.row(f, session)...)
	}
	fmt.Fprint(s.stderr, cli.Layout{Shrink: []int{6, 5, 4}}.Table(rows, cli.Width(s.stderr)))
	if omitted > 0 {
		fmt.Fprintf(s.stderr, "     and %d more\n", omitted)
	}
	if !s.dialog().HasTerminal() {
		return cldresume.Session{}, cli.Hint(errors.New(reason), "say more of the id, or all of it")
	}
	i, err := s.dialog().Pick("Which session?", len(sessions), "")
	return sessions[i], err
}
