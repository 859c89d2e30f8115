package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/remote"
	"atm/internal/session/truth"
	"atm/internal/sys/ssh"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// hostFlags are the flags of commands that include the sessions of other hosts.
type hostFlags struct {
	Hosts       bool          `help:"Add the sessions in tmux on the hosts of the option @atm-hosts, by ssh."`
	Host        []string      `placeholder:"NAME" help:"Add the sessions of this host, by its name for ssh."`
	HostTimeout time.Duration `default:"800ms" placeholder:"2s" help:"How long a host may take to answer (default: ${default})."`
}

// backgroundFlag is the flag of commands that show background sessions without a pane.
type backgroundFlag struct {
	NoBackground bool `help:"Leave out background sessions that no pane shows."`
}

// names returns the requested hosts, each once.
func (f hostFlags) names(ctx context.Context, s streams) ([]string, error) {
	names := slices.Clone(f.Host)
	if f.Hosts {
		names = append(names, tmuxopt.Words(s.Option(ctx, tmuxopt.HostsOption))...)
	}
	if f.Hosts && len(names) == 0 {
		hint := "tmux set -g " + tmuxopt.HostsOption + " 'devbox me@build'"
		return nil, cli.Wrong(hint, "no hosts: the option %s is not set", tmuxopt.HostsOption)
	}
	var hosts []string
	for _, name := range names {
		if !ssh.Valid(name) {
			return nil, cli.Wrong("name it as ssh does: devbox, me@build", "host %q: not the name of a host", name)
		}
		if !slices.Contains(hosts, name) {
			hosts = append(hosts, name)
		}
	}
	return hosts, nil
}

// hostLimit returns how long the command may wait for other hosts, in addition to the time for tmux here.
func (f hostFlags) hostLimit() time.Duration {
	if !f.Hosts && len(f.Host) == 0 {
		return 0
	}
	return f.HostTimeout
}

// ask starts to ask the hosts once. answers waits for their answers.
func (f hostFlags) ask(ctx context.Context, s streams) (answers func() []remote.Answer, err error) {
	hosts, err := f.names(ctx, s)
	if err != nil || len(hosts) == 0 {
		return func() []remote.Answer { return nil }, err
	}
	answered := make(chan []remote.Answer, 1)
	go func() {
		ctx, cancel := context.WithTimeout(ctx, f.HostTimeout)
		defer cancel()
		answered <- remote.Read(ctx, hosts, s.Read)
	}()
	return func() []remote.Answer { return <-answered }, nil
}

// read reads the sessions of this host, by own, and of the others, and prints which hosts do not answer.
func (f hostFlags) read(ctx context.Context, s streams,
	own func(context.Context) ([]fleet.Session, error)) ([]fleet.Session, error) {
	answers, err := f.ask(ctx, s)
	if err != nil {
		return nil, err
	}
	sessions, err := own(ctx)
	found := answers()
	if err != nil && (len(found) == 0 || !tmux.NoServer(err)) {
		return nil, err
	}
	s.reportUnreachable(found)
	return s.WithHosts(sessions, found), nil
}

// unreachable returns the hosts that do not answer.
func unreachable(answers []remote.Answer) []string {
	var hosts []string
	for _, answer := range answers {
		if answer.Err != nil {
			hosts = append(hosts, answer.Host)
		}
	}
	return hosts
}

// reportUnreachable prints in one line which hosts do not answer, and why.
func (s streams) reportUnreachable(answers []remote.Answer) {
	var texts []string
	for _, answer := range answers {
		if err := answer.Err; err != nil {
			texts = append(texts, fmt.Sprintf("%s (%s)", answer.Host, tmuxopt.Text(err.Error())))
		}
	}
	if len(texts) > 0 {
		fmt.Fprintf(s.stderr, "atm: without %s\n", strings.Join(texts, ", "))
	}
}

// follow starts to follow the hosts until ctx ends. Without hosts it returns nil.
func (f hostFlags) follow(ctx context.Context, s streams) (*remote.Follower, error) {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	names, err := f.names(bounded, s)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	return remote.Follow(ctx, names, s.Read), nil
}

// begin is follow for a command that runs until the user ends it, or nobody reads its output any more: see
// [truth.WaitClosed]. end closes all connections before it returns.
func (f hostFlags) begin(s streams) (ctx context.Context, hosts *remote.Follower, end func(), err error) {
	ctx, stop := untilEnded()
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) }) // then a signal ends one that cannot write
	if file, ok := s.stdout.(*os.File); ok {
		go func() {
			defer stop()
			truth.WaitClosed(ctx, file)
		}()
	}
	hosts, err = f.follow(ctx, s)
	return ctx, hosts, func() {
		stop()
		hosts.Wait()
	}, err
}
