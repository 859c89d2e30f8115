// Package reporter tells a gate what the registry of Claude Code says in a container or on
// another host, as it changes: no hook fires on Esc, on a denial, on an answered dialog, on
// kill -9.
//
// It judges nothing, because the pane is elsewhere. It promises to end soon after its gate
// has: then nobody listens.
package reporter

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"os"
	"slices"
	"strconv"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
)

// limit bounds what one message may take.
const limit = 2 * time.Second

// Reporter tells a gate of the registry of one home.
type Reporter struct {
	Gate gate.Address
	Home string // the Claude home
	Now  func() time.Time

	known   []claudehome.Process // those that were told of last
	changed time.Time            // when they were last others, or said something else
}

// Run tells of each change until ctx ends or the gate has ended.
func (r *Reporter) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err := truth.Follow(ctx, func(context.Context) (truth.Report, error) {
		report, err := r.tell()
		if errors.Is(err, gate.ErrNoGate) {
			cancel()
		}
		return report, err
	}, r.Now)
	end := message.Message{Kind: message.End, Source: r.source()}
	_ = r.Gate.Send(end, time.Now().Add(limit)) // where there is no gate, nobody needs to know
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// tell tells the gate which processes run, and what they do.
func (r *Reporter) tell() (truth.Report, error) {
	now := r.Now()
	if running := r.running(); !slices.Equal(running, r.known) {
		r.known, r.changed = running, now
	}
	report := truth.Report{Processes: map[string]claudehome.Process{}, Homes: []string{r.Home}}
	report.Recheck = message.RepeatedAfter(now.Sub(r.changed))
	m := message.Message{Kind: message.Registry, Source: r.source()}
	for _, p := range r.known {
		ours, known := r.ours(p.PID)
		if known && !ours { // it is somebody else's, or has another gate
			continue
		}
		report.Processes[strconv.Itoa(p.PID)] = p
		m.Processes = append(m.Processes, message.NewProcess(*p.Entry(proc.Suspended), ours, now))
	}
	// Those that have told something last, if there are too many.
	slices.SortFunc(m.Processes, func(a, b message.Process) int {
		return cmp.Compare(a.UpdatedAgo, b.UpdatedAgo)
	})
	m.Processes = m.Processes[:min(len(m.Processes), message.MaxProcesses)]
	return report, r.Gate.Send(m, time.Now().Add(limit))
}

// running returns the processes that run. What was known of one counts while its entry cannot
// be read: Claude Code rewrites it in place.
func (r *Reporter) running() []claudehome.Process {
	// Of a registry that cannot be read in full, what was read counts.
	found, _ := claudehome.Processes(os.DirFS(r.Home), proc.Is)
	for _, p := range r.known {
		same := func(q claudehome.Process) bool { return q.PID == p.PID }
		if !slices.ContainsFunc(found, same) && proc.Is(p.PID, p.ProcStart) {
			found = append(found, p)
		}
	}
	return slices.DeleteFunc(found, func(p claudehome.Process) bool {
		return p.Background() || !p.Interactive()
	})
}

// source is a name for the registry, by which nothing can be reached.
func (r *Reporter) source() string {
	host, _ := os.Hostname() // a host without a name has none
	h := fnv.New64a()
	h.Write([]byte(host + "\x00" + r.Home))
	return hex.EncodeToString(h.Sum(nil))
}

// ours reports whether the gate leads to the nearest pane of a process, if that can be known.
func (r *Reporter) ours(pid int) (ours, known bool) {
	var failed error
	address, ok := gate.FromEnv(func(name string) string {
		value, err := proc.Getenv(pid, name)
		failed = errors.Join(failed, err)
		return value
	})
	return ok && address == r.Gate, failed == nil
}
