// Package remote reads the sessions in the tmux servers of other hosts.
//
// It promises that no host delays or hides another one: a reader of several hosts gets the answers that have
// arrived before the context ends, and a follower keeps the last answer of each host. Process ids and paths
// of another host mean nothing here, so they are removed where somebody could look them up. Nothing on the
// other hosts is changed.
package remote

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Answer is the last answer of a host.
type Answer struct {
	Host  string
	Panes []tmux.Pane
	Err   error     // why the host does not answer now, nil if it does
	AsOf  time.Time // when a host that is followed sent its panes last
}

// Sessions returns the sessions of the host.
func (a Answer) Sessions(now time.Time) []fleet.Session {
	sessions := fleet.List(a.Panes, now)
	for i := range sessions {
		sessions[i].Host = a.Host
		if a.Err != nil {
			sessions[i].AsOf = a.AsOf
		}
	}
	return sessions
}

// Read asks all hosts at the same time, and returns their answers in the same order, when all have answered
// or ctx has ended. uses selects the options that are read; 0 = all.
func Read(ctx context.Context, hosts []string, uses tmuxopt.Use) []Answer {
	answers := make([]Answer, len(hosts))
	var work sync.WaitGroup
	for i, host := range hosts {
		work.Go(func() {
			panes, err := tmux.Server{Host: host}.Panes(ctx, uses)
			answers[i] = Answer{Host: host, Panes: forHere(panes), Err: explain(err)}
		})
	}
	work.Wait()
	return answers
}

// ErrLate means that a host has not answered in time.
var ErrLate = errors.New("no answer in time")

// explain returns the error that is shown for a host. A host without a tmux server has answered: it has no
// sessions.
func explain(err error) error {
	switch {
	case err == nil, hasNoSessions(err):
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return ErrLate
	}
	return err
}

// hasNoSessions reports whether tmux has said that there is nothing to show.
func hasNoSessions(err error) bool {
	return tmux.NoServer(err) || errors.Is(err, tmux.ErrTmux) && strings.HasSuffix(err.Error(), "no sessions")
}

// forHere removes from panes the process ids and files, which would mean something else on this machine, and a sleep
// that is over: where no client is attached, nothing has corrected that.
func forHere(panes []tmux.Pane) []tmux.Pane {
	for i := range panes {
		panes[i].PID = 0
		panes[i].Options.EndOverdueSleep(time.Now())
		for _, option := range []tmuxopt.Option{
			tmuxopt.PID, tmuxopt.Gate, tmuxopt.TranscriptPath, tmuxopt.Answerable,
		} {
			delete(panes[i].Options, option)
		}
	}
	return panes
}
