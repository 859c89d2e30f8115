// Command demo plays recorded sessions of a real Claude Code through the real atm hook
// into panes of a private tmux server, all at once and faster than life. A person at a
// terminal watches; elsewhere it prints the screen whenever the counts change. It
// touches no server and no file of the user's.
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

	"github.com/alecthomas/kong"
)

type options struct {
	Atm   string   `hidden:"" required:"" help:"The atm to show: scripts/demo builds it."`
	Speed float64  `default:"6" help:"How many times faster than life."`
	SVG   string   `name:"svg" help:"Write a picture of the busiest moment to this file."`
	Still string   `placeholder:"DIR" help:"Write the pictures of the README to this directory instead."`
	Scene []string `arg:"" optional:"" help:"Recordings to play (default: agents, permission, question, interrupt)."`
}

const description = "Plays recorded sessions of Claude Code into panes of a private tmux server."

func main() { os.Exit(run()) }

// run is the whole program: it returns the exit code.
func run() int {
	var o options
	kong.Parse(&o, kong.Name("scripts/demo"), kong.Description(description))
	if len(o.Scene) == 0 {
		o.Scene = []string{"agents", "permission", "question", "interrupt"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := demonstrate(ctx, o); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "demo:", err)
		return 1
	}
	fmt.Println("That was the demo; nothing is left of it. To have it for your own sessions: scripts/install")
	return 0
}

// demonstrate starts a server, plays, and removes the server whatever happens.
func demonstrate(ctx context.Context, o options) error {
	if o.Still != "" {
		return takePictures(o.Atm, o.Still)
	}
	s, err := newServer(o.Atm)
	if err != nil {
		return err
	}
	defer s.remove()
	recordings, err := s.openRecordings(o.Scene)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	var watching sync.WaitGroup
	if onTerminal() && o.SVG == "" {
		watching.Go(func() {
			defer end() // the person has detached
			_ = s.attach(ctx)
		})
	} else {
		v, err := s.newViewer(21)
		if err != nil {
			return err
		}
		watching.Go(func() { v.watch(ctx, o.SVG) })
	}
	err = playAll(ctx, recordings, o.Speed)
	end()
	watching.Wait()
	return err
}

func playAll(ctx context.Context, recordings []*recording, speed float64) error {
	var work sync.WaitGroup
	errs := make([]error, len(recordings))
	for i, r := range recordings {
		work.Go(func() { errs[i] = r.play(ctx, speed) })
	}
	work.Wait()
	return errors.Join(errs...)
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
