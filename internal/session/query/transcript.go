package query

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
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Transcript is the transcript of a session that a person means.
type Transcript struct {
	claudehome.Transcript
	Home fs.FS
	Name string // of the session, for people

	Runs    bool      // the session runs in a pane
	Ended   time.Time // when the last turn has ended; zero = it has not, or that is not known
	Failure string    // the error that has ended the last turn; "" = it has not failed
}

// FindTranscript finds the transcript of the session that a person means: in the panes, else as cld does. An
// empty name means the session of this pane, else the one with the latest event.
func (r Reader) FindTranscript(ctx context.Context, name string) (Transcript, error) {
	sessions, err := r.NamedSessions(ctx)
	if err != nil && (name == "" || !tmux.NoServer(err)) { // without a server all sessions have ended
		return Transcript{}, err
	}
	if name == "" {
		session, err := r.defaultSession(sessions)
		if err != nil {
			return Transcript{}, err
		}
		return r.TranscriptOf(session)
	}
	session, err := r.Find(sessions, name)
	if err == nil {
		return r.TranscriptOf(session)
	}
	if len(NamedBy(sessions, name)) > 1 {
		return Transcript{}, err
	}
	return r.endedTranscript(sessions, name, err)
}

// defaultSession returns the session of this pane, else the one with the latest event. In that case it prints
// which one, because the person may have meant another session.
func (r Reader) defaultSession(sessions []fleet.Session) (fleet.Session, error) {
	for _, session := range sessions {
		if session.Pane.ID == r.Getenv("TMUX_PANE") {
			return session, nil
		}
	}
	if len(sessions) == 0 {
		return fleet.Session{}, cli.Hint(errors.New("no session in any pane"),
			"name one that has ended by its id: cld sessions --all lists them")
	}
	newest := slices.MaxFunc(sessions, func(a, b fleet.Session) int { return a.EventAt.Compare(b.EventAt) })
	if len(sessions) > 1 {
		fmt.Fprintf(r.Warn, "atm: session %s (%s)\n", newest.Pane.ID, newest.Name())
	}
	return newest, nil
}

// noProject is the project of a session without a transcript. No project has that name.
const noProject = "-none"

// TranscriptOf returns the transcript of a session in a pane, and what its state says about the last turn. Before
// the first prompt there is no transcript: then its project is noProject, and reading it fails.
func (r Reader) TranscriptOf(session fleet.Session) (Transcript, error) {
	found := Transcript{Home: claudehome.Open(r.Getenv), Name: session.Pane.ID, Runs: session.State != ""}
	if IsElsewhere(session) {
		return found, ElsewhereError(session, "its transcript")
	}
	switch session.State {
	case tmuxopt.Idle:
		found.Ended = session.Since
	case tmuxopt.Failed:
		found.Failure = cmp.Or(session.Detail, "an error")
	}
	if home, t, exists := session.Transcript(); exists {
		found.Transcript, found.Home = t, os.DirFS(home)
		return found, nil
	}
	found.Transcript = claudehome.Transcript{Project: noProject, ID: session.ID}
	all, err := claudehome.Transcripts(found.Home, func(id string) bool { return id == session.ID })
	if len(all) > 0 {
		found.Transcript = all[0]
		return found, nil
	}
	return found, err
}

// CurrentTranscript returns the transcript into which the next prompt of a session is written. It finds none
// while the session has only the transcript of the conversation that it continues.
func (r Reader) CurrentTranscript(session fleet.Session) (fs.FS, claudehome.Transcript, bool) {
	found, err := r.TranscriptOf(session)
	return found.Home, found.Transcript, err == nil && found.Project != noProject && found.Transcript.ID == session.ID
}

// endedTranscript finds the transcript of a session that is in no pane.
func (r Reader) endedTranscript(sessions []fleet.Session, name string, none error) (Transcript, error) {
	finder := r.Finder(sessions)
	finder.Cwd, _ = CurrentDir() // without it, relative paths name nothing
	matches, _, err := finder.Match(name)
	if err != nil {
		fmt.Fprintf(r.Warn, "atm: some sessions may be missing: %s\n", tmuxopt.Text(err.Error()))
	}
	matches = slices.DeleteFunc(matches, func(m cldresume.Session) bool { return m.Project == "" })
	switch len(matches) {
	case 0:
		return Transcript{}, none
	case 1:
		found := claudehome.Transcript{Project: matches[0].Project, ID: matches[0].ID}
		return Transcript{Transcript: found, Home: finder.Home, Name: matches[0].Short()}, nil
	}
	return Transcript{}, cli.Hint(fmt.Errorf("session %q: %d of them", name, len(matches)),
		"say more of its id: "+listSome(matches, func(m cldresume.Session) string {
			title, _, _ := strings.Cut(m.Title(), "\n")
			return fmt.Sprintf("%s (%s)", m.Short(), cmp.Or(cli.Clip(tmuxopt.Text(title), 40), "no title"))
		}))
}

// Finder finds sessions by their transcripts, wherever they ran.
func (r Reader) Finder(sessions []fleet.Session) cldresume.Finder {
	var panes []tmux.Pane
	for _, session := range sessions {
		panes = append(panes, session.Pane)
	}
	local := false
	if len(panes) > 0 { // the server is asked, because this process may run outside tmux
		_, local, _ = r.Tmux.Locate(context.Background()) // a server that does not answer counts as not local
	}
	return r.FinderIn(panes, local)
}

// FinderIn returns a finder with these panes. local means that the processes of their tmux server are visible.
func (r Reader) FinderIn(panes []tmux.Pane, local bool) cldresume.Finder {
	f := cldresume.Finder{
		Home: claudehome.Open(r.Getenv), Root: os.DirFS("/"), UserHome: r.Getenv("HOME"),
		Alive: proc.Is, Ancestors: proc.Ancestors, Hidden: !local,
	}
	for _, p := range panes {
		pane := cldresume.Pane{ID: p.ID, PID: p.PID, Window: p.InWindow(), Place: p.Where(), Options: p.Options}
		if p.Options[tmuxopt.Agent] != "" {
			pane.Options = nil // they describe a session of another agent, which Claude Code cannot resume
		}
		f.Panes = append(f.Panes, pane)
	}
	return f
}
