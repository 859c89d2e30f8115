package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/install"
	"atm/internal/tmux"
	"atm/internal/tmuxconf"
	"atm/internal/truth"
	"atm/tmuxopt"
)

// server is the tmux server that runs, or that none does.
type server struct {
	runs        bool
	version     string // of the server, else of the program; "" = there is no tmux
	configFiles string // what the server has read
	socket, pid string
	home        string            // HOME as the server has it
	values      map[string]string // of tmuxconf.Options
	keys        []string          // lines of list-keys
	formats     bool              // ours are defined
	follower    string            // who keeps the panes true
	outer       string            // TMUX, as the server has it
	transport   tmux.Transport    // that reached it
	surprise    string            // why it was not the native one
	clients     int               // attached
	narrow      int               // attached, and not for UTF-8
}

// fit reports whether the server runs, and atm works with it.
func (live server) fit() bool { return live.runs && !install.TmuxTooOld(live.version) }

// draws reports whether what we add is in what the server draws.
func (live server) draws() bool { return tmuxconf.Loaded(live.values) }

// followed reports whether a status job keeps the panes true.
func (live server) followed() bool { return truth.Follows(live.follower) }

// server asks the server what it is.
func (s streams) server(ctx context.Context) (server, error) {
	ctx, cancel := soon(ctx)
	defer cancel()
	// Alone, and first: list-keys would start a server.
	reply, err := s.tmux.Run(ctx, [][]string{{"display-message", "-p", "#{pid}\t#{socket_path}\t#{HOME}\t#{config_files}"}})
	var missing *exec.Error
	switch {
	case noServer(err), errors.As(err, &missing):
		return server{version: s.tmuxVersion(ctx)}, nil
	case err != nil:
		return server{}, err
	}
	fields := strings.SplitN(strings.TrimSuffix(reply.Stdout, "\n"), "\t", 4)
	if len(fields) != 4 {
		return server{}, fmt.Errorf("%w: unexpected %q of display-message", tmux.ErrTmux, reply.Stdout)
	}
	live := server{runs: true, transport: reply.Transport, surprise: reply.Surprise, pid: fields[0], socket: fields[1], home: fields[2], configFiles: fields[3]}
	if live.values, live.version, err = s.tmux.Globals(ctx, tmuxconf.Options()...); err != nil {
		return server{}, err
	}
	err = s.more(ctx, &live)
	return live, err
}

// more asks what setup and doctor need to know besides.
func (s streams) more(ctx context.Context, live *server) error {
	reply, err := s.tmux.Run(ctx, [][]string{{"list-keys", "-T", "prefix"}})
	if err != nil {
		return err
	}
	live.keys = strings.Split(reply.Stdout, "\n")
	reply, err = s.tmux.Run(ctx, [][]string{
		{"display-message", "-p", "#{?@atm_counts,1,0}\t#{" + truth.FollowerOption + "}\t#{TMUX}"}, {"list-clients", "-F", "#{client_utf8}"},
	})
	if err != nil {
		return err
	}
	first, clients, _ := strings.Cut(reply.Stdout, "\n")
	if fields := strings.Split(first, "\t"); len(fields) == 3 {
		live.formats, live.follower, live.outer = fields[0] == "1", fields[1], fields[2]
	}
	live.clients, live.narrow = strings.Count(clients, "\n"), strings.Count(clients, "0")
	return nil
}

// tmuxVersion is the version of the program, "" if there is none.
func (s streams) tmuxVersion(ctx context.Context) string {
	binary := s.tmux.Binary
	if binary == "" {
		binary = "tmux"
	}
	out, err := exec.CommandContext(ctx, binary, "-V").Output()
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "tmux ")
}

// taken reports whether a key behind the prefix is bound to something else than
// a command of ours.
func (live server) taken(key string) bool {
	for _, line := range live.keys {
		if _, rest, found := strings.Cut(line, "-T prefix "); found {
			bound, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			if strings.TrimPrefix(bound, `\`) == key && tmuxconf.Bound(line) == "" {
				return true
			}
		}
	}
	return false
}

// load has the running server read our configuration, after whatever an earlier
// version of it has left.
func (s streams) load(ctx context.Context, p plan) error {
	ctx, cancel := soon(ctx)
	defer cancel()
	if err := s.undo(ctx, p.server); err != nil {
		return err
	}
	// A server asks the client for the files that it is told to read: that is for
	// tmux's own client.
	server := s.tmux
	server.Transport = tmux.Exec
	_, err := server.Run(ctx, [][]string{{"source-file", p.changes[len(p.changes)-2].File.Path}})
	if err != nil {
		return cli.Hint(err, "the files are written; tmux reads them when it starts")
	}
	return nil
}

// undo restores the options and keys of the running server.
func (s streams) undo(ctx context.Context, live server) error {
	cmds := tmuxconf.Undo(live.values)
	for _, line := range live.keys {
		if key := tmuxconf.Bound(line); key != "" {
			cmds = append(cmds, []string{"unbind-key", "-T", "prefix", key})
		}
	}
	_, err := s.tmux.Run(ctx, cmds)
	return err
}

// prove sends an event through the program as Claude Code would, into a pane
// that is there for nothing else, and says what to do next.
func (s streams) prove(ctx context.Context, p plan) error {
	if !p.server.fit() {
		fmt.Fprintln(s.stdout, "Done. Start tmux, and claude in it; atm doctor checks everything.")
		return nil
	}
	ctx, cancel := soon(ctx)
	defer cancel()
	took, err := s.testEvent(ctx, p)
	if err != nil {
		return cli.Hint(fmt.Errorf("everything is written, but a test event did not arrive: %w", err), "atm doctor looks for the reason")
	}
	fmt.Fprintf(s.stdout, "Done: a test event was in its pane after %.1f ms.\n", float64(took.Microseconds())/1000)
	fmt.Fprintln(s.stdout, "Start claude in a pane, or restart it where it runs: it reads its hooks when it starts. atm doctor checks everything.")
	return nil
}

var errNotArrived = errors.New("the pane does not have it")

// testEvent returns how long it took from the event to the pane's option.
func (s streams) testEvent(ctx context.Context, p plan) (time.Duration, error) {
	reply, err := s.tmux.Run(ctx, [][]string{{"new-window", "-d", "-n", "atm", "-P", "-F", "#{pane_id}", "exec sleep 60"}})
	if err != nil {
		return 0, err
	}
	pane := strings.TrimSpace(reply.Stdout)
	if !tmux.PaneID(pane) {
		return 0, fmt.Errorf("%w: unexpected %q of new-window", tmux.ErrTmux, pane)
	}
	defer func() {
		// The pane would go by itself in a minute.
		_, _ = s.tmux.Run(ctx, [][]string{{"kill-pane", "-t", pane}})
	}()
	hook := exec.CommandContext(ctx, p.program, "hook")
	hook.Env = append(hook.Environ(), "TMUX="+p.server.socket+","+p.server.pid+",0", "TMUX_PANE="+pane, "CLAUDE_JOB_DIR=", "CLAUDE_CODE_ENTRYPOINT=")
	hook.Stdin = strings.NewReader(`{"hook_event_name":"Stop"}`)
	start := s.now()
	if out, err := hook.CombinedOutput(); err != nil || len(out) > 0 {
		return 0, fmt.Errorf("%s hook: %w, output %q", p.program, err, out)
	}
	took := s.now().Sub(start)
	reply, err = s.tmux.Run(ctx, [][]string{{"show-options", "-pqvt", pane, string(tmuxopt.LatestHookEvent)}})
	if err == nil && strings.TrimSpace(reply.Stdout) != "Stop" {
		err = errNotArrived
	}
	return took, err
}

// endFollowers ends the silent status jobs of a server, which tmux itself keeps
// for an hour after nothing shows them any more: the shell that tmux has started
// and, where that is not atm itself by now, atm below it.
func endFollowers(ctx context.Context, serverPID string) {
	for _, job := range children(ctx, serverPID) {
		for _, pid := range append(children(ctx, strconv.Itoa(job)), job) {
			_ = syscall.Kill(pid, syscall.SIGTERM) // it may have ended by itself
		}
	}
}

// children returns the followers that a process has started; none where there is
// no pgrep: then they end with the server.
func children(ctx context.Context, parent string) []int {
	out, err := exec.CommandContext(ctx, "pgrep", "-P", parent, "-f", "atm'? sync --follow").Output()
	if err != nil {
		return nil
	}
	var pids []int
	for field := range strings.FieldsSeq(string(out)) {
		if pid, err := strconv.Atoi(field); err == nil && pid > 1 {
			pids = append(pids, pid)
		}
	}
	return pids
}
