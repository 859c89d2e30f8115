// Package reporter sends the registry of Claude Code in a container or on another host to a gate, as it
// changes: no hook fires on Esc, on a denial, on an answered dialog, on
// kill -9.
//
// It judges nothing, because the pane is elsewhere. It promises to end when its gate has ended.
package reporter

import (
	"context"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"os"
	"slices"
	"sort"
	"strconv"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// limit bounds what one message may take.
const limit = 2 * time.Second

// Reporter sends the registry of one home to a gate.
type Reporter struct {
	Gate gate.Address
	Home string // the Claude home
	Now  func() time.Time

	known   []claudehome.Process // those that were sent last
	changed time.Time            // when they changed last
}

// Run sends each change until ctx ends or the gate has ended.
func (r *Reporter) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err := truth.Follow(ctx, func(context.Context) (truth.Report, error) {
		report, err := r.report()
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

// report sends the gate which processes run, and what they do.
func (r *Reporter) report() (truth.Report, error) {
	now := r.Now()
	if running := r.running(); !slices.Equal(running, r.known) {
		r.known, r.changed = running, now
	}
	changes := truth.Report{Processes: map[string]claudehome.Process{}, Homes: []string{r.Home}}
	changes.Recheck = message.RepeatedAfter(now.Sub(r.changed))
	m := message.Message{Kind: message.Registry, Source: r.source()}
	for _, p := range r.known {
		sameGate, known := r.isStartedThroughGate(p.PID)
		if known && !sameGate { // it belongs to another pane or gate
			continue
		}
		changes.Processes[strconv.Itoa(p.PID)] = p
		m.Processes = append(m.Processes, message.NewProcess(*p.Entry(proc.Suspended), sameGate, now))
	}
	// If there are too many, those that were updated last.
	sort.Slice(m.Processes, func(i, j int) bool { return m.Processes[i].UpdatedAgo < m.Processes[j].UpdatedAgo })
	m.Processes = m.Processes[:min(len(m.Processes), message.MaxProcesses)]
	return changes, r.Gate.Send(m, time.Now().Add(limit))
}

// running returns the processes that run. What was known of one counts while its entry cannot
// be read: Claude Code rewrites it in place.
func (r *Reporter) running() []claudehome.Process {
	// Of a registry that cannot be read in full, what was read counts.
	found, _ := claudehome.Processes(os.DirFS(r.Home), proc.Is)
	for _, p := range r.known {
		isSameProcess := func(q claudehome.Process) bool { return q.PID == p.PID }
		if !slices.ContainsFunc(found, isSameProcess) && proc.Is(p.PID, p.ProcStart) {
			found = append(found, p)
		}
	}
	attached, _ := claudehome.Attached(os.DirFS(r.Home), proc.Is)
	var claudes []claudehome.Process
	for _, p := range found {
		if p.SpeaksForPane(proc.Is) {
			_, shows := attached[p.PID]
			claudes = append(claudes, conversation(p, shows, found))
		}
	}
	return claudes
}

// conversation returns the entry of a client or, where its conversation has moved into the background, that of
// the worker: the client's own says for ever what it said before. If the client shows one of several sessions in the
// background, its job is [tmuxopt.AnyJob]: only the title of its terminal names that, which is on the other side.
func conversation(claude claudehome.Process, shows bool, all []claudehome.Process) claudehome.Process {
	if claude.ParkedJob == "" {
		return claude
	}
	isOther := func(p claudehome.Process) bool {
		return p.Background() && !p.Spare && p.Job != claude.ParkedJob
	}
	if shows && slices.ContainsFunc(all, isOther) {
		claude.Job = tmuxopt.AnyJob
	}
	for _, worker := range all {
		if worker.Background() && worker.Job == claude.ParkedJob {
			claude.Continues = claude.SessionID
			claude.SessionID, claude.Name, claude.NameSource = worker.SessionID, worker.Title(), "user"
			claude.Status, claude.WaitingFor = worker.Status, worker.WaitingFor
			claude.StatusUpdatedAt, claude.UpdatedAt = worker.StatusUpdatedAt, worker.UpdatedAt
			return claude
		}
	}
	return claude
}

// source is a name for the registry, by which nothing can be reached.
func (r *Reporter) source() string {
	host, _ := os.Hostname() // a host without a name has none
	h := fnv.New64a()
	h.Write([]byte(host + "\x00" + r.Home))
	return hex.EncodeToString(h.Sum(nil))
}

// isStartedThroughGate reports whether the gate leads to the nearest pane of a process, if that can be known.
func (r *Reporter) isStartedThroughGate(pid int) (isStartedThroughGate, known bool) {
	var failed error
	address, ok := gate.FromEnv(func(name string) string {
		value, err := proc.Getenv(pid, name)
		failed = errors.Join(failed, err)
		return value
	})
	return ok && address == r.Gate, failed == nil
}
