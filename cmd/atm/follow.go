package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/proc"
	"atm/internal/truth"
)

// follow corrects whatever changes, as a status job that says nothing: tmux
// shows a job's last line, and "not ready" as long as there is none. It ends
// when its server is gone or nobody reads its output any more; tmux itself does
// not end its jobs.
func (s streams) follow() error {
	if _, err := fmt.Fprintln(s.stdout); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	server, err := s.serverPID(ctx)
	if err != nil {
		return err
	}
	go func() {
		defer cancel()
		for proc.Is(server, "") && proc.Wait(ctx, server) != nil && ctx.Err() == nil {
			time.Sleep(truth.Tick) // a system that cannot wait for processes
		}
	}()
	if out, ok := s.stdout.(*os.File); ok {
		go func() {
			defer cancel()
			closed(ctx, int(out.Fd()))
		}()
	}
	for ctx.Err() == nil {
		leader, err := s.lead(ctx)
		switch {
		case err != nil:
			pause(ctx)
		case leader == os.Getpid():
			if err := s.spare().world().Follow(ctx); ctx.Err() == nil {
				return err
			}
		case proc.Wait(ctx, leader) != nil:
			pause(ctx)
		}
	}
	return nil
}

// pause waits for a tick.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(truth.Tick):
	}
}

func (s streams) serverPID(ctx context.Context) (int, error) {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	reply, err := s.tmux.Run(bounded, [][]string{{"display-message", "-p", "#{pid}"}})
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(reply.Stdout))
}

// closed waits until nobody reads the output any more.
func closed(ctx context.Context, fd int) {
	for ctx.Err() == nil {
		poll := []unix.PollFd{{Fd: int32(fd)}} // hang-ups and errors are always told
		n, err := unix.Poll(poll, int(truth.Tick.Milliseconds()))
		if n > 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// followerOption names the one follower of a server that works: every attached
// client starts its own copy of a status job.
const followerOption = "@atm_follower"

// lead returns the process id of the server's follower, which is ours if there
// was none or it has died. tmux decides who is first.
func (s streams) lead(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	start, err := proc.Start(os.Getpid())
	if err != nil {
		return 0, err
	}
	us := followerID(os.Getpid(), start)
	ask := []string{"show-options", "-sqv", followerOption}
	reply, err := s.tmux.Run(ctx, [][]string{{"set-option", "-soq", followerOption, us}, ask})
	if err != nil {
		return 0, err
	}
	if leader := strings.TrimSpace(reply.Stdout); !follows(leader) {
		seize := fmt.Sprintf("set-option -s %s %s", followerOption, us)
		still := fmt.Sprintf("#{==:#{%s},%s}", followerOption, followerWord(leader))
		if reply, err = s.tmux.Run(ctx, [][]string{{"if-shell", "-F", still, seize}, ask}); err != nil {
			return 0, err
		}
	}
	pid, _, _ := strings.Cut(strings.TrimSpace(reply.Stdout), "-")
	return strconv.Atoi(pid)
}

// followerID is a process and when it was started: process ids are used again.
func followerID(pid int, start string) string {
	return followerWord(fmt.Sprintf("%d-%s", pid, start))
}

// followerWord leaves of a text only what may stand in a format.
func followerWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}

// follows reports whether the follower of that id still runs.
func follows(id string) bool {
	number, _, _ := strings.Cut(id, "-")
	pid, err := strconv.Atoi(number)
	if err != nil {
		return false
	}
	start, err := proc.Start(pid)
	return err == nil && followerID(pid, start) == id
}
