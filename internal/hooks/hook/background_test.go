package hook_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	called "atm/internal/hooks/hook"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestWorker: into which panes the hook of a session in the background writes. Its worker has no pane, and
// no variable of tmux.
func TestWorker(t *testing.T) {
	t.Parallel()
	const job, prompted = "1a2b3c4d", "UserPromptSubmit"
	for _, tt := range []struct {
		name    string
		parked  string // the job that the registry has for the client in the pane
		shows   string // the option of the pane
		worker  string // members of the worker's entry
		env     map[string]string
		event   string // "" = a prompt
		source  string
		otherID bool // the pane shows another process than the client
		listed  bool // the follower has told that the pane shows the job
		another bool // that is another pane than the client's
		hangs   bool // another server of the user
		writes  bool
	}{
		{name: "the pane shows the job", parked: job, shows: job, writes: true},
		{name: "the client has parked it just now", parked: job, writes: true},
		{name: "claude attach, as the follower has told", shows: job, listed: true, writes: true},
		{name: "the follower is late: it has told, the pane shows another job", shows: "5e6f7a8b", listed: true},
		{name: "claude attach, and nobody has told", shows: job},
		{name: "the client has opened another job", parked: job, shows: "5e6f7a8b"},
		{name: "nobody knows which one it shows", parked: job, shows: tmuxopt.AnyJob},
		{name: "and another pane shows this one", parked: job, shows: "5e6f7a8b", listed: true, another: true, writes: true},
		{name: "another server does not answer", parked: job, shows: "5e6f7a8b", listed: true, another: true, hangs: true,
			writes: true},
		{name: "the client has parked another job", parked: "5e6f7a8b"},
		{name: "the client has parked nothing"},
		{name: "the pane shows another process", parked: job, otherID: true},
		{name: "a spare worker", parked: job, shows: job, worker: `"spare":true`},
		{name: "a claude -p that the session runs", parked: job, shows: job, worker: `"kind":"interactive"`},
		{name: "a worker of another job", parked: job, shows: job, worker: `"jobId":"5e6f7a8b"`},
		{name: "a worker of another home", parked: job, shows: job, env: map[string]string{"CLAUDE_CONFIG_DIR": "/nowhere"}},
		{name: "a worker that does not say who it is", parked: job, shows: job, env: map[string]string{"CLAUDE_PID": ""}},
		{name: "a job that is no id", parked: job, shows: job, env: map[string]string{"CLAUDE_JOB_DIR": "/x/#{pane_id}"}},
		{name: "the end of the worker", parked: job, shows: job, event: "SessionEnd"},
		{name: "it takes the conversation over", parked: job, event: "SessionStart", source: "fork"},
		{name: "it was started again", parked: job, shows: job, event: "SessionStart", source: "resume"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, home := tmuxtest.Start(t), t.TempDir()
			client, err := strconv.Atoi(s.Tmux("display-message", "-pt", "%0", "#{pane_pid}"))
			if err != nil {
				t.Fatal(err)
			}
			s.Until("the process in the pane has its own environment", func() bool {
				pane, err := proc.Getenv(client, "TMUX_PANE")
				return pane == "%0" || err != nil // macOS tells none
			})
			register(t, home, client, fmt.Sprintf(`"kind":"interactive","parkedJobId":%q`, tt.parked))
			worker := `"kind":"bg","jobId":"` + job + `"`
			if tt.worker != "" {
				worker += "," + tt.worker
			}
			register(t, home, os.Getpid(), worker)
			shown := client
			if tt.otherID {
				shown++
			}
			s.Tmux("set-option", "-pt", "%0", string(tmuxopt.PID), strconv.Itoa(shown))
			if tt.shows != "" {
				s.Tmux("set-option", "-pt", "%0", string(tmuxopt.Job), tt.shows)
			}
			sockets := tmux.SocketDir(func(string) string { return home })
			if err := os.Mkdir(sockets, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(s.Socket, filepath.Join(sockets, "default")); err != nil {
				t.Fatal(err)
			}
			if tt.hangs {
				silent, err := net.Listen("unix", filepath.Join(sockets, "another"))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { silent.Close() })
			}
			at := "%0"
			if tt.another {
				at = s.NewPane()
				s.Tmux("set-option", "-pt", at, string(tmuxopt.PID), strconv.Itoa(client))
				s.Tmux("set-option", "-pt", at, string(tmuxopt.Job), job)
			}
			if tt.listed {
				jobs := tmuxopt.Jobs([]tmuxopt.JobState{{Job: job, Pane: at, ClaudePID: client}})
				s.Tmux("set-option", "-s", tmuxopt.JobsOption, jobs)
			}
			env := map[string]string{
				"CLAUDE_CONFIG_DIR": home, "CLAUDE_JOB_DIR": home + "/jobs/" + job, "ATM_TMUX": s.Binary,
				"CLAUDE_PID": strconv.Itoa(os.Getpid()), "CLAUDE_CODE_ENTRYPOINT": "cli", "TMUX_TMPDIR": home,
			}
			for name, value := range tt.env {
				env[name] = value
			}
			event := tt.event
			if event == "" {
				event = prompted
			}
			var out strings.Builder
			payload := fmt.Sprintf(`{"hook_event_name":%q,"source":%q,"session_id":"%s-0000","prompt":"go"}`,
				event, tt.source, job)
			getenv := func(name string) string { return env[name] }
			called.Run([]string{"hook"}, strings.NewReader(payload), &out, getenv, time.Now)
			if out.Len() > 0 {
				t.Errorf("printed %q", out.String())
			}
			panes, err := s.Way().Panes(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			o := panes[len(panes)-1].Options
			if wrote := o[tmuxopt.LatestHookEvent] != ""; wrote != tt.writes {
				t.Errorf("wrote %t: %v", wrote, o)
			}
			if tt.writes && (o[tmuxopt.Job] != job || o[tmuxopt.PID] != strconv.Itoa(client) || o.State() != tmuxopt.Working) {
				t.Errorf("job %q, process %q, state %q", o[tmuxopt.Job], o[tmuxopt.PID], o.State())
			}
		})
	}
}

// register writes the entry of a process that runs into the registry of a Claude home.
func register(t *testing.T, home string, pid int, members string) {
	t.Helper()
	start, err := proc.Start(pid)
	if err == nil {
		err = os.MkdirAll(filepath.Join(home, "sessions"), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	entry := fmt.Sprintf(`{"pid":%d,"procStart":%q,"sessionId":"a","entrypoint":"cli",%s}`, pid, start, members)
	if err := os.WriteFile(filepath.Join(home, "sessions", strconv.Itoa(pid)+".json"), []byte(entry), 0o600); err != nil {
		t.Fatal(err)
	}
}
