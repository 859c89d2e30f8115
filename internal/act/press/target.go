package press

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"atm/hookmap"
	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// checkSession makes sure that the registry lists the session as waiting, and that its process, or the client that
// shows it, is the one in the options, still runs, and runs in the pane.
func (t Target) checkSession() error {
	o := t.Pane.Options
	process, err := t.Process()
	pid, isOurs := process.PID, process.SpeaksForPane(proc.Is)
	if t.Client != nil && err == nil {
		pid, isOurs = t.Client(process)
	}
	switch {
	case errors.Is(err, claudehome.ErrNotRegistered):
		return typing.ErrChanged
	case err != nil:
		return err
	case t.Pane.Dead || process.Status != claudehome.StatusWaiting:
		return typing.ErrChanged
	case !isOurs, strconv.Itoa(pid) != o[tmuxopt.PID], process.SessionID != o[tmuxopt.SessionID],
		t.Pane.PID == 0, !slices.Contains(proc.Ancestors(pid), t.Pane.PID):
		return ErrNotOurs // anybody who can reach the server can write options
	case !onlyWords().MatchString(o[tmuxopt.Waiting]):
		return typing.ErrChanged // atm never writes such a value
	case len(hookmap.OpenCalls(o)) > 1 && !t.Several:
		return ErrSeveral
	}
	return nil
}

// open returns the calls that the pane listed when the caller read it.
func (t Target) open() []tmuxopt.Entry { return tmuxopt.Entries(t.Pane.Options[tmuxopt.Waiting]) }

// awaitKeys waits until the dialog that was read accepts keys. 2.1.329 drops keys within 0.15 s after it has drawn a
// dialog, on a busy machine longer. A key is never pressed twice, so it must not be pressed too early. The registry
// does not tell when: its time is that of the first of several dialogs, though another one may have come to the screen
// just now.
func awaitKeys(ctx context.Context) error { return typing.Pause(ctx, openingDelay) }

// onlyWords matches a list of open calls that may safely be a part of a condition. It is compiled when it is first
// used: hooks are part of the same program, and must start fast.
var onlyWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( [A-Za-z0-9_.-]+=[A-Za-z0-9_-]+)+$`)
})

// unchanged is the condition that the session and its dialog are as they were read, and that keys go only to the pane.
func (t Target) unchanged(seen snapshot) tmuxopt.Format {
	o := t.Pane.Options
	return typing.All(isOnScreen(seen), t.sameProcess(), typing.Reaches(t.Pane),
		tmuxopt.Is(tmuxopt.State, string(tmuxopt.Attention)),
		tmuxopt.Is(tmuxopt.SinceNS, tmuxopt.ID(o[tmuxopt.SinceNS])), // other agents may report meanwhile
		tmuxopt.Is(tmuxopt.Waiting, o[tmuxopt.Waiting]))
}

// sameProcess is the condition that the pane was not respawned since it was read.
func (t Target) sameProcess() tmuxopt.Format {
	return tmuxopt.Eq(tmuxopt.ServerFormat("#{pane_pid}"), tmuxopt.Lit(strconv.Itoa(t.Pane.PID)))
}

// isOnScreen is the condition that the dialog is where it was on the screen. A row is not compared if an equal row
// stands above it, in earlier output of Claude Code.
func isOnScreen(seen snapshot) tmuxopt.Format {
	found := []tmuxopt.Format{tmuxopt.ServerFormat("#{cursor_x} #{cursor_y}")}
	want := strconv.Itoa(seen.screen.CursorX) + " " + strconv.Itoa(seen.screen.CursorY)
	for _, row := range seen.rows {
		found = append(found, tmuxopt.Lit(" "), firstRowLike(row))
		want += " " + strconv.Itoa(row.Number)
	}
	return tmuxopt.Eq(tmuxopt.Concat(found...), tmuxopt.Lit(want))
}
