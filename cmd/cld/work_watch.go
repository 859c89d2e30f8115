package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/longwork/handoff"
	"atm/internal/longwork/work"
	"atm/internal/session/fleet"
	"atm/internal/session/watching"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

const (
	// pollInterval is how often cld checks whether a session that has handed over can be ended.
	pollInterval = 500 * time.Millisecond
	// hiddenLimit is how long a session is not ended while its input is hidden, because the person may be reading
	// another screen of Claude Code, or while the registry cannot tell whether it is idle.
	hiddenLimit = 30 * time.Second
	// editorLimit is hiddenLimit after a draft, which may be in an editor now.
	editorLimit = 10 * time.Minute
)

// watch observes the pane after each change of its options, until ctx ends or tmux no longer answers, and more often
// while the session has handed over.
func (w *worker) watch(ctx context.Context, claude *os.Process) {
	again := make(chan struct{}, 1)
	timer := time.AfterFunc(pollInterval, func() {
		select {
		case again <- struct{}{}:
		default:
		}
	})
	defer timer.Stop()
	source := watching.Source{Tmux: w.tmux, Channel: tmuxopt.PaneChannel + w.pane}
	_ = watching.Each(ctx, source, again, func(context.Context) ([]fleet.Session, error) {
		if w.observe(ctx, claude); !w.idleSince.IsZero() {
			timer.Reset(pollInterval)
		}
		return nil, nil
	})
}

// options reads the options of the pane by which a session is judged: those of package work, and the process id.
func (w *worker) options() (tmuxopt.Options, error) {
	pane, err := w.server().Pane(context.Background(), w.pane, append(work.Options(), tmuxopt.PID)...)
	return pane.Options, err
}

// observe records that the session has worked, and ends it if it has handed over and is idle.
func (w *worker) observe(ctx context.Context, claude *os.Process) {
	o, err := w.options()
	if err != nil {
		return // the next change calls observe again
	}
	id := tmuxopt.ID(o[tmuxopt.SessionID])
	w.seen = w.seen || id == w.session // before that the pane may still name the last one
	if id != "" && id != w.session && (w.seen || id != w.before[tmuxopt.SessionID]) {
		w.session, w.idleSince = id, time.Time{} // another session after /clear: it may not have its handoff yet
	}
	_ = w.keepHandoff(ctx, o) // the next change tries again
	if !w.worked && work.Worked(o, w.before, w.session) {
		w.worked = true
		batch := tmuxopt.Batch{Pane: w.pane, ServerPID: w.tmux.PID, Edits: handoff.Taken(w.session)}
		_, _ = w.tmux.Send(ctx, batch) // if it fails, the next session gets the same handoff
	}
	if w.ending || !work.CanEnd(o, w.session) {
		w.idleSince = time.Time{}
		return
	}
	if w.idleSince.IsZero() {
		w.idleSince = w.now()
	}
	if w.now().Sub(w.idleSince) >= pollInterval && w.isIdle(o) && w.untouched(ctx) {
		w.ending, w.idleSince = true, time.Time{}
		_ = claudeOf(claude, o).Signal(syscall.SIGTERM) // it may have ended
	}
}

// keepHandoff leaves a handoff that only its own writer has got for the next session, whatever happens to cld.
func (w *worker) keepHandoff(ctx context.Context, o tmuxopt.Options) error {
	edits := w.written.Keep(o, w.session)
	if len(edits) == 0 {
		return nil
	}
	_, err := w.server().Send(ctx, tmuxopt.Batch{Pane: w.pane, ServerPID: w.tmux.PID, Edits: edits})
	return err
}

// claudeOf returns the process of Claude Code according to the pane, if our child is a wrapper that waits for it, else
// our child. Without its wrapper Claude Code would stay in the terminal of the next session.
func claudeOf(child *os.Process, o tmuxopt.Options) *os.Process {
	pid, _ := strconv.Atoi(o[tmuxopt.PID]) // 0 has no ancestors
	claude, err := os.FindProcess(pid)
	if err != nil || !slices.Contains(proc.Ancestors(pid), child.Pid) {
		return child
	}
	return claude
}

// isIdle also reads the registry of Claude Code: another hook may continue the turn.
func (w *worker) isIdle(o tmuxopt.Options) bool {
	pid, err := strconv.Atoi(o[tmuxopt.PID])
	if err != nil {
		return true
	}
	home := claudehome.Open(w.getenv)
	p, err := claudehome.ReadProcess(home, pid)
	if errors.Is(err, claudehome.ErrNotRegistered) || errors.Is(err, fs.ErrNotExist) {
		return true // an old Claude Code has no registry
	}
	// The lead of a team is listed as busy also when its turn is over. If another hook has continued the turn, a tool is
	// called soon.
	if p.MayOnlyLead {
		return w.now().Sub(w.idleSince) > hiddenLimit
	}
	return p.Status == "" || p.Status == claudehome.StatusIdle || p.Status == claudehome.StatusShell
}

// untouched reports whether the input of claude has no unsent text. While another screen hides the input, a draft may
// still be behind it, or in an editor.
func (w *worker) untouched(ctx context.Context) bool {
	screen, _, err := typing.ReadScreen(ctx, w.server(), w.pane)
	if err != nil {
		return false
	}
	switch screen.Content() {
	case inputbox.Empty:
		w.draftSeen = time.Time{}
		return true
	case inputbox.Hidden:
		return w.now().Sub(w.idleSince) > hiddenLimit && w.now().Sub(w.draftSeen) > editorLimit
	}
	w.draftSeen = w.now()
	return false
}
