package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/claude/claudehome"
	"atm/tmuxopt"
)

// syncs measures one look at everything, and one step to who needs you, against
// one bare list-panes.
func syncs(s *server) error {
	terminal, err := s.attach()
	if err != nil {
		return err
	}
	defer terminal.Close()
	go func() { _, _ = io.Copy(io.Discard, terminal) }()
	for i := 0; ; i++ { // until there is somebody who can be led
		if clients, err := s.tmux("list-clients"); err != nil || clients != "" {
			break
		} else if i == 1000 {
			return errors.New("the client does not attach")
		}
		time.Sleep(5 * time.Millisecond)
	}
	another, err := s.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "sleep 10000")
	if err != nil {
		return err
	}
	for _, pane := range []string{"%0", another} {
		if _, err := s.tmux("set-option", "-pt", pane, string(tmuxopt.State), "attention"); err != nil {
			return err
		}
	}
	panes, err := s.tmux("list-panes", "-a", "-F", "x")
	if err != nil {
		return err
	}
	list := candidate{name: "bare tmux list-panes -a", make: func() *exec.Cmd {
		return s.command("tmux", "-u",
			"-S", s.socket, "list-panes", "-a")
	}}
	title := fmt.Sprintf("A look at everything with %d panes and a client (budget 3 x)",
		strings.Count(panes, "x"))
	return compare(title, 50, list, s.atm("", "sync"), s.atm("", "status"), s.atm("", "ls"),
		s.atm("", "next"),
		candidate{name: "bare tmux switch-client", make: func() *exec.Cmd {
			return s.command("tmux", "-S", s.socket, "switch-client", "-t",
				[]string{"%0", another}[rand.IntN(2)])
		}})
}

// follows measures how soon a change of the registry is in the pane, and what a
// follower costs at rest.
func follows(s *server) error {
	home := filepath.Join(s.scratch, "claude")
	if err := os.MkdirAll(filepath.Join(home, "sessions"), 0o755); err != nil {
		return err
	}
	root, err := s.tmux("display-message", "-p", "-t", "%0", "#{pane_pid}")
	if err != nil {
		return err
	}
	cmd := s.atm("", "sync", "--follow").make()
	cmd.Env = append(cmd.Env, "CLAUDE_CONFIG_DIR="+home)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		out.Close()
	}()
	var r result
	statuses := []string{claudehome.StatusBusy, claudehome.StatusIdle}
	states := []string{string(tmuxopt.Working), string(tmuxopt.Idle)}
	for i := range 20 {
		took, err := s.reaction(home, root, statuses[i%2], states[i%2])
		if err != nil {
			return err
		}
		r.times = append(r.times, took)
	}
	slices.Sort(r.times)
	fmt.Printf("\nFrom a silent change to the pane (budget 500 ms, of which 150 ms wait for a hook)\n")
	line("atm sync --follow", r, "")

	const rest = 20 * time.Second
	time.Sleep(rest / 2) // until it has come to rest
	before, err := cpuTicks(cmd.Process.Pid)
	if err != nil {
		return err
	}
	time.Sleep(rest)
	after, err := cpuTicks(cmd.Process.Pid)
	if err != nil {
		return err
	}
	memory, err := peak(cmd.Process.Pid)
	if err != nil {
		return err
	}
	fmt.Printf("  at rest: %d clock ticks (1/100 s) of CPU in %v, peak %s (budget 15 MiB)\n", after-before,
		rest, memory)
	return nil
}

// reaction writes the registry and waits for the pane.
func (s *server) reaction(home, pid, status, state string) (time.Duration, error) {
	begin := time.Now()
	ms := begin.UnixMilli()
	entry := fmt.Sprintf(`{"pid":%s,"sessionId":"s","startedAt":%d,"entrypoint":"cli","status":%q,"statusUpdatedAt":%d,"updatedAt":%d}`, pid, ms, status, ms, ms)
	if err := os.WriteFile(filepath.Join(home, "sessions", pid+".json"), []byte(entry), 0o600); err != nil {
		return 0, err
	}
	for time.Since(begin) < 5*time.Second {
		got, err := s.tmux("show-options", "-pqvt", "%0", string(tmuxopt.State))
		if err != nil {
			return 0, err
		}
		if got == state {
			return time.Since(begin), nil
		}
	}
	return 0, fmt.Errorf("%s was not followed within five seconds", status)
}

// cpuTicks returns the processor time of a process.
func cpuTicks(pid int) (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		return 0, err
	}
	system, err := strconv.Atoi(fields[12])
	return user + system, err
}

// peak returns the largest memory that a process had.
func peak(pid int) (string, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			return strings.TrimSpace(value), nil
		}
	}
	return "", err
}
