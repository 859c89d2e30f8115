// Package caller identifies the Claude Code that has started this process as a hook or a status line: its
// pane, its server, its process id, and whether it may report for the pane at all.
//
// It promises that a file system or a pipe that hangs does not delay the caller beyond a deadline, if files
// are read by [Within] or [Begin], and standard input by [socket.DeadlineReader]. Besides [Caller.Job] nothing else
// starts a goroutine or a timer: each starts a thread, which takes longer than the call of tmux.
package caller

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

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

// Why a process may not report for a pane.
var (
	ErrNoPane     = errors.New("no pane: TMUX or TMUX_PANE is not set")
	ErrBackground = errors.New("a background session has no pane")
	ErrNested     = errors.New("a claude that Claude itself runs does not speak for the pane")
	ErrBeside     = errors.New("the pane shows a claude that a person uses, and this one runs beside or below it")
	ErrForeign    = errors.New("another agent runs this hook, which is set for Claude Code")
)

// Asked reports whether the arguments of the program ask for that command. Other arguments must not end in a
// usage error, because Claude Code would show it to the user; only --help alone asks for something else.
func Asked(command string, args []string) bool {
	help := len(args) == 2 && (args[1] == "--help" || args[1] == "-h")
	return len(args) > 0 && args[0] == command && !help
}

// New returns the caller that an environment names.
func New(getenv func(string) string, start time.Time) Caller {
	return Caller{Getenv: getenv, Tmux: tmux.FromEnv(getenv), Start: start}
}

// Route leads to the pane of a session: a pane of this server, or a gate to a pane elsewhere. A background
// session has a worker instead, and there may be panes that show it: see [Caller.Job].
type Route struct {
	Pane        string
	Gate        gate.Address
	ThroughGate bool
	Worker      int // the process that runs a session in the background
}

// Route returns the route to the session's pane. The error says why this process may not report for the pane;
// then the route may be incomplete.
func (c Caller) Route() (Route, error) {
	route, err := c.EnvRoute()
	switch {
	case err != nil:
	case c.isForeign():
		err = ErrForeign
	case c.isNested():
		err = ErrNested
	}
	return route, err
}

// EnvRoute is Route according to the environment alone: it inspects no process.
func (c Caller) EnvRoute() (route Route, err error) {
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

// isNested reports whether our Claude Code was started by another one: a "claude -p" that Claude runs inherits the
// pane. It inspects processes only if that matters.
func (c Caller) isNested() bool { return c.isEmbedded() && c.isBelowInteractive() }

// isForeign reports whether another agent, not Claude Code, has started this process: some agents also run the hooks
// in the settings of Claude Code. Usually the parent is our Claude Code, and no process is inspected.
func (c Caller) isForeign() bool {
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

// AsksNobody reports whether our Claude Code has nobody to ask: "claude -p" refuses a call that needs permission.
func (c Caller) AsksNobody() bool { return c.Getenv("CLAUDE_CODE_ENTRYPOINT") == "sdk-cli" }

// isEmbedded reports whether our Claude Code runs for a program: by "claude -p" or the SDK.
func (c Caller) isEmbedded() bool {
	entrypoint := c.Getenv("CLAUDE_CODE_ENTRYPOINT")
	return entrypoint != "" && entrypoint != "cli"
}

func (c Caller) isBelowInteractive() bool {
	return Within(c, func() bool {
		home := claudehome.Open(c.Getenv)
		return slices.ContainsFunc(proc.Ancestors(os.Getppid()), func(pid int) bool {
			process, err := claudehome.ReadProcess(home, pid)
			return err == nil && process.Interactive()
		})
	})
}

// ShowsAnother is true in a pane that a "claude -p" must not change: it shows an ancestor of ours, even if the registry
// of our home does not list that, or a process that a person uses, as the registry lists it. That may run in front of
// ours, or be suspended. It is nil if no pane does, if our Claude Code has a person or no known process id, and if the
// server does not see its process.
func (c Caller) ShowsAnother() tmuxopt.Format {
	own := c.PID()
	if !c.isEmbedded() || own == 0 || !c.Tmux.Local() {
		return nil
	}
	pids := append(proc.Ancestors(own), Within(c, func() (pids []int) {
		processes, _ := claudehome.Processes(claudehome.Open(c.Getenv), proc.Is) // after an error some are known
		for _, p := range processes {
			if p.Interactive() && !p.Background() {
				pids = append(pids, p.PID)
			}
		}
		return pids
	})...)
	var shown []string
	for _, pid := range pids {
		if pid != own {
			shown = append(shown, strconv.Itoa(pid))
		}
	}
	if len(shown) == 0 {
		return nil
	}
	return tmuxopt.IsOneOf(tmuxopt.PID, shown...)
}

// IsBesideAnother reports whether a "claude -p" must not change the pane of a gate: the registry of our home lists a
// process that a person uses behind the same gate. Where the environment of a process cannot be read, as on macOS, one
// in our terminal counts.
func (c Caller) IsBesideAnother(address gate.Address) bool {
	return c.isEmbedded() && Within(c, func() bool {
		processes, _ := claudehome.Processes(claudehome.Open(c.Getenv), proc.Is) // after an error some are known
		return slices.ContainsFunc(processes, func(p claudehome.Process) bool {
			if !p.Interactive() || p.Background() {
				return false
			}
			sameGate, known := address.IsNearest(p.PID)
			terminal := proc.Terminal(p.PID)
			return sameGate || !known && terminal != "" && terminal == proc.Terminal(c.PID())
		})
	})
}

// PID returns the process id that the caller reports for itself, 0 if none. It may belong to another pid
// namespace than the server's: see [tmux.Server.Local].
func (c Caller) PID() int {
	pid, err := strconv.Atoi(c.Getenv("CLAUDE_PID"))
	if err != nil || pid < 0 {
		return 0
	}
	return pid
}

// Entry returns the caller's entry in the registry, an empty one if there is none. Claude Code before 2.1.214 does not
// report its process id: then it is that of the nearest process above us that has one. It reads files: see [Within].
func (c Caller) Entry() claudehome.Process {
	pids := []int{c.PID()}
	if pids[0] == 0 {
		pids = proc.Ancestors(os.Getppid())
	}
	home := claudehome.Open(c.Getenv)
	for _, pid := range pids {
		if p, err := claudehome.ReadProcess(home, pid); err == nil {
			return p
		}
	}
	return claudehome.Process{}
}

// Within calls read, which may hang on a file system, for at most half of the deadline: the other half is for
// tmux. If read takes longer, it returns the zero value.
func Within[T any](c Caller, read func() T) (found T) { return Begin(c, read)() }

// Begin starts read like Within, and returns a function that waits for the result.
func Begin[T any](c Caller, read func() T) (found func() T) {
	done := make(chan T, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // the result is the zero value
		done <- read()
	}()
	return func() (found T) {
		for range 2 { // a fast file system is read in our thread meanwhile: that needs neither a timer nor a thread
			select {
			case found = <-done:
				return found
			default:
				runtime.Gosched()
			}
		}
		select {
		case found = <-done:
		case <-time.After(time.Until(c.Start.Add(Deadline / 2))):
		}
		return found
	}
}
