package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/settings"
)

// firstExec is the first version of Claude Code that runs a hook without a
// shell; older ones ignore its arguments.
const firstExec = "2.1.139"

// measured is a version of which it is known that it knows events whose first
// version is not.
const measured = "2.1.197"

// unknownClient is what a client whose version is not known is taken for: old
// enough that every event it is given is one that it knows. An event that a
// client does not know stops it at its start with a question.
const unknownClient = "2.0.999"

// Client is a program of Claude Code.
type Client struct {
	Program string // "" = there is none
	Version string // "" = not known
}

// versionTime is what Claude Code, which is large, has to tell its version.
const versionTime = 20 * time.Second

// FindClient finds the program of that name, of a user with that home directory,
// and its version. What cannot be found is empty; the error says why.
func FindClient(ctx context.Context, name, home string) (Client, error) {
	program, err := claudehome.Program(name, home)
	if errors.Is(err, exec.ErrNotFound) {
		return Client{}, fmt.Errorf("%s is neither on PATH nor where its installer puts it", name)
	}
	if err != nil {
		return Client{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	out, err := output(exec.CommandContext(ctx, program, "--version"))
	if err != nil {
		return Client{Program: program}, fmt.Errorf("%s --version: %w", program, err)
	}
	version := version().FindString(string(out))
	if version == "" {
		return Client{Program: program}, fmt.Errorf("%s --version: no version in %q", program, out)
	}
	return Client{program, version}, nil
}

func version() *regexp.Regexp { return regexp.MustCompile(`\b[0-9]+\.[0-9]+\.[0-9]+\b`) } // compiled only where it is used: hooks start often

// Knows reports whether the client knows what came with that version, "" being
// one that is not known exactly.
func (c Client) Knows(since string) bool {
	return compare(cmp.Or(c.Version, unknownClient), cmp.Or(since, measured)) >= 0
}

// Exec reports whether the client runs hooks without a shell.
func (c Client) Exec() bool { return c.Knows(firstExec) }

// Events lists the events that atm maps and the client knows.
func (c Client) Events() []string {
	var names []string
	for _, e := range hookmap.Events() {
		if c.Knows(e.Since) {
			names = append(names, string(e.Name))
		}
	}
	return names
}

// hookTimeout is how many seconds Claude Code waits for a hook of ours, which
// itself gives up sooner.
const hookTimeout = 5

// Hook returns how the client is to call a program of atm, given what its
// settings say. A client whose version is not known keeps the events that it
// has: it has lived with them.
func (c Client) Hook(program string, has settings.Facts) settings.Hook {
	h := settings.Hook{Program: program, Exec: c.Exec(), Timeout: hookTimeout, Events: c.Events()}
	if c.Version != "" || len(has.Hooks) == 0 {
		return h
	}
	h.Exec, h.Events = has.Hooks[0].Exec, nil
	for _, e := range hookmap.Events() {
		had := slices.ContainsFunc(has.Hooks, func(f settings.Found) bool { return f.Event == string(e.Name) })
		if had || c.Knows(e.Since) {
			h.Events = append(h.Events, string(e.Name))
		}
	}
	return h
}

// compare compares versions number by number.
func compare(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		if c := cmp.Compare(number(x, i), number(y, i)); c != 0 {
			return c
		}
	}
	return 0
}

// number returns the leading number of a part: 5 of "5a".
func number(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	digits := strings.TrimLeft(parts[i], "0123456789")
	n, _ := strconv.Atoi(strings.TrimSuffix(parts[i], digits)) // none is 0
	return n
}

// OldestTmux is the oldest tmux that atm works with.
const OldestTmux = "3.2"

// TmuxTooOld reports whether a version of tmux ("3.1c", "next-3.8") is too old
// for atm.
func TmuxTooOld(version string) bool {
	return version != "" && compare(strings.TrimPrefix(version, "next-"), OldestTmux) < 0
}
