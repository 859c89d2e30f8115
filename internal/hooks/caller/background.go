package caller

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Job is a session in the background whose worker has started this process.
type Job struct {
	ID     string
	Worker claudehome.Process
	Panes  []Shown
}

// Shown is a pane that shows the session.
type Shown struct {
	Tmux   tmux.Server
	Pane   string
	Client int // the process in the pane, as [tmuxopt.PID] has it

	job string
}

// Job finds the session in the background that has started this process, and the panes that show it. The
// job is empty where there is none: also in a spare worker, and in a claude that a session has started
// itself. It looks at files, processes and servers: see [Within].
//
// A worker has no pane. Those that show its session say so. A pane that has parked its
// conversation just now has none yet: there the process of the pane, as its own hooks have named it, is a
// client whose entry in the registry names the job.
func (c Caller) Job() (job Job) {
	job.ID = tmuxopt.ID(filepath.Base(c.Getenv("CLAUDE_JOB_DIR")))
	job.Worker = c.Entry()
	if w := job.Worker; job.ID == "" || w.PID != c.PID() || w.Job != job.ID || w.Spare || !w.Background() || c.nested() {
		return Job{}
	}
	processes, _ := claudehome.Processes(claudehome.Open(c.Getenv), proc.Is) // of too many some
	var clients []string
	sockets := c.sockets()
	for _, p := range processes {
		if p.ParkedJob != job.ID || p.Background() {
			continue
		}
		clients = append(clients, strconv.Itoa(p.PID))
		environ := func(name string) string {
			value, _ := proc.Getenv(p.PID, name) // where it cannot be read, the server may be one of the others
			return value
		}
		if socket := tmux.FromEnv(environ).Socket; socket != "" && !slices.Contains(sockets, socket) {
			sockets = append(sockets, socket)
		}
	}
	for _, socket := range sockets {
		server := c.Tmux
		server.Socket, server.PID = socket, ""
		for _, one := range shownIn(server, job.ID, clients) {
			same := func(s Shown) bool { return s.Tmux.PID == one.Tmux.PID && s.Pane == one.Pane }
			if !slices.ContainsFunc(job.Panes, same) { // windows are linked, and sockets
				job.Panes = append(job.Panes, one)
			}
		}
	}
	return job
}

// sockets returns those of this user's servers where tmux puts them.
func (c Caller) sockets() (paths []string) {
	dir := tmux.SocketDir(c.Getenv)
	entries, _ := os.ReadDir(dir) // where there are none, there are no panes
	for _, e := range entries {
		paths = append(paths, filepath.Join(dir, e.Name()))
	}
	return paths
}

// shownIn returns the panes of a server that show the session.
func shownIn(server tmux.Server, job string, clients []string) (shown []Shown) {
	var isClient tmuxopt.Format = tmuxopt.Lit("")
	for _, pid := range clients {
		isClient = tmuxopt.Or(isClient, tmuxopt.Is(tmuxopt.PID, pid))
	}
	shows := tmuxopt.ShowsJob(job, isClient)
	reply, err := server.Run(context.Background(), [][]string{{"list-panes", "-a", "-f", shows.String(),
		"-F", "#{pid} #{pane_id} #{" + string(tmuxopt.PID) + "}"}})
	if err != nil {
		return nil
	}
	for line := range strings.Lines(reply.Stdout) {
		fields := strings.Fields(line)
		if len(fields) != 3 || !tmux.PaneID(fields[1]) {
			continue
		}
		client, err := strconv.Atoi(fields[2])
		if err != nil {
			continue
		}
		server.PID = fields[0]
		shown = append(shown, Shown{Tmux: server, Pane: fields[1], Client: client, job: job})
	}
	return shown
}

// Batch returns the edits as a batch that does nothing in a pane that has come to show something else.
func (s Shown) Batch(edits []tmuxopt.Edit) tmuxopt.Batch {
	shows := tmuxopt.ShowsJob(s.job, tmuxopt.Lit("1"))
	return tmuxopt.Batch{
		Pane: s.Pane, ServerPID: s.Tmux.PID, Edits: tmuxopt.ShowJob(s.job, edits),
		Unless: tmuxopt.Not(tmuxopt.And(tmuxopt.Is(tmuxopt.PID, strconv.Itoa(s.Client)), shows)),
	}
}

// Of returns the caller as if the process in the pane had called: it is the one that the pane names.
func (s Shown) Of(c Caller) Caller {
	getenv := c.Getenv
	c.Tmux = s.Tmux
	c.Getenv = func(name string) string {
		if name == "CLAUDE_PID" {
			return strconv.Itoa(s.Client)
		}
		return getenv(name)
	}
	return c
}
