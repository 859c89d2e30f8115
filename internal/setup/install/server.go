package install

import (
	"cmp"
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

// Server is the state of the running tmux server, as setup and doctor need it. If no server runs, all fields
// but Tmux and Version are empty.
type Server struct {
	Tmux        tmux.Server // how to reach it
	Runs        bool
	Version     string            // of the server, else of the program; "" = there is no tmux
	PID         string            // its process id
	Socket      string            // path of its socket
	Home        string            // HOME in its environment, which is ~ in its configuration
	ConfigFiles string            // the files that it has read, separated by commas
	HasSessions bool              // false while tmux reads its configuration at its start
	Options     map[string]string // values of the global options that tmuxconf.Options lists
	Keys        []string          // the keys after the prefix, as list-keys prints them
	Formats     bool              // our formats are defined
	Transport   tmux.Transport    // the transport that reached it
	Surprise    string            // why that was not the native one
}

// FindServer reads the state of the server. If no server runs, it returns no error.
func FindServer(ctx context.Context, server tmux.Server) (Server, error) {
	// This command comes first and alone, because list-keys would start a server. It needs no target, so it also
	// works without a session.
	fields := []string{
		"#{pid}", "#{socket_path}", "#{HOME}", "#{S:x}", "#{?@atm_counts,1,0}", "#{config_files}",
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
		HasSessions: values[3] != "",
		Formats:     values[4] == "1",
		ConfigFiles: values[5],
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

// ProgramVersion returns the version of a tmux program, "" if it cannot be run. program "" is the tmux on
// PATH.
func ProgramVersion(ctx context.Context, program string) string {
	out, err := output(exec.CommandContext(ctx, cmp.Or(program, "tmux"), "-V"))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "tmux ")
}

// Usable reports whether the server runs and is new enough for atm.
func (s Server) Usable() bool { return s.Runs && !TmuxTooOld(s.Version) }

// freeKey returns the first of the candidates that is not bound to something else, and the default if all
// are.
func (s Server) freeKey(key tmuxconf.Key) string {
	candidates := append([]string{key.Default}, key.Others...)
	i := slices.IndexFunc(candidates, func(key string) bool { return !s.hasForeignBinding(key) })
	return candidates[max(i, 0)]
}

// hasForeignBinding reports whether a key after the prefix is bound to a command that is not ours.
func (s Server) hasForeignBinding(key string) bool {
	return slices.ContainsFunc(s.Keys, func(line string) bool {
		bound, isOurs := tmuxconf.Binding(line)
		return bound == key && !isOurs
	})
}

// Touched reports whether the server has read our configuration, or a hook has written into any pane.
func (s Server) Touched(ctx context.Context) bool {
	if s.Formats || !s.HasSessions {
		return s.Formats
	}
	panes, err := s.Tmux.Panes(ctx, 0)
	return err == nil && slices.ContainsFunc(panes, func(p tmux.Pane) bool {
		return p.Options[tmuxopt.ContractVersion] != ""
	})
}

// ErrNotArrived means that the hook ran but has not set the option of its pane.
var ErrNotArrived = errors.New("the pane does not have it")

// TestEvent runs the hook as Claude Code would, for a pane that it opens and closes again. It returns how
// long the hook took to set the pane's option.
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
		_, _ = tmuxServer.Run(ctx, [][]string{{"kill-pane", "-t", pane}}) // otherwise it closes in a minute
	}()
	hook := exec.CommandContext(ctx, s.program, "hook")
	hook.Env = append(hook.Environ(), "TMUX="+server.Socket+","+server.PID+",0", "TMUX_PANE="+pane,
		"CLAUDE_JOB_DIR=", "CLAUDE_CODE_ENTRYPOINT=", "CLAUDE_PID="+strconv.Itoa(os.Getpid()))
	hook.Stdin = strings.NewReader(`{"hook_event_name":"Stop"}`)
	var stderr strings.Builder
	hook.Stderr = &stderr
	start := now()
	if out, err := output(hook); err != nil || len(out)+stderr.Len() > 0 {
		return 0, fmt.Errorf("%s hook: %w, output %q", s.program, err, string(out)+stderr.String())
	}
	duration := now().Sub(start)
	reply, err = tmuxServer.Run(ctx, [][]string{{"show-options", "-pqvt", pane, string(tmuxopt.LatestHookEvent)}})
	if err == nil && strings.TrimSpace(reply.Stdout) != "Stop" {
		err = ErrNotArrived
	}
	return duration, err
}
