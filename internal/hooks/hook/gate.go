package hook

import (
	"atm/hookmap"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
)

// handOver hands the event on standard input over to a gate.
func (c call) handOver(to gate.Address, payload hookmap.Payload, invalid error, r *caller.Report) error {
	r.Transport = "gate"
	if c.Background() {
		return caller.ErrBackground
	}
	if invalid != nil {
		return invalid
	}
	r.Event = payload.Event
	by, err := c.context(payload)
	if err != nil {
		return err
	}
	if payload.Event == "" {
		return errNoEvent
	}
	summary := payload.Summary(by)
	return to.Send(message.Message{Kind: message.Hook, Hook: &summary}, c.Start.Add(TmuxDeadline))
}
