package caller

import (
	"errors"
	"fmt"
	"os"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Why an agent other than Claude Code does not speak for a pane.
var (
	ErrHidden      = errors.New("the processes of the tmux server cannot be seen from here")
	ErrNoAgent     = errors.New("no process of that agent has started this one")
	ErrNoTerminal  = errors.New("the agent that runs this hook is a server without a terminal: it may serve any pane")
	ErrNotThatPane = errors.New("the agent sits in another pane, or Claude Code runs in this one")
)

// Owner is an agent other than Claude Code that has started this process, and sits in a pane.
type Owner struct {
	Pane     string
	PID      int
	terminal string // that controls the agent
}

// Owner returns the agent that has started this process. Its pane is that of the environment, but the environment
// proves nothing: agents have servers that several panes share, which keep the environment of the pane that has started
// them, and may even descend from it. So the nearest process of the agent must have the terminal of the pane. That is
// known here; whether the pane has it, tmux decides: see [Owner.Unless].
func (c Caller) Owner(agent *dialect.Agent) (Owner, error) {
	owner := Owner{Pane: c.Getenv("TMUX_PANE")}
	if !tmux.PaneID(owner.Pane) || c.Tmux.Socket == "" {
		return Owner{}, ErrNoPane
	}
	if !c.Tmux.Local() {
		return owner, ErrHidden
	}
	for _, pid := range proc.Ancestors(os.Getppid()) {
		if !dialect.Runs(agent.Programs, proc.Args(pid)) {
			continue
		}
		owner.PID, owner.terminal = pid, proc.Terminal(pid)
		if owner.terminal == "" {
			return owner, noTerminal(agent, pid)
		}
		return owner, nil
	}
	return owner, fmt.Errorf("%s: %w", agent.Name, ErrNoAgent)
}

// noTerminal says what helps.
func noTerminal(agent *dialect.Agent, pid int) error {
	if agent.SharedServer == "" {
		return fmt.Errorf("process %d: %w", pid, ErrNoTerminal)
	}
	return fmt.Errorf("process %d: %w; %s", pid, ErrNoTerminal, agent.SharedServer)
}

// Unless is true in a pane that the owner does not speak for.
func (o Owner) Unless() tmuxopt.Format {
	return tmuxopt.Or(hookmap.ClaudeRuns(), tmuxopt.Not(tmuxopt.HasTerminal(o.terminal)))
}

// Refused is the error of edits that tmux has refused because of [Owner.Unless].
func (o Owner) Refused() error {
	return fmt.Errorf("process %d has the terminal %s: %w", o.PID, o.terminal, ErrNotThatPane)
}
