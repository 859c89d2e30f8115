package truth_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/claudehome"
	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// worker registers a process that runs a session in the background.
func worker(t *testing.T, s *tmuxtest.Server, from truth.Sources, n int, members string) *claude {
	t.Helper()
	// It runs somewhere: what is no pane of the server's is none of it.
	w := start(t, s, from, n)
	if members != "" {
		members = "," + members
	}
	w.status = "waiting"
	w.write(with(w.entry(w.status), fmt.Sprintf(`"kind":"bg","jobId":"%08d","name":"job %d"%s`, n, n, members)))
	return w
}

// writeJob writes what Claude Code notes of a session in the background.
func writeJob(t *testing.T, from truth.Sources, job, state string) {
	t.Helper()
	dir := filepath.Join(from.Home, "jobs", job)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "state.json"), []byte(state), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeRoster writes that job 5 continues the conversation of a session.
func writeRoster(t *testing.T, from truth.Sources, id string) {
	t.Helper()
	roster := fmt.Sprintf(`{"workers":{"00000005":{"dispatch":{"launch":{"mode":"resume","fork":true,`+
		`"sessionId":"/p/projects/-a/%s.jsonl"}}}}}`, id)
	if err := os.Mkdir(filepath.Join(from.Home, "daemon"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from.Home, "daemon", "roster.json"), []byte(roster), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestUnshown: which sessions in the background are listed besides the panes, and what is known of them.
func TestUnshown(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Second)
	client := start(t, s, from, 1)
	shown := worker(t, s, from, 2, "")
	worker(t, s, from, 3, `"spare":true`)
	worker(t, s, from, 4, `"jobId":"#(touch x)"`)
	client.write(with(client.entry("idle"), `"parkedJobId":"00000002"`))
	unshown := worker(t, s, from, 5, "")
	worker(t, s, from, 6, `"jobId":"00000005","startedAt":1`) // it hangs, and the other one was started instead
	writeJob(t, from, "00000005", `{"needs":"approve Bash: touch x\u001b[2J","intent":"#(touch x) go","detail":"d"}`)
	r, err := from.Observer().Observe(t.Context())
	if err != nil || len(r.Unshown) != 1 {
		t.Fatalf("%d sessions, error %v", len(r.Unshown), err)
	}
	for _, pid := range []int{client.pid, shown.pid, unshown.pid} {
		if !slices.Contains(truth.ProcessIDs(r), pid) {
			t.Errorf("nobody would notice the end of one of %d, %d, %d", client.pid, shown.pid, unshown.pid)
		}
	}
	p := r.Unshown[0]
	if p.ID != "00000005" || p.PID != unshown.pid || p.Where() != "bg" || p.Exists() {
		t.Errorf("%+v", p)
	}
	want := tmuxopt.Options{
		tmuxopt.SessionID: unshown.id, tmuxopt.Job: "00000005", tmuxopt.Title: "job 5", tmuxopt.SessionDir: "/work",
		tmuxopt.State: "attention", tmuxopt.Detail: "Permission", tmuxopt.Prompt: "#(touch x) go",
		tmuxopt.Request:        "Bash: touch x�[2J",
		tmuxopt.TranscriptPath: from.Home + "/projects/-work/" + unshown.id + ".jsonl",
	}
	got := tmuxopt.Options{}
	for o := range want {
		got[o] = p.Options[o]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	// What it says where nobody has sent a prompt is no request.
	writeJob(t, from, "00000005", `{"needs":"send a prompt to start"}`)
	if r, err := from.Observer().Observe(t.Context()); err != nil || r.Unshown[0].Options[tmuxopt.Request] != "" {
		t.Errorf("error %v: %v", err, r.Unshown[0].Options)
	}
	writeJob(t, from, "00000005", `{"needs":"approve Bash: touch x"}`)

	// Without a server of tmux no pane shows any of them.
	if r := from.Observer().WithoutServer(); len(r.Unshown) != 2 {
		t.Errorf("without a server: %d sessions", len(r.Unshown))
	}

	// A correction that takes too long leaves nothing out.
	hurried, err := from.Corrector().Current(t.Context(), time.Nanosecond)
	if err != nil || len(hurried.Unshown) != 1 {
		t.Errorf("in a hurry: %d sessions, error %v", len(hurried.Unshown), err)
	}

	// Parked until its state changes.
	if err := r.Park(t.Context(), from.Tmux, p.ID, false, time.Time{}); err != nil {
		t.Fatal(err)
	}
	isParked := func() bool {
		r, err := from.Observer().Observe(t.Context())
		return err == nil && len(r.Unshown) == 1 && r.Unshown[0].Options.IsParked(from.Now())
	}
	if !isParked() {
		t.Error("it is not parked")
	}
	worker(t, s, from, 5, `"statusUpdatedAt":1`).kill() // another process of the same job
	unshown.write(with(unshown.entry("busy"), `"kind":"bg","jobId":"00000005","name":"job 5"`))
	if isParked() {
		t.Error("it is parked although its state has changed")
	}
	// A turn that has ended is no start, although its job is written later.
	writeJob(t, from, "00000005", `{"detail":"starting…","tempo":"active"}`)
	unshown.write(with(unshown.entry("idle"), `"kind":"bg","jobId":"00000005","name":"job 5"`))
	for jobs, want := range map[string]tmuxopt.SessionState{
		"": tmuxopt.Starting, "00000005" + tmuxopt.ShownState(tmuxopt.Working).Letter(): tmuxopt.Idle,
	} {
		s.Tmux("set-option", "-s", tmuxopt.JobsOption, jobs)
		if r, err := from.Observer().Observe(t.Context()); err != nil || r.Unshown[0].Options.State() != want {
			t.Errorf("after %q: error %v, state %s", jobs, err, r.Unshown[0].Options.State())
		}
	}
	s.Tmux("set-option", "-su", tmuxopt.JobsOption)
	s.Tmux("set-option", "-g", tmuxopt.BackgroundOption, "off")
	if r, err = from.Observer().Observe(t.Context()); err != nil || len(r.Unshown) != 0 {
		t.Errorf("off: %d sessions, error %v", len(r.Unshown), err)
	}
}

// TestUnshownName: the registry calls a session without a name by its last prompt. It keeps that of its first one.
func TestUnshownName(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	w := worker(t, s, from, 5, `"name":"go on"`)
	project := filepath.Join(from.Home, "projects", "-work")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	names := func() [2]string {
		r, err := from.Observer().Observe(t.Context())
		if err != nil || len(r.Unshown) != 1 {
			t.Fatalf("%+v, error %v", r.Unshown, err)
		}
		o := r.Unshown[0].Options
		return [2]string{o[tmuxopt.Title], o[tmuxopt.FirstPrompt]}
	}
	if got, want := names(), [2]string{"go on"}; got != want { // before it has a transcript
		t.Errorf("%q, not %q", got, want)
	}
	const prompts = `{"type":"user","cwd":"/work","message":{"content":"fix #(the) parser\nall of it"}}` + "\n" +
		`{"type":"user","cwd":"/work","message":{"content":"go on"}}` + "\n"
	if err := os.WriteFile(filepath.Join(project, w.id+".jsonl"), []byte(prompts), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := names(), [2]string{"", "fix #(the) parser"}; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	w.write(with(w.entry("idle"), `"kind":"bg","jobId":"00000005","name":"Parser"`)) // as Claude calls it
	if got := names(); got[0] != "Parser" {
		t.Errorf("%q: it has no title", got)
	}
	w.write(with(w.entry("idle"), `"kind":"bg","jobId":"00000005","name":"go on"`))
	writeJob(t, from, "00000005", `{"name":"go on"}`) // that is its name
	if got := names(); got[0] != "go on" {
		t.Errorf("%q: it has no title", got)
	}
}

// TestUnshownIsTold: the follower keeps what they show in an option of the server, and has the user
// notified of what has changed, once.
func TestUnshownIsTold(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Second)
	file := filepath.Join(t.TempDir(), "told")
	s.Tmux("set-option", "-g", tmuxopt.NotifyOption, `sh -c 'echo "$@" >>`+file+`' sh`)
	jobsOption := func() string {
		text, _ := os.ReadFile(file) // there may be none yet
		return strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "; ")
	}
	w := worker(t, s, from, 5, "")
	go func() { _ = follow(t.Context(), from.Corrector()) }() // it ends with the test
	for _, step := range []struct {
		status, option, jobs string
		wake                 time.Time
	}{
		{status: "waiting", option: "00000005A", jobs: "00000005 attention"},
		{status: "busy", option: "00000005F", jobs: "00000005 attention"},
		{status: "idle", option: "00000005I", jobs: "00000005 attention; 00000005 idle"},
		{status: "busy", option: "00000005F", jobs: "00000005 attention; 00000005 idle"},
		// It goes on by itself: nobody is notified, nor when that is overdue.
		{status: "idle", option: "00000005J", jobs: "00000005 attention; 00000005 idle",
			wake: time.Now().Add(time.Minute)},
		{status: "idle", option: "00000005I", jobs: "00000005 attention; 00000005 idle",
			wake: time.Now().Add(-time.Hour)},
		// Claude Code has started its worker again, which goes on with what it was.
		{status: "", option: "00000005G", jobs: "00000005 attention; 00000005 idle"},
		{status: "idle", option: "00000005I", jobs: "00000005 attention; 00000005 idle"},
		{status: "waiting", option: "00000005A", jobs: "00000005 attention; 00000005 idle; 00000005 attention"},
	} {
		writeJob(t, from, "00000005", fmt.Sprintf(`{"inFlight":{"kinds":["session_cron"],"wake":{"at":%d,"fires":1}}}`,
			step.wake.UnixMilli()))
		w.write(with(w.entry(step.status), `"kind":"bg","jobId":"00000005","name":"job 5"`))
		s.Until(step.status+" is told", func() bool {
			return s.Tmux("show-options", "-sqv", tmuxopt.JobsOption) == step.option && jobsOption() == step.jobs
		})
	}
	w.kill()
	s.Until("the end is told", func() bool { return s.Tmux("show-options", "-sqv", tmuxopt.JobsOption) == "" })
}

// TestUnshownAfterPane: nobody is notified twice of what the pane has told that has shown it until now.
func TestUnshownAfterPane(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Second)
	file := filepath.Join(t.TempDir(), "told")
	s.Tmux("set-option", "-g", tmuxopt.NotifyOption, `sh -c 'echo "$@" >>`+file+`' sh`)
	client := start(t, s, from, 1)
	w := worker(t, s, from, 5, "")
	client.write(with(client.entry("idle"), `"parkedJobId":"00000005"`))
	go func() { _ = follow(t.Context(), from.Corrector()) }() // it ends with the test
	jobs := func(want string) func() bool {
		return func() bool { return s.Tmux("show-options", "-sqv", tmuxopt.JobsOption) == want }
	}
	jobsOption := func() string {
		text, _ := os.ReadFile(file) // there may be none yet
		return string(text)
	}
	s.Until("the pane shows it", jobs(fmt.Sprintf("00000005=%s/%d", client.pane, client.pid)))
	s.Until("the pane tells that it asks", func() bool { return jobsOption() == client.pane+" attention\n" })
	client.kill()
	s.Until("no pane shows it", jobs("00000005A"))
	w.write(with(w.entry("idle"), `"kind":"bg","jobId":"00000005","name":"job 5"`))
	s.Until("its end is told", func() bool { return strings.HasSuffix(jobsOption(), "00000005 idle\n") })
	if want := client.pane + " attention\n00000005 idle\n"; jobsOption() != want {
		t.Errorf("told %q, not %q", jobsOption(), want)
	}
}

// TestMoved: a client may end after its conversation has moved into the background, by Ctrl-C or by /bg. Then its pane
// shows no session, and no ended one either; another session that has ended stays.
func TestMoved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		shown bool // the pane has shown the session in the background
		known bool // a hook has reported the end
	}{
		{name: "after the pane has shown the copy", shown: true},
		{name: "at once"},
		{name: "at once, and a hook has said so", known: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, from := newSources(t)
			from.Now = later(time.Second)
			s.Tmux("set-option", "-g", "remain-on-exit", "on")
			client, other := start(t, s, from, 1), start(t, s, from, 2)
			for _, c := range []*claude{client, other} {
				c.hook("UserPromptSubmit", "")
				c.hook("Stop", "")
				c.register("idle")
			}
			w := worker(t, s, from, 5, "")
			w.write(with(w.entry("idle"), `"kind":"bg","jobId":"00000005","name":"job 5"`))
			writeRoster(t, from, client.id)
			if tt.shown {
				client.write(with(client.entry("idle"), `"parkedJobId":"00000005"`))
				correct(t, from)
			}
			if tt.known {
				client.hook("SessionEnd", "")
			}
			client.kill()
			other.kill()
			s.Until("they have ended", func() bool { return !proc.Is(client.pid, "") && !proc.Is(other.pid, "") })
			correct(t, from)
			session := func(c *claude) string {
				return s.Tmux("show-options", "-pqvt", c.pane, string(tmuxopt.SessionID))
			}
			if session(client) != "" || session(other) != other.id {
				t.Errorf("the panes show %q and %q, want none and the one that has ended", session(client), session(other))
			}
		})
	}
}

// TestAttachedBelowShell: a client that shows a session in the background has no entry in the registry. It may run
// below a shell that waits for it, as in a window that the inbox has opened.
func TestAttachedBelowShell(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	w := worker(t, s, from, 5, "")
	w.write(with(w.entry("busy"), `"kind":"bg","jobId":"00000005","name":"job 5"`))
	dir, journal := t.TempDir(), filepath.Join(from.Home, claudehome.AttachedDir)
	script := "echo $$ >pid.new; mv pid.new pid; sleep 10000" // a claude attach
	if err := os.WriteFile(filepath.Join(dir, "attach"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	pane := s.Tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-c", dir,
		`bash -c 'exec -a claude sh attach 00000005'; :`)
	var pid []byte
	s.Until("the client runs", func() bool {
		pid, _ = os.ReadFile(filepath.Join(dir, "pid"))
		return len(pid) > 0
	})
	record := fmt.Sprintf(`{"pid":%s,"startedAtEpochMs":%d}`, bytes.TrimSpace(pid), time.Now().UnixMilli())
	if err := errors.Join(os.MkdirAll(journal, 0o700),
		os.WriteFile(filepath.Join(journal, "1.json"), []byte(record), 0o600)); err != nil {
		t.Fatal(err)
	}
	from.Now = later(time.Minute)
	correct(t, from)
	if got := s.Tmux("show-options", "-pqvt", pane, string(tmuxopt.SessionID)); got != w.id {
		t.Errorf("the pane shows %q, not %q", got, w.id)
	}
}

// TestUnshownIsUnseen: what has finished while no pane showed it is unseen until one does.
func TestUnshownIsUnseen(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Second)
	s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Dwell))
	client := start(t, s, from, 1)
	w := worker(t, s, from, 5, "")
	status := func(status string) {
		w.write(with(w.entry(status), `"kind":"bg","jobId":"00000005","name":"job 5"`))
	}
	jobsOption := func(want string) {
		t.Helper()
		s.Until(want+" is told", func() bool { return s.Tmux("show-options", "-sqv", tmuxopt.JobsOption) == want })
	}
	status("idle")
	go func() { _ = follow(t.Context(), from.Corrector()) }() // it ends with the test
	jobsOption("00000005I")                                   // it had finished before anybody followed it
	status("busy")
	jobsOption("00000005F")
	status("idle")
	jobsOption("00000005D")
	r, err := from.Observer().Observe(t.Context())
	if err != nil || len(r.Unshown) != 1 || !r.Unshown[0].Options.Unseen() {
		t.Errorf("%+v, error %v: not unseen", r.Unshown, err)
	}
	client.write(with(client.entry("idle"), `"parkedJobId":"00000005"`))
	jobsOption(fmt.Sprintf("00000005=%s/%d", client.pane, client.pid))
	client.kill()
	jobsOption("00000005I")

	// A question that was seen in its pane stays seen, one that is new does not.
	isUnseen := func() bool {
		r, err := from.Observer().Observe(t.Context())
		return err == nil && len(r.Unshown) == 1 && r.Unshown[0].Options.Unseen()
	}
	question := "00000005" + tmuxopt.ShownQuestion.Letter()
	writeJob(t, from, "00000005", `{"detail":"Shall I go on?"}`)
	status("idle")
	jobsOption(question + ".")
	if isUnseen() {
		t.Error("a question that was seen is unseen")
	}
	status("busy")
	jobsOption("00000005F")
	status("idle")
	jobsOption(question)
	if !isUnseen() {
		t.Error("a new question was seen")
	}

	// What a person has interrupted is nothing new, and what Claude Code notes then is no answer.
	status("busy")
	jobsOption("00000005F")
	project := filepath.Join(from.Home, "projects", "-work")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	const interrupted = `{"type":"user","cwd":"/work","timestamp":"2026-01-02T03:04:05.678Z",` +
		`"message":{"content":"[Request interrupted by user for tool use]"}}` + "\n"
	if err := os.WriteFile(filepath.Join(project, w.id+".jsonl"), []byte(interrupted), 0o600); err != nil {
		t.Fatal(err)
	}
	status("idle")
	jobsOption("00000005I")
	r, err = from.Observer().Observe(t.Context())
	if err != nil || len(r.Unshown) != 1 || isUnseen() || r.Unshown[0].Options[tmuxopt.Said] != "" {
		t.Errorf("%+v, error %v: it has nothing to show", r.Unshown, err)
	}

	// An error of the API is what the last turn ended with, and no answer.
	status("busy")
	jobsOption("00000005F")
	const failed = `{"type":"assistant","cwd":"/work","isApiErrorMessage":true,` +
		`"message":{"model":"<synthetic>","content":[{"type":"text","text":"API Error: 400 no such luck"}]}}` + "\n"
	if err := os.WriteFile(filepath.Join(project, w.id+".jsonl"), []byte(interrupted+failed), 0o600); err != nil {
		t.Fatal(err)
	}
	status("idle")
	failure := "00000005" + tmuxopt.ShownState(tmuxopt.Failed).Letter()
	jobsOption(failure)
	if !isUnseen() {
		t.Error("a new error was seen")
	}
	s.Tmux("set-option", "-s", tmuxopt.JobsOption, "") // as if a pane had shown it until now
	status("idle")
	jobsOption(failure + ".")
	if isUnseen() {
		t.Error("an error that was seen is unseen")
	}
	r, err = from.Observer().Observe(t.Context())
	if err != nil || len(r.Unshown) != 1 {
		t.Fatalf("%+v, error %v", r.Unshown, err)
	}
	o := r.Unshown[0].Options
	if o.State() != tmuxopt.Failed || o[tmuxopt.Detail] != "API Error: 400 no such luck" || o[tmuxopt.Said] != "" {
		t.Errorf("%v: it has not failed", o)
	}

	// The job keeps the prompt with which it was moved into the background.
	const asked = `{"type":"user","cwd":"/work","message":{"content":"try again"}}` + "\n"
	if err := os.WriteFile(filepath.Join(project, w.id+".jsonl"), []byte(failed+asked), 0o600); err != nil {
		t.Fatal(err)
	}
	status("busy")
	r, err = from.Observer().Observe(t.Context())
	if err != nil || len(r.Unshown) != 1 || r.Unshown[0].Options[tmuxopt.Prompt] != "try again" {
		t.Errorf("%+v, error %v: another prompt", r.Unshown, err)
	}
}

// TestUnshownMoved: a session at whose end nobody has looked stays unseen when it moves into the background, as by
// /bg, and its pane has gone; one that was seen stays seen.
func TestUnshownMoved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		seen   bool
		starts bool // the follower sees the worker before it is ready
		parked bool // the pane has shown the session in the background
		looked bool // and somebody has looked at it then
		want   tmuxopt.ShownState
	}{
		{name: "unseen", want: tmuxopt.ShownUnseen},
		{name: "unseen, and its worker starts", starts: true, want: tmuxopt.ShownUnseen},
		{name: "unseen, and the pane has shown the copy", parked: true, want: tmuxopt.ShownUnseen},
		{name: "unseen, and the copy was seen", parked: true, looked: true, want: tmuxopt.ShownState(tmuxopt.Idle)},
		{name: "seen", seen: true, want: tmuxopt.ShownState(tmuxopt.Idle)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, from := newSources(t)
			from.Now = later(time.Second)
			s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Dwell))
			client := start(t, s, from, 1)
			client.hook("UserPromptSubmit", "")
			client.hook("Stop", "")
			client.register("idle")
			look := func() {
				t.Helper()
				seen := []tmuxopt.Batch{{Pane: client.pane, Edits: []tmuxopt.Edit{tmuxopt.MarkSeen()}}}
				if _, err := from.Tmux.Run(t.Context(), tmuxopt.Commands(seen)); err != nil {
					t.Fatal(err)
				}
			}
			if tt.seen {
				look()
			}
			follower := from.Corrector()
			follow := func() {
				t.Helper()
				if _, err := truth.CorrectAll(follower, t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			follow()
			writeRoster(t, from, client.id)
			w := worker(t, s, from, 5, "")
			moved := `"kind":"bg","jobId":"00000005","name":"fix it"`
			if tt.starts {
				w.write(with(w.entry(""), moved))
			} else {
				w.write(with(w.entry("idle"), moved))
			}
			if tt.parked {
				client.write(with(client.entry("idle"), `"parkedJobId":"00000005"`))
				follow()
			}
			if tt.looked {
				look()
				follow()
			}
			client.kill()
			s.Until("it has ended", func() bool { return !proc.Is(client.pid, "") })
			follow()
			w.write(with(w.entry("idle"), moved))
			follow()
			if got, want := s.Tmux("show-options", "-sqv", tmuxopt.JobsOption), "00000005"+tt.want.Letter(); got != want {
				t.Errorf("jobs %q, not %q", got, want)
			}
		})
	}
}

// TestSeenInOther: of two panes that show the same session one may be looked at. Then the other has nothing new.
func TestSeenInOther(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Second)
	s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Dwell))
	one, two, own := start(t, s, from, 1), start(t, s, from, 2), start(t, s, from, 3)
	writeJob(t, from, "00000005", `{"tempo":"active"}`) // the worker goes on
	w := worker(t, s, from, 5, "")
	status := func(status string) {
		w.write(with(w.entry(status), `"kind":"bg","jobId":"00000005","name":"job 5"`))
		own.write(own.entry(status))
	}
	status("idle")
	for _, client := range []*claude{one, two} {
		client.write(with(client.entry("idle"), `"parkedJobId":"00000005"`))
	}
	go func() { _ = follow(t.Context(), from.Corrector()) }() // it ends with the test
	shows := func(want string, panes ...*claude) {
		t.Helper()
		for _, c := range panes {
			s.Until(c.pane+" shows "+want, func() bool {
				return s.Tmux("show-options", "-pqvt", c.pane, string(tmuxopt.Shown)) == want
			})
		}
	}
	shows("idle", one, two, own)
	status("busy")
	shows("working", one, two, own)
	status("idle")
	shows(string(tmuxopt.ShownUnseen), one, two, own)
	// Through a gate anybody can claim the id of a session here: that somebody has seen that pane says nothing.
	since := s.Tmux("show-options", "-pqvt", own.pane, string(tmuxopt.Since))
	gate, err := proc.Self()
	if err != nil {
		t.Fatal(err)
	}
	far := []tmuxopt.Edit{
		tmuxopt.Set(tmuxopt.Gate, string(gate)), tmuxopt.Set(tmuxopt.SessionID, own.id), tmuxopt.Set(tmuxopt.Since, since),
		tmuxopt.Set(tmuxopt.State, "idle"), tmuxopt.Set(tmuxopt.Turn, "done"), tmuxopt.MarkSeen(),
	}
	look := []tmuxopt.Batch{
		{Pane: "%0", Edits: far}, {Pane: one.pane, Edits: []tmuxopt.Edit{tmuxopt.MarkSeen()}},
	}
	if _, err := from.Tmux.Run(t.Context(), tmuxopt.Commands(look)); err != nil {
		t.Fatal(err)
	}
	shows("idle", one, two)
	shows(string(tmuxopt.ShownUnseen), own)
}
