package truth

import (
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
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestConversation: which conversation the pane of a client shows that has parked its own.
func TestConversation(t *testing.T) {
	t.Parallel()
	now := time.Unix(1800000000, 0)
	client := claudehome.Process{PID: 7, SessionID: "left", Status: "busy", WaitingFor: "x", ParkedJob: "job1",
		Name: "left behind"}
	one := claudehome.Process{PID: 21, SessionID: "one", Job: "job1", Status: "waiting"}
	one.Name = "fix the parser, then its tests"
	two := claudehome.Process{PID: 22, SessionID: "two", Job: "job2", Name: "other job", Status: "busy"}
	twin := claudehome.Process{PID: 23, SessionID: "twin", Job: "job3", Name: "other job", Status: "idle"}
	unnamed := claudehome.Process{PID: 24, SessionID: "unnamed", Job: "job4", Name: "job4", Status: "busy"}
	alike, begun, begunToo := unnamed, unnamed, unnamed
	alike.Job, alike.Name = "job5", "job5"
	begun.SessionID, begun.Job, begun.Name = "begun", "job6", "job6"
	begunToo.Job, begunToo.Name = "job7", "job7"
	twice := begunToo
	twice.Job, twice.Name = "job8", "job8"
	const prompt, another = "please add a test", "count"
	home := t.TempDir()
	for job, text := range map[string]string{"job1": prompt, "job6": prompt, "job7": another, "job8": another} {
		writeJob(t, home, job, fmt.Sprintf(`{"intent":%q}`, text))
	}
	paintings := map[string]string{"job1": "1/1/1", "job2": "2/2/2", "job3": "3/3/3", "job4": "4/4/4", "job5": "1/1/1",
		"job6": claudehome.NewSession, "job7": claudehome.NewSession, "job8": claudehome.NewSession}
	fresh, rests := one, two
	fresh.Status, rests.Status = "idle", "idle"
	fresh.StatusUpdatedAt = now.Add(-time.Second)
	starts := fresh
	starts.Name, starts.Status = "", ""
	for _, tt := range []struct {
		name, last, title string
		attached          attachment
		goesOn            time.Duration
		parked            string // the job that the pane shows, while it has the id of the client
		certain           string // the job in the arguments of the client
		painting          string
		loads             bool
		workers           []claudehome.Process
		want, status, job string
	}{
		{name: "it has just been parked", last: "left", title: "1 awaiting input · claude agents",
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "the list is open", last: "two", title: "claude agents",
			workers: []claudehome.Process{one, two}, want: "two", status: "busy"},
		{name: "another one was opened", last: "one", title: "✳ other job",
			workers: []claudehome.Process{one, two}, want: "two", status: "busy"},
		{name: "it works: another sign before the name", last: "two", title: "⠐ fix the parser, then its tests",
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "a name that was cut", last: "two", title: "✳ fix the parser, then …",
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "two of that name: nobody can tell", last: "one", title: "✳ other job", attached: attached,
			workers: []claudehome.Process{one, two, twin}, job: "?", status: "idle"},
		{name: "two of that name, but its arguments tell", last: "one", title: "other job",
			attached: attached, certain: "job3",
			workers: []claudehome.Process{one, two, twin}, want: "twin", status: "idle"},
		{name: "a name that nobody has: nobody can tell", last: "one", title: "an old name", attached: attached,
			workers: []claudehome.Process{one, two}, job: "?", status: "idle"},
		{name: "a name that nobody has, where there is one: that one", last: "one", title: "an old name", attached: attached,
			workers: []claudehome.Process{one}, want: "one", status: "waiting"},
		{name: "one without a name, whose worker was started again", last: "gone", title: "✳ Claude Code",
			attached: attached, workers: []claudehome.Process{one, two, unnamed}, want: "unnamed", status: "busy"},
		{name: "one without a name, by the prompt with which it was begun", last: "one", title: "please add a te…",
			attached: attached, painting: claudehome.NewSession, workers: []claudehome.Process{one, begun, begunToo},
			want: "begun", status: "busy"},
		{name: "two that were begun with the same prompt: nobody can tell", last: "one", title: "✳ count",
			attached: attached, painting: claudehome.NewSession, workers: []claudehome.Process{one, begunToo, twice},
			job: "?", status: "idle"},
		{name: "beside one without a name, nothing tells", last: "one", title: "✳ Claude Code",
			attached: attached, workers: []claudehome.Process{one, two, unnamed}, job: "?", status: "idle"},
		{name: "beside one without a name, that which the client has painted", last: "one", title: "✳ Claude Code",
			attached: attached, painting: "1/1/1", workers: []claudehome.Process{one, two, unnamed},
			want: "one", status: "waiting"},
		{name: "beside one without a name, that which was parked here", last: "left", parked: "job1",
			title: "✳ Claude Code", attached: attached, painting: "1/1/1",
			workers: []claudehome.Process{one, two, unnamed}, want: "one", status: "waiting"},
		{name: "the one without a name, according to its painting", last: "one", title: "✳ Claude Code",
			attached: attached, painting: "4/4/4", workers: []claudehome.Process{one, two, unnamed},
			want: "unnamed", status: "busy"},
		{name: "two of one painting, both possible", last: "one", title: "✳ Claude Code", attached: attached,
			painting: "1/1/1", workers: []claudehome.Process{one, two, alike}, job: "?", status: "idle"},
		{name: "its name in the title was missed: according to its painting", last: "one", title: "✳ Claude Code",
			attached: attached, painting: "3/3/3", workers: []claudehome.Process{one, twin, unnamed},
			want: "twin", status: "idle"},
		{name: "nobody could tell before: according to its painting", last: "", parked: "?", title: "✳ Claude Code",
			attached: attached, painting: "1/1/1", workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "nobody could tell before, and cannot now", last: "", parked: "?", title: "✳ Claude Code",
			attached: attached, workers: []claudehome.Process{one, two}, job: "?", status: "idle"},
		{name: "one that began in the list is opened: never the one before", last: "one", title: "✳ Claude Code",
			attached: attached, painting: claudehome.NewSession, workers: []claudehome.Process{one, two, begun},
			want: "begun", status: "busy"},
		{name: "the same before its worker is listed", last: "one", title: "✳ Claude Code", attached: attached,
			painting: claudehome.NewSession, workers: []claudehome.Process{one}, job: "?", status: "idle"},
		{name: "the same just after ←", last: "left", parked: "job1", goesOn: time.Second, title: "✳ Claude Code",
			attached: attached, painting: claudehome.NewSession, workers: []claudehome.Process{one, two, begun},
			want: "begun", status: "busy"},
		{name: "two that began in the list: nothing tells", last: "one", title: "✳ Claude Code",
			attached: attached, painting: claudehome.NewSession, workers: []claudehome.Process{one, begun, begunToo},
			job: "?", status: "idle"},
		{name: "it is loaded: as before", last: "one", title: "✳ Claude Code", attached: attached, loads: true,
			workers: []claudehome.Process{one, two, unnamed}, want: "one", status: "waiting"},
		{name: "two of that name, one of which was painted", last: "one", title: "✳ other job", attached: attached,
			painting: "3/3/3", workers: []claudehome.Process{one, two, twin}, want: "twin", status: "idle"},
		{name: "one without a name is opened: its entry's name is the title at first", last: "one", title: "job4",
			attached: attached, workers: []claudehome.Process{one, two, unnamed}, want: "unnamed", status: "busy"},
		{name: "one that has a name in the list only: that which was named when it was opened", last: "two",
			title: "✳ Claude Code", attached: attached, workers: []claudehome.Process{one, two}, want: "two", status: "busy"},
		{name: "the same before a hook has told its new id", last: "left", parked: "job1",
			title: "✳ Claude Code", attached: attached, workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "the same before the pane has any job", last: "left", title: "✳ Claude Code", attached: attached,
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "it began anew, and no hook has told its new id", last: "cleared", parked: "job1",
			title: "✳ Claude Code", attached: attached, workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "one without a name, but the title is that of the client itself", last: "one", title: "✳ Claude Code",
			workers: []claudehome.Process{one, unnamed}, want: "one", status: "waiting"},
		{name: "just opened, the title is an old one: as before", last: "one", title: "host", attached: attaching,
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "a session is called as the title of the list", last: "one", title: "other job", attached: listing,
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "a client that does not say what it shows: by the title", last: "one", title: "other job", attached: unknown,
			workers: []claudehome.Process{one, two}, want: "two", status: "busy"},
		{name: "only a cut: as before", last: "one", title: "…",
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "a title that somebody else has set", last: "one", title: "%3 #(touch x)",
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "its worker has ended: at rest, and never the session that it was", last: "gone", title: "claude agents",
			workers: []claudehome.Process{two}, want: "gone", status: "idle", job: "x"},
		{name: "the same in a client that shows no other one, according to its arguments", last: "gone", certain: "x",
			title: "✳ Claude Code", attached: attached, painting: claudehome.NewSession,
			workers: []claudehome.Process{begun}, want: "gone", status: "idle", job: "x"},
		{name: "no worker yet: at rest", last: "left", want: "left", status: "idle"},
		{name: "parked in a turn, no worker yet", last: "left", goesOn: time.Second, want: "left", status: "busy"},
		{name: "parked in a turn, the worker has not begun", last: "left", goesOn: time.Second,
			workers: []claudehome.Process{fresh, two}, want: "one", status: "busy"},
		{name: "parked in a turn, the worker starts", last: "left", goesOn: time.Second,
			workers: []claudehome.Process{starts, two}, want: "one", status: "busy"},
		{name: "parked in a turn, and opened before its worker is listed", last: "left", parked: "job1", goesOn: time.Second,
			title: "its name", attached: attached, workers: []claudehome.Process{two, twin}, want: "left", status: "busy"},
		{name: "parked in a turn, and opened before its worker has a name", last: "left", parked: "job1", goesOn: time.Second,
			title: "its name", attached: attached, workers: []claudehome.Process{starts, two}, want: "one", status: "busy"},
		{name: "parked in a turn, the worker asks", last: "left", goesOn: time.Second,
			workers: []claudehome.Process{one, two}, want: "one", status: "waiting"},
		{name: "parked in a turn, another one was opened", last: "one", title: "✳ other job", goesOn: time.Second,
			workers: []claudehome.Process{fresh, rests}, want: "two", status: "idle"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pane := tmux.Pane{ID: "%3", Options: tmuxopt.Options{}}
			if tt.last != "left" {
				pane.Options = tmuxopt.Options{tmuxopt.SessionID: tt.last, tmuxopt.Job: "x"}
			}
			if tt.parked != "" {
				pane.Options = tmuxopt.Options{tmuxopt.SessionID: tt.last, tmuxopt.Job: tt.parked}
			}
			if tt.goesOn > 0 {
				pane.Options[tmuxopt.State] = string(tmuxopt.Working)
			}
			asked := client
			asked.Job, asked.UpdatedAt = tt.certain, now.Add(tt.goesOn-handover)
			seen := view{pane: pane, claude: asked, title: tt.title, attached: tt.attached, now: now,
				loads: tt.loads, painting: tt.painting}
			workers := slices.Clone(tt.workers)
			for i := range workers {
				workers[i].Home, workers[i].Worker.Painting = home, paintings[workers[i].Job]
			}
			got, _ := seen.conversation(workers)
			if tt.job != "" && got.Job != tt.job {
				t.Errorf("job %q, not %q", got.Job, tt.job)
			}
			if diff := cmp.Diff([]string{tt.want, tt.status}, []string{got.SessionID, got.Status}); diff != "" {
				t.Errorf("session and status (-want +got):\n%s", diff)
			}
			if got.SessionID != client.SessionID && got.Name == client.Name {
				t.Errorf("%q is the name of another session", got.Name)
			}
			if got.PID != client.PID || got.ParkedJob != client.ParkedJob {
				t.Errorf("process %d, parked job %q: the pane ends with its client", got.PID, got.ParkedJob)
			}
		})
	}
}

// writeJob writes what a Claude home says about a job.
func writeJob(t *testing.T, home, job, state string) {
	t.Helper()
	file := filepath.Join(home, "jobs", job, "state.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(state), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// TestPendingJob: a conversation that was parked in the middle of a turn works until a worker has continued it, or its
// job has ended.
func TestPendingJob(t *testing.T) {
	t.Parallel()
	now := time.Unix(1800000000, 0)
	for state, want := range map[string]string{
		`{"state":"working","tempo":"blocked"}`: claudehome.StatusBusy, // so until the worker continues (2.1.330)
		`{"state":"fai`:                         claudehome.StatusBusy, // it is being written
		`{"state":"working","tempo":"active"}`:  claudehome.StatusIdle, // it has continued, the registry is later
		`{"state":"working","tempo":"idle"}`:    claudehome.StatusIdle, // somebody has interrupted it
		`{"state":"failed"}`:                    claudehome.StatusIdle,
		`{"state":"stopped"}`:                   claudehome.StatusIdle,
		`{"state":"done"}`:                      claudehome.StatusIdle,
	} {
		home := t.TempDir()
		writeJob(t, home, "job1", state)
		v := view{now: now, claude: claudehome.Process{SessionID: "left", ParkedJob: "job1", UpdatedAt: now, Home: home}}
		v.pane.Options = tmuxopt.Options{tmuxopt.SessionID: "left", tmuxopt.State: string(tmuxopt.Working)}
		resting := claudehome.Process{SessionID: "job1", Job: "job1", Status: claudehome.StatusIdle}
		for _, workers := range [][]claudehome.Process{nil, {resting}} {
			if got, _ := v.conversation(workers); got.Status != want {
				t.Errorf("%s, %d workers: %q, not %q", state, len(workers), got.Status, want)
			}
		}
	}
}

// TestTurnRemaining: a turn in which the client was parked counts as open until the worker can have gone on with it.
func TestTurnRemaining(t *testing.T) {
	t.Parallel()
	now := time.Unix(1800000000, 0)
	start, err := proc.Start(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	begun := fmt.Sprintf(`{"workers":{"x":{"pid":%d,"procStart":%q}}}`, os.Getpid(), start)
	ended := fmt.Sprintf(`{"workers":{"x":{"pid":%d,"procStart":"1"}}}`, os.Getpid())
	other := strings.Replace(begun, `"x"`, `"y"`, 1)
	for _, tt := range []struct {
		name   string
		state  tmuxopt.SessionState // of the pane
		status string               // of the client, as it was parked
		ago    time.Duration
		roster string
		listed bool
		want   time.Duration
	}{
		{"in the middle of a turn", tmuxopt.Working, claudehome.StatusBusy, time.Second, "", false,
			handover - time.Second},
		{"the registry was late when it was parked", tmuxopt.Working, claudehome.StatusIdle, time.Second, "", true,
			handover - time.Second},
		{"the worker has ended it: its hook told", tmuxopt.Idle, claudehome.StatusBusy, time.Second, begun, false, 0},
		{"at rest", tmuxopt.Idle, claudehome.StatusIdle, time.Second, begun, true, 0},
		{"long ago: what works now is the worker", tmuxopt.Working, claudehome.StatusIdle, handover, begun, true, 0},
		{"long ago, and the worker still begins", tmuxopt.Working, claudehome.StatusIdle, handover, begun, false, handover},
		{"long ago, and the worker has ended", tmuxopt.Working, claudehome.StatusIdle, handover, ended, false, 0},
		{"long ago, and another worker begins", tmuxopt.Working, claudehome.StatusIdle, handover, other, false, 0},
		{"long ago, without a list of workers", tmuxopt.Working, claudehome.StatusIdle, handover, "", false, 0},
		{"a clock was set back", tmuxopt.Working, claudehome.StatusBusy, -time.Hour, "", false, handover},
	} {
		home := t.TempDir()
		if err := os.MkdirAll(filepath.Join(home, "daemon"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, "daemon", "roster.json"), []byte(tt.roster), 0o600); err != nil {
			t.Fatal(err)
		}
		claude := claudehome.Process{ParkedJob: "x", Status: tt.status, UpdatedAt: now.Add(-tt.ago), Home: home}
		v := view{pane: tmux.Pane{Options: tmuxopt.Options{tmuxopt.State: string(tt.state)}}, claude: claude,
			now: now}
		if got := v.turnRemaining(tt.listed); got != tt.want {
			t.Errorf("%s: %v, not %v", tt.name, got, tt.want)
		}
	}
}
