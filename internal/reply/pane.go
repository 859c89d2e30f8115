package reply

import (
	"context"
	"time"

	"atm/hookmap"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// wanted are the options that a look needs.
var wanted = []tmuxopt.Option{tmuxopt.Waiting, tmuxopt.Answerable, tmuxopt.Bell, tmuxopt.AnswerOption}

// listen looks at the pane whenever something is told of it.
func (w *wait) listen(ctx context.Context) {
	defer close(w.left)
	for !w.leaving.Load() {
		began := time.Now()
		err := w.Tmux.ListenTo(ctx, w.Pane, wanted, func(pane tmux.Pane, err error) { w.put(look{pane, err}) })
		if err != nil {
			w.put(look{err: err})
			return
		}
		time.Sleep(minPause - time.Since(began))
	}
}

// put replaces a look that nobody has taken yet.
func (w *wait) put(l look) {
	select {
	case <-w.looks:
	default:
	}
	w.looks <- l
}

// look says whether the call is still open, and lets visitors in.
func (w *wait) look(ctx context.Context, l look) error {
	if l.err != nil {
		return l.err
	}
	o := l.pane.Options
	if err := w.over(o); err != nil {
		return err
	}
	w.listed = w.listed || w.answerer(o) == w.process
	if !w.listed && w.announced < mostAnnounced {
		w.announced++
		w.tell(tmuxopt.Answerer(w.Request.Call, w.process))
	}
	w.count(o)
	w.admit(ctx, tmuxopt.Visitors(o[tmuxopt.Bell], w.Request.Call))
	return nil
}

// count notes whether other calls are open, too.
func (w *wait) count(o tmuxopt.Options) {
	w.several = w.several || len(hookmap.OpenCalls(o)) > 1
}

// over says why the call cannot be answered any more, nil if it can.
func (w *wait) over(o tmuxopt.Options) error {
	if o[tmuxopt.AnswerOption] == tmuxopt.Off {
		return ErrOff
	}
	if !tmuxopt.True(tmuxopt.Has(tmuxopt.Waiting, w.Request.Call), o) {
		return ErrOver
	}
	// One that stood there before us may have been killed.
	if other := w.answerer(o); w.listed && other != "" && other != w.process {
		return ErrSuperseded
	}
	return nil
}

// answerer returns the process that the pane names for our call, "" if none.
func (w *wait) answerer(o tmuxopt.Options) string {
	for _, e := range tmuxopt.Entries(o[tmuxopt.Answerable]) {
		if e.Key == w.Request.Call {
			return e.Word
		}
	}
	return ""
}

// tell makes edits of the pane. What goes wrong is nobody's loss: the pane is corrected by
// the next hook.
func (w *wait) tell(edits []tmuxopt.Edit) {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	_, _ = w.Tmux.Send(ctx, tmuxopt.Batch{Pane: w.Pane, ServerPID: w.Tmux.PID, Edits: edits})
}

// leave takes our name away, and ends the listening: its connection has to be woken, because
// one that is closed while it waits stays in the server.
func (w *wait) leave() {
	w.leaving.Store(true)
	w.tell(tmuxopt.NoAnswerer(w.Request.Call, w.process)) // which wakes us
	for limit := time.Now().Add(leaveLimit); time.Now().Before(limit); {
		select {
		case <-w.left:
			return
		case <-time.After(leavePause):
		}
		ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
		err := w.Tmux.Signal(ctx, tmuxopt.PaneChannel+w.Pane)
		cancel()
		if err != nil {
			return
		}
	}
}
