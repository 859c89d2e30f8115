package statusline

import (
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
)

// handOver hands a status line over to a gate, with its Claude Code's entry in the registry: the status
// line is drawn at moments at which no hook fires. An entry that was too new to be believed is sent once
// more, if the wait is short.
func (t updater) handOver(to gate.Address, line hookmap.StatusLine, process claudehome.Process) error {
	t.report.Transport = "gate"
	line = line.Short()
	m := message.Message{Kind: message.StatusLine, Line: &line, Processes: t.registered(process)}
	err := to.Send(m, t.Start.Add(caller.Deadline))
	if err != nil || len(m.Processes) == 0 {
		return err
	}
	recheckAfter := message.RepeatedAfter(time.Duration(m.Processes[0].ChangedAgo) * time.Millisecond)
	if recheckAfter == 0 || recheckAfter > tmuxLimit {
		return nil
	}
	time.Sleep(recheckAfter)
	m.Processes = t.registered(caller.Begin(t.Caller, t.Entry)())
	return to.Send(m, t.Start.Add(caller.Deadline))
}

// registered is the process's entry in the registry, if it speaks for a pane.
func (t updater) registered(p claudehome.Process) []message.Process {
	if !p.SpeaksForPane(proc.Is) {
		return nil
	}
	return []message.Process{message.NewProcess(*p.Entry(proc.Suspended), true, t.now())}
}
