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
	"atm/internal/claude/claudehome"
	"atm/internal/hooks/guard/decision"
	"atm/internal/setup/settings"
)

// Claude is a program of Claude Code.
type Claude struct {
	Program string // "" = there is none
	Version string // "" = not known
}

const (
	// firstExec is the first version of Claude Code that runs a hook without a shell.
	// Older ones ignore the arguments of a hook.
	firstExec = "2.1.139"
	// KnowsMost is a version that was tried with all events whose first version is not known.
	KnowsMost = "2.1.197"
	// unknownVersion is used if the version is not known. It is so old that every Claude Code knows the events
	// that it gets: Claude Code stops at its start with a question if there is an event that it does not know.
	unknownVersion = "2.0.999"
	// versionTimeout limits claude --version: Claude Code is large.
	versionTimeout = 20 * time.Second
)

// FindClaude finds the program of Claude Code by its name, on PATH or below the user's home directory, and
// asks it for its version. Fields that it could not find out are empty, and the error says why.
func FindClaude(ctx context.Context, name, home string) (Claude, error) {
	program, err := claudehome.Program(name, home)
	if errors.Is(err, exec.ErrNotFound) {
		return Claude{}, fmt.Errorf("%s is neither on PATH nor where its installer puts it", name)
	}
	if err != nil {
		return Claude{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	version, err := versionOf(ctx, program, `\b[0-9]+\.[0-9]+\.[0-9]+\b`)
	return Claude{program, version}, err
}

// versionOf runs a program with --version, and returns the first match of a regular expression in its output.
func versionOf(ctx context.Context, program, pattern string) (version string, err error) {
	out, err := output(exec.CommandContext(ctx, program, "--version"))
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", program, err)
	}
	if version = regexp.MustCompile(pattern).FindString(string(out)); version == "" {
		err = fmt.Errorf("%s --version: no version in %q", program, out)
	}
	return version, err
}

// Knows reports whether Claude Code is at least that version; "" stands for [KnowsMost].
func (c Claude) Knows(since string) bool {
	return compare(cmp.Or(c.Version, unknownVersion), cmp.Or(since, KnowsMost)) >= 0
}

// Events lists the events that both atm and Claude Code know, with the timeouts of their hooks.
func (c Claude) Events() []settings.Event { return c.Hook("", settings.Facts{}).Events }

// Timeouts of the hooks of atm, in seconds.
const (
	// hookTimeout is for hooks that do not wait for a person. They give up earlier by themselves.
	hookTimeout = 5
	// AnswerTimeout, a day, is for the hook that waits for the answer to its dialog. It must be less than 1<<31
	// milliseconds, which is the limit of Claude Code's timers: 2.1.197 ends a hook with a longer timeout at
	// once (2.1.329 does not).
	AnswerTimeout = 24 * 60 * 60
)

// Hook returns how Claude Code is to call atm hook, given what its settings say now. If its version is not
// known, it keeps the registered events, which have not stopped it so far, and the timeout of a hook that
// waits for an answer.
func (c Claude) Hook(program string, now settings.Facts) settings.Hook {
	h := settings.Hook{Program: program, Exec: c.exec(now.Hooks)}
	for _, e := range hookmap.Events() {
		var kept settings.Found
		for _, found := range now.Hooks {
			if c.Version == "" && found.Event == string(e.Name) {
				kept = found
			}
		}
		event := settings.Event{Name: string(e.Name), Timeout: hookTimeout}
		if e.Answers != "" && (c.Knows(e.Answers) || kept.Timeout == AnswerTimeout) {
			event.Timeout = AnswerTimeout
		}
		if c.Knows(e.Since) || kept.Event != "" {
			h.Events = append(h.Events, event)
		}
	}
	return h
}

// Guard returns how Claude Code is to call atm guard, given what its settings say now. Every supported version knows
// its events.
func (c Claude) Guard(program string, now settings.Facts) settings.Hook {
	h := settings.Hook{Command: settings.CallGuard, Program: program, Exec: c.exec(now.Guards)}
	for _, e := range decision.Events() {
		event := settings.Event{Name: string(e.Event), Timeout: hookTimeout, Matcher: e.Matcher}
		h.Events = append(h.Events, event)
	}
	return h
}

// exec reports whether Claude Code runs hooks without a shell. If its version is not known, it goes on as now.
func (c Claude) exec(now []settings.Found) bool {
	if c.Version == "" && len(now) > 0 {
		return now[0].Exec
	}
	return c.Knows(firstExec)
}

// compare compares versions number by number.
func compare(a, b string) int { return slices.Compare(numbers(a), numbers(b)) }

// numbers returns the numbers of a version: 2, 1 and 5 of "2.1.5a".
func numbers(version string) (list []int) {
	for part := range strings.SplitSeq(version, ".") {
		letters := strings.TrimLeft(part, "0123456789")
		n, _ := strconv.Atoi(strings.TrimSuffix(part, letters)) // none is 0
		list = append(list, n)
	}
	return list
}

// OldestTmux is the oldest tmux that atm works with.
const OldestTmux = "3.2"

// TmuxTooOld reports whether a version of tmux ("3.1c", "next-3.8") is too old
// for atm.
func TmuxTooOld(version string) bool {
	return version != "" && compare(strings.TrimPrefix(version, "next-"), OldestTmux) < 0
}

// output runs a program and returns its standard output. A process that the program has left in the
// background may hold the output open for one second more.
func output(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrWaitDelay) { // the program itself has succeeded
		err = nil
	}
	return out, err
}

// OldestFzf is the oldest fzf with which atm pick can show the inbox: a command that an older one runs for a
// key has no terminal.
const OldestFzf = "0.53"

// FzfInstallLine installs a new fzf if the package manager has none or an old one: Debian 12 has 0.38.
const FzfInstallLine = "git clone --depth 1 https://github.com/junegunn/fzf ~/.fzf && ~/.fzf/install"

// FindFzf returns the absolute path and the version of the fzf on PATH. If there is none, the error is
// [exec.ErrNotFound].
func FindFzf(ctx context.Context) (program, version string, err error) {
	program, err = exec.LookPath("fzf")
	if err != nil {
		return "", "", err
	}
	version, err = versionOf(ctx, program, `^[0-9]\S*`) // "0.53.0 (debian)"
	return program, version, err
}

// FzfTooOld reports whether a version of fzf is too old for the inbox.
func FzfTooOld(version string) bool { return compare(version, OldestFzf) < 0 }
