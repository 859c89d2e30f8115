package main

import (
	"errors"
	"fmt"
	"os"

	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/hooks/caller"
	"atm/internal/hooks/listener"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
)

type gateCmd struct {
	Host    string   `placeholder:"NAME" help:"Show this as the name of the host, instead of its own." mayBeEmpty:""`
	Listen  proc.ID  `hidden:"" help:"Run the listener of a gate. Only atm gate uses this."`
	Detach  bool     `hidden:"" help:"Start the listener of a gate as no child. Only atm gate uses this."`
	Command []string `arg:"" optional:"" passthrough:"partial" help:"What to run, after --."`
}

func (gateCmd) Details() string {
	return `Runs COMMAND, and shows in this pane the Claude Code that runs inside it, in a container or on another ` +
		`host. There atm hook, atm statusline and atm sync --follow use the variable ATM_GATE to report here; they ` +
		`need no tmux. Never give the socket of tmux itself to a container: anyone who has it can run any command ` +
		`here.

COMMAND must pass ATM_GATE on, and must have the directory ATM_GATE_DIR under the same path. Anyone who knows ` +
		`ATM_GATE can make this pane show something wrong, but nothing else. Outside of a pane COMMAND runs ` +
		`without a gate. The exit status is that of COMMAND.

Examples:
  atm gate -- sh -c 'docker run -it -e ATM_GATE -v "$ATM_GATE_DIR:$ATM_GATE_DIR:ro" image claude'
  atm gate --host sandbox -- bwrap --ro-bind / / --dev /dev --bind "$HOME" "$HOME" --unshare-pid claude
  atm gate -- docker exec -it -e ATM_GATE box claude`
}

// Run opens a gate and becomes the command.
func (c gateCmd) Run(s streams) error {
	switch {
	case c.Detach:
		return listener.Detach()
	case c.Listen != "":
		return listener.Main(c.Listen, c.Host, s.Getenv, s.Now)
	}
	command := c.Command
	if len(command) > 0 && command[0] == "--" {
		command = command[1:]
	}
	if len(command) == 0 {
		return cli.Wrong("as in atm gate -- docker exec -it -e ATM_GATE box claude", "no command")
	}
	env := os.Environ()
	if _, outer := gate.FromEnv(s.Getenv); !outer { // the pane of an outer gate stays the pane
		if opened, err := s.openGate(c.Host); err != nil {
			fmt.Fprintf(s.stderr, "atm: no gate: %v\n", err)
		} else {
			env = opened.Env(env)
		}
	}
	status, err := proc.Become(command, env)
	fmt.Fprintf(s.stderr, "atm: %q: %v\n", command[0], err)
	return cli.Exited(status)
}

// listenerArgs returns the arguments that make atm a listener.
func listenerArgs(host string) []string {
	if host == "" {
		return []string{"gate", "--listen"}
	}
	return []string{"gate", "--host=" + host, "--listen"} // with =, because the name may begin with a dash
}

// openGate opens a gate to this pane. host is the shown name of the other side; "" = the name that it
// reports.
func (s streams) openGate(host string) (gate.Address, error) {
	caller := caller.New(s.Getenv, s.Now())
	if _, err := caller.EnvRoute(); err != nil {
		return gate.Address{}, err
	}
	if !caller.Tmux.Local() {
		return gate.Address{}, errors.New(truth.NoProcesses)
	}
	return listener.Open(s.Getenv, listenerArgs(host)...)
}
