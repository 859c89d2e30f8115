package reply_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/act/reply"
	"atm/internal/dev/tmuxtest"
	"atm/internal/hooks/hook"
	"atm/internal/sys/socket"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// asHook has the test binary be "atm hook".
const asHook = "REPLY_TEST_HOOK"

func TestMain(m *testing.M) {
	if os.Getenv(asHook) != "" {
		hook.Run(os.Args[1:], os.Stdin, os.Stdout, os.Getenv, time.Now)
		os.Exit(0)
	}
	m.Run()
}

const (
	allow = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`
	main1 = "main.e1b7e9d1"
)

// session is a session of Claude Code in pane %0: the process of the pane stands for it.
type session struct {
	*tmuxtest.Server
	t    *testing.T
	home string
	pid  int
	env  []string // of hooks, besides that of the pane
}

func start(t *testing.T) *session {
	t.Helper()
	s := &session{Server: tmuxtest.Start(t), t: t, home: t.TempDir()}
	s.pid, _ = strconv.Atoi(s.Tmux("display-message", "-p", "-t", "%0", "#{pane_pid}"))
	s.NewPane() // else the server ends with pane %0
	if err := os.Mkdir(filepath.Join(s.home, "sessions"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.setStatus("busy")
	s.event(`{"hook_event_name":"SessionStart","session_id":"a","source":"startup"}`)
	s.event(`{"hook_event_name":"UserPromptSubmit","session_id":"a","prompt":"go on"}`)
	return s
}

// setStatus gives the process a status in the registry.
func (s *session) setStatus(status string) {
	s.t.Helper()
	entry := fmt.Sprintf(`{"pid":%d,"sessionId":"a","kind":"interactive","entrypoint":"cli","status":%q,`+
		`"statusUpdatedAt":%d,"updatedAt":%[3]d}`, s.pid, status, time.Now().UnixMilli())
	if err := os.WriteFile(s.entry(), []byte(entry), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// entry is the path of the process's entry in the registry.
func (s *session) entry() string {
	return filepath.Join(s.home, "sessions", strconv.Itoa(s.pid)+".json")
}

// process is a hook that runs.
type process struct {
	*exec.Cmd
	out    bytes.Buffer
	ended  chan struct{}
	killed atomic.Bool
}

func (p *process) pid() string { return strconv.Itoa(p.Process.Pid) }

// kill ends a hook that can do nothing about it.
func (p *process) kill() {
	p.killed.Store(true)
	_ = p.Process.Kill() // it may have ended
	<-p.ended
}

// run starts a hook.
func (s *session) run(payload string) *process {
	s.t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0]), ended: make(chan struct{})}
	p.Env = append(s.Env("%0"), asHook+"=1", "CLAUDE_CONFIG_DIR="+s.home, fmt.Sprintf("CLAUDE_PID=%d", s.pid),
		"CLAUDE_CODE_ENTRYPOINT=cli")
	p.Env = append(p.Env, s.env...)
	p.Stdin, p.Stdout, p.Stderr = strings.NewReader(payload), &p.out, &p.out
	if err := p.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		if err := p.Wait(); err != nil && !p.killed.Load() {
			s.t.Errorf("the hook ended with %v", err)
		}
	}()
	s.t.Cleanup(func() {
		_ = p.Process.Signal(syscall.SIGTERM) // it may have ended
		if !p.endsWithin(tmuxtest.Patience) {
			_ = p.Process.Kill() // which counts as a failure
			<-p.ended
		}
	})
	return p
}

// event is a hook that ends at once.
func (s *session) event(payload string) {
	s.t.Helper()
	if p := s.run(payload); !p.endsWithin(tmuxtest.Patience) {
		s.t.Fatalf("the hook of %s goes on", payload)
	}
}

func (p *process) endsWithin(limit time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(limit):
		return false
	}
}

// ends waits for the end of a hook, and compares what it has printed.
func (s *session) ends(p *process, want string) {
	s.t.Helper()
	if !p.endsWithin(tmuxtest.Patience) || p.out.String() != want {
		s.t.Errorf("the hook goes on, or has printed %q", p.out.String())
	}
}

// endsSoon calls end, in which a hook ends, up to three times until it takes less than soon: the machine may be busy.
func endsSoon(t *testing.T, end func()) {
	t.Helper()
	const soon = 3 * time.Second // the hook of a subagent waits for a second
	var took time.Duration
	for range 3 {
		began := time.Now()
		end()
		if took = time.Since(began); took < soon || t.Failed() {
			return
		}
	}
	t.Errorf("the hook has ended after %v", took)
}

// asks opens a dialog, and returns its hook, which waits.
func (s *session) asks() *process {
	s.t.Helper()
	s.setStatus("waiting")
	return s.calls()
}

// calls runs the hook of a call, and returns it when it waits.
func (s *session) calls() *process {
	s.t.Helper()
	p := s.run(`{"hook_event_name":"PermissionRequest","session_id":"a","cwd":"/src","tool_name":"Bash",` +
		`"tool_input":{"command":"rm -rf build"},"permission_suggestions":[{"type":"x"}]}`)
	s.Until("the hook waits", func() bool { return s.call() != "" })
	return p
}

// call returns the call that can be answered, and by which process.
func (s *session) answerable() (call, process string) {
	for _, e := range tmuxopt.Entries(s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.Answerable))) {
		return e.Key, e.Word
	}
	return "", ""
}

func (s *session) call() string {
	call, _ := s.answerable()
	return call
}

func (s *session) visit() (*reply.Visit, error) { return s.visitBy(s.Way()) }

func (s *session) visitBy(way tmux.Server) (*reply.Visit, error) {
	call, process := s.answerable()
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
	defer cancel()
	return reply.Open(ctx, way, call, process)
}

// allows gives the hook the decision to allow the call. The hook refuses it where tmux does not say in time that the
// call is still open, as on a busy machine. Then a person tries again, and so does allows.
func (s *session) allows(v *reply.Visit) (err error) {
	s.t.Helper()
	s.Until("tmux answers the hook in time", func() bool {
		err = v.Decide([]byte(allow))
		return !errors.Is(err, reply.ErrRefused) || !strings.Contains(err.Error(), context.DeadlineExceeded.Error())
	})
	return err
}

// sockets returns the files of the sockets on which hooks listen.
func (s *session) sockets() []string {
	s.t.Helper()
	paths, err := filepath.Glob(filepath.Join(socket.Dir(filepath.Dir(s.Socket)), "*"))
	if err != nil {
		s.t.Fatal(err)
	}
	return paths
}

// TestAnswer: the hook hands over the request, prints the decision, and nothing else; the
// pane shows at once that the call is answered, and nothing is left.
func TestAnswer(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	v, err := s.visit()
	if err != nil {
		t.Fatal(err)
	}
	var request map[string]any
	if err := json.Unmarshal(v.Request, &request); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"call": s.call(), "session_id": "a", "cwd": "/src", "home": os.Getenv("HOME"), "tool_name": "Bash",
		"tool_input":             map[string]any{"command": "rm -rf build"},
		"permission_suggestions": []any{map[string]any{"type": "x"}},
	}
	if diff := cmp.Diff(want, request); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if err := s.allows(v); err != nil {
		t.Fatal(err)
	}
	s.ends(p, allow+"\n")
	for option, want := range map[tmuxopt.Option]string{
		tmuxopt.State: "working", tmuxopt.Waiting: "", tmuxopt.Answerable: "",
	} {
		if got := s.Tmux("show-options", "-pqvt", "%0", string(option)); got != want {
			t.Errorf("%s is %q, not %q", option, got, want)
		}
	}
	if disconnected := s.sockets(); disconnected != nil {
		t.Errorf("left behind: %v", disconnected)
	}
}

// TestOver lists what ends the wait of a hook: it prints nothing, and ends within a second.
func TestOver(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		happen func(s *session, p *process)
	}{
		{"a key has answered, says the registry", func(s *session, _ *process) { s.setStatus("busy") }},
		{"Esc", func(s *session, p *process) { _ = p.Process.Signal(syscall.SIGTERM) }},
		{"the tool has run", func(s *session, _ *process) {
			s.event(`{"hook_event_name":"PostToolUse","session_id":"a","tool_name":"Bash",` +
				`"tool_input":{"command":"rm -rf build"}}`)
		}},
		{"the session ends", func(s *session, _ *process) {
			s.event(`{"hook_event_name":"SessionEnd","session_id":"a","reason":"prompt_input_exit"}`)
		}},
		{"the client is killed, in a shell's pane", func(s *session, p *process) {
			s.Tmux("set-option", "-wt", "%0", "remain-on-exit", "on")
			_ = syscall.Kill(s.pid, syscall.SIGKILL)
			s.Until("the pane has no session", func() bool {
				return s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.State)) == ""
			})
		}},
		{"the pane is killed", func(s *session, _ *process) { s.Tmux("kill-pane", "-t", "%0") }},
		{"the server is killed", func(s *session, _ *process) { s.Tmux("kill-server") }},
		{"the client asks the same again", func(s *session, _ *process) {
			s.run(`{"hook_event_name":"PermissionRequest",` +
				`"session_id":"a","tool_name":"Bash","tool_input":{"command":"rm -rf build"}}`)
		}},
		{"answering is turned off, and the pane changes", func(s *session, _ *process) {
			s.Tmux("set-option", "-g", tmuxopt.AnswerOption, "off", ";",
				"wait-for", "-S", tmuxopt.PaneChannel+"%0")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			endsSoon(t, func() {
				s := start(t)
				p := s.asks()
				tt.happen(s, p)
				s.ends(p, "")
			})
		})
	}
}

// TestNoWait lists requests whose hook ends at once, or before anybody can miss the dialog.
func TestNoWait(t *testing.T) {
	t.Parallel()
	const request = `{"hook_event_name":"PermissionRequest","session_id":"a","tool_name":"Bash",` +
		`"tool_input":{}}`
	for _, tt := range []struct {
		name    string
		payload string
		prepare func(s *session)
	}{
		{name: "a subagent in the background, whose dialog opens behind the hook",
			payload: strings.Replace(request, "{", `{"agent_id":"x",`, 1)},
		{name: "no registry", payload: request, prepare: func(s *session) { _ = os.RemoveAll(s.home) }},
		{name: "turned off", payload: request, prepare: func(s *session) {
			s.setStatus("waiting")
			s.Tmux("set-option", "-g", tmuxopt.AnswerOption, "off")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			if tt.prepare != nil {
				tt.prepare(s)
			}
			endsSoon(t, func() { s.ends(s.run(tt.payload), "") })
		})
	}
}

// TestRefused: an answer that comes too late, or is none, is not printed; after one that is
// none the hook goes on.
func TestRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	for _, odd := range []string{`{}`, `"allow"`, `null`, strings.Replace(allow, "allow", "maybe", 1),
		strings.Replace(allow, "PermissionRequest", "Stop", 1),
		strings.Replace(allow, `"decision"`, `"continue":false,"decision"`, 1),
		strings.Replace(allow, `"allow"`, `"allow","interrupt":true`, 1)} {
		v, err := s.visit()
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Decide([]byte(odd)); !errors.Is(err, reply.ErrRefused) {
			t.Errorf("%s: %v", odd, err)
		}
	}
	early, err := s.visit()
	if err != nil {
		t.Fatal(err)
	}
	s.setStatus("busy")
	s.ends(p, "")
	if err := early.Decide([]byte(allow)); !errors.Is(err, reply.ErrOver) {
		t.Errorf("too late: %v", err)
	}
	if _, err := reply.Open(t.Context(), s.Way(), main1, "1"); !errors.Is(err, reply.ErrNobody) {
		t.Errorf("a call that nobody waits for: %v", err)
	}
}

// TestNothingStays: a tmux server lives for months, and sees thousands of dialogs. However
// they end, no connection stays open in it, and no memory.
func TestNothingStays(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("files and memory of a process are read from /proc")
	}
	t.Parallel()
	s := start(t)
	ends := []func(p *process){
		func(*process) { s.setStatus("busy") },
		func(p *process) {
			_ = p.Process.Signal(syscall.SIGTERM)
			s.setStatus("busy")
		},
		func(*process) {
			v, err := s.visit()
			if err != nil {
				t.Fatal(err)
			}
			if err := s.allows(v); err != nil {
				t.Error(err)
			}
		},
	}
	dialogs := func(n int) {
		for i := range n {
			p := s.asks()
			ends[i%len(ends)](p)
			if !p.endsWithin(tmuxtest.Patience) {
				t.Fatal("the hook goes on")
			}
			s.setStatus("busy")
		}
	}
	const calls = 60
	dialogs(calls)
	files, memory := s.holds()
	dialogs(calls)
	s.Until("the server has closed all connections", func() bool {
		now, _ := s.holds()
		return now <= files
	})
	_, memoryThen := s.holds()
	grown := (memoryThen - memory) / calls
	t.Logf("%d bytes a dialog", grown)
	// A connection that is closed while it waits keeps some 6 kB; what the server takes of
	// its own accord makes up to 2 kB of so few dialogs.
	if grown > 4000 {
		t.Errorf("the server holds %d bytes more for each dialog", grown)
	}
}

// holds returns how many files the server has open, and its memory in bytes.
func (s *session) holds() (files, memory int) {
	s.t.Helper()
	open, err := os.ReadDir("/proc/" + s.PID + "/fd")
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := os.ReadFile("/proc/" + s.PID + "/statm")
	if err != nil {
		s.t.Fatal(err)
	}
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
	return len(open), pages * os.Getpagesize()
}
