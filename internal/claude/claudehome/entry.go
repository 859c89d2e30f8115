package claudehome

import (
	"slices"
	"time"

	"atm/hookmap"
)

// Entry returns what the registry says of the process as hookmap compares it with a
// pane. suspended reports whether a signal has stopped a process.
func (p Process) Entry(suspended func(pid int) bool) *hookmap.Entry {
	return &hookmap.Entry{
		PID:        p.PID,
		SessionID:  p.SessionID,
		Dir:        p.Cwd,
		Title:      p.Title(),
		Prompted:   p.NamedAfterPrompt(),
		Status:     p.Status,
		WaitingFor: p.WaitingFor,
		Job:        p.Job,
		Continues:  p.Continues,
		Suspended:  p.Status == StatusBusy && suspended(p.PID),
		Changed:    p.StatusUpdatedAt,
		Updated: slices.MaxFunc([]time.Time{p.StartedAt, p.StatusUpdatedAt, p.UpdatedAt},
			time.Time.Compare),
	}
}
