package truth

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// How often a follower reads everything although nothing has signalled a change. A pane can be wrong for at
// most the longest interval. After a change the follower reads again sooner, because hooks can be late.
const (
	maxInterval = 5 * time.Second
	minInterval = time.Second
)

// settleTime is how long a follower waits after a change: the registry is rewritten in place, and a hook
// often follows within milliseconds.
const settleTime = 10 * time.Millisecond

// FollowUntil corrects the panes after each change until ctx ends, or mayEnd returns true in a quiet moment. It sleeps
// until a registry changes, a claude ends, a discrepancy that was too young can be judged, or the interval is over.
func (c Corrector) FollowUntil(ctx context.Context, mayEnd func(context.Context) bool) error {
	return newFollower(c.correctAll, c.sources.Now).run(ctx, mayEnd)
}

// correctAll corrects all panes, and publishes the sessions that none of them shows.
func (c Corrector) correctAll(ctx context.Context) (Report, error) {
	r, err := c.Correct(ctx)
	if err == nil && !r.Hidden {
		err = errors.Join(c.publishJobs(ctx, r), c.drawBorders(ctx, r))
	}
	return r, err
}

// Follow calls observe whenever something may have changed, as [Corrector.FollowUntil] does, until ctx ends. It
// uses only the report's homes, processes, panes and times to read again.
func Follow(ctx context.Context, observe func(context.Context) (Report, error), now func() time.Time) error {
	return newFollower(observe, now).run(ctx, func(context.Context) bool { return false })
}

// follower remembers what is needed between two readings.
type follower struct {
	correct  func(context.Context) (Report, error)
	now      func() time.Time
	files    *fsnotify.Watcher          // nil where the system has no more watchers
	awaited  map[int]context.CancelFunc // the processes whose end is awaited
	ended    chan struct{}              // signals that one of them has ended
	interval time.Duration              // until the next reading, if nothing happens
}

func newFollower(correct func(context.Context) (Report, error), now func() time.Time) *follower {
	files, _ := fsnotify.NewWatcher()
	return &follower{
		correct:  correct,
		now:      now,
		files:    files,
		awaited:  map[int]context.CancelFunc{},
		ended:    make(chan struct{}, 1),
		interval: minInterval,
	}
}

// run corrects the panes until ctx ends or mayEnd returns true. mayEnd is called only in quiet moments: when
// nothing was wrong and no reading is due.
func (f *follower) run(ctx context.Context, mayEnd func(context.Context) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var events <-chan fsnotify.Event
	var lost <-chan error // reports lost events
	if f.files != nil {
		defer f.files.Close()
		events, lost = f.files.Events, f.files.Errors
	}
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	due := f.now()
	// A stream of changes must not postpone the next reading: it is only ever moved to an earlier time.
	readWithin := func(in time.Duration) {
		f.interval = minInterval
		if at := f.now().Add(in); at.Before(due) {
			due = at
			alarm.Reset(in)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-alarm.C:
			in, quiet := f.correctAll(ctx)
			if quiet && mayEnd(ctx) {
				return nil
			}
			due = f.now().Add(in)
			alarm.Reset(in)
		case <-f.ended:
			readWithin(0)
		case event := <-events:
			if isRelevant(event) {
				readWithin(settleTime)
			}
		case <-lost:
			readWithin(settleTime)
		}
	}
}

// correctAll corrects everything. It returns when to read again, and whether nothing was wrong and no
// reading is due. A server that does not answer is asked again.
func (f *follower) correctAll(ctx context.Context) (next time.Duration, quiet bool) {
	bounded, cancel := context.WithTimeout(ctx, maxInterval)
	defer cancel()
	report, err := f.correct(bounded)
	if err != nil {
		return maxInterval, false
	}
	if f.files != nil {
		f.watch(report.Homes, report.Panes)
	}
	f.awaitExits(ctx, report)
	if len(report.Wrong) > 0 {
		f.interval = minInterval
	}
	next = f.interval
	if f.files != nil { // else it reads every second
		f.interval = min(2*f.interval, maxInterval)
	}
	if report.PollInterval > 0 {
		next = min(next, report.PollInterval)
	}
	if report.Recheck > 0 {
		next = min(next, report.Recheck+time.Millisecond)
	}
	return next, len(report.Wrong) == 0 && report.Recheck == 0
}

// watch watches, in each home, the registry, the directory that records which clients show sessions in the background,
// and the files of the teams whose teammates have panes, which change when a teammate begins to work. Until such a
// directory exists, it watches the one above it.
func (f *follower) watch(homes []string, panes []tmux.Pane) {
	names := []string{"sessions", claudehome.AttachedDir}
	for _, pane := range panes {
		if team := claudehome.TeamDir(pane.Options[tmuxopt.Lead]); team != "" {
			names = append(names, team)
		}
	}
	wanted := map[string]bool{}
	for _, home := range homes {
		for _, name := range names {
			dir := filepath.Join(home, name)
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				dir = filepath.Dir(dir)
			}
			wanted[dir] = true
		}
	}
	for _, dir := range f.files.WatchList() { // a watch ends when its directory is removed
		if !wanted[dir] {
			_ = f.files.Remove(dir) // it may just have been removed
		}
		delete(wanted, dir)
	}
	for dir := range wanted {
		_ = f.files.Add(dir) // it may not exist
	}
}

// isRelevant reports whether an event may mean a change of the registry. Far more events in a home are about
// other files, such as transcripts and settings.
func isRelevant(event fsnotify.Event) bool {
	dir, name := filepath.Split(event.Name)
	switch {
	case event.Op == fsnotify.Chmod:
		return false
	case strings.Contains(event.Name, claudehome.AttachedDir), name == claudehome.TeamFile, name == "sessions":
		return true
	}
	return filepath.Ext(name) == ".json" && filepath.Base(dir) == "sessions"
}

// awaitExits makes the follower read at once when a claude ends: a killed claude leaves its entry in the
// registry, and one that ends before its first hook never had an entry.
func (f *follower) awaitExits(ctx context.Context, r Report) {
	running := processIDs(r)
	for _, pid := range running {
		if f.awaited[pid] != nil {
			continue
		}
		waiting, cancel := context.WithCancel(ctx)
		f.awaited[pid] = cancel
		go func() {
			if proc.Wait(waiting, pid) != nil {
				return
			}
			select {
			case f.ended <- struct{}{}:
			default: // the signal before has not been received yet
			}
		}()
	}
	for pid, cancel := range f.awaited {
		if !slices.Contains(running, pid) {
			cancel()
			delete(f.awaited, pid)
		}
	}
}

// processIDs returns the processes in the registry, and those of the panes that have a session.
func processIDs(r Report) []int {
	var pids []int
	for _, p := range slices.AppendSeq(slices.Clip(r.workers), maps.Values(r.Processes)) {
		pids = append(pids, p.PID)
	}
	if r.Hidden {
		return pids
	}
	for _, p := range r.Panes {
		pid, err := strconv.Atoi(p.Options[tmuxopt.PID])
		if isElsewhere(p) {
			pid = gateProcess(p).PID()
		} else if err != nil || p.Options[tmuxopt.State] == "" {
			continue
		}
		if pid != 0 {
			pids = append(pids, pid)
		}
	}
	return pids
}
