package hookmap_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// TestMovedIntoBackground: a session keeps its name and its question when its process moves it into the background. It
// begins there as a fork.
func TestMovedIntoBackground(t *testing.T) {
	t.Parallel()
	const first = "Fix the parser"
	for _, tt := range []struct {
		name, source string
		process      int
		keeps        bool
	}{
		{name: "the same process forks it", source: "fork", process: 7, keeps: true},
		{name: "another one does", source: "fork", process: 8},
		{name: "nobody knows which one", source: "fork"},
		{name: "/clear", source: "clear", process: 7},
		{name: "another session", source: "startup", process: 8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var o opt.Options
			for _, step := range []struct {
				payload string
				process int
			}{
				{`{"hook_event_name":"SessionStart","session_id":"a","source":"startup"}`, 7},
				{`{"hook_event_name":"UserPromptSubmit","session_id":"a","prompt":"` + first + `"}`, 7},
				{`{"hook_event_name":"Stop","session_id":"a","last_assistant_message":"Which one do you want?"}`, 7},
				{`{"hook_event_name":"SessionStart","session_id":"b","source":"` + tt.source + `"}`, tt.process},
			} {
				p, err := hookmap.Decode(strings.NewReader(step.payload))
				if err != nil {
					t.Fatal(err)
				}
				o = opt.Apply(o, hookmap.Map(p, hookmap.Context{Now: now, Process: step.process}))
			}
			got := o[opt.SessionID] + "|" + o[opt.FirstPrompt] + "|" + o[opt.Intent]
			want := "b||"
			if tt.keeps {
				want = "b|" + first + "|question"
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestForkByCld: a session that cld starts as a fork has the process of cld, and nothing of what the pane showed
// before, whether that has ended or was killed a moment ago. The same if its process has begun with Setup.
func TestForkByCld(t *testing.T) {
	t.Parallel()
	step := func(o opt.Options, payload string) opt.Options {
		p, err := hookmap.Decode(strings.NewReader(`{"hook_event_name":` + payload + `}`))
		if err != nil {
			t.Fatal(err)
		}
		return opt.Apply(o, hookmap.Map(p, hookmap.Context{Now: now, Process: 7}))
	}
	prompt := `"UserPromptSubmit","session_id":"a","prompt":"Fix the parser"`
	stop := `"Stop","session_id":"a","last_assistant_message":"Which one do you want?"`
	end := `"SessionEnd","session_id":"a","reason":"other"`
	for _, before := range [][]string{{prompt, stop, end}, {prompt, stop}, {prompt}} {
		var o opt.Options
		for _, payload := range before {
			o = step(o, payload)
		}
		byCld := opt.Apply(o, hookmap.Starting(7, "/", now))
		for _, starts := range []opt.Options{byCld, step(byCld, `"Setup"`), step(o, `"Setup"`)} {
			o := step(starts, `"SessionStart","session_id":"b","source":"fork"`)
			got := o[opt.SessionID] + "|" + o[opt.FirstPrompt] + "|" + o[opt.Intent] + "|" + string(o.State())
			if want := "b|||idle"; got != want {
				t.Errorf("after %d events, and %s %s: %q, want %q", len(before), starts.State(), starts[opt.Activity], got, want)
			}
		}
	}
}

// TestStarting: what cld marks is a new state, and nothing of a process that was killed.
func TestStarting(t *testing.T) {
	t.Parallel()
	killed := pane("turn", "done", "state", "idle", "status", "stopped", "pid", "6", "wake", "1800000060",
		"asleep_until", "1800000120")
	starting := opt.Apply(killed, hookmap.Starting(7, "/", now))
	got := changedOf(killed, starting, func(opt.Group) bool { return true })
	want := changes{"state": "starting", "since": "1800000000", "since_ns": opt.Nanoseconds(now), "pid": "7", "wake": "",
		"asleep_until": ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !opt.Apply(starting, opt.Park(time.Time{})).IsParked(now) {
		t.Error("it cannot be parked")
	}
}

// TestParkedInTurn: the worker of a session that was moved into the background in the middle of a turn goes on with it.
func TestParkedInTurn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, source string
		process      int
		want         opt.SessionState
	}{
		{name: "the same process forks it", source: "fork", process: 7, want: opt.Working},
		{name: "another one does", source: "fork", process: 8, want: opt.Idle},
		{name: "another session", source: "startup", process: 7, want: opt.Idle},
	} {
		var o opt.Options
		for _, step := range []struct {
			payload string
			process int
		}{
			{`{"hook_event_name":"UserPromptSubmit","session_id":"a"}`, 7},
			{`{"hook_event_name":"SessionStart","session_id":"b","source":"` + tt.source + `"}`, tt.process},
		} {
			p, err := hookmap.Decode(strings.NewReader(step.payload))
			if err != nil {
				t.Fatal(err)
			}
			o = opt.Apply(o, hookmap.Map(p, hookmap.Context{Now: now, Process: step.process}))
		}
		if got := o.State(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestNotesOfClaudeCode: a session in the background is not called after Claude Code's note of an Esc, nor after the
// summary of a compaction.
func TestNotesOfClaudeCode(t *testing.T) {
	t.Parallel()
	for _, title := range []string{
		"[Request interrupted by user for tool use]",
		"This session is being continued from a previous conversation that ran out of context. The summary",
	} {
		e := hookmap.Entry{Title: title, Status: "idle", Job: "1a2b3c4d"}
		o := e.Background(hookmap.Job{Prompt: "Fix the parser"}, nil, now)
		if o[opt.Title] != "" || o[opt.FirstPrompt] == "" {
			t.Errorf("title %q, first prompt %q", o[opt.Title], o[opt.FirstPrompt])
		}
	}
}

// TestSinceInBackground: a session that is moved into the background while it rests has rested since its last turn. The
// registry knows only since when its worker does.
func TestSinceInBackground(t *testing.T) {
	t.Parallel()
	moved, hourAgo := now.Add(-time.Minute), now.Add(-time.Hour)
	for _, tt := range []struct {
		name, status string
		ended, want  time.Time
	}{
		{"at rest", "idle", hourAgo, hourAgo},
		{"at rest, and its transcript tells nothing", "idle", time.Time{}, moved},
		{"its turn ended there", "idle", now, moved},
		{"it works there", "busy", hourAgo, moved},
		{"it asks there", "waiting", hourAgo, moved},
	} {
		e := hookmap.Entry{Status: tt.status, Job: "1a2b3c4d", Changed: moved}
		o := e.Background(hookmap.Job{Ended: tt.ended}, nil, now)
		if got := opt.UnixTime(o[opt.Since]); got.Unix() != tt.want.Unix() {
			t.Errorf("%s: since %v, not %v", tt.name, got, tt.want)
		}
	}
}

// TestStartsInBackground: a worker that has a prompt is not idle because it has not begun yet.
func TestStartsInBackground(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, status string
		starts       bool
		since        time.Duration
		want         opt.SessionState
	}{
		{"it has just been started", "", true, 0, opt.Starting},
		{"it has not begun yet", "idle", true, time.Second, opt.Starting},
		{"it has begun", "busy", true, time.Second, opt.Working},
		{"it does not begin", "idle", true, time.Minute, opt.Idle},
		{"it has no prompt", "idle", false, time.Second, opt.Idle},
	} {
		e := hookmap.Entry{Status: tt.status, Job: "1a2b3c4d", Changed: now.Add(-tt.since)}
		if got := e.Background(hookmap.Job{Starts: tt.starts}, nil, now).State(); got != tt.want {
			t.Errorf("%s: %s, not %s", tt.name, got, tt.want)
		}
	}
}

// TestCorrectsState: a correction of what a session is called, or where it runs, says nothing of its state.
func TestCorrectsState(t *testing.T) {
	t.Parallel()
	for corrected, want := range map[string]bool{
		"": false, "parked": false, "parked title": false, "interrupted": true, "parked idle": true, "adopted idle": true,
		"a later version's word": true,
	} {
		if got := hookmap.CorrectsState(corrected); got != want {
			t.Errorf("%q: %v", corrected, got)
		}
	}
}
