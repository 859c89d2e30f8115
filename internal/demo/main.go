// Command demo plays recorded sessions of a real Claude Code client through the
// real atm hook into panes of a private tmux server, all at once and faster
// than life. On a terminal one watches; elsewhere it prints the screen at each
// interesting moment. It touches no server and no file of the user's.
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
	Still string   `placeholder:"DIR" help:"Write pictures of ls and pick to this directory instead."`
	Scene []string `arg:"" optional:"" help:"Recordings to play (default: agents, permission, question, interrupt)."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("scripts/demo"), kong.Description("Plays recorded sessions of Claude Code into panes of a private tmux server."))
	if len(o.Scene) == 0 {
		o.Scene = []string{"agents", "permission", "question", "interrupt"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := show(ctx, o); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
	fmt.Println("That was the demo; nothing is left of it. To have it for your own sessions: scripts/install")
}

// show sets the stage, plays, and strikes the stage whatever happens.
func show(ctx context.Context, o options) error {
	if o.Still != "" {
		return stills(o.Atm, o.Still)
	}
	s, err := newStage(o.Atm)
	if err != nil {
		return err
	}
	defer s.strike()
	players, err := s.set(o.Scene)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	var audience sync.WaitGroup
	if onTerminal() && o.SVG == "" {
		audience.Go(func() {
			defer end() // detached: the show is over
			_ = s.watch(ctx)
		})
	} else {
		camera, err := s.film(o.SVG, 21)
		if err != nil {
			return err
		}
		audience.Go(func() { camera.roll(ctx) })
	}
	err = play(ctx, players, o.Speed)
	end()
	audience.Wait()
	return err
}

func play(ctx context.Context, players []*player, speed float64) error {
	var work sync.WaitGroup
	errs := make([]error, len(players))
	for i, p := range players {
		work.Go(func() { errs[i] = p.play(ctx, speed) })
	}
	work.Wait()
	return errors.Join(errs...)
}

// watch attaches the terminal until the person detaches or the show ends.
func (s *stage) watch(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, s.tmuxPath, "-u", "-S", s.socket, "attach")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = s.env()
	cmd.Cancel = func() error { return s.tmux("detach-client", "-s", "demo").Run() }
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
