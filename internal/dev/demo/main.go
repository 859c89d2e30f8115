// Command demo plays a recording of four sessions of a real Claude Code: their screens in panes of a
// private tmux server, and what they told atm through the real atm hook. One of them asks for
// permission, and the real atm answer gives it. A person at a terminal watches; elsewhere it
// prints the screen whenever the counts change. It touches no server and no file of the user's.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type options struct {
	Atm  string        `hidden:"" required:"" help:"The atm to show; scripts/demo builds it."`
	Time time.Duration `default:"9s" help:"The duration of the demo."`
}

const description = "Plays four recorded sessions of Claude Code in panes of a private tmux server. A terminal of " +
	"116 columns and 43 lines shows all of them whole."

const farewell = `That was the demo: of four sessions two finish, one of them with a question;
another one asks for permission, and atm answer gives it. Nothing of it is left.
More slowly: scripts/demo --time 30s. For your own sessions: scripts/install`

func main() { os.Exit(run()) }

// run is the whole program: it returns the exit code.
func run() int {
	var o options
	kong.Parse(&o, kong.Name("scripts/demo"), kong.Description(description))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := demonstrate(ctx, o); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "demo:", err)
		return 1
	}
	fmt.Println(farewell)
	return 0
}

// demonstrate starts a server, plays, and removes the server whatever happens.
func demonstrate(ctx context.Context, o options) error {
	s, err := newServer(o.Atm)
	if err != nil {
		return err
	}
	defer s.remove()
	r, err := s.openRecording("story")
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	var watching sync.WaitGroup
	if onTerminal() {
		watching.Go(func() {
			defer end() // the person has detached
			_ = s.attach(ctx)
		})
	} else {
		v, err := s.newViewer()
		if err != nil {
			return err
		}
		watching.Go(func() { v.watch(ctx) })
	}
	err = r.play(ctx, o.Time)
	end()
	watching.Wait()
	return err
}

// attach attaches the terminal until the person detaches or the context ends.
func (s *server) attach(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, s.tmux, "-u", "-S", s.socket, "attach")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = s.env()
	cmd.Cancel = func() error { return s.command("detach-client", "-s", sessionName).Run() }
	return cmd.Run()
}

func onTerminal() bool {
	for _, f := range []*os.File{os.Stdin, os.Stdout} {
		info, err := f.Stat()
		if err != nil || info.Mode()&os.ModeCharDevice == 0 {
			return false
		}
	}
	return true
}
