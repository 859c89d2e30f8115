// Package reporter sends the registry of Claude Code in a container or on another host to a gate whenever it
// changes: no hook fires on Esc, a denial, an answered dialog or kill -9.
//
// It does not compare the registry with a pane, because the gate does that. It promises to end when its gate
// has ended.
package reporter

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// sendTimeout limits the delivery of a message.
const sendTimeout = 2 * time.Second

// Reporter sends the registry of one home to a gate.
type Reporter struct {
	Gate gate.Address
	Home string // the Claude home
	Now  func() time.Time

	known   []claudehome.Process // the processes of the last message
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
	_, _ = r.report() // the client may have been killed, and that ended ctx
	end := message.Message{Kind: message.End, Source: r.source()}
	_ = r.Gate.Send(end, time.Now().Add(sendTimeout)) // without a gate it is not needed
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// report sends the running processes to the gate.
func (r *Reporter) report() (truth.Report, error) {
	now := r.Now()
	if running := r.running(); !slices.Equal(running, r.known) {
		r.known, r.changed = running, now
	}
	changes := truth.Report{Processes: map[string]claudehome.Process{}, Homes: []string{r.Home}}
	changes.Recheck = message.RepeatedAfter(now.Sub(r.changed))
	m := message.Message{Kind: message.Registry, Source: r.source()}
	for _, p := range r.known {
		sameGate, known := r.Gate.IsNearest(p.PID)
		if sameGate || !known { // otherwise it belongs to another pane or gate
			changes.Processes[strconv.Itoa(p.PID)] = p
			m.Processes = append(m.Processes, message.NewProcess(*p.Entry(proc.Suspended), sameGate, now))
		}
	}
	// If there are too many, keep those that were updated last.
	slices.SortFunc(m.Processes, func(a, b message.Process) int {
		return cmp.Compare(a.UpdatedAgo, b.UpdatedAgo)
	})
	m.Processes = m.Processes[:min(len(m.Processes), message.MaxProcesses)]
	return changes, r.Gate.Send(m, time.Now().Add(sendTimeout))
}

// running lists the running processes. While the entry of a process cannot be read, because Claude Code
// rewrites it in place, its last known entry is used.
func (r *Reporter) running() []claudehome.Process {
	found, _ := claudehome.Processes(os.DirFS(r.Home), proc.Is) // after an error, those that could be read
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

// conversation returns the entry of a client. If its conversation has moved into the background, the entry
// gets the state of the worker, because the client's own no longer changes. If the client shows one of
// several sessions in the background, the job is [tmuxopt.AnyJob]: only the title of its terminal tells which
// one, and that is on the other side of the gate.
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
			claude.MayOnlyLead = worker.MayOnlyLead
			claude.StatusUpdatedAt, claude.UpdatedAt = worker.StatusUpdatedAt, worker.UpdatedAt
			return claude
		}
	}
	return claude
}

// source is the name of the registry, which does not reveal its path.
func (r *Reporter) source() string {
	host, _ := os.Hostname() // "" after an error
	return gate.Hash(host, r.Home)
}
