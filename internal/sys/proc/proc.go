// Package proc inspects other processes of this machine, on Linux and macOS.
//
// It promises that a zombie does not count as running, and that a process which becomes another program does. It
// does not promise that a process id still names the same process a moment later: an [ID] does.
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

// maxDepth limits a walk up the process tree. A hook is three or four levels below its claude; wrappers add
// some.
const maxDepth = 32

type status struct {
	parent    int
	start     string // see Start
	ended     bool   // it is a zombie
	suspended bool   // a signal has stopped it, as Ctrl-Z does
	group     int    // its process group
	inFront   int    // the process group in the foreground of its terminal
	terminal  uint64 // the device of its controlling terminal, 0 = none
}

// Parent returns the process id of the parent of a process.
func Parent(pid int) (int, error) {
	s, err := statusOf(pid)
	return s.parent, err
}

// Start returns the start time of a running process as Claude Code's registry writes it: on Linux field 22 of
// /proc/PID/stat, clock ticks since the boot; on macOS the output of ps -o lstart with TZ=UTC and LC_ALL=C.
func Start(pid int) (string, error) {
	s, err := statusOf(pid)
	if err == nil && s.ended {
		err = fmt.Errorf("process %d: has ended", pid)
	}
	return s.start, err
}

// Began returns when a running process started, by the present clock; to the second or better.
func Began(pid int) (time.Time, error) {
	start, err := Start(pid)
	if err != nil {
		return time.Time{}, err
	}
	return timeOf(start)
}

// Is reports whether a process runs and, unless start is empty, has this start time of [Start]: process ids
// are reused.
func Is(pid int, start string) bool {
	now, err := Start(pid)
	return err == nil && (start == "" || start == now)
}

// Suspended reports whether a signal has stopped a process, as Ctrl-Z does.
func Suspended(pid int) bool {
	s, _ := statusOf(pid) // after an error it counts as running
	return s.suspended
}

// Job returns the topmost process of the job that a shell has in the foreground of its terminal, if pid is
// part of that job, else 0. A program that is not a shell with job control has no jobs.
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

// Terminal returns the path of a process's controlling terminal, as in tmux's pane_tty; "" if there is none,
// or it is not one of a pane.
func Terminal(pid int) string {
	s, _ := statusOf(pid) // after an error there is no terminal
	return terminalPath(s.terminal)
}

// InFront returns the leader of the job in the foreground of a process's terminal, 0 if it is not known.
func InFront(pid int) int {
	s, _ := statusOf(pid) // after an error it is not known
	return s.inFront
}

// Ancestors lists pid and its ancestors, without the first process of the system. The list ends early at a
// process that cannot be inspected.
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

// Below lists the names of the programs below a process: its youngest child, the youngest child of that, and
// so on. The child with the highest id counts as the youngest. After an error of ps, or a second, the list is
// empty.
func Below(ctx context.Context, pid int) []string {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "ps", "-A", "-o", "pid=,ppid=,comm=").Output()
	if err != nil {
		return nil
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

// ID names a process uniquely, also after it has ended: its process id, a dash, and its start time. It
// consists of [A-Za-z0-9-] only, so it can be used in a format of tmux.
type ID string

// Self returns the ID of this process.
func Self() (ID, error) { return IDOf(os.Getpid()) }

// ParseID parses an ID, and reports whether the text is one.
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

// Runs reports whether exactly that process still runs.
func (id ID) Runs() bool {
	now, err := IDOf(id.PID())
	return err == nil && now == id
}

// Wait waits until exactly that process has ended, or until ctx ends. If the system cannot wait for it, Wait
// checks every second.
func (id ID) Wait(ctx context.Context) {
	for id.Runs() && ctx.Err() == nil {
		if Wait(ctx, id.PID()) == nil {
			continue
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// IDOf returns the ID of a running process.
func IDOf(pid int) (ID, error) {
	start, err := Start(pid)
	return ID(fmt.Sprintf("%d-%s", pid, onlyWord(start))), err
}

// onlyWord removes all but letters, digits and dashes: on macOS a start time has blanks and colons.
func onlyWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}
