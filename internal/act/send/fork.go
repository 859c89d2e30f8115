package send

import (
	"fmt"
	"regexp"
	"slices"

	"atm/internal/session/fleet"
)

// forkMark is put after the name of a fork.
var forkMark = regexp.MustCompile(` \(fork(?: [0-9]+)?\)$`)

// ForkName returns the name for a fork of a session: "parser (fork)", or "parser (fork 2)" if one of the
// sessions already has that name. The fork of a fork is named after the original session.
func ForkName(session fleet.Session, sessions []fleet.Session) string {
	first := forkMark.ReplaceAllString(session.Name(), "")
	name := first + " (fork)"
	called := func(s fleet.Session) bool { return s.Name() == name }
	for n := 2; slices.ContainsFunc(sessions, called); n++ {
		name = fmt.Sprintf("%s (fork %d)", first, n)
	}
	return name
}
