// Package hook is the command that Claude Code runs for each event: it maps the
// event to edits of the pane's options, and has tmux make them.
//
// It promises never to disturb Claude: it prints nothing, does not panic, and is
// done within two seconds, in milliseconds as a rule. What went wrong is known
// to the file that ATM_DEBUG names, and to nobody else. The exit status, 0, is
// the caller's.
package hook

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// The rules of a hook: it exits 0, prints nothing, whatever happens, and is
// done within Deadline. Claude Code takes exit 2 (a Go panic, too) as a
// veto, shows other failures to the user, and adds what SessionStart and
// UserPromptSubmit print to the model's context.
const (
	Deadline     = 2 * time.Second
	TmuxDeadline = Deadline - 200*time.Millisecond // what a tmux that hangs gets, to be killed in time
)

// maxPayload bounds the memory that a payload can cost. What is longer is dropped.
const maxPayload = 128 << 20

// call is one run of the hook: what it takes from outside.
type call struct {
	stdin  io.Reader
	getenv func(string) string
	now    func() time.Time
	tmux   tmux.Server
	start  time.Time
}

// Asked reports whether these arguments of the program ask for the hook. Whatever
// else stands there, a hook must not end in a usage error: Claude would show it
// to the user.
func Asked(args []string) bool {
	help := len(args) == 2 && (args[1] == "--help" || args[1] == "-h")
	return len(args) > 0 && args[0] == "hook" && !help
}

// Run handles the event on standard input, or gives up at the deadline. In the
// usual case there is neither a goroutine nor a timer, because each would start
// a thread, which takes longer than tmux does: standard input is polled, the
// socket of tmux has time-outs of its own, and what else can hang goes through
// within.
func Run(stdin io.Reader, getenv func(string) string, now func() time.Time) {
	start := now()
	c := call{stdin: stdin, getenv: getenv, now: now, tmux: tmux.FromEnv(getenv), start: start}
	r := &report{start: start, file: c.getenv("ATM_DEBUG")}
	defer r.write(c.now)
	defer r.recover()
	c.tmux.Until = start.Add(TmuxDeadline)
	if f, ok := c.stdin.(*os.File); ok {
		c.stdin = deadlineReader{f, start.Add(Deadline)}
	}
	r.err = c.handle(r)
}

// payload reads standard input up to the end of the payload, whatever becomes of
// it: Claude Code takes a hook for failed if it cannot write all of the payload.
func (c call) payload() (hookmap.Payload, error) {
	payload, err := hookmap.Decode(io.LimitReader(c.stdin, maxPayload))
	if err != nil {
		_, _ = io.Copy(io.Discard, c.stdin) // until its end, or the deadline
	}
	return payload, err
}

// deadlineReader reads a file until a deadline: the other end may never close it.
type deadlineReader struct {
	file     *os.File // not embedded: io.Copy would use its WriteTo, which waits
	deadline time.Time
}

func (r deadlineReader) Read(b []byte) (int, error) {
	for time.Now().Before(r.deadline) {
		poll := []unix.PollFd{{Fd: int32(r.file.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(poll, int(max(time.Until(r.deadline), 0).Milliseconds()))
		switch {
		case errors.Is(err, unix.EINTR):
		case err == nil && n == 0:
			return 0, os.ErrDeadlineExceeded
		default: // also after an error: reading tells it better
			return r.file.Read(b)
		}
	}
	return 0, os.ErrDeadlineExceeded // there is always something, and never an end
}

// within looks at files, which can hang where a file system does, but not beyond
// half of the deadline: the other half is tmux's. What is not found by then stays
// unknown.
func within[T any](c call, look func() T) (found T) {
	left := time.Until(c.start.Add(Deadline / 2))
	if left <= 0 {
		return found
	}
	done := make(chan T, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // it stays unknown
		done <- look()
	}()
	select {
	case found = <-done:
	case <-time.After(left):
	}
	return found
}

var (
	errNoPane     = errors.New("no pane: TMUX or TMUX_PANE is not set")
	errBackground = errors.New("a background session has no pane")
	errNested     = errors.New("a claude that Claude itself runs does not speak for the pane")
	errNoEvent    = errors.New("payload names no event")
)

// handle maps the event on standard input to one tmux invocation.
func (c call) handle(r *report) error {
	payload, err := c.payload()
	pane := c.getenv("TMUX_PANE")
	if !tmux.PaneID(pane) || c.tmux.Socket == "" {
		return errNoPane
	}
	r.Pane = pane
	if c.getenv("CLAUDE_JOB_DIR") != "" {
		return errBackground
	}
	if err != nil {
		return err
	}
	r.Event = payload.Event
	by, err := c.process(payload)
	if err != nil {
		return err
	}
	edits := hookmap.Map(payload, by)
	if len(edits) == 0 {
		return errNoEvent
	}
	batch := tmuxopt.Batch{
		Pane: pane, ServerPID: c.tmux.PID, At: tmuxopt.Nanoseconds(by.Now), Edits: edits,
		Unless: c.showsAncestor(),
	}
	r.batch = batch
	reply, err := c.tmux.Send(context.Background(), batch)
	r.Tmux, r.Transport, r.Surprise = reply.Stderr, string(reply.Transport), reply.Surprise
	return err
}

// process finds out which process fired the event, and refuses one that another
// Claude Code has started: a "claude -p" that Claude runs inherits the pane and fires
// the same hooks. Processes are looked at only where it matters.
func (c call) process(p hookmap.Payload) (hookmap.Context, error) {
	by := hookmap.Context{Now: c.now(), Old: c.getenv("CLAUDE_PID") == ""}
	if c.embedded() && c.nested() {
		return by, errNested
	}
	event := hookmap.EventName(p.Event)
	switch event {
	case hookmap.SessionStart, hookmap.UserPromptSubmit, hookmap.SessionEnd:
	default:
		return by, nil
	}
	// In a container our process ids mean nothing to those who read the options.
	visible := c.tmux.Local()
	if pid, err := strconv.Atoi(c.getenv("CLAUDE_PID")); err == nil && pid > 0 && visible {
		by.Process = pid
	}
	if event == hookmap.SessionEnd {
		by.TranscriptExists = within(c, func() bool {
			_, err := os.Stat(p.TranscriptPath)
			return err == nil
		})
	}
	if by.Process == 0 && visible {
		by.Process, by.Ancestors = c.registered()
	}
	return by, nil
}

// embedded reports whether our Claude Code is not an interactive one.
func (c call) embedded() bool {
	entrypoint := c.getenv("CLAUDE_CODE_ENTRYPOINT")
	return entrypoint != "" && entrypoint != "cli"
}

// showsAncestor is true where the pane shows a process above ours: then ours is nested,
// also if the registry of its home knows nothing of the other.
func (c call) showsAncestor() tmuxopt.Format {
	own, err := strconv.Atoi(c.getenv("CLAUDE_PID"))
	if !c.embedded() || err != nil || !c.tmux.Local() {
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

// nested reports whether an interactive Claude Code is above us.
func (c call) nested() bool {
	return within(c, func() bool {
		home := claudehome.Open(c.getenv)
		return slices.ContainsFunc(proc.Ancestors(os.Getppid()), func(pid int) bool {
			process, err := claudehome.ReadProcess(home, pid)
			return err == nil && process.Interactive()
		})
	})
}

// registered finds the process of a hook from before 2.1.214, which does not say who
// it is: the nearest process above us that is in the registry, if any.
func (c call) registered() (process int, ancestors []int) {
	ancestors = proc.Ancestors(os.Getppid())
	process = within(c, func() int {
		home := claudehome.Open(c.getenv)
		for _, pid := range ancestors {
			if _, err := claudehome.ReadProcess(home, pid); err == nil {
				return pid
			}
		}
		return 0
	})
	return process, ancestors
}
