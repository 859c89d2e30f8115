package hook

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/hooks/caller"
	"atm/tmuxopt"
)

// agent is the agent other than Claude Code that a hook is set for.
type agent struct {
	name    string
	dialect *dialect.Agent // nil = not known
}

const agentFlag = "--agent"

// agentOf returns the agent that the arguments of the program name, nil if they name none. They are not
// parsed by the grammar, because they must not end in a usage error.
func agentOf(args []string) *agent {
	for i, arg := range args {
		name, joined := strings.CutPrefix(arg, agentFlag+"=")
		switch {
		case joined:
		case arg == agentFlag && i+1 < len(args):
			name = args[i+1]
		default:
			continue
		}
		return &agent{name: name, dialect: dialect.Of(name)}
	}
	return nil
}

var errUnknownAgent = errors.New("no such agent is known")

// decode reads one payload of the agent.
func (a *agent) decode(r io.Reader) (hookmap.Payload, error) {
	if a.dialect == nil {
		return hookmap.Payload{}, fmt.Errorf("--agent %q: %w", a.name, errUnknownAgent)
	}
	return a.dialect.Decode(r)
}

// handleAgent writes an event of the agent into the pane in which the agent runs.
func (c invocation) handleAgent(payload hookmap.Payload, invalid error, r *caller.Report) error {
	r.Event = payload.Event
	if invalid != nil {
		return invalid
	}
	if payload.Event == "" {
		return errNoEvent
	}
	owner, err := c.Owner(c.agent.dialect)
	r.Pane = owner.Pane
	if err != nil {
		return err
	}
	known := hookmap.Context{
		Now: c.now(), Home: c.Getenv("HOME"), Process: owner.PID, Old: c.agent.dialect.NotifiesOnly,
	}
	reply, err := c.send(payload, known, owner.Unless(), r)
	if err != nil && tmuxopt.Refused(reply.Stderr) {
		return fmt.Errorf("%w: %w", owner.Refused(), err)
	}
	return err
}
