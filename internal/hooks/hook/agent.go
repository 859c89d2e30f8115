package hook

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/hooks/caller"
	"atm/tmuxopt"
)

const agentFlag = "--agent"

// agentOf returns the agent that the arguments of the program name, nil if they name none. One that is not known has
// only its name. They are not parsed by the grammar, because they must not end in a usage error.
func agentOf(args []string) *dialect.Agent {
	for i, arg := range args {
		name, joined := strings.CutPrefix(arg, agentFlag+"=")
		switch {
		case joined:
		case arg == agentFlag && i+1 < len(args):
			name = args[i+1]
		default:
			continue
		}
		return cmp.Or(dialect.Of(name), &dialect.Agent{Dialect: hookmap.Dialect{Name: name}})
	}
	return nil
}

var errUnknownAgent = errors.New("no such agent is known")

// handleAgent writes an event of the agent into the pane in which the agent runs.
func (c invocation) handleAgent(payload hookmap.Payload, invalid error, r *caller.Report) error {
	r.Event = payload.Event
	switch {
	case dialect.Of(c.agent.Name) == nil:
		return fmt.Errorf("--agent %q: %w", c.agent.Name, errUnknownAgent)
	case invalid != nil:
		return invalid
	case payload.Event == "":
		return errNoEvent
	}
	owner, err := c.Owner(c.agent)
	r.Pane = owner.Pane
	if err != nil {
		return err
	}
	known := hookmap.Context{
		Now: c.now(), Home: c.Getenv("HOME"), Process: owner.PID, Old: c.agent.NotifiesOnly,
	}
	reply, err := c.send(payload, known, owner.Unless(), r)
	if err != nil && tmuxopt.Refused(reply.Stderr) {
		return fmt.Errorf("%w: %w", owner.Refused(), err)
	}
	return err
}
