package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// notifyLog counts the notifications that the user's command has received, by pane and state.
type notifyLog struct{ log string }

// tellLog makes the user's command write a log, and returns its reader.
func tellLog(t *testing.T, s *tmuxtest.Server) notifyLog {
	t.Helper()
	log := t.TempDir() + "/log"
	s.Tmux("set-option", "-g", tmuxopt.ChannelsOption, "command")
	s.Tmux("set-option", "-g", tmuxopt.NotifyCommandOption, `printf '%s\n' "$ATM_PANE $ATM_STATE" >>`+log)
	return notifyLog{log}
}

func (l notifyLog) counts() map[string]int {
	counts := map[string]int{}
	text, _ := os.ReadFile(l.log) // there is none before the first
	for line := range strings.Lines(string(text)) {
		counts[strings.TrimSuffix(line, "\n")]++
	}
	return counts
}

func (l notifyLog) sum() int {
	sum := 0
	for _, n := range l.counts() {
		sum += n
	}
	return sum
}

// reaches waits for a number of notifications, as long as their number grows: each notification is a process
// of its own, and the machine may be busy.
func (l notifyLog) reaches(t *testing.T, want int) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for last, since := -1, time.Now(); l.sum() < want; <-tick.C {
		if sum := l.sum(); sum != last {
			last, since = sum, time.Now()
		}
		if time.Since(since) > 30*time.Second {
			t.Fatalf("told %d times, not %d: %v", last, want, l.counts())
		}
	}
}

// send has a hook's event arrive in a pane, without the process of a hook: that one
// gives up after half a second, which on a busy machine is too soon for a test that
// counts.
func sendTo(t *testing.T, s *tmuxtest.Server, pane, event string) {
	t.Helper()
	payload := `{"session_id":"s` + pane[1:] + `","hook_event_name":` + event + `}`
	p, err := hookmap.Decode(strings.NewReader(payload))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	batch := tmuxopt.Batch{
		Pane: pane, ServerPID: s.PID, At: tmuxopt.Nanoseconds(now),
		Edits: hookmap.Map(p, hookmap.Context{Now: now}),
	}
	if _, err := s.Way().Send(t.Context(), batch); err != nil {
		t.Error(err)
	}
}

const (
	prompted = `"UserPromptSubmit"`
	asked    = `"PermissionRequest","tool_name":"Bash","tool_input":{}`
	stopped  = `"Stop"`
	started  = `"SessionStart","source":"startup"`
	idled    = `"Notification","notification_type":"idle_prompt"` // a minute after the end of a turn
	compacts = `"PreCompact","trigger":"manual"`
)

// TestNotifyCounts: one for each call for attention, and none for a pane that somebody
// looks at, or for a state that was not asked for.
func TestNotifyCounts(t *testing.T) {
	t.Parallel()
	s, _, pane := notified(t)
	notified := tellLog(t, s)
	const rounds = 20
	for range rounds {
		for _, event := range []string{prompted, `"PreToolUse","tool_name":"Bash"`, asked, asked, stopped} {
			sendTo(t, s, pane, event)
		}
		sendTo(t, s, "%0", prompted)
		sendTo(t, s, "%0", asked) // somebody looks there
	}
	notified.reaches(t, rounds)
	s.Tmux("set-option", "-g", tmuxopt.NotifyStatesOption, "done")
	sendTo(t, s, pane, prompted)
	sendTo(t, s, pane, stopped)
	notified.reaches(t, rounds+1)
	counts := notified.counts()
	if counts[pane+" attention"] != rounds || counts[pane+" idle"] != 1 || len(counts) != 2 {
		t.Errorf("told %v", counts)
	}
}

// TestNotifyBurst: 200 requests of 20 panes at the same time cause 200 notifications.
func TestNotifyBurst(t *testing.T) {
	t.Parallel()
	s, _, _ := notified(t)
	notified := tellLog(t, s)
	const panes, calls = 20, 10
	var work sync.WaitGroup
	for range panes {
		pane := s.NewPane()
		work.Go(func() {
			for range calls {
				sendTo(t, s, pane, prompted)
				sendTo(t, s, pane, asked)
				sendTo(t, s, pane, asked) // the same again
			}
		})
	}
	work.Wait()
	notified.reaches(t, panes*calls)
	sendTo(t, s, "%1", prompted)
	sendTo(t, s, "%1", asked) // what comes last is notified last, or nearly so
	notified.reaches(t, panes*calls+1)
	for line, n := range notified.counts() {
		if want := map[bool]int{true: 1, false: calls}[line == "%1 attention"]; n != want {
			t.Errorf("%q: %d times, not %d", line, n, want)
		}
	}
}

// inBackground is a turn that goes on with a subagent in the background, which ends.
var inBackground = slices.Clip([]string{
	prompted, `"SubagentStart","agent_id":"a1","agent_type":"Explore"`,
	`"Stop","background_tasks":[{"id":"a1","type":"subagent","status":"running"}]`,
	`"SubagentStop","agent_id":"a1","agent_type":"Explore",` +
		`"background_tasks":[{"id":"a1","type":"subagent","status":"running"}]`,
})

// reports is the prompt that brings Claude the report of that subagent.
const reports = `"UserPromptSubmit","prompt":"<task-notification>\n<task-id>a1</task-id>\n"`

// TestNotifyFinished: somebody is notified of a turn that has ended, and of nothing else after which a
// session is idle.
func TestNotifyFinished(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		events        []string
		notifications int
	}{
		{"a turn has ended", []string{prompted, stopped}, 1},
		{"each of two turns has", []string{prompted, stopped, prompted, stopped}, 2},
		{"it has only started", []string{started}, 0},
		{"it has been resumed", []string{`"SessionStart","source":"resume"`}, 0},
		{
			"a finished one has been cleared",
			[]string{prompted, stopped, `"SessionEnd","reason":"clear"`, `"SessionStart","source":"clear"`},
			1,
		},
		{"Claude was killed while it worked, and started again", []string{prompted, started}, 0},
		{"Esc, and Claude Code says a minute later that it is idle", []string{prompted, idled}, 0},
		{"it says so after the end of a turn", []string{prompted, stopped, idled}, 1},
		{"Esc, and then a turn that ends", []string{prompted, idled, prompted, stopped}, 1},
		{
			"the last agent in the background has ended", []string{
				prompted, `"SubagentStart","agent_id":"a1","agent_type":"Explore"`,
				`"Stop","background_tasks":[{"id":"a1","type":"subagent","status":"running"}]`,
				`"SubagentStop","agent_id":"a1"`,
			}, 1,
		},
		{"it reports", append(inBackground, reports, `"Stop","background_tasks":[]`), 1},
		{
			"a helper of Claude Code works after that", append(inBackground, reports, `"Stop","background_tasks":[]`,
				`"PreToolUse","agent_id":"h","tool_name":"Bash"`, `"PostToolBatch","agent_id":"h"`,
				`"SubagentStop","agent_id":"h","agent_type":""`), 1,
		},
		{"its report has yet to come", inBackground, 0},
		{"it never comes, and Claude Code says a minute later that it is idle", append(inBackground, idled), 1},
		{
			"it goes on by itself", []string{prompted, sleeps, `"UserPromptSubmit","prompt":"go on"`, sleeps, compacts,
				`"PostCompact"`}, 0,
		},
		{"it has gone on, and finished", []string{prompted, sleeps, prompted, stopped}, 1},
		{"the context was compacted", []string{prompted, stopped, compacts, `"PostCompact"`}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, _, pane := notified(t)
			notified := tellLog(t, s)
			s.Tmux("set-option", "-g", tmuxopt.NotifyStatesOption, "attention idle")
			for _, event := range tt.events {
				sendTo(t, s, pane, event)
			}
			sendTo(t, s, pane, asked) // comes last
			notified.reaches(t, tt.notifications+1)
			if got := notified.counts()[pane+" idle"]; got != tt.notifications {
				t.Errorf("told %d times, not %d", got, tt.notifications)
			}
		})
	}
}

// TestNotifyAsked: somebody is notified of a question once, however often the session gets back into the state
// in which it has asked it.
func TestNotifyAsked(t *testing.T) {
	t.Parallel()
	const question, automatic = `"Stop","last_assistant_message":"Which one?"`, `"PreCompact","trigger":"auto"`
	for _, tt := range []struct {
		name          string
		events        []string
		notifications int
	}{
		{"it has asked", []string{prompted, question}, 1},
		{"two plugins report the end of the turn", []string{prompted, question, question}, 1},
		{"Claude Code says a minute later that it is idle", []string{prompted, question, idled}, 1},
		{
			"the context was compacted without a word of the user's",
			[]string{prompted, question, automatic, `"SessionStart","source":"compact"`, `"PostCompact"`}, 1,
		},
		{"the user had it compacted", []string{prompted, question, compacts, `"PostCompact"`}, 1},
		{
			"the context was compacted within the turn",
			[]string{prompted, automatic, `"PostCompact"`, question}, 1,
		},
		{
			"a helper of Claude Code works", []string{
				prompted, question, `"PreToolUse","agent_id":"h","tool_name":"Bash"`, `"PostToolBatch","agent_id":"h"`,
				`"SubagentStop","agent_id":"h","agent_type":""`,
			}, 1,
		},
		{
			"a subagent works after that, and ends", []string{
				prompted, question, `"SubagentStart","agent_id":"a1","agent_type":"Explore"`,
				`"PreToolUse","agent_id":"a1","agent_type":"Explore","tool_name":"Bash"`,
				`"SubagentStop","agent_id":"a1","agent_type":"Explore"`,
			}, 1,
		},
		{
			"a subagent that worked before goes on, and its report is due", []string{
				prompted, `"SubagentStart","agent_id":"a1","agent_type":"Explore"`,
				`"SubagentStop","agent_id":"a1","agent_type":"Explore"`, question,
				`"SubagentStart","agent_id":"a1","agent_type":"Explore"`,
				`"SubagentStop","agent_id":"a1","agent_type":"Explore",` +
					`"background_tasks":[{"id":"a1","type":"subagent","status":"running"}]`, idled,
			}, 1,
		},
		{"it has asked again", []string{prompted, question, prompted, question}, 2},
		{"it has asked again after a report", []string{prompted, question, reports, question}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, _, pane := notified(t)
			notified := tellLog(t, s)
			s.Tmux("set-option", "-g", tmuxopt.NotifyStatesOption, "attention question")
			for _, event := range tt.events {
				sendTo(t, s, pane, event)
				if event == question {
					notified.reaches(t, 1) // before the pane says something else
				}
			}
			notified.reaches(t, tt.notifications)
			other := s.NewPane()
			sendTo(t, s, other, prompted)
			sendTo(t, s, other, asked) // comes last
			notified.reaches(t, tt.notifications+1)
			if got := notified.counts()[pane+" idle"]; got != tt.notifications {
				t.Errorf("told %d times, not %d", got, tt.notifications)
			}
		})
	}
}

// sleeps is the end of a turn of a session that goes on by itself.
const sleeps = `"Stop","session_crons":[{"id":"1a2b3c4d","schedule":"* * * * *","recurring":true,"prompt":"go on"}]`

// TestNotifyInterrupted: Esc fires no hook; the registry tells that the session is idle,
// and that is no finish. That a dialog is open, which it tells as well, somebody is notified of.
func TestNotifyInterrupted(t *testing.T) {
	t.Parallel()
	s, _, _ := notified(t)
	notified := tellLog(t, s)
	s.Tmux("set-option", "-g", tmuxopt.NotifyStatesOption, "attention idle")
	r := newRegistry(t, s)
	const session = "23e30f82-0000-4000-8000-000000000000" // that of the registry
	fire(t, s, r.pane, `{"session_id":"`+session+`","hook_event_name":"UserPromptSubmit"}`,
		"CLAUDE_CONFIG_DIR="+r.home)
	for _, step := range []struct{ status, state string }{{"idle", "idle"}, {"waiting", "attention"}} {
		r.setStatus(step.status)
		r.syncsTo(step.state)
	}
	notified.reaches(t, 1)
	if diff := cmp.Diff(map[string]int{r.pane + " attention": 1}, notified.counts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestNotifyWithoutReport: a subagent has ended in the background, and no turn follows. That is
// the end, and somebody is notified of it, if only as late as the registry proves it.
func TestNotifyWithoutReport(t *testing.T) {
	t.Parallel()
	s, _, _ := notified(t)
	notified := tellLog(t, s)
	s.Tmux("set-option", "-g", tmuxopt.NotifyStatesOption, "attention idle")
	r := newRegistry(t, s)
	for _, event := range inBackground {
		const session = `{"session_id":"23e30f82-0000-4000-8000-000000000000","hook_event_name":`
		fire(t, s, r.pane, session+event+"}", "CLAUDE_CONFIG_DIR="+r.home)
	}
	r.setStatus("idle")
	r.syncsTo("idle")
	notified.reaches(t, 1)
	if diff := cmp.Diff(map[string]int{r.pane + " idle": 1}, notified.counts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// syncsTo corrects the panes until that of the registry is in a state.
func (r *registry) syncsTo(state string) {
	r.tb.Helper()
	r.tmux.Until("the pane is "+state, func() bool {
		sync := exec.Command("atm", "sync")
		sync.Env = append(r.tmux.Env(""), "CLAUDE_CONFIG_DIR="+r.home)
		if out, err := sync.CombinedOutput(); err != nil {
			r.tb.Errorf("%v: %s", err, out)
		}
		return r.tmux.Tmux("show-options", "-pqvt", r.pane, string(tmuxopt.State)) == state
	})
}
