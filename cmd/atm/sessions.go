package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// sessions reads the sessions of this server.
func (s streams) sessions(ctx context.Context) ([]fleet.Session, error) {
	report, err := s.corrector().Current(ctx, truth.ShowLimit)
	if err != nil {
		return nil, err
	}
	return fleet.List(report.Panes, s.now(), s.stale(ctx)), nil
}

// namedSessions reads the sessions of this server, with what hooks cannot tell: it is
// for people, who do not know sessions by their ids.
func (s streams) namedSessions(ctx context.Context) ([]fleet.Session, error) {
	sessions, err := s.sessions(ctx)
	fleet.Complete(sessions, claudehome.Dir(s.getenv))
	return sessions, err
}

// record returns what is printed in JSON of a session that may not have been completed.
func (s streams) record(session fleet.Session) fleet.Record {
	sessions := []fleet.Session{session}
	fleet.Complete(sessions, claudehome.Dir(s.getenv))
	fleet.WorkOutContext(sessions)
	return sessions[0].Record(hookmap.Own)
}

// allSessions reads the sessions of all servers of this user.
func (s streams) allSessions(ctx context.Context) ([]fleet.Session, error) {
	servers, err := s.servers()
	if err != nil {
		return nil, err
	}
	type answer struct {
		sessions []fleet.Session
		err      error
	}
	answers := make([]answer, len(servers))
	var work sync.WaitGroup
	for i, server := range servers {
		work.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, serverTimeout)
			defer cancel()
			answers[i].sessions, answers[i].err = server.namedSessions(ctx)
		})
	}
	work.Wait()
	var all []fleet.Session
	for i, server := range servers {
		name := tmuxopt.Text(filepath.Base(server.tmux.Socket))
		if err := answers[i].err; err != nil && !noServer(err) { // a socket may have been left behind
			fmt.Fprintf(s.stderr, "atm: without the server %s: %v\n", name, err)
		}
		for _, session := range answers[i].sessions {
			session.Server = name
			all = append(all, session)
		}
	}
	slices.SortStableFunc(all, fleet.Session.Compare)
	return all, nil
}

// serverTimeout is how long one of several servers may take to answer.
const serverTimeout = time.Second

// servers returns the ways to all tmux servers of this user: those that have a
// socket where tmux puts it, and this one, which may have it anywhere. Some of the
// sockets may have been left behind.
func (s streams) servers() ([]streams, error) {
	dir := tmux.SocketDir(s.getenv)
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	own, err := os.Stat(s.tmux.Socket)
	ownIsMissing := err == nil
	var servers []streams
	for _, e := range entries {
		server := s
		server.tmux.Socket, server.tmux.PID = filepath.Join(dir, e.Name()), ""
		if info, err := os.Stat(server.tmux.Socket); err == nil && os.SameFile(own, info) {
			ownIsMissing = false
		}
		servers = append(servers, server)
	}
	if ownIsMissing {
		s.tmux.PID = ""
		servers = append(servers, s)
	}
	return servers, nil
}

// stale reads after how long a session counts as stale.
func (s streams) stale(ctx context.Context) time.Duration {
	if d, err := time.ParseDuration(s.option(ctx, tmuxopt.StaleOption)); err == nil && d > 0 {
		return d
	}
	return fleet.DefaultStale
}

// option reads a global option that a person sets, "" if it is not set.
func (s streams) option(ctx context.Context, name string) string {
	reply, err := s.tmux.Run(ctx, [][]string{{"show-options", "-gqv", name}})
	if err != nil {
		return ""
	}
	return strings.TrimSpace(reply.Stdout)
}

// states lists what can be asked for: the states, and what else a session may be.
func states() []string {
	list := []string{}
	for _, state := range []tmuxopt.SessionState{
		tmuxopt.Attention, tmuxopt.Failed, tmuxopt.Working, tmuxopt.Idle, tmuxopt.Starting,
	} {
		list = append(list, string(state))
	}
	return append(list, draw.Question, draw.Ended, draw.Unseen, stale)
}

// stale asks for sessions of which nothing has been heard for long.
const stale = "stale"

// is reports whether a session is in one of the states, or none is asked for.
func is(session fleet.Session, states []string) bool {
	return len(states) == 0 || slices.ContainsFunc(states, func(state string) bool {
		switch state {
		case draw.Question:
			return session.Asks
		case draw.Unseen:
			return session.Unseen
		case stale:
			return session.Stale
		case draw.Ended:
			return session.State == ""
		default:
			return string(session.State) == state
		}
	})
}
