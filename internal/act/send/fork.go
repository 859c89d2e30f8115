package send

import (
	"fmt"
	"regexp"
	"slices"

	"atm/internal/session/fleet"
)

// forkMark is what the name of a fork ends with.
var forkMark = regexp.MustCompile(` \(fork(?: [0-9]+)?\)$`)

// ForkName returns what a fork of a session is called: "parser (fork)", and "parser (fork 2)" if one of the sessions is
// called that already. A fork of a fork is another one of the first session.
func ForkName(session fleet.Session, sessions []fleet.Session) string {
	first := forkMark.ReplaceAllString(session.Name(), "")
	name := first + " (fork)"
	called := func(s fleet.Session) bool { return s.Name() == name }
	for n := 2; slices.ContainsFunc(sessions, called); n++ {
		name = fmt.Sprintf("%s (fork %d)", first, n)
	}
	return name
}
