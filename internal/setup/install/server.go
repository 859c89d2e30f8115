package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/setup/tmuxconf"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Server is the state of the tmux server that runs, as far as setting up and
// examining it needs it. Where none runs only Runs and Version mean anything.
type Server struct {
	Tmux        tmux.Server       // the way to it
	Runs        bool              // there is one
	Version     string            // of the server, else of the program; "" = there is no tmux
	PID         string            // its process id
	Socket      string            // path of its socket
	Home        string            // HOME as the server has it: ~ in its configuration
	ConfigFiles string            // what it has read, separated by commas
	HasSessions bool              // while tmux reads its configuration at its start there are none
	Options     map[string]string // values of the global options that tmuxconf.Options lists
	Keys        []string          // what is bound behind the prefix, as list-keys prints it
	Formats     bool              // our formats are defined
	OuterTMUX   string            // TMUX as the server has it: it was started inside another one
	Transport   tmux.Transport    // that reached it
	Surprise    string            // why it was not the native one
}

// FindServer asks the server what it is. That none runs is no error.
func FindServer(ctx context.Context, server tmux.Server) (Server, error) {
	// This comes first and alone, because list-keys would start a server. Without a
	// session there is no target, but display-message needs none.
	fields := []string{
		"#{pid}", "#{socket_path}", "#{HOME}", "#{TMUX}", "#{S:x}", "#{?@atm_counts,1,0}", "#{config_files}",
	}
	reply, err := server.Run(ctx, [][]string{{"display-message", "-p", strings.Join(fields, "\t")}})
	var missing *exec.Error
	switch {
	case tmux.NoServer(err), errors.As(err, &missing):
		return Server{Tmux: server, Version: ProgramVersion(ctx, server.Binary)}, nil
	case err != nil:
		return Server{}, err
	}
	values := strings.SplitN(strings.TrimSuffix(reply.Stdout, "\n"), "\t", len(fields))
	if len(values) != len(fields) {
		return Server{}, fmt.Errorf("%w: unexpected %q of display-message", tmux.ErrTmux, reply.Stdout)
	}
	s := Server{
		Tmux:        server,
		Runs:        true,
		PID:         values[0],
		Socket:      values[1],
		Home:        values[2],
		OuterTMUX:   values[3],
		HasSessions: values[4] != "",
		Formats:     values[5] == "1",
		ConfigFiles: values[6],
		Transport:   reply.Transport,
		Surprise:    reply.Surprise,
	}
	if s.Options, s.Version, err = server.Globals(ctx, tmuxconf.Options()...); err != nil {
		return Server{}, err
	}
	if reply, err = server.Run(ctx, [][]string{{"list-keys", "-T", "prefix"}}); err != nil {
		return Server{}, err
	}
	s.Keys = strings.Split(reply.Stdout, "\n")
	return s, nil
}

// ProgramVersion returns the version of a program of tmux, "" if it cannot be run. "" stands for
// the tmux on PATH.
func ProgramVersion(ctx context.Context, program string) string {
	if program == "" {
		program = "tmux"
	}
	out, err := output(exec.CommandContext(ctx, program, "-V"))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "tmux ")
}

// Usable reports whether the server runs, and atm works with it.
func (s Server) Usable() bool { return s.Runs && !TmuxTooOld(s.Version) }

// Draws reports whether what we add is in what the server draws.
func (s Server) Draws() bool { return tmuxconf.Loaded(s.Options) }

// freeKey returns the key of a purpose: its own, or the first of some others that is bound to nothing else.
func (s Server) freeKey(key tmuxconf.Key) string {
	for _, candidate := range append([]string{key.Default}, key.Others...) {
		if !s.bindsElse(candidate) {
			return candidate
		}
	}
	return key.Default
}

// bindsElse reports whether a key after the prefix is bound to something else
// than a command of ours.
func (s Server) bindsElse(key string) bool {
	for _, line := range s.Keys {
		_, rest, found := strings.Cut(line, "-T prefix ")
		bound, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if found && strings.TrimPrefix(bound, `\`) == key && tmuxconf.Bound(line) == "" {
			return true
		}
	}
	return false
}

// Touched reports whether our configuration was read there, or a hook has written
// into any pane.
func (s Server) Touched(ctx context.Context) bool {
	if s.Formats || s.Draws() || !s.HasSessions {
		return s.Formats || s.Draws()
	}
	panes, err := s.Tmux.Panes(ctx, 0)
	return err == nil && slices.ContainsFunc(panes, func(p tmux.Pane) bool {
		return p.Options[tmuxopt.ContractVersion] != ""
	})
}

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
