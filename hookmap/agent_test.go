package hookmap_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// announcedPane is a pane in which codex has announced a state.
func announcedPane(a hookmap.Announcement) opt.Options {
	a.Agent, a.Dir, a.Process, a.Now = "codex", "/dir", 7, now.Add(-time.Minute)
	return opt.Apply(opt.Options{}, a.Edits())
}

func TestAnnouncement(t *testing.T) {
	t.Parallel()
	working := announcedPane(hookmap.Announcement{State: opt.Working, Detail: "make", Title: "the parser"})
	asks := announcedPane(hookmap.Announcement{State: opt.Attention, Detail: "run rm?"})
	const parkedAt = "1799999940000000000"
	ended := opt.Options{opt.SessionID: id, opt.SessionDir: "/old", opt.Title: "old", opt.Model: "opus",
		opt.TranscriptPath: "/t/x.jsonl", opt.Said: "Done."}
	tests := []struct {
		name          string
		before        opt.Options
		announcedPane hookmap.Announcement
		want          changes
	}{
		{
			name: "a program begins where none was",
			announcedPane: hookmap.Announcement{Agent: "build", State: opt.Working, Detail: "make", Title: "all", Dir: "/d",
				Process: 9},
			want: changes{"agent": "build", "title": "all", "session_dir": "/d", "pid": "9", "turn": "open",
				"activity": "make", "state": "working", "status": "running", "detail": "make", "since": "1800000000"},
		},
		{
			name:          "one without a name",
			announcedPane: hookmap.Announcement{State: opt.Idle},
			want: changes{"agent": "program", "turn": "done", "state": "idle", "status": "stopped",
				"since": "1800000000"},
		},
		{
			name:          "what was known of an ended session goes",
			before:        ended,
			announcedPane: hookmap.Announcement{State: opt.Failed, Detail: "exit 2"},
			want: changes{"agent": "program", "session_id": "", "session_dir": "", "title": "", "model": "",
				"transcript_path": "", "turn": "error", "activity": "exit 2", "state": "error", "status": "stopped",
				"detail": "exit 2", "since": "1800000000"},
		},
		{
			name:          "it wants something: without a name it is the same program, and its title stays",
			before:        working,
			announcedPane: hookmap.Announcement{State: opt.Attention, Detail: "run rm?"},
			want: changes{"waiting": asks[opt.Waiting], "reason": "run rm?", "state": "attention", "status": "stopped",
				"detail": "run rm?", "since": "1800000000"},
		},
		{
			name:          "it has got its answer",
			before:        asks,
			announcedPane: hookmap.Announcement{Agent: "codex", State: opt.Working, Detail: "rm"},
			want: changes{"waiting": "", "activity": "rm", "state": "working", "status": "running", "detail": "rm",
				"since": "1800000000"},
		},
		{
			name:          "after its end somebody sets the state at the prompt: no process is known any more",
			before:        working,
			announcedPane: hookmap.Announcement{State: opt.Failed, Detail: "exit 2", Ended: true},
			want: changes{"pid": "", "turn": "error", "activity": "exit 2", "state": "error", "status": "stopped",
				"detail": "exit 2", "since": "1800000000"},
		},
		{
			name:          "after its end another process goes on",
			before:        working,
			announcedPane: hookmap.Announcement{State: opt.Working, Detail: "make", Process: 9, Ended: true},
			want:          changes{"pid": "9"},
		},
		{
			name:          "it asks for something else: the state is the same",
			before:        asks,
			announcedPane: hookmap.Announcement{State: opt.Attention},
			want:          changes{"waiting": " main.5f5f4e3b=dialog", "reason": "", "detail": ""},
		},
		{
			name:          "another program takes its place",
			before:        working,
			announcedPane: hookmap.Announcement{Agent: "gemini", State: opt.Working},
			want: changes{"agent": "gemini", "title": "", "session_dir": "", "pid": "", "activity": "",
				"detail": "", "since": "1800000000"},
		},
		{
			name: "it fails as the one before, which was parked: its error is new",
			before: with(announcedPane(hookmap.Announcement{State: opt.Failed}), "parked", parkedAt, "since_ns", parkedAt,
				"seen", "1799999940"),
			announcedPane: hookmap.Announcement{Agent: "gemini", State: opt.Failed},
			want:          changes{"agent": "gemini", "session_dir": "", "pid": "", "since": "1800000000", "seen": ""},
		},
		{
			name:   "hostile texts",
			before: working,
			announcedPane: hookmap.Announcement{Agent: "#(x)", State: opt.Idle, Detail: "#(touch x)\x1b]0;\n;",
				Title: "a\u202eb\x00", Dir: "/d\nx"},
			want: changes{"title": "ab\ufffd", "turn": "done", "activity": "#(touch x)\ufffd]0; ;", "state": "idle",
				"status": "stopped", "detail": "#(touch x)\ufffd]0; ;", "since": "1800000000"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.announcedPane.Now = now
			after := opt.Apply(tt.before, tt.announcedPane.Edits())
			got := changedOf(tt.before, after, func(g opt.Group) bool { return g != opt.Trace && g != opt.Texts })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if after.IsParked(now) {
				t.Error("it is parked")
			}
			if diff := cmp.Diff(after, opt.Apply(after, tt.announcedPane.Edits())); diff != "" {
				t.Errorf("told twice (-once +twice):\n%s", diff)
			}
			ends := changedOf(opt.Options{}, opt.Apply(after, hookmap.AgentEnded()),
				func(g opt.Group) bool { return g != opt.Trace })
			if len(ends) > 0 {
				t.Errorf("after its end: %v", ends)
			}
		})
	}
}

// TestClaudeFirst: Claude Code takes the place of a program, never the other way round.
func TestClaudeFirst(t *testing.T) {
	t.Parallel()
	asks := announcedPane(hookmap.Announcement{State: opt.Attention, Detail: "run rm?", Title: "the parser"})
	if opt.True(hookmap.ClaudeRuns(), asks) || opt.True(hookmap.ClaudeRuns(), opt.Options{opt.SessionID: id}) {
		t.Error("a program, or a session that has ended, is taken for a session that runs")
	}
	for name, o := range map[string]opt.Options{
		"a turn": with(pane(), "shown", "working"), "cld": {opt.State: "starting", opt.Shown: "starting"},
	} {
		if !opt.True(hookmap.ClaudeRuns(), o) {
			t.Errorf("%s: no session runs", name)
		}
		if diff := cmp.Diff(o, opt.Apply(o, hookmap.AgentEnded())); diff != "" {
			t.Errorf("%s: the end of a program changes it (-before +after):\n%s", name, diff)
		}
	}
	for _, tt := range []struct {
		name, payload, state string
	}{
		{"it starts", event("SessionStart", `"source":"startup"`), "idle"},
		{"it starts in a container", event("SessionStart", `"source":"resume"`), "idle"},
		{"hooks that were installed late", event("UserPromptSubmit", `"prompt":"go"`), "working"},
	} {
		o := after(t, asks, tt.payload, hookmap.Context{})
		got := []string{o[opt.State], o[opt.SessionID], o[opt.Agent], o[opt.PID], o[opt.Title], o[opt.Waiting]}
		if diff := cmp.Diff([]string{tt.state, id, "", "", "", ""}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestReconcileTitle: what an agent shows in its title corrects what no hook of it tells.
func TestReconcileTitle(t *testing.T) {
	t.Parallel()
	asks := announcedPane(hookmap.Announcement{Agent: "codex", State: opt.Attention, Detail: "run rm?"})
	works := announcedPane(hookmap.Announcement{Agent: "codex", State: opt.Working})
	for _, tt := range []struct {
		name    string
		options opt.Options
		status  string
		failure string
		passed  time.Duration // since the last hook
		reason  string
		state   opt.SessionState
	}{
		{name: "the dialog is open", options: asks, status: "waiting", passed: time.Hour, state: "attention"},
		{name: "the dialog is answered", options: asks, status: "busy", passed: 2 * time.Second, reason: "answered",
			state: "working"},
		{name: "the dialog may not be drawn yet", options: asks, status: "busy", passed: time.Second, state: "attention"},
		{name: "a dialog that no hook tells of", options: works, status: "waiting", passed: 2 * time.Second,
			reason: "dialog", state: "attention"},
		{name: "it works", options: works, status: "busy", passed: time.Hour, state: "working"},
		{name: "it has stopped", options: works, status: "idle", passed: 2 * time.Second, reason: "interrupted",
			state: "idle"},
		{name: "its turn has failed", options: works, status: "idle", failure: "the limit is reached",
			passed: 2 * time.Second, reason: "error", state: "error"},
		{name: "the title says nothing", options: works, passed: time.Hour, state: "working"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			entry := &hookmap.Entry{Agent: "codex", PID: 7, Status: tt.status, Failure: tt.failure}
			c, recheck := hookmap.Reconcile(tt.options, hookmap.Witness{Entry: entry}, now.Add(tt.passed-time.Minute))
			after, why := tt.options, ""
			if c != nil {
				after, why = opt.Apply(tt.options, c.Edits), c.Why
			}
			if why != tt.reason || after.State() != tt.state || after[opt.Agent] != "codex" {
				t.Errorf("corrected %q, state %q of %q, want %q, %q", why, after.State(), after[opt.Agent], tt.reason, tt.state)
			}
			if tt.failure != "" && after[opt.Detail] != tt.failure {
				t.Errorf("the detail is %q", after[opt.Detail])
			}
			if early := tt.passed == time.Second; early != (recheck > 0) {
				t.Errorf("it is compared again in %v", recheck)
			}
		})
	}
}

func TestReconcileAgent(t *testing.T) {
	t.Parallel()
	seen := func(o opt.Options) opt.Options { return with(o, "seen", o[opt.Since]) }
	policy := func(o opt.Options) opt.Options {
		o[opt.ActiveSeenPolicyOption] = string(opt.Dwell)
		return o
	}
	asks := announcedPane(hookmap.Announcement{State: opt.Attention, Detail: "run rm?"})
	failed := announcedPane(hookmap.Announcement{State: opt.Failed, Detail: "exit 2"})
	afterEnd := hookmap.Witness{Died: true}
	for _, tt := range []struct {
		name    string
		options opt.Options
		witness hookmap.Witness
		reason  string
		state   opt.SessionState
	}{
		{name: "it runs", options: policy(asks), state: "attention"},
		{name: "killed while it asked", options: policy(asks), witness: afterEnd, reason: "gone"},
		{name: "ended with an error that nobody has seen", options: policy(failed), witness: afterEnd, state: "error"},
		{name: "ended with an error that was seen", options: seen(policy(failed)), witness: afterEnd, reason: "gone"},
		{name: "ended where nothing is ever seen", options: announcedPane(hookmap.Announcement{State: opt.Idle}),
			witness: afterEnd, reason: "gone"},
		{name: "Claude Code runs there now", options: policy(asks),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)}, reason: "adopted busy", state: "working"},
		{name: "Claude Code has just begun: too early to tell", options: policy(asks),
			witness: hookmap.Witness{Entry: registry("busy", 0)}, state: "attention"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, _ := hookmap.Reconcile(tt.options, tt.witness, now)
			after, why := tt.options, ""
			if c != nil {
				after, why = opt.Apply(tt.options, c.Edits), c.Why
			}
			if why != tt.reason || after.State() != tt.state {
				t.Errorf("corrected %q, state %q, want %q, %q", why, after.State(), tt.reason, tt.state)
			}
			if why != "" && after[opt.Agent]+after[opt.Title]+after[opt.Waiting]+after[opt.Reason] != "" {
				t.Errorf("left: %v", after)
			}
		})
	}
}

// FuzzAnnouncement: whatever a program says of itself, only options of the schema change,
// and none of them holds what a terminal obeys.
func FuzzAnnouncement(f *testing.F) {
	f.Add("codex", "#{pane_pid}", "\x1b[31m", "/tmp")
	f.Add("#(x)", ";", "\u202e\n", "relative")
	f.Fuzz(func(t *testing.T, agent, detail, title, dir string) {
		for _, state := range []opt.SessionState{opt.Working, opt.Attention, opt.Idle, opt.Failed} {
			a := hookmap.Announcement{Agent: agent, State: state, Detail: detail, Title: title, Dir: dir, Now: now}
			for option, value := range opt.Apply(opt.Options{}, a.Edits()) {
				if opt.Text(value) != value && opt.Path(value) != value && !strings.HasPrefix(value, " ") {
					t.Errorf("%s is %q", option, value)
				}
			}
		}
	})
}
