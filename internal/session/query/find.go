package query

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"atm/cldresume"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/sys/lookup"
	"atm/internal/tmux"
)

// Find returns the session that a person means: see package lookup. An empty name means the session of this
// pane. A session that has ended is meant only if none that runs has the name. If several panes show the session,
// it returns the first of them.
func (r Reader) Find(sessions []fleet.Session, name string) (fleet.Session, error) {
	name = cmp.Or(name, r.Getenv("TMUX_PANE"))
	if name == "" {
		hint := "name a pane, the beginning of an id, a title, a directory, or a window: atm ls shows them"
		return fleet.Session{}, cli.Hint(errors.New("which session?"), hint)
	}
	found := NamedBy(sessions, name)
	if running := fleet.ThatRun(found); len(running) > 0 {
		found = running
	}
	if isOneSession(found) {
		return found[0], nil
	}
	err, hint := fmt.Errorf("session %q: there is none", name), "atm ls shows what there is"
	switch {
	case len(found) > 1:
		err, hint = fmt.Errorf("session %q: %d of them", name, len(found)), "name its pane: "+Candidates(found)
	case tmux.PaneID(name):
		err = fmt.Errorf("pane %s: no session in it", name)
	case looksForeign(name):
		hint = "only atm focus goes to a session of another host"
	case len(name) < lookup.MinPrefix:
		hint = fmt.Sprintf("of an id %d characters are needed; %s", lookup.MinPrefix, hint)
	}
	return fleet.Session{}, cli.Hint(err, hint)
}

// isOneSession reports whether all panes in the list show the same session.
func isOneSession(found []fleet.Session) bool {
	isOther := func(s fleet.Session) bool {
		return s.ID != found[0].ID || s.Host != found[0].Host || s.Server != found[0].Server
	}
	return len(found) == 1 || len(found) > 1 && found[0].ID != "" && !slices.ContainsFunc(found, isOther)
}

// looksForeign reports whether a name is that of a pane on another host: devbox:%3 or devbox:main:1.0.
func looksForeign(name string) bool {
	_, pane, found := strings.Cut(name, ":")
	return found && (tmux.PaneID(pane) || strings.Contains(pane, ":"))
}

// NamedItself returns the sessions that the name means, without those that it finds in their prompt, unless that is
// shown as their name.
func NamedItself(sessions []fleet.Session, name string) []fleet.Session {
	q := queryFor(name)
	q.NoPrompt = true
	sessions = slices.Clone(sessions)
	for i := range sessions {
		sessions[i].Title = sessions[i].TitleOrPrompt()
	}
	return fleet.Find(sessions, q)
}

func queryFor(name string) lookup.Query {
	currentDir, err := CurrentDir()
	if err != nil {
		currentDir = "/" // the directory was removed, so relative paths name nothing
	}
	return lookup.NewQuery(name, currentDir)
}

// NamedBy returns the sessions that one of the names may mean, in the order of the list.
func NamedBy(sessions []fleet.Session, names ...string) []fleet.Session {
	isMeant := map[[2]string]bool{} // by server and pane
	for _, name := range names {
		for _, s := range fleet.Find(sessions, queryFor(name)) {
			isMeant[[2]string{s.Server, s.Key()}] = true
		}
	}
	isOther := func(s fleet.Session) bool { return !isMeant[[2]string{s.Server, s.Key()}] }
	return slices.DeleteFunc(slices.Clone(sessions), isOther)
}

// CurrentDir returns the current directory as Claude Code names it: without symbolic links.
func CurrentDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// Candidates lists the first sessions for people.
func Candidates(sessions []fleet.Session) string {
	return listSome(sessions, func(s fleet.Session) string {
		return fmt.Sprintf("%s (%s, %s)", s.Key(), s.Name(), s.Pane.Where())
	})
}

// listSome describes the first five sessions.
func listSome[S any](sessions []S, describe func(S) string) string {
	var list []string
	for i, session := range sessions {
		if i == 5 {
			list = append(list, "…")
			break
		}
		list = append(list, describe(session))
	}
	return strings.Join(list, ", ")
}

// ShortPath writes a directory for people, with ~ for the home.
func (r Reader) ShortPath(dir string) string {
	home := r.Getenv("HOME")
	rest, inHome := strings.CutPrefix(dir, home)
	if inHome && home != "" && home != "/" && (rest == "" || rest[0] == '/') && cldresume.Show(dir) == dir {
		return "~" + rest
	}
	return cldresume.Show(dir)
}
