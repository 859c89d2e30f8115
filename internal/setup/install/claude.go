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
	// KnowsMost is a version that was tried with all events of which the first version is not
	// known.
	KnowsMost = "2.1.197"
	// unknownVersion stands for a version that is not known. It is old enough that every
	// Claude Code knows the events that it gets: an event that Claude Code does not know
	// stops it at its start with a question.
	unknownVersion = "2.0.999"
	// versionTime is how long Claude Code, which is large, may take to tell its version.
	versionTime = 20 * time.Second
)

// FindClaude finds the program of Claude Code by its name, on PATH or below the home
// directory of the user, and asks it for its version. What it has not found is empty, and
// the error says why.
func FindClaude(ctx context.Context, name, home string) (Claude, error) {
	program, err := claudehome.Program(name, home)
	if errors.Is(err, exec.ErrNotFound) {
		return Claude{}, fmt.Errorf("%s is neither on PATH nor where its installer puts it", name)
	}
	if err != nil {
		return Claude{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	version, err := versionOf(ctx, program, `\b[0-9]+\.[0-9]+\.[0-9]+\b`)
	return Claude{program, version}, err
}

// versionOf asks a program for its version. That is the first text in its answer that a regular expression matches.
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

// Knows reports whether Claude Code knows what came with that version. "" is a version
// that nobody has told.
func (c Claude) Knows(since string) bool {
	return compare(cmp.Or(c.Version, unknownVersion), cmp.Or(since, KnowsMost)) >= 0
}

// Exec reports whether Claude Code runs hooks without a shell.
func (c Claude) Exec() bool { return c.Knows(firstExec) }

// Events lists the events that atm maps and Claude Code knows, with the time-outs of their
// hooks.
func (c Claude) Events() []settings.Event {
	var events []settings.Event
	for _, e := range hookmap.Events() {
		if c.Knows(e.Since) {
			events = append(events, settings.Event{Name: string(e.Name), Timeout: c.timeout(e)})
		}
	}
	return events
}

// Time-outs of the hooks of atm, in seconds.
const (
	// hookTimeout is for hooks that wait for nobody. They give up sooner themselves.
	hookTimeout = 5
	// answerTimeout, a day, is for the hook that waits for an answer to its dialog. It must
	// stay below 1<<31 milliseconds: Claude Code 2.1.197 ends a hook at once that may take
	// longer, because its timers cannot (2.1.329 does not).
	answerTimeout = 24 * 60 * 60
)

// timeout returns after how many seconds Claude Code is to end the hook of an event.
func (c Claude) timeout(e hookmap.Event) int {
	if e.Answers != "" && c.Knows(e.Answers) {
		return answerTimeout
	}
	return hookTimeout
}

// Hook returns how Claude Code is to call a program of atm, given what its settings
// say. If its version is not known, the events that it has stay: they have not stopped
// it so far. So does the time-out of a hook that waits for an answer.
func (c Claude) Hook(program string, now settings.Facts) settings.Hook {
	h := settings.Hook{Program: program, Exec: c.Exec(), Events: c.Events()}
	if c.Version != "" || len(now.Hooks) == 0 {
		return h
	}
	h.Exec, h.Events = now.Hooks[0].Exec, nil
	for _, e := range hookmap.Events() {
		event := settings.Event{Name: string(e.Name), Timeout: c.timeout(e)}
		found := slices.IndexFunc(now.Hooks, func(f settings.Found) bool { return f.Event == event.Name })
		if found < 0 && !c.Knows(e.Since) {
			continue
		}
		if found >= 0 && e.Answers != "" && now.Hooks[found].Timeout == answerTimeout {
			event.Timeout = answerTimeout
		}
		h.Events = append(h.Events, event)
	}
	return h
}

// Guard returns how Claude Code is to call atm guard of a program, given what its settings say.
func (c Claude) Guard(program string, now settings.Facts) settings.Hook {
	h := settings.Hook{
		Command: settings.CallGuard, Program: program, Exec: c.Exec(), Events: c.GuardEvents(),
	}
	if c.Version == "" && len(now.Guards) > 0 {
		h.Exec = now.Guards[0].Exec
	}
	return h
}

// GuardEvents lists the events for which Claude Code calls atm guard. Every Claude Code that atm supports
// knows them, so its version does not matter.
func (Claude) GuardEvents() []settings.Event {
	var events []settings.Event
	for _, e := range decision.Events() {
		events = append(events, settings.Event{Name: string(e.Event), Timeout: hookTimeout, Matcher: e.Matcher})
	}
	return events
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

// output runs a program and returns what it has printed to its standard output.
func output(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = waitDelay
	out, err := cmd.Output()
	return out, withoutWaitDelay(err)
}

// combinedOutput runs a program and returns all that it has printed.
func combinedOutput(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = waitDelay
	out, err := cmd.CombinedOutput()
	return out, withoutWaitDelay(err)
}

// waitDelay is how long a process may keep the output open that a program has left in
// the background. What the program itself has printed is there when it ends.
const waitDelay = time.Second

// withoutWaitDelay drops exec.ErrWaitDelay: that is returned only where the program itself has succeeded,
// and a process that it left in the background still held the output open.
func withoutWaitDelay(err error) error {
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// OldestFzf is the oldest fzf with which atm pick can show the inbox: before that, what a key
// runs is not connected with the terminal.
const OldestFzf = "0.53"

// FzfInstallLine installs a new one where the package manager has none or an old one: Debian 12 has 0.38.
const FzfInstallLine = "git clone --depth 1 https://github.com/junegunn/fzf ~/.fzf && ~/.fzf/install"

// FindFzf returns the absolute path and the version of the fzf on PATH. Where there is none
// the error is [exec.ErrNotFound].
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
