package bench

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// looks measures one look at everything, and one step to who needs you, against
// one bare list-panes.
func looks(s *server) error {
	terminal, err := s.attach()
	if err != nil {
		return err
	}
	defer terminal.Close()
	go func() { _, _ = io.Copy(io.Discard, terminal) }()
	tmuxtest.Until(s, "there is a client that can be led", func() bool {
		clients, err := s.tmux("list-clients")
		return err != nil || clients != ""
	})
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
	list := candidate{name: "bare tmux list-panes -a -F OPTION", make: func() *exec.Cmd {
		return s.command("tmux", "-u", "-S", s.socket, "list-panes", "-a", "-F", "#{"+string(tmuxopt.State)+"}")
	}}
	title := fmt.Sprintf("A look at everything with %d panes and a client", strings.Count(panes, "x"))
	return s.within(title, 50, list, limited{s.atm("", "status"), 2.5}, limited{s.atm("", "ls"), 3.5},
		limited{s.atm("", "ls", "--json"), 3.5}, limited{s.atm("", "next"), 4}, limited{s.atm("", "sync"), 0})
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
	fmt.Printf("\nFrom a silent change to the pane, of which 150 ms wait for a hook\n")
	line("atm sync --follow", r, "")
	s.duration("from a silent change to the pane", r, 500*time.Millisecond)

	const rest = 20 * time.Second
	var last int
	var since time.Time
	tmuxtest.Until(s, "the follower comes to rest", func() bool {
		ticks, unknown := cpuTicks(cmd.Process.Pid)
		if err = unknown; ticks != last {
			last, since = ticks, time.Now()
		}
		return err != nil || time.Since(since) > rest/10
	})
	if err != nil {
		return err
	}
	<-time.After(rest) // what is measured is an interval: nothing is waited for
	after, err := cpuTicks(cmd.Process.Pid)
	if err != nil {
		return err
	}
	memory, err := peak(cmd.Process.Pid)
	if err != nil {
		return err
	}
	s.budgets.check("CPU of a follower at rest, in 20 s", float64(after-last)*10, 20, "ms")
	s.budgets.check("memory of a follower", memory, 15, "MiB")
	return nil
}

// reaction writes the registry and waits for the pane.
func (s *server) reaction(home, pid, status, state string) (time.Duration, error) {
	begin := time.Now()
	ms := begin.UnixMilli()
	entry := fmt.Sprintf(
		`{"pid":%s,"sessionId":"s","startedAt":%d,"entrypoint":"cli","status":%q,"statusUpdatedAt":%d,"updatedAt":%d}`, pid, ms, status, ms, ms)
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

// peak returns the largest memory that a process had, in MiB.
func peak(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes float64
	_, err = fmt.Sscan(rest, &kilobytes)
	return kilobytes / 1024, err
}
