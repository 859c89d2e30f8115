// Package caller knows the Claude Code that has started this process, as it starts a
// hook or a status line: its pane, its server, its process id, and whether it speaks for
// the pane at all.
//
// It promises that whatever hangs does not hold up its user beyond a deadline, as long
// as files are looked at by [Within] or [Begin], and standard input is read by
// [DeadlineReader]. A goroutine or a timer starts a thread, which takes longer than tmux
// does: so nothing else starts one.
package caller

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/agents/dialect"
	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Deadline is how long a hook or a status line may take.
const Deadline = 2 * time.Second

// Caller is the Claude Code that has started this process.
type Caller struct {
	Getenv func(string) string
	Tmux   tmux.Server
	Start  time.Time // when this process began its work
}

// Why a process does not speak for a pane.
var (
	ErrNoPane     = errors.New("no pane: TMUX or TMUX_PANE is not set")
	ErrBackground = errors.New("a background session has no pane")
	ErrNested     = errors.New("a claude that Claude itself runs does not speak for the pane")
	ErrForeign    = errors.New("another agent runs this hook, which is set for Claude Code")
)

// New returns the caller that an environment names.
func New(getenv func(string) string, start time.Time) Caller {
	return Caller{Getenv: getenv, Tmux: tmux.FromEnv(getenv), Start: start}
}

// Route is the way to the pane of a session: a pane of this server, or a gate that leads to one. A session
// in the background has a worker instead, and maybe panes that show it: see [Caller.Job].
type Route struct {
	Pane        string
	Gate        gate.Address
	ThroughGate bool
	Worker      int // the process that runs a session in the background
}

// Route returns the way to the session's pane. An error says why this process does not speak for the
// pane; the route is what is known of it then.
func (c Caller) Route() (Route, error) {
	route, err := c.Way()
	switch {
	case err != nil:
	case c.foreign():
		err = ErrForeign
	case c.nested():
		err = ErrNested
	}
	return route, err
}

// Way is Route as far as the environment tells: it looks at no process.
func (c Caller) Way() (route Route, err error) {
	if c.Getenv("CLAUDE_JOB_DIR") != "" {
		return route, ErrBackground
	}
	if route.Gate, route.ThroughGate = gate.FromEnv(c.Getenv); !route.ThroughGate {
		pane := c.Getenv("TMUX_PANE")
		if !tmux.PaneID(pane) || c.Tmux.Socket == "" {
			return route, ErrNoPane
		}
		route.Pane = pane
	}
	return route, nil
}

// nested reports whether another Claude Code has started the caller: a "claude -p" that
// Claude runs inherits the pane. Processes are looked at only where it matters.
func (c Caller) nested() bool { return c.embedded() && c.belowInteractive() }

// foreign reports whether another agent has started the caller: some run the hooks in the settings of Claude Code, too.
// The parent usually is our Claude Code. Then no process is looked at.
func (c Caller) foreign() bool {
	own, parent := c.PID(), os.Getppid()
	if parent == own {
		return false
	}
	for _, pid := range proc.Ancestors(parent) {
		args := proc.Args(pid)
		switch {
		case pid == own || dialect.Runs([]string{"claude"}, args):
			return false
		case dialect.RunsAny(args):
			return true
		}
	}
	return false
}

// embedded reports whether our Claude Code is not an interactive one.
func (c Caller) embedded() bool {
	entrypoint := c.Getenv("CLAUDE_CODE_ENTRYPOINT")
	return entrypoint != "" && entrypoint != "cli"
}

// belowInteractive reports whether an interactive Claude Code is above us.
func (c Caller) belowInteractive() bool {
	return Within(c, func() bool {
		home := claudehome.Open(c.Getenv)
		return slices.ContainsFunc(proc.Ancestors(os.Getppid()), func(pid int) bool {
			process, err := claudehome.ReadProcess(home, pid)
			return err == nil && process.Interactive()
		})
	})
}

// ShowsAncestor is true where the pane shows a process above ours: then ours is nested,
// also if the registry of its home knows nothing of the other.
func (c Caller) ShowsAncestor() tmuxopt.Format {
	own := c.PID()
	if !c.embedded() || own == 0 || !c.Tmux.Local() {
		return nil
	}
	var shows tmuxopt.Format
	for _, pid := range proc.Ancestors(own) {
		if pid == own {
			continue
		}
		one := tmuxopt.Is(tmuxopt.PID, strconv.Itoa(pid))
		if shows == nil {
			shows = one
		} else {
			shows = tmuxopt.Or(shows, one)
		}
	}
	return shows
}

// PID returns the process id that the caller gives itself, 0 if it gives none. It may be
// one of another pid namespace than the server's: see [tmux.Server.Local].
func (c Caller) PID() int {
	pid, err := strconv.Atoi(c.Getenv("CLAUDE_PID"))
	if err != nil || pid < 0 {
		return 0
	}
	return pid
}

// Registered finds the process of a Claude Code from before 2.1.214, which does not say
// who it is: the nearest process above us that is in the registry, if any.
func (c Caller) Registered() (process int, ancestors []int) {
	ancestors = proc.Ancestors(os.Getppid())
	process = Within(c, func() int { return c.nearest(ancestors, claudehome.ReadProcess).PID })
	return process, ancestors
}

// Entry returns the caller's entry in the registry, an empty one if it has none. It waits for one that
// is being written. It looks at files: see [Within].
func (c Caller) Entry() claudehome.Process {
	if pid := c.PID(); pid != 0 {
		return c.nearest([]int{pid}, claudehome.ReadSettled)
	}
	return c.nearest(proc.Ancestors(os.Getppid()), claudehome.ReadSettled)
}

// nearest returns the first entry of the registry that one of the processes has.
func (c Caller) nearest(pids []int, read func(fs.FS, int) (claudehome.Process, error)) claudehome.Process {
	home := claudehome.Open(c.Getenv)
	for _, pid := range pids {
		if p, err := read(home, pid); err == nil {
			return p
		}
	}
	return claudehome.Process{}
}

// Within reads files, which can hang where a file system does, for at most half of the deadline: the
// other half is tmux's. It returns the zero value if that is not enough.
func Within[T any](c Caller, read func() T) (found T) { return Begin(c, read)() }

// Begin starts what Within does, and returns a function that waits for the result.
func Begin[T any](c Caller, read func() T) (found func() T) {
	done := make(chan T, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // the result is the zero value
		done <- read()
	}()
	return func() (found T) {
		select {
		case found = <-done:
			return found
		default: // only now a timer
		}
		select {
		case found = <-done:
		case <-time.After(time.Until(c.Start.Add(Deadline / 2))):
		}
		return found
	}
}

// DeadlineReader reads a file until a deadline: the other end may never close it.
type DeadlineReader struct {
	File     *os.File // not embedded: io.Copy would use its WriteTo, which waits
	Deadline time.Time
}

func (r DeadlineReader) Read(b []byte) (int, error) {
	for time.Now().Before(r.Deadline) {
		poll := []unix.PollFd{{Fd: int32(r.File.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(poll, int(max(time.Until(r.Deadline), 0).Milliseconds()))
		switch {
		case errors.Is(err, unix.EINTR):
		case err == nil && n == 0:
			return 0, os.ErrDeadlineExceeded
		default: // also after an error: reading tells it better
			return r.File.Read(b)
		}
	}
	return 0, os.ErrDeadlineExceeded // there is always something, and never an end
}
