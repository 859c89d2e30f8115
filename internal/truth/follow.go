package truth

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"atm/internal/proc"
)

// Tick is how often a follower looks at everything although nothing has told it
// to: the longest that a pane can be stuck. After a change it looks again sooner,
// because hooks can be late.
const (
	Tick   = 5 * time.Second
	sooner = time.Second
)

// settle is what a follower waits after a change: the registry is rewritten in
// place, and a hook often follows within milliseconds.
const settle = 10 * time.Millisecond

// Follow corrects whatever changes until ctx ends. It sleeps until a registry
// changes, a client's process ends, a correction that was too early is due, or
// the tick comes.
func (w World) Follow(ctx context.Context) error {
	f := newFollower(w)
	if f.files != nil {
		defer f.files.Close()
	}
	events, lost := f.changes()
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	due := w.Now()
	hurry := func(in time.Duration) { // never later: a stream of changes must not put it off
		f.pause = sooner
		if at := w.Now().Add(in); at.Before(due) {
			due = at
			alarm.Reset(in)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-alarm.C:
			in := f.look(ctx)
			due = w.Now().Add(in)
			alarm.Reset(in)
		case <-f.exits:
			hurry(0)
		case event := <-events:
			if f.concerns(event) {
				hurry(settle)
			}
		case <-lost:
			hurry(settle) // events were lost
		}
	}
}

// follower is what has to be remembered between two looks.
type follower struct {
	world   World
	files   *fsnotify.Watcher
	watched map[string]string          // the directory that is watched for a home
	waiting map[int]context.CancelFunc // for the ends of processes
	exits   chan struct{}
	pause   time.Duration // until the next look, if nothing happens
}

func newFollower(w World) *follower {
	f := &follower{w, nil, map[string]string{}, map[int]context.CancelFunc{}, make(chan struct{}, 1), sooner}
	if files, err := fsnotify.NewWatcher(); err == nil { // else it looks every second: inotify is used up
		f.files = files
	}
	return f
}

// changes returns what the watcher tells, and when it has lost something.
func (f *follower) changes() (<-chan fsnotify.Event, <-chan error) {
	if f.files == nil {
		return nil, nil
	}
	return f.files.Events, f.files.Errors
}

// look corrects everything, and returns when to look again. A server that does
// not answer for once is asked again.
func (f *follower) look(ctx context.Context) time.Duration {
	bounded, cancel := context.WithTimeout(ctx, Tick)
	defer cancel()
	report, err := f.world.Sync(bounded)
	if err != nil {
		return Tick
	}
	for _, home := range report.Homes {
		if f.files != nil {
			f.watch(home)
		}
	}
	f.await(ctx, report)
	if len(report.Corrections) > 0 {
		f.pause = sooner
	}
	next := f.pause
	if f.files != nil {
		f.pause = min(2*f.pause, Tick)
	}
	if report.Again > 0 {
		next = min(next, report.Again+time.Millisecond)
	}
	return next
}

// watch watches the registry of a home or, as long as there is none, the home in
// which it will appear.
func (f *follower) watch(home string) {
	dir := filepath.Join(home, "sessions")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = home
	}
	if f.watched[home] == dir && f.watches(dir) {
		return
	}
	if old := f.watched[home]; old != "" {
		_ = f.files.Remove(old) // it may be gone
	}
	delete(f.watched, home)
	if f.files.Add(dir) == nil {
		f.watched[home] = dir
	}
}

// watches reports whether the watcher still has the directory: a watch ends with
// the directory that it was for.
func (f *follower) watches(dir string) bool {
	for _, watched := range f.files.WatchList() {
		if watched == dir {
			return true
		}
	}
	return false
}

// concerns reports whether an event may mean a change of the registry: what else
// happens in a home (transcripts, settings) is many times as much.
func (f *follower) concerns(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	name := filepath.Base(event.Name)
	return filepath.Ext(name) == ".json" && filepath.Base(filepath.Dir(event.Name)) == "sessions" || name == "sessions"
}

// await has the end of each client's process wake the follower: a client that is
// killed leaves its entry in the registry.
func (f *follower) await(ctx context.Context, r Report) {
	alive := map[int]bool{}
	for _, c := range r.Clients {
		alive[c.PID] = true
		if f.waiting[c.PID] == nil {
			waiting, cancel := context.WithCancel(ctx)
			f.waiting[c.PID] = cancel
			go func() {
				if proc.Wait(waiting, c.PID) == nil {
					f.wake()
				}
			}()
		}
	}
	for pid, cancel := range f.waiting {
		if !alive[pid] {
			cancel()
			delete(f.waiting, pid)
		}
	}
}

func (f *follower) wake() {
	select {
	case f.exits <- struct{}{}:
	default: // it is awake already
	}
}
