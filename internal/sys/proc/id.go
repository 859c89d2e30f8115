package proc

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

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
