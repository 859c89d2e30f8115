// Package proc looks at other processes of this machine, on Linux and macOS.
//
// It promises that a process that has ended does not count as running, also while
// nobody has waited for it. It does not promise that a process id still means the
// same process a moment later: see [ID] for a name that does.
package proc

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxDepth bounds a walk up the process tree. A hook is three or four levels
// below the claude that fired it; wrappers add some.
const maxDepth = 32

// status is what the system says of a process.
type status struct {
	parent    int
	start     string // when it was started, see Start
	ended     bool   // it has ended, and its parent has not waited for it
	suspended bool   // a signal has stopped it, as Ctrl-Z does
	group     int    // its process group
	inFront   int    // the process group in the foreground of its terminal
	terminal  uint64 // the device that controls it, 0 = none
}

// Parent returns the process id of the parent of a process.
func Parent(pid int) (int, error) {
	s, err := statusOf(pid)
	return s.parent, err
}

// Start returns when a running process was started, in the words of Claude Code's
// registry: on Linux field 22 of /proc/PID/stat, clock ticks since the boot; on
// macOS what "ps -o lstart" prints with TZ=UTC and LC_ALL=C.
func Start(pid int) (string, error) {
	s, err := statusOf(pid)
	if err == nil && s.ended {
		err = fmt.Errorf("process %d: has ended", pid)
	}
	return s.start, err
}

// Is reports whether a process runs and, unless start is empty, is the one that
// [Start] said this of: process ids are used again.
func Is(pid int, start string) bool {
	now, err := Start(pid)
	return err == nil && (start == "" || start == now)
}

// Suspended reports whether a process is stopped, as Ctrl-Z stops it: it has not
// ended, and does nothing until a signal continues it.
func Suspended(pid int) bool {
	s, _ := statusOf(pid) // of a process that cannot be looked at nothing is known
	return s.suspended
}

// Job returns the job that a shell has in the foreground of its terminal, if a process is
// part of it: the topmost process of it above that one, or that one itself. It is 0 where
// there is none; a program that is no shell with job control has no jobs.
func Job(pid, shell int) int {
	s, err := statusOf(shell)
	if err != nil || s.group == s.inFront {
		return 0
	}
	above := Ancestors(pid)
	for _, pid := range slices.Backward(above[:max(slices.Index(above, shell), 0)]) {
		if p, err := statusOf(pid); err == nil && p.group == s.inFront {
			return pid
		}
	}
	return 0
}

// Terminal returns the path of the terminal that controls a process, as tmux has it in pane_tty: "" if there is none,
// or if it is none that a pane can have.
func Terminal(pid int) string {
	s, _ := statusOf(pid) // without a status there is no terminal
	return terminalPath(s.terminal)
}

// InFront returns the process that leads the job in the foreground of a process's terminal, 0 if it is not known.
func InFront(pid int) int {
	s, _ := statusOf(pid) // without a status it is not known
	return s.inFront
}

// Ancestors returns pid and the processes above it, up to but without the first
// process of the system. It ends early where a process cannot be looked at.
func Ancestors(pid int) []int {
	var pids []int
	for len(pids) < maxDepth && pid > 1 {
		pids = append(pids, pid)
		parent, err := Parent(pid)
		if err != nil {
			break
		}
		pid = parent
	}
	return pids
}

// psTimeout bounds how long is waited for the list of all processes.
const psTimeout = time.Second

// Below returns the names of the programs that run below a process: its youngest child, the youngest child of that,
// and so on. The youngest is taken for the one with the highest id.
func Below(ctx context.Context, pid int) []string {
	ctx, cancel := context.WithTimeout(ctx, psTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "ps", "-A", "-o", "pid=,ppid=,comm=").Output()
	if err != nil {
		return nil // nobody knows
	}
	youngest, names := map[int]int{}, map[int]string{}
	for line := range strings.Lines(string(out)) {
		var child, parent int
		var name string
		if n, _ := fmt.Sscanf(line, "%d %d %s", &child, &parent, &name); n == 3 {
			youngest[parent] = max(youngest[parent], child)
			names[child] = filepath.Base(name)
		}
	}
	var below []string
	for at := youngest[pid]; at > 1 && len(below) < len(names); at = youngest[at] {
		below = append(below, names[at])
	}
	return below
}

// ID names one process for good: its process id, a dash, and when it was started.
// It consists of [A-Za-z0-9-] only, so that it may stand in a format of tmux.
type ID string

// Self returns the ID of this process.
func Self() (ID, error) { return IDOf(os.Getpid()) }

// ParseID returns the ID that somebody has written down, or false if the text is
// none.
func ParseID(text string) (ID, bool) {
	id := ID(text)
	return id, id.PID() > 0 && onlyWord(text) == text
}

// PID returns the process id, 0 if there is none.
func (id ID) PID() int {
	number, _, _ := strings.Cut(string(id), "-")
	pid, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	return pid
}

// Runs reports whether that very process still runs.
func (id ID) Runs() bool {
	now, err := IDOf(id.PID())
	return err == nil && now == id
}

// pollInterval is how often a process is looked at where the system cannot wait for it.
const pollInterval = time.Second

// Wait waits until that very process has ended, or until ctx ends.
func (id ID) Wait(ctx context.Context) {
	for id.Runs() && ctx.Err() == nil {
		if Wait(ctx, id.PID()) == nil {
			continue
		}
		select {
		case <-time.After(pollInterval):
		case <-ctx.Done():
		}
	}
}

// IDOf returns the ID of a process that runs.
func IDOf(pid int) (ID, error) {
	start, err := Start(pid)
	return ID(fmt.Sprintf("%d-%s", pid, onlyWord(start))), err
}

// onlyWord leaves of a text only letters, digits and dashes: on macOS a start
// time has blanks and colons.
func onlyWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}
