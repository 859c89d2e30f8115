package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"atm/internal/tmux"
	"atm/tmuxopt"
)

// ErrNotArrived is a hook that was called and has left nothing in its pane.
var ErrNotArrived = errors.New("the pane does not have it")

// TestEvent sends an event through the program as Claude Code would, into a pane that
// is opened for it and closed again. It returns how long it took from the event to the
// pane's option.
func (s Setup) TestEvent(ctx context.Context, server Server, now func() time.Time) (time.Duration, error) {
	tmuxServer := server.Tmux
	open := []string{"new-window", "-d", "-n", "atm", "-P", "-F", "#{pane_id}", "exec sleep 60"}
	reply, err := tmuxServer.Run(ctx, [][]string{open})
	if err != nil {
		return 0, err
	}
	pane := strings.TrimSpace(reply.Stdout)
	if !tmux.PaneID(pane) {
		return 0, fmt.Errorf("%w: unexpected %q of new-window", tmux.ErrTmux, pane)
	}
	defer func() {
		_, _ = tmuxServer.Run(ctx, [][]string{{"kill-pane", "-t", pane}}) // it would go by itself in a minute
	}()
	hook := exec.CommandContext(ctx, s.program, "hook")
	hook.Env = append(hook.Environ(), "TMUX="+server.Socket+","+server.PID+",0", "TMUX_PANE="+pane,
		"CLAUDE_JOB_DIR=", "CLAUDE_CODE_ENTRYPOINT=", "CLAUDE_PID="+strconv.Itoa(os.Getpid()))
	hook.Stdin = strings.NewReader(`{"hook_event_name":"Stop"}`)
	start := now()
	if out, err := combinedOutput(hook); err != nil || len(out) > 0 {
		return 0, fmt.Errorf("%s hook: %w, output %q", s.program, err, out)
	}
	duration := now().Sub(start)
	reply, err = tmuxServer.Run(ctx, [][]string{{"show-options", "-pqvt", pane, string(tmuxopt.LatestHookEvent)}})
	if err == nil && strings.TrimSpace(reply.Stdout) != "Stop" {
		err = ErrNotArrived
	}
	return duration, err
}
