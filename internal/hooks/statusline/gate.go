package statusline

import (
	"io"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
)

// handOver hands a status line over to a gate, with what the registry says of its Claude
// Code: the status line is drawn at moments at which no hook fires. What was too new to be
// believed is told once more, if that will be soon.
func (t teller) handOver(to gate.Address, r io.Reader) error {
	t.report.Transport = "gate"
	if t.Background() {
		return caller.ErrBackground
	}
	line, process, err := t.read(r)
	if err != nil {
		return err
	}
	line = line.Short()
	m := message.Message{Kind: message.StatusLine, Line: &line, Processes: t.registered(process())}
	err = to.Send(m, t.Start.Add(caller.Deadline))
	if err != nil || len(m.Processes) == 0 {
		return err
	}
	again := message.RepeatedAfter(time.Duration(m.Processes[0].ChangedAgo) * time.Millisecond)
	if again == 0 || again > tmuxLimit {
		return nil
	}
	time.Sleep(again)
	m.Processes = t.registered(caller.Begin(t.Caller, t.Entry)())
	return to.Send(m, t.Start.Add(caller.Deadline))
}

// registered is what the registry says of the process, if it speaks for a pane.
func (t teller) registered(p claudehome.Process) []message.Process {
	if p.PID == 0 || p.Background() || !p.Interactive() || !proc.Is(p.PID, p.ProcStart) {
		return nil
	}
	return []message.Process{message.NewProcess(*p.Entry(proc.Suspended), true, t.now())}
}
