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

// Follower follows what hosts tell, as changes happen. A nil one follows none.
type Follower struct {
	hosts   []string
	uses    tmuxopt.Use   // of the options that are read
	changed chan struct{} // holds one change that nobody has read yet
	work    sync.WaitGroup

	mu      sync.Mutex
	answers map[string]Answer
}

// Follow begins to follow hosts until ctx ends: then Wait returns when nothing of it is
// left. Options that are not wanted need not be read.
func Follow(ctx context.Context, hosts []string, uses tmuxopt.Use) *Follower {
	f := &Follower{hosts: hosts, uses: uses, changed: make(chan struct{}, 1), answers: map[string]Answer{}}
	for _, host := range hosts {
		f.work.Go(func() { f.follow(ctx, host) })
	}
	return f
}

// Wait waits for the end, after that of the context.
func (f *Follower) Wait() {
	if f != nil {
		f.work.Wait()
	}
}

// Changed tells of each change, or of several at once.
func (f *Follower) Changed() <-chan struct{} {
	if f == nil {
		return nil
	}
	return f.changed
}

// Answers returns what the hosts have told so far. One that was never heard of, and has not
// failed yet, is not there.
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

// follow connects with a host, again and again.
func (f *Follower) follow(ctx context.Context, host string) {
	pause := firstPause
	for {
		err := tmux.Server{Host: host}.Subscribe(ctx, f.uses, func(panes []tmux.Pane) {
			pause = firstPause
			f.report(Answer{Host: host, Panes: foreign(panes)})
		})
		if ctx.Err() != nil {
			return
		}
		f.lose(host, err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		pause = min(2*pause, lastPause)
	}
}

// lose notes that a host does not answer. What it has told last stays, unless it has said
// that there is nothing any more.
func (f *Follower) lose(host string, err error) {
	f.mu.Lock()
	last := f.answers[host]
	f.mu.Unlock()
	if last.Err == nil {
		last.AsOf = time.Now() // a moment ago it still answered
	}
	if hasNoSessions(err) {
		last.Panes = nil
	}
	last.Host, last.Err = host, explain(err)
	f.report(last)
}

// report keeps an answer. Panes are never changed, so they can be handed out.
func (f *Follower) report(answer Answer) {
	f.mu.Lock()
	f.answers[answer.Host] = answer
	f.mu.Unlock()
	select {
	case f.changed <- struct{}{}:
	default:
	}
}
