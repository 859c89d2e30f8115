package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/sys/proc"
	"atm/internal/sys/ssh"
)

type sshCmd struct {
	Host    string   `placeholder:"NAME" help:"Show this as the name of the host, instead of its own." mayBeEmpty:""`
	Install bool     `help:"Copy this atm to ~/.local/bin on the other host, and run atm setup --no-tmux there."`
	After   int      `hidden:"" help:"Wait until this process has ended, then run ssh. atm ssh uses this to close its forwarding."`
	Args    []string `arg:"" optional:"" passthrough:"partial" name:"argument" help:"The arguments of ssh: its options, the host, a command."`
}

func (sshCmd) Details() string {
	return `Runs ssh with the same arguments, and shows in this pane the Claude Code that runs on the other host; ` +
		`atm answer can answer it. The other host needs atm with its hooks, but no tmux. Its sshd must allow to ` +
		`forward a socket (AllowStreamLocalForwarding, on by default). Without that, or outside of a pane, it is ` +
		`an ordinary ssh.

The options of atm come first. If Claude Code runs in a tmux of the other host, its hooks report to that tmux.

Examples:
  atm ssh devbox
  atm ssh -J bastion me@devbox 'cd src && claude'
  atm ssh --install devbox`
}

// sshFlags returns the options of atm ssh, and whether each one has a value. All other options belong to ssh.
func sshFlags() map[string]bool {
	flags := map[string]bool{"--help": false, "-h": false, "--version": false}
	for field := range reflect.TypeFor[sshCmd]().Fields() {
		if _, isArg := field.Tag.Lookup("arg"); !isArg {
			flags["--"+strings.ToLower(field.Name)] = field.Type.Kind() != reflect.Bool
		}
	}
	return flags
}

// markSSH inserts "--" before the first argument that belongs to ssh.
func markSSH(args []string) []string {
	flags := sshFlags()
	for i := 1; i < len(args); i++ {
		name, _, withValue := strings.Cut(args[i], "=")
		switch hasValue, isOurs := flags[name]; {
		case !isOurs:
			return slices.Insert(slices.Clone(args), i, "--")
		case hasValue && !withValue:
			i++
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
		return cli.Wrong("as in atm ssh -p 2222 me@devbox", "%w", err)
	}
	if c.After != 0 {
		return c.runAfter(args)
	}
	if c.Install {
		return c.install(s, parsed)
	}
	command := append([]string{"ssh"}, args...)
	if parsed.Session() {
		switch through, err := c.withGate(s, parsed); {
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

// withGate opens a gate, and returns the ssh command line that forwards to it. Behind an outer gate, it
// forwards to that one.
func (c sshCmd) withGate(s streams, args ssh.Arguments) ([]string, error) {
	// ssh prints the same error when it connects.
	text, _ := exec.Command("ssh", args.ShowSettings()...).Output()
	settings := ssh.ParseSettings(string(text))
	if name := settings.Prevents(len(args.Command) > 0); name != "" {
		return nil, errors.New(name + " is set for this host in your configuration of ssh")
	}
	address, outer := gate.FromEnv(s.Getenv)
	if !outer {
		var err error
		if address, err = s.openGate(c.Host); err != nil {
			return nil, err
		}
	}
	forward := ssh.Forward{Remote: "/tmp/atm-" + gate.RandomDigits(), Local: address.Socket}
	if !ssh.Plain(forward.Local) {
		const reason = "ssh would take a character of that path for something else"
		return nil, fmt.Errorf("socket %q: %s", forward.Local, reason)
	}
	if settings.Is("exitonforwardfailure") && !settings.Forwards() && !args.Forwards() {
		// Only our own forwarding can fail. ssh uses the first value of a repeated option.
		no := ssh.Option{Letter: 'o', Value: "ExitOnForwardFailure=no"}
		args.Options = slices.Insert(slices.Clone(args.Options), 0, no)
	}
	if settings.Is("controlpath") {
		if err := cancelAfter(args.Cancel(forward)); err != nil {
			return nil, err
		}
	}
	over := gate.Address{Token: address.Token, Pane: address.Pane, Socket: forward.Remote}
	terminal := cli.Width(s.stdin) >= 0 && settings["requesttty"] != "no" && settings["requesttty"] != "false"
	return args.Through(forward, over.String(), terminal), nil
}

// cancelAfter starts a process that runs ssh when this process has ended, even if it has become another
// program. The process runs in this directory, because the arguments may name files.
func cancelAfter(args []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	command := []string{os.Args[0], "ssh", "--after=" + strconv.Itoa(os.Getpid())}
	_, err = proc.Detached{Program: program, Args: append(command, args...), Env: os.Environ()}.Start()
	return err
}

// cancelLimit limits the time of an ssh that only talks to a running ssh.
const cancelLimit = 10 * time.Second

// runAfter is the process that cancelAfter starts. It drops errors, because nobody can see them.
func (c sshCmd) runAfter(args []string) error {
	if id, err := proc.IDOf(c.After); err == nil { // an error means that the process has ended
		id.Wait(context.Background())
	}
	ctx, cancel := context.WithTimeout(context.Background(), cancelLimit)
	defer cancel()
	_ = exec.CommandContext(ctx, "ssh", args...).Run()
	return nil
}
