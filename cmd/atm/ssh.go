package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"atm/internal/caller"
	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/proc"
	"atm/internal/ssh"
)

type sshCmd struct {
	Host    string   `placeholder:"NAME" help:"Show this as the name of where the session runs, not what it is called there."`
	Install bool     `help:"Copy this atm to ~/.local/bin of the other host, and run atm setup --no-tmux there."`
	Args    []string `arg:"" optional:"" passthrough:"partial" name:"argument" help:"The arguments of ssh: its options, the host, a command."`
}

// Help ends the help text.
func (sshCmd) Help() string {
	return `Becomes ssh with the same arguments, so that a Claude Code that runs over there is shown in this pane, and can be answered by atm answer. Over there atm is needed, with its hooks, but neither tmux nor any permission beyond that to forward a socket (AllowStreamLocalForwarding, which is on by default). Without that, or without a pane here, it is an ordinary ssh.

The options of atm stand first. Where Claude Code runs over there in a tmux of its own, that tmux is told.

Examples:
  atm ssh devbox
  atm ssh -J bastion me@devbox 'cd src && claude'
  atm ssh --install devbox`
}

// sshFlags are the options of atm ssh, and whether they have a value: all else is ssh's.
var sshFlags = map[string]bool{"--host": true, "--install": false, "--help": false, "-h": false}

// markSSH puts "--" before the first argument that is ssh's.
func markSSH(args []string) []string {
	for i := 1; i < len(args); i++ {
		hasValue, ours := sshFlags[args[i]]
		switch {
		case ours && hasValue:
			i++
		case ours, len(args[i]) > len("--host=") && args[i][:len("--host=")] == "--host=":
		default:
			return slices.Insert(slices.Clone(args), i, "--")
		}
	}
	return args
}

// Run opens a gate and becomes ssh.
func (c sshCmd) Run(s streams) error {
	args := c.Args
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	parsed, err := ssh.Parse(args)
	if err != nil {
		return &cli.Error{Err: err, Hint: "as in atm ssh -p 2222 me@devbox", Code: cli.Usage}
	}
	if c.Install {
		return c.install(s, parsed)
	}
	command := append([]string{"ssh"}, args...)
	if parsed.Session() {
		switch through, err := c.through(s, parsed); {
		case err != nil:
			fmt.Fprintf(s.stderr, "atm: no gate: %v\n", err)
		default:
			command = through
		}
	}
	status, err := proc.Become(command, os.Environ())
	fmt.Fprintf(s.stderr, "atm: %q: %v\n", command[0], err)
	return cli.Exited(status)
}

// through opens a gate, and returns the command line of ssh that leads to it. Behind another
// gate it leads on to that one.
func (c sshCmd) through(s streams, args ssh.Arguments) ([]string, error) {
	settings := sshSettings(args)
	if settings.Is("remotecommand") && len(args.Command) == 0 {
		return nil, errors.New("RemoteCommand is set for this host in the configuration of ssh")
	}
	name, err := gate.RandomDigits()
	if err != nil {
		return nil, err
	}
	forward := ssh.Forward{Remote: "/tmp/atm-" + name, Local: localWord}
	address, outer := caller.New(s.getenv, s.now()).Gate()
	if !outer {
		again := []string{"gate"}
		if c.Host != "" {
			again = append(again, "--host="+c.Host)
		}
		if settings.Is("controlpath") {
			for _, word := range args.Cancel(forward) {
				again = append(again, "--after="+word)
			}
		}
		opened, err := s.openGate(append(again, "--listen"))
		if err != nil {
			return nil, err
		}
		address = opened.Address
	}
	forward.Local = address.Socket
	if !ssh.Plain(forward.Local) {
		const why = "ssh would take a character of that path for something else"
		return nil, fmt.Errorf("socket %q: %s", forward.Local, why)
	}
	if settings.Is("exitonforwardfailure") && !settings.Forwards() && !args.Forwards() {
		// Only our own forwarding could fail. Of an option that is given twice the first one counts.
		no := ssh.Option{Letter: 'o', Value: "ExitOnForwardFailure=no"}
		args.Options = slices.Insert(slices.Clone(args.Options), 0, no)
	}
	over := gate.Address{Token: address.Token, Pane: address.Pane, Socket: forward.Remote}
	terminal := cli.Width(s.stdin) >= 0 && settings["requesttty"] != "no" && settings["requesttty"] != "false"
	return args.Through(forward, over.String(), terminal), nil
}

// sshSettings returns what the configuration of ssh says of the host; nothing, where ssh does not
// tell.
func sshSettings(args ssh.Arguments) ssh.Settings {
	words := append(append([]string{"-G"}, args.Route()...), "--", args.Host)
	text, _ := exec.Command("ssh", words...).Output() // ssh itself tells what is wrong
	return ssh.ParseSettings(string(text))
}
