// Package query reads the sessions of a user's tmux servers for a command, and finds the one that a person
// names. Errors say what to do next. A name means one session or none: if several fit, the package lists them
// and chooses none.
package query

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/session/fleet"
	"atm/internal/session/remote"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Reader reads sessions.
type Reader struct {
	truth.Sources
	Warn io.Writer // for people: what could not be read, and which session was chosen
}

// Timeout is how long a command for people waits for tmux.
const Timeout = 5 * time.Second

// Sessions reads the sessions of this server.
func (r Reader) Sessions(ctx context.Context) ([]fleet.Session, error) {
	sessions, _, err := r.sessionsAnd(ctx, nil)
	return sessions, err
}

// sessionsAnd is Sessions in one invocation with other commands, which print something. It returns that, too.
func (r Reader) sessionsAnd(ctx context.Context, commands [][]string) ([]fleet.Session, string, error) {
	sources := r.Sources
	sources.Ask = commands
	report, err := sources.Corrector().Current(ctx, truth.ShowLimit)
	return fleet.List(append(report.Panes, report.Unshown...), r.Now()), report.Answer, err
}

// EvenWithoutServer returns the result of a reading or, if tmux does not run, the sessions that run in the
// background without it.
func (r Reader) EvenWithoutServer(read []fleet.Session, err error) ([]fleet.Session, error) {
	if !tmux.NoServer(err) {
		return read, err
	}
	report := r.Observer().WithoutServer()
	sessions := fleet.List(report.Unshown, r.Now())
	fleet.Complete(sessions, r.Home)
	return sessions, nil
}

// NamedSessions is Sessions with what hooks cannot report, such as titles: people do not know sessions by their
// ids.
func (r Reader) NamedSessions(ctx context.Context) ([]fleet.Session, error) {
	sessions, err := r.Sessions(ctx)
	fleet.Complete(sessions, r.Home)
	return sessions, err
}

// startTimeout is how long the registry may take to list a background session (1 s with 2.1.330).
const startTimeout = 2 * time.Second

// StartingSessions is NamedSessions that waits for one with the name, if that is the id of a background session which
// is just being started: claude --bg prints it before the registry lists the session.
func (r Reader) StartingSessions(ctx context.Context, name string) ([]fleet.Session, error) {
	for deadline := time.Now().Add(startTimeout); ; time.Sleep(startTimeout / 20) {
		sessions, err := r.NamedSessions(ctx)
		starts := claudehome.ReadJob(os.DirFS(r.Home), name).Starts
		if err != nil || !starts || len(NamedBy(sessions, name)) > 0 || time.Now().After(deadline) {
			return sessions, err
		}
	}
}

// DrawnSessions is NamedSessions with the icons of the states, see [Reader.StateIcons], in the same invocation.
func (r Reader) DrawnSessions(ctx context.Context, set tmuxopt.Icons) ([]fleet.Session, map[string]string, error) {
	sessions, icons, err := r.sessionsAnd(ctx, [][]string{draw.StateIconsCommand(set)})
	fleet.Complete(sessions, r.Home)
	return sessions, draw.ParseStateIcons(set, icons), err
}

// WithHosts adds the sessions that other hosts have reported to those of this one.
func (r Reader) WithHosts(sessions []fleet.Session, answers []remote.Answer) []fleet.Session {
	for _, answer := range answers {
		sessions = append(sessions, answer.Sessions(r.Now())...)
	}
	slices.SortStableFunc(sessions, fleet.Session.Compare)
	return sessions
}

// StateIcons returns the icons of the states with the user's changes; without a server, the original icons.
func (r Reader) StateIcons(ctx context.Context, set tmuxopt.Icons) (map[string]string, error) {
	reply, err := r.Tmux.Run(ctx, [][]string{draw.StateIconsCommand(set)})
	if err != nil && !tmux.NoServer(err) {
		return nil, err
	}
	return draw.ParseStateIcons(set, reply.Stdout), nil
}

// Record completes a session, and returns what is printed of it in JSON.
func (r Reader) Record(session fleet.Session) fleet.Record {
	sessions := []fleet.Session{session}
	fleet.Complete(sessions, r.Home)
	fleet.WorkOutContext(sessions)
	return sessions[0].Record(hookmap.Own)
}

// AllSessions reads the sessions of all servers of this user.
func (r Reader) AllSessions(ctx context.Context) ([]fleet.Session, error) {
	servers, err := r.Servers()
	if err != nil {
		return nil, err
	}
	sessions, errs := make([][]fleet.Session, len(servers)), make([]error, len(servers))
	var work sync.WaitGroup
	for i, server := range servers {
		work.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, serverTimeout)
			defer cancel()
			sessions[i], errs[i] = server.NamedSessions(ctx)
		})
	}
	work.Wait()
	for i, server := range servers {
		name := tmuxopt.Text(filepath.Base(server.Tmux.Socket))
		if err := errs[i]; err != nil && !tmux.NoServer(err) { // a socket may be left of a server that has ended
			fmt.Fprintf(r.Warn, "atm: without the server %s: %v\n", name, err)
		}
		for j := range sessions[i] {
			sessions[i][j].Server = name
		}
	}
	all := fleet.Distinct(slices.Concat(sessions...))
	slices.SortStableFunc(all, fleet.Session.Compare)
	return all, nil
}

// serverTimeout is how long one of several servers may take to answer.
const serverTimeout = time.Second

// Servers returns a Reader for each tmux server of this user: those with a socket in tmux's directory, and this
// one, whose socket may be anywhere. Some of the servers may have ended and left their sockets.
func (r Reader) Servers() ([]Reader, error) {
	dir := tmux.SocketDir(r.Getenv)
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	own, err := os.Stat(r.Tmux.Socket)
	ownIsMissing := err == nil
	var servers []Reader
	for _, e := range entries {
		server := r
		server.Tmux.Socket, server.Tmux.PID = filepath.Join(dir, e.Name()), ""
		if info, err := os.Stat(server.Tmux.Socket); err == nil && os.SameFile(own, info) {
			ownIsMissing = false
		}
		servers = append(servers, server)
	}
	if ownIsMissing {
		r.Tmux.PID = ""
		servers = append(servers, r)
	}
	return servers, nil
}

// Option returns the value of a global option that a person sets, "" if it is not set.
func (r Reader) Option(ctx context.Context, name string) string {
	values, _, _ := r.Tmux.Globals(ctx, name) // if the server does not answer, a later request says so
	return values[name]
}

// PrintedOnly omits the options of panes that no list of sessions shows. The words of another tool for states
// depend on more options: with these it omits none.
func (r Reader) PrintedOnly(words hookmap.Vocabulary) Reader {
	if words == hookmap.Own {
		r.Read = tmuxopt.Judged | tmuxopt.Listed | tmuxopt.Printed
	}
	return r
}

// StatesOnly omits the options of panes that are not needed to correct and show their states.
func (r Reader) StatesOnly() Reader {
	r.Read = tmuxopt.Judged
	return r
}
