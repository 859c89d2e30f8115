package remote

import (
	"context"
	"sync"
	"time"

	"atm/internal/tmux"
	"atm/tmuxopt"
)

// The pauses before a lost host is tried again: each is twice as long as the one before.
const (
	firstPause = 250 * time.Millisecond
	lastPause  = time.Minute
)

// Follower collects the answers of hosts as they change. A nil one follows no host.
type Follower struct {
	hosts   []string
	uses    tmuxopt.Use   // of the options that are read
	changed chan struct{} // holds one change that nobody has read yet
	work    sync.WaitGroup

	mu      sync.Mutex
	answers map[string]Answer
}

// Follow begins to follow hosts until ctx ends. After that, Wait returns when everything has stopped. uses
// limits the options that are read.
func Follow(ctx context.Context, hosts []string, uses tmuxopt.Use) *Follower {
	f := &Follower{hosts: hosts, uses: uses, changed: make(chan struct{}, 1), answers: map[string]Answer{}}
	for _, host := range hosts {
		f.work.Go(func() { f.followHost(ctx, host) })
	}
	return f
}

// Wait waits until everything has stopped after the end of the context.
func (f *Follower) Wait() {
	if f != nil {
		f.work.Wait()
	}
}

// Changed returns a channel that receives a value after one or several changes.
func (f *Follower) Changed() <-chan struct{} {
	if f == nil {
		return nil
	}
	return f.changed
}

// Answers returns the last answer of each host. A host that has neither answered nor failed yet is left out.
func (f *Follower) Answers() []Answer {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var answers []Answer
	for _, host := range f.hosts {
		if answer, known := f.answers[host]; known {
			answers = append(answers, answer)
		}
	}
	return answers
}

// followHost connects to a host, again and again.
func (f *Follower) followHost(ctx context.Context, host string) {
	pause := firstPause
	for {
		err := tmux.Server{Host: host}.Subscribe(ctx, f.uses, func(panes []tmux.Pane) {
			pause = firstPause
			f.report(Answer{Host: host, Panes: forHere(panes), AsOf: time.Now()})
		})
		if ctx.Err() != nil {
			return
		}
		f.reportUnreachable(host, err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		pause = min(2*pause, lastPause)
	}
}

// reportUnreachable records that a host does not answer. Its last answer is kept, unless the host has said
// that it has no sessions any more.
func (f *Follower) reportUnreachable(host string, err error) {
	f.mu.Lock()
	last := f.answers[host]
	f.mu.Unlock()
	if hasNoSessions(err) {
		last.Panes = nil
	}
	last.Host, last.Err = host, explain(err)
	f.report(last)
}

// report stores an answer. Panes are never changed, so they can be shared.
func (f *Follower) report(answer Answer) {
	f.mu.Lock()
	f.answers[answer.Host] = answer
	f.mu.Unlock()
	select {
	case f.changed <- struct{}{}:
	default:
	}
}
