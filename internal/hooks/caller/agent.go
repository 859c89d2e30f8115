package caller

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Why an agent other than Claude Code may not report for a pane.
var (
	ErrHidden      = errors.New("the processes of the tmux server cannot be seen from here")
	ErrNoAgent     = errors.New("no process of that agent has started this one")
	ErrNotThatPane = errors.New("the agent sits in another pane, or Claude Code runs in this one")
	ErrNoTerminal  = errors.New(
		"the agent that runs this hook is a server without a terminal: it may serve any pane")
)

// Owner is an agent other than Claude Code that has started this process and runs in a pane.
type Owner struct {
	Pane     string
	PID      int    // 0 = not known
	terminal string // the controlling terminal of the agent
}

// Owner returns the agent that has started this process. The environment names its pane, but that is no
// proof: several panes may share a server of the agent, which keeps the environment of the pane that started
// it. So the nearest process of the agent must have the terminal of the pane. This method finds the agent's
// terminal; tmux checks whether the pane has it: see [Owner.Unless].
func (c Caller) Owner(agent *dialect.Agent) (Owner, error) {
	owner := Owner{Pane: c.Getenv("TMUX_PANE")}
	if !tmux.PaneID(owner.Pane) || c.Tmux.Socket == "" {
		return Owner{}, ErrNoPane
	}
	if !c.Tmux.Local() {
		return owner, ErrHidden
	}
	for _, pid := range proc.Ancestors(os.Getppid()) {
		if dialect.Runs(agent.Programs, proc.Args(pid)) {
			owner.PID, owner.terminal = pid, proc.Terminal(pid)
			return owner, owner.checkTerminal(agent)
		}
	}
	return owner, fmt.Errorf("%s: %w", agent.Name, ErrNoAgent)
}

// OwnerOf returns the program of that name that has started this process: a known agent or any other program.
// If no ancestor has that name, the owner is an unknown process in our own terminal.
func (c Caller) OwnerOf(name string) (Owner, error) {
	agent := dialect.Of(name)
	if agent == nil {
		agent = &dialect.Agent{Dialect: hookmap.Dialect{Name: name}, Programs: []string{name}}
	}
	owner, err := c.Owner(agent)
	if errors.Is(err, ErrNoAgent) {
		owner.terminal = proc.Terminal(os.Getpid())
		return owner, owner.checkTerminal(agent)
	}
	return owner, err
}

// checkTerminal returns an error with a hint if the owner has no terminal.
func (o Owner) checkTerminal(agent *dialect.Agent) error {
	switch {
	case o.terminal != "":
		return nil
	case agent.SharedServer == "":
		return fmt.Errorf("process %d: %w", o.PID, ErrNoTerminal)
	}
	return fmt.Errorf("process %d: %w; %s", o.PID, ErrNoTerminal, agent.SharedServer)
}

// Unless is true in a pane for which the owner may not report.
func (o Owner) Unless() tmuxopt.Format {
	return tmuxopt.Or(hookmap.ClaudeRuns(), tmuxopt.Not(tmuxopt.HasTerminal(o.terminal)))
}

// Refused is the error if tmux has refused edits because of [Owner.Unless].
func (o Owner) Refused() error {
	return fmt.Errorf("process %d has the terminal %s: %w", o.PID, o.terminal, ErrNotThatPane)
}

// Teammate returns the role of our Claude Code in a team, according to its arguments: a teammate has no entry
// in the registry. It inspects a process: see [Within].
func (c Caller) Teammate() hookmap.Teammate {
	args := proc.Args(c.PID())
	flagValue := func(flag string) string {
		if i := slices.Index(args, flag); i >= 0 && i+1 < len(args) {
			return args[i+1]
		}
		return ""
	}
	switch {
	case slices.Contains(args, "--fork-session"):
		return hookmap.Teammate{Fork: cmp.Or(flagValue("--resume"), flagValue("-r"))}
	case flagValue("--agent-id") == "":
		return hookmap.Teammate{}
	}
	return hookmap.Teammate{Name: flagValue("--agent-name"), Lead: flagValue("--parent-session-id")}
}
