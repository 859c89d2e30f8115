package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"atm/cldresume"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/sys/lookup"
	"atm/tmuxopt"
)

// transcript is the transcript of a session that a person has named, or would mean.
type transcript struct {
	claudehome.Transcript
	home fs.FS
	name string // of the session, for people

	ended   time.Time // when its turn has ended; zero = it works, or that is not known
	failure string    // what its turn has ended with; "" = it has not failed
}

// findTranscript finds the transcript of a session: by the panes, and where none of them
// has it, as cld does. "" is the session of this pane, else the one that was heard of
// last.
func (s streams) findTranscript(ctx context.Context, name string) (transcript, error) {
	sessions, err := s.namedSessions(ctx)
	if err != nil && (name == "" || !noServer(err)) { // without a server all sessions have ended
		return transcript{}, err
	}
	if name == "" {
		session, err := s.defaultSession(sessions)
		if err != nil {
			return transcript{}, err
		}
		return s.transcriptOf(session)
	}
	session, err := s.find(sessions, name)
	if err == nil {
		return s.transcriptOf(session)
	}
	query := lookup.NewQuery(name, "/")
	if here, unknown := currentDir(); unknown == nil {
		query = lookup.NewQuery(name, here)
	}
	if len(fleet.Find(sessions, query)) > 1 {
		return transcript{}, err
	}
	return s.endedTranscript(sessions, name, err)
}

// defaultSession returns the session of this pane, else the one that was heard of last.
// Then it says which, because a person may have meant another one.
func (s streams) defaultSession(sessions []fleet.Session) (fleet.Session, error) {
	for _, session := range sessions {
		if session.Pane.ID == s.getenv("TMUX_PANE") {
			return session, nil
		}
	}
	if len(sessions) == 0 {
		return fleet.Session{}, cli.Hint(errors.New("no session in any pane"),
			"name one that has ended by its id: cld sessions --all lists them")
	}
	newest := slices.MaxFunc(sessions, func(a, b fleet.Session) int { return a.EventAt.Compare(b.EventAt) })
	if len(sessions) > 1 {
		fmt.Fprintf(s.stderr, "atm: session %s (%s)\n", newest.Pane.ID, newest.Name())
	}
	return newest, nil
}

// noProject stands for the project of a session without a transcript: there is none of
// that name.
const noProject = "-none"

// transcriptOf returns the transcript of a session in a pane. One that has not had a
// prompt has a transcript that does not exist.
func (s streams) transcriptOf(session fleet.Session) (transcript, error) {
	found := transcript{home: claudehome.Open(s.getenv), name: session.Pane.ID}
	if elsewhere(session) {
		return found, isElsewhere(session, "its transcript")
	}
	switch session.State {
	case tmuxopt.Idle:
		found.ended = session.Since
	case tmuxopt.Failed:
		found.failure = cmp.Or(session.Detail, "an error")
	}
	if home, t, exists := session.Transcript(); exists {
		found.Transcript, found.home = t, os.DirFS(home)
		return found, nil
	}
	found.Transcript = claudehome.Transcript{Project: noProject, ID: session.ID}
	all, err := claudehome.Transcripts(found.home)
	for _, t := range all {
		if t.ID == session.ID {
			found.Transcript = t
			return found, nil
		}
	}
	return found, err
}

// endedTranscript finds the transcript of a session that is in no pane.
func (s streams) endedTranscript(sessions []fleet.Session, name string, none error) (transcript, error) {
	finder := s.finder(sessions)
	finder.Cwd, _ = currentDir() // one that is gone leads nowhere
	listed, err := finder.Sessions()
	if err != nil {
		fmt.Fprintf(s.stderr, "atm: some sessions may be missing: %s\n", tmuxopt.Text(err.Error()))
	}
	matches, _ := finder.Match(listed, name)
	matches = slices.DeleteFunc(matches, func(m cldresume.Session) bool { return m.Project == "" })
	switch len(matches) {
	case 0:
		return transcript{}, none
	case 1:
		return transcript{Transcript: matches[0].Transcript, home: finder.Home, name: matches[0].Short()}, nil
	}
	return transcript{}, cli.Hint(fmt.Errorf("session %q: %d of them", name, len(matches)),
		"say more of its id: "+endedCandidates(matches))
}

// endedCandidates lists some sessions for people.
func endedCandidates(sessions []cldresume.Session) string {
	const most = 5
	var list []string
	for _, one := range sessions[:min(len(sessions), most)] {
		title, _, _ := strings.Cut(one.Info.Title(), "\n")
		title = cmp.Or(cli.Clip(tmuxopt.Text(title), 40), "no title")
		list = append(list, fmt.Sprintf("%s (%s)", one.Short(), title))
	}
	if len(sessions) > most {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}
