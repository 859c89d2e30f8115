package send

import (
	"context"
	"slices"
	"sync"
)

// Outcome is the result of sending a prompt to one of several sessions.
type Outcome struct {
	Result Result
	Err    error
}

// SendAll sends the prompt to several sessions at the same time, and returns the results in the order of their names.
// If a session is not found or cannot take a prompt now, SendAll sends nothing and returns an error.
func (p Prompt) SendAll(ctx context.Context, names []string) ([]Outcome, error) {
	var panes []string
	for _, name := range names {
		one, err := p.forSession(ctx, name)
		if err != nil && (!p.AfterDraft || one.session.Pane.ID == "") {
			return nil, err
		}
		if pane := one.session.Pane.ID; !slices.Contains(panes, pane) {
			panes = append(panes, pane)
		}
	}
	outcomes := make([]Outcome, len(panes))
	var all sync.WaitGroup
	for i, pane := range panes {
		all.Go(func() { outcomes[i].Result, outcomes[i].Err = p.Send(ctx, pane) })
	}
	all.Wait()
	return outcomes, nil
}
