package caller

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Job is a background session whose worker has started this process.
type Job struct {
	ID     string
	Worker claudehome.Process
	Panes  []Shown

	Gate        gate.Address // leads to the pane of the client that has parked the session
	ThroughGate bool         // Gate is set
}

// Shown is a pane that shows the session.
type Shown struct {
	Tmux      tmux.Server
	Pane      string
	ClaudePID int // the process in the pane, as [tmuxopt.PID] has it

	job string
}

// Job finds the background session that has started this process, and the panes that show it. The job is
// empty if there is none: also in a spare worker, and in a claude that a session has started itself. It reads
// files, processes and servers: see [Within].
//
// A worker has no pane. The panes that show its session are listed in an option of their server. A pane whose
// client has just parked its conversation is not listed yet: the registry lists the client, and the client's
// environment names the pane.
func (c Caller) Job() (job Job) {
	job.ID = tmuxopt.ID(filepath.Base(c.Getenv("CLAUDE_JOB_DIR")))
	job.Worker = c.Entry()
	w := job.Worker
	isWorker := job.ID != "" && w.PID == c.PID() && w.Job == job.ID && !w.Spare && w.Background()
	if !isWorker || c.isNested() {
		return Job{}
	}
	processes, _ := claudehome.Processes(claudehome.Open(c.Getenv), proc.Is) // too many: some are enough
	sockets := c.sockets()
	for _, p := range processes {
		if p.ParkedJob != job.ID || p.Background() {
			continue
		}
		environ := func(name string) string {
			value, _ := proc.Getenv(p.PID, name) // an unreadable environment names no pane
			return value
		}
		if address, ok := gate.FromEnv(environ); ok {
			job.Gate, job.ThroughGate = address, true
			continue
		}
		server, pane := tmux.FromEnv(environ), environ("TMUX_PANE")
		if server.Socket == "" || !tmux.PaneID(pane) {
			continue
		}
		server.Binary, server.Transport, server.Until = c.Tmux.Binary, c.Tmux.Transport, c.Tmux.Until
		job.add(Shown{Tmux: server, Pane: pane, ClaudePID: p.PID})
		if !slices.Contains(sockets, server.Socket) {
			sockets = append(sockets, server.Socket)
		}
	}
	shown := make([][]Shown, len(sockets))
	var asking sync.WaitGroup
	for i, path := range sockets { // all at once, and not for long: one that hangs must not cost the others the event
		asking.Go(func() {
			defer func() { _ = recover() }() // no panic may end the hook
			server := c.Tmux
			server.Socket, server.PID, server.Until = path, "", c.Start.Add(Deadline/4)
			shown[i] = shownIn(server, job.ID)
		})
	}
	asking.Wait()
	for _, one := range slices.Concat(shown...) {
		one.Tmux.Until = c.Tmux.Until
		job.add(one)
	}
	return job
}

// add adds a pane unless it is listed already: a server may have several sockets.
func (j *Job) add(one Shown) {
	one.job = j.ID
	isSamePane := func(s Shown) bool { return s.Tmux.PID == one.Tmux.PID && s.Pane == one.Pane }
	if !slices.ContainsFunc(j.Panes, isSamePane) {
		j.Panes = append(j.Panes, one)
	}
}

// sockets returns the sockets of this user's servers.
func (c Caller) sockets() (paths []string) {
	dir := tmux.SocketDir(c.Getenv)
	entries, _ := os.ReadDir(dir) // without the directory there are no sockets
	for _, e := range entries {
		// A server that has ended may leave its socket. A request to it would start the tmux program.
		if path := filepath.Join(dir, e.Name()); !socket.Abandoned(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// shownIn returns the panes of a server that show the session, according to the option that its follower
// sets.
func shownIn(server tmux.Server, job string) (shown []Shown) {
	reply, err := server.Run(context.Background(), [][]string{
		{"list-sessions", "-F", "#{pid} #{" + tmuxopt.JobsOption + "}"}, // all lines are the same
	})
	if err != nil {
		return nil
	}
	line, _, _ := strings.Cut(reply.Stdout, "\n")
	server.PID, line, _ = strings.Cut(line, " ")
	for _, j := range tmuxopt.PanesOf(line, job) {
		if tmux.PaneID(j.Pane) {
			shown = append(shown, Shown{Tmux: server, Pane: j.Pane, ClaudePID: j.ClaudePID})
		}
	}
	return shown
}

// Batch returns the edits as a batch that does nothing if the pane no longer shows the session.
func (s Shown) Batch(edits []tmuxopt.Edit) tmuxopt.Batch {
	shows := tmuxopt.ShowsJob(s.job, tmuxopt.Lit("1"))
	return tmuxopt.Batch{
		Pane: s.Pane, ServerPID: s.Tmux.PID, Edits: tmuxopt.ShowJob(s.job, edits),
		Unless: tmuxopt.Not(tmuxopt.And(tmuxopt.Is(tmuxopt.PID, strconv.Itoa(s.ClaudePID)), shows)),
	}
}

// Of returns the caller with the process in the pane as its Claude Code: the options of the pane name that
// process.
func (s Shown) Of(c Caller) Caller {
	getenv := c.Getenv
	c.Tmux = s.Tmux
	c.Getenv = func(name string) string {
		if name == "CLAUDE_PID" {
			return strconv.Itoa(s.ClaudePID)
		}
		return getenv(name)
	}
	return c
}
