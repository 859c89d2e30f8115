package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// patience is how long a client may take for anything that it is asked to do.
const patience = time.Minute

// sources say what the panes learn from, and where the clients run.
type sources string

// The sources. Without a follower scenes only measure for how long the panes are wrong.
const (
	everything         sources = "" // hooks and a follower
	hooksAlone         sources = "hooks"
	hooksAndStatusLine sources = "statusline"

	behindGate  sources = "gate"            // in a sandbox, where a follower runs, too
	gateAlone   sources = "gate-statusline" // in a sandbox without one, hooks and the status line
	onOtherHost sources = "ssh"             // on another host, where atm ssh starts a follower
)

// complete reports whether the panes learn of all that happens, so that they must tell the
// truth.
func (s sources) complete() bool { return s == everything || s == behindGate || s == onOtherHost }

// sandboxed reports whether the clients run in a sandbox.
func (s sources) sandboxed() bool { return s == behindGate || s == gateAlone }

// stage is a scene's world: a home, an API, a tmux server with a client attached
// and a follower in the status line, and a monitor.
type stage struct {
	tb           testing.TB
	version      string
	home         home
	api          string
	conversation *conversation
	sources      sources
	settings     settings
	tmux         *tmuxtest.Server
	monitor      *monitor
	viewer       *tmuxtest.Server   // its screen is what a person at a client of tmux sees
	meanings     sync.Map           // of prompts, see [Serve]
	frames       map[string][]Frame // of animations, by their files
	recorder     *recorder          // nil: nothing is recorded
	actors       map[string]*actor
	slack        float64 // by which all bounds are multiplied
	crowded      bool    // more clients run than the machine has time for, so no time is measured
}

// actor is a pane by its name in the script.
type actor struct {
	pane    string
	cursor  time.Time // up to where the script has followed the registry
	session string    // the last one that the script has asked for
}

// newStage prepares the world of a scene in a server that has been started.
func newStage(tb testing.TB, s *tmuxtest.Server, version, client, atm string, sources sources) (*stage, error) {
	h, err := newHome(tmuxtest.Dir(tb))
	if err != nil {
		return nil, err
	}
	if err := os.Symlink(atm, h.atm()); err != nil {
		return nil, err
	}
	// Where tmux puts sockets, so that workers in the background find the server.
	sockets := tmux.SocketDir(func(string) string { return h.dir })
	if err := os.Mkdir(sockets, 0o700); err != nil {
		return nil, err
	}
	if err := os.Symlink(s.Socket, filepath.Join(sockets, "default")); err != nil {
		return nil, err
	}
	st := &stage{tb: tb, version: version, home: h, tmux: s, sources: sources, actors: map[string]*actor{},
		frames: map[string][]Frame{}}
	st.api, st.conversation = Serve(tb, &st.meanings)
	if err := st.install(client, filepath.Join(h.dir, "bin", "claude")); err != nil {
		return nil, err
	}
	st.settings.hooks = true
	if sources == hooksAndStatusLine || sources == gateAlone {
		st.settings.statusLine = "ATM_DEBUG= " + atm + " statusline"
	}
	if err := h.set(st.settings, version); err != nil {
		return nil, err
	}
	for _, kv := range h.env(st.api) {
		name, value, _ := strings.Cut(kv, "=")
		s.Tmux("set-environment", "-g", name, value) // of the status job
	}
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	follows := sources.complete() || sources == gateAlone // it may judge nothing behind a gate
	if follows {
		s.Tmux("set-option", "-g", "status-right", "#("+atm+" sync --follow)")
	}
	for _, cmd := range tmuxconf.SeenHooks(atm, string(tmuxopt.Visit), 0) {
		s.Tmux(cmd...)
	}
	st.viewer = s.Attach()
	s.Until("a follower works", func() bool {
		return !follows || s.Tmux("show-options", "-sqv", "@atm_follower") != ""
	})
	st.monitor = newMonitor(tmux.Server{Binary: s.Binary, Socket: s.Socket}, h.claude())
	if sources.sandboxed() {
		st.monitor.processes = &sandboxed{home: h.dir, outside: map[int]int{}}
	}
	tb.Cleanup(st.strike)
	return st, nil
}

// strike ends everything, and waits for the clients: they write into the home
// that is about to be removed.
func (st *stage) strike() {
	if st.recorder != nil {
		st.recorder.stop()
	}
	if err := st.monitor.stop(); err != nil {
		st.tb.Error(err)
	}
	st.tmux.Tmux("kill-server")
	deadline := time.Now().Add(5 * time.Second)
	for pid := range st.monitor.pids {
		ended := func() bool { return !proc.Is(pid, "") }
		if !within(time.Until(deadline), ended) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
			tmuxtest.Until(st.tb, "a client that was killed has ended", ended)
		}
	}
}

// open opens a pane with a shell, in a window of its own or beside another, and
// returns its id.
func (st *stage) open(name, beside string) (pane string) {
	a := &actor{}
	st.actors[name] = a
	st.openFor(name, beside)
	return a.pane
}

// openFor opens a pane for an actor who has none, or none any more.
func (st *stage) openFor(name, beside string) {
	args := []string{"new-window", "-d"}
	if beside != "" {
		args = []string{"split-window", "-d", "-h", "-t", st.actors[beside].pane}
	}
	// The shell gets the environment of the home and nothing of ours.
	command := `exec env -i TMUX="$TMUX" TMUX_PANE="$TMUX_PANE"`
	for _, kv := range st.home.env(st.api) {
		command += " '" + kv + "'"
	}
	args = append(args, "-P", "-F", "#{pane_id}", "-c", st.home.work, command+" bash --norc --noprofile")
	a := st.actors[name]
	a.pane = st.tmux.Tmux(args...)
	st.monitor.watch(a.pane)
	st.until(name, "a shell", func() bool { return strings.Contains(st.screen(a), "$") })
}

func (st *stage) screen(a *actor) string { return st.tmux.Tmux("capture-pane", "-p", "-t", a.pane) }

// stretch makes a bound longer, on a machine that is slow or busy.
func (st *stage) stretch(bound time.Duration) time.Duration {
	return time.Duration(st.slack * float64(bound))
}

// within polls until the condition holds, and reports whether it did so in time.
func within(limit time.Duration, cond func() bool) bool { return tmuxtest.Poll(beat, limit, cond) }

// until polls until the condition holds, and fails the scene if that takes too
// long.
func (st *stage) until(name, what string, cond func() bool) {
	st.tb.Helper()
	if !within(patience, cond) {
		st.tb.Fatalf("%s: not within %v: %s\n%s\n%s", name, patience, what, st.screen(st.actors[name]), st.diary())
	}
}
