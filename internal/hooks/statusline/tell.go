package statusline

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// tmuxLimit bounds what a status line waits for tmux, and for the registry to be
// believed.
const tmuxLimit = 50 * time.Millisecond

// teller tells a pane what a status line says.
type teller struct {
	caller.Caller
	report *caller.Report
	now    func() time.Time
}

// safely is tell where a panic has nobody else to stop it.
func (t teller) safely(r io.Reader) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return t.tell(r)
}

func (t teller) tell(r io.Reader) error {
	if address, ok := t.Gate(); ok {
		return t.handOver(address, r)
	}
	pane, err := t.Pane()
	t.report.Pane = pane
	if err != nil {
		return err
	}
	line, process, err := t.read(r)
	if err != nil {
		return err
	}
	s := session{teller: t, pane: pane, line: line, process: process}
	again, err := s.compare()
	if err != nil || again == 0 || again > tmuxLimit {
		return err
	}
	time.Sleep(again)
	s.process = caller.Begin(t.Caller, t.Entry)
	_, err = s.compare()
	return err
}

// read reads a status line while its Claude Code is looked for.
func (t teller) read(r io.Reader) (line hookmap.StatusLine, process func() claudehome.Process, err error) {
	process = caller.Begin(t.Caller, t.Entry)
	line, err = hookmap.DecodeStatusLine(r)
	if err == nil && t.Nested() {
		err = caller.ErrNested
	}
	return line, process, err
}

// session is what a status line is about.
type session struct {
	teller
	pane    string
	line    hookmap.StatusLine
	process func() claudehome.Process // the registry's entry of Claude Code, empty if there is none
}

// compare tells the pane the numbers, and then what else differs from what it shows. It
// returns in how long the registry can be believed, 0 if there is nothing to wait for.
func (s session) compare() (again time.Duration, err error) {
	s.Tmux.Until = time.Now().Add(tmuxLimit)
	edits, nothing := s.line.Meter(s.PID())
	batch := tmuxopt.Batch{Pane: s.pane, ServerPID: s.Tmux.PID, Edits: edits, Unless: nothing}
	if edits == nil {
		batch.Unless = tmuxopt.Lit("1")
	}
	pane, written, reply, err := s.Tmux.Exchange(context.Background(), batch, tmuxopt.For(tmuxopt.Compared))
	if written || err != nil {
		s.report.Sent(batch, reply)
	}
	if err != nil {
		return 0, err
	}
	process := s.process()
	pid := cmp.Or(s.PID(), process.PID)
	edits, again = s.corrections(pane, process)
	if !s.line.Concerns(pane.Options, pid) {
		again = tmuxLimit // the hook that tells of the session may be on its way: both run at the start
	}
	edits = slices.Concat(edits, s.named(process).Descriptions(pane.Options, pid),
		s.line.Warning(pane.Options, pid))
	if len(edits) == 0 {
		return again, nil
	}
	batch = tmuxopt.Batch{Pane: s.pane, ServerPID: s.Tmux.PID, Edits: edits}
	reply, err = s.Tmux.Send(context.Background(), batch)
	s.report.Sent(batch, reply)
	return again, err
}

// named returns what the status line says, with the name that the registry has. They can
// differ for a while: if each told its own, the pane would be renamed without end.
func (s session) named(process claudehome.Process) hookmap.StatusLine {
	if title := process.Title(); title != "" && process.SessionID == s.line.SessionID {
		s.line.Title = title
	}
	return s.line
}

// corrections compares the pane with what the registry says of our Claude Code, and
// returns the edits that it needs. Process ids are looked at only where there are any:
// whether they mean the same to the server takes a connection to it.
func (s session) corrections(pane tmux.Pane, process claudehome.Process) (edits []tmuxopt.Edit,
	again time.Duration) {
	if process.PID == 0 || process.Background() || !speaksFor(process, pane) {
		return nil, 0
	}
	// Not a pane that knows nothing: Claude Code calls its status line for a moment after
	// atm was uninstalled.
	if pane.Options[tmuxopt.SessionID] == "" && pane.Options[tmuxopt.State] == "" {
		return nil, 0
	}
	w := hookmap.Witness{Entry: process.Entry(proc.Suspended), Drawn: true}
	c, again := hookmap.Reconcile(pane.Options, w, s.now())
	if c == nil || !s.Tmux.Local() || !proc.Is(process.PID, process.ProcStart) {
		return nil, again
	}
	return c.Edits, again
}

// speaksFor reports whether the pane shows that process. One that no hook has named is
// shown only where a person has started it in the pane.
func speaksFor(p claudehome.Process, pane tmux.Pane) bool {
	if shown := pane.Options[tmuxopt.PID]; shown != "" {
		return shown == strconv.Itoa(p.PID)
	}
	return p.Interactive() && slices.Contains(proc.Ancestors(p.PID), pane.PID)
}
