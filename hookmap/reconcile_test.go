package hookmap_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// paneAfterHook is a pane whose last hook came that long ago.
func paneAfterHook(ago time.Duration, kv ...string) opt.Options {
	return with(pane("pid", "7", "state_ns", strconv.FormatInt(now.Add(-ago).UnixNano(), 10)), kv...)
}

// registry is an entry of that pane's client whose status changed that long ago.
func registry(status string, ago time.Duration) *hookmap.Entry {
	at := now.Add(-ago)
	return &hookmap.Entry{PID: 7, SessionID: id, Dir: "/dir", Status: status, WaitingFor: "permission prompt",
		Changed: at, Updated: at}
}

// lead is the entry of a session that leads a team.
func lead(ago time.Duration) *hookmap.Entry {
	e := registry("busy", ago)
	e.MayOnlyLead = true
	return e
}

const ms = time.Millisecond

// nanos is a time that long ago, in nanoseconds.
func nanos(ago time.Duration) string { return strconv.FormatInt(now.Add(-ago).UnixNano(), 10) }

func TestReconcile(t *testing.T) {
	t.Parallel()
	attention := []string{"waiting", " main.x=permission", "state", "attention", "status", "stopped",
		"reason", "Permission: Bash", "detail", "Permission: Bash", "activity", "Bash"}
	idle := []string{"turn", "done", "state", "idle", "status", "stopped"}
	compacts := append(idle, "compacting", "manual", "activity", "Compacting", "state", "working", "status", "running")
	resumed := append(idle, "first_prompt", "go on", "latest_hook_event", "SessionStart")
	is := func(state, status, why string, c changes) changes {
		c["state"], c["status"], c["since"], c["corrected"] = state, status, "1800000000", why
		_, ownCommand := c["seen"]
		if (why == "interrupted" || why == "denied") && c["turn"] == "done" && !ownCommand {
			c["activity"], c["detail"] = "Interrupted", "Interrupted"
		}
		return c
	}
	panel := registry("waiting", 200*ms)
	panel.WaitingFor = "dialog open"
	panelBefore := registry("waiting", -time.Hour) // the clock was set back
	panelBefore.WaitingFor, panelBefore.Started = "dialog open", now.Add(-time.Minute)
	offer := registry("waiting", 200*ms)
	offer.WaitingFor, offer.Started = "dialog open", now
	earlyOffer := registry("waiting", time.Hour)
	earlyOffer.WaitingFor = "dialog open"
	soonOffer := registry("waiting", 200*ms)
	soonOffer.WaitingFor, soonOffer.Started = "dialog open", now.Add(-9*time.Second)
	atOnce := registry("waiting", 200*ms)
	atOnce.WaitingFor, atOnce.Started = "dialog open", now.Add(-time.Second)
	other := registry("busy", 200*ms)
	other.SessionID = "33333333-3333-4333-8333-333333333333"
	farOther := registry("busy", 200*ms)
	farOther.SessionID, farOther.PID = other.SessionID, 0
	ofSession := []string{"session_dir", "/d", "model", "opus", "permission_mode", "plan",
		"lead", "44444444-4444-4444-8444-444444444444", "forked_from", "55555555-5555-4555-8555-555555555555",
		"moved_id", "66666666-6666-4666-8666-666666666666"}
	restsElsewhere := registry("idle", 200*ms)
	restsElsewhere.SessionID, restsElsewhere.Job = other.SessionID, "1a2b3c4d"
	opened := func(e *hookmap.Entry) *hookmap.Entry {
		e.SessionID, e.Job = other.SessionID, "33333333"
		e.Newly = &hookmap.Shown{Job: hookmap.Job{Prompt: "go on", Detail: "So. All is \x1bdone."}, Transcript: "/new"}
		return e
	}
	interrupted := func(e *hookmap.Entry) *hookmap.Entry {
		e.Newly.Interrupted, e.Newly.Detail = true, ""
		return e
	}
	failed := func(e *hookmap.Entry) *hookmap.Entry {
		e.Failure, e.Newly.Failure = "API Error: 400", "API Error: 400"
		return e
	}
	movedAtRest := func(e *hookmap.Entry) *hookmap.Entry {
		e.Newly.Ended = e.Changed.Add(-time.Hour)
		return e
	}
	withTranscript := func(e *hookmap.Entry) *hookmap.Entry {
		e.AskedFirst = "fix it\nand test it"
		return e
	}
	continuing := func(e *hookmap.Entry) *hookmap.Entry {
		e.Continues = id
		return e
	}
	since := func(at string, c changes) changes {
		c["since"] = at
		return c
	}
	askedFirst := registry("idle", time.Hour)
	askedFirst.AskedFirst = "\n fix \x1bthe parser\nand test it"
	titled := registry("busy", time.Minute)
	titled.Title = "Blue\tHeron"
	prompted := registry("busy", time.Minute)
	prompted.Title, prompted.Prompted = "Go on", true
	elsewhere := registry("busy", time.Minute)
	elsewhere.Title, elsewhere.SessionID, elsewhere.Status = "Blue Heron", other.SessionID, ""
	stranger := registry("idle", 200*ms)
	stranger.PID = 8

	unheard := registry("idle", time.Second)
	unheard.Job = "1a2b3c4d"
	parked := registry("busy", time.Minute)
	parked.Job = "1a2b3c4d"
	stopped := func(e *hookmap.Entry) *hookmap.Entry {
		e.Suspended = true
		return e
	}
	suspended := stopped(registry("busy", time.Minute))

	unseen := paneAfterHook(time.Minute, append(idle, "since", "1799999940")...)
	unseen[opt.ActiveSeenPolicyOption] = string(opt.Visit)

	tests := []struct {
		name         string
		options      opt.Options
		witness      hookmap.Witness
		want         changes
		recheckAfter time.Duration
		bySync       bool // nobody else finds it: status lines and waiting hooks look at what changes at once
	}{
		{
			name:    "the clock was set back by an hour, and the client is idle",
			options: paneAfterHook(-time.Hour),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done"}), recheckAfter: 0,
		},
		{
			name:    "the same, and the registry has not changed since: Ctrl-Z",
			options: paneAfterHook(-time.Hour),
			witness: hookmap.Witness{Entry: stopped(registry("busy", -time.Hour))},
			want: is("idle", "stopped", "suspended", changes{"turn": "done", "activity": "Suspended",
				"detail": "Suspended", "seen": "1800000000"}),
		},
		{
			name: "all is well", options: paneAfterHook(time.Second),
			witness: hookmap.Witness{Entry: registry("busy", 900*ms)}, recheckAfter: 0,
		},
		{
			name:    "the hook that waited for an answer was killed",
			options: paneAfterHook(time.Minute, append(attention, "answerable", " main.x=8")...),
			witness: hookmap.Witness{
				Entry: registry("waiting", time.Minute), HooksEnded: []opt.Entry{{Key: "main.x", Word: "8"}},
			},
			want: changes{"answerable": "", "corrected": "unanswerable"}, bySync: true,
		},
		{
			name:    "what no hook has listed",
			options: paneAfterHook(time.Minute, append(attention, "answerable", " main.#{x}=8")...),
			witness: hookmap.Witness{
				Entry: registry("waiting", time.Minute), HooksEnded: []opt.Entry{{Key: "main.#{x}", Word: "8"}},
			},
		},
		{
			name: "a wake-up has not come",
			options: paneAfterHook(2*time.Second, "turn", "done", "state", "idle", "status", "stopped",
				"wake", "1799999940", "asleep_until", "1800000000"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
			want:    changes{"wake": "", "asleep_until": "", "corrected": "overdue"},
		},
		{
			name: "a wake-up may still come",
			options: paneAfterHook(2*time.Second, "turn", "done", "state", "idle", "status", "stopped",
				"wake", "1799999941", "asleep_until", "1800000001"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
		},
		{
			name: "it goes on by itself when a limit starts again",
			options: paneAfterHook(2*time.Second, "turn", "error", "state", "error", "status", "stopped",
				"latest_hook_event", "StopFailure", "limit_5h", "100", "limit_5h_resets", "1800000600"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second), AwaitsLimit: true},
			want: changes{
				"state": "idle", "since": "1800000000", "corrected": "waits",
				"turn": "done", "wake": "1800000600", "asleep_until": "1800000720",
			},
			bySync: true,
		},
		{
			name: "the same, a minute later",
			options: paneAfterHook(2*time.Second, "turn", "error", "state", "error", "status", "stopped",
				"latest_hook_event", "Notification-idle_prompt", "limit_5h", "100", "limit_5h_resets", "1800000600"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second), AwaitsLimit: true},
			want: changes{
				"state": "idle", "since": "1800000000", "corrected": "waits",
				"turn": "done", "wake": "1800000600", "asleep_until": "1800000720",
			},
			bySync: true,
		},
		{
			name: "it does not",
			options: paneAfterHook(2*time.Second, "turn", "error", "state", "error", "status", "stopped",
				"latest_hook_event", "StopFailure", "limit_5h", "100", "limit_5h_resets", "1800000600"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
		},
		{
			name: "nobody knows when",
			options: paneAfterHook(2*time.Second, "turn", "error", "state", "error", "status", "stopped",
				"latest_hook_event", "StopFailure", "limit_5h", "99", "limit_5h_resets", "1800000600"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second), AwaitsLimit: true},
		},
		{
			name: "that was called off",
			options: paneAfterHook(2*time.Second, "turn", "done", "state", "idle", "status", "stopped",
				"latest_hook_event", "Notification-idle_prompt", "limit_5h", "100", "limit_5h_resets", "1800000600",
				"wake", "1800000600", "asleep_until", "1800000720"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
			want: changes{
				"state": "error", "since": "1800000000", "corrected": "stays", "turn": "error", "wake": "", "asleep_until": "",
				"activity": "rate_limit", "detail": "rate_limit",
			},
			bySync: true,
		},
		{
			name: "the limit has started again, and it has not gone on",
			options: paneAfterHook(2*time.Second, "turn", "done", "state", "idle", "status", "stopped",
				"latest_hook_event", "Notification-idle_prompt", "limit_7d", "100", "limit_7d_resets", "1799999880",
				"wake", "1799999880", "asleep_until", "1800000000"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second), AwaitsLimit: true},
			want: changes{
				"state": "error", "since": "1800000000", "corrected": "stays", "turn": "error", "wake": "", "asleep_until": "",
				"activity": "rate_limit", "detail": "rate_limit",
			},
			bySync: true,
		},
		{
			name:    "it works, and has been silent for a quarter of an hour",
			options: paneAfterHook(15*time.Minute, "latest_hook_time", "1799999100"),
			witness: hookmap.Witness{Entry: registry("busy", 15*time.Minute)},
			want:    changes{"stuck": nanos(15 * time.Minute), "corrected": "silent"}, bySync: true,
		},
		{
			name:    "as the registry says, because the clock was set back after the last hook",
			options: paneAfterHook(-time.Hour, "latest_hook_time", "1800003600"),
			witness: hookmap.Witness{Entry: registry("busy", 15*time.Minute)},
			want:    changes{"stuck": nanos(-time.Hour), "corrected": "silent"}, bySync: true,
		},
		{
			name:    "for nearly so long",
			options: paneAfterHook(15*time.Minute, "latest_hook_time", "1799999101"),
			witness: hookmap.Witness{Entry: registry("busy", time.Hour)},
		},
		{
			name:    "its registry has told something since",
			options: paneAfterHook(15*time.Minute, "latest_hook_time", "1799999100"),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute)},
		},
		{
			name:    "another agent may be silent for as long as it likes",
			options: paneAfterHook(time.Hour, "latest_hook_time", "1799990000", "agent", "build"),
		},
		{
			name: "it was found stuck, and its registry has told something since",
			options: paneAfterHook(15*time.Minute, "latest_hook_time", "1799999100",
				"stuck", nanos(15*time.Minute)),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute)},
			want:    changes{"stuck": "", "corrected": "heard"}, bySync: true,
		},
		{
			name: "a wake-up has not come, elsewhere",
			options: paneAfterHook(2*time.Second, "turn", "done", "state", "idle", "status", "stopped",
				"wake", "1799999940", "asleep_until", "1800000000"),
			want: changes{"wake": "", "asleep_until": "", "corrected": "overdue"},
		},
		{
			name:    "interrupted with Esc while answering",
			options: paneAfterHook(2*time.Second, "activity", "Thinking", "detail", "Thinking"),
			witness: hookmap.Witness{Entry: registry("idle", 150*ms)},
			want: is("idle", "stopped", "interrupted", changes{"turn": "done", "activity": "",
				"detail": ""}),
			recheckAfter: 0,
		},
		{
			name:    "a turn that somebody else's hook has had go on is interrupted: nothing asks any more",
			options: paneAfterHook(2*time.Second, "said", "Shall I?", "intent", "question"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
			want: is("idle", "stopped", "interrupted", changes{"turn": "done", "said": "",
				"intent": ""}),
			recheckAfter: 0,
		},
		{
			name: "a Stop has left the turn open for a queued prompt, which was that of the turn: its answer asks",
			options: paneAfterHook(2*time.Second, "said", "Shall I?", "intent", "question",
				"latest_hook_event", "Stop", "latest_hook_time", "1799999998", "since", "1799999990"),
			witness:      hookmap.Witness{Entry: registry("idle", time.Second)},
			want:         is("idle", "stopped", "idle", changes{"turn": "done", "question_shown": "1"}),
			recheckAfter: 0,
		},
		{
			name: "the queued prompt's turn was interrupted: what the turn before it said is no answer",
			options: paneAfterHook(time.Minute, "said", "Shall I?", "intent", "question",
				"latest_hook_event", "Stop", "latest_hook_time", "1799999940", "since", "1799999900"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
			want: is("idle", "stopped", "interrupted", changes{"activity": "Interrupted", "detail": "Interrupted",
				"turn": "done", "said": "", "intent": ""}),
			recheckAfter: 0,
		},
		{
			name:    "another session, at rest, where one has asked: nobody has denied it",
			options: paneAfterHook(time.Minute, append(attention, "job", "1a2b3c4d")...),
			witness: hookmap.Witness{Entry: restsElsewhere},
			want: changes{"session_id": other.SessionID, "turn": "done", "waiting": "", "session_dir": "/dir",
				"session_id_set_on": "registry", "activity": "", "detail": "", "state": "idle", "since": "1800000000",
				"corrected": "session idle"},
			recheckAfter: 0,
		},
		{
			name: "subagents of a turn that has ended with a question have ended: it still asks",
			options: paneAfterHook(2*time.Second, "turn", "done", "agents", " a1=Explore", "said", "Shall I?",
				"intent", "question"),
			witness:      hookmap.Witness{Entry: registry("idle", time.Second)},
			want:         is("idle", "stopped", "finished", changes{"agents": ""}),
			recheckAfter: 0,
		},
		{
			name:         "interrupted with Esc while subagents work",
			options:      paneAfterHook(2*time.Second, "agents", " a1=Explore"),
			witness:      hookmap.Witness{Entry: registry("idle", time.Second)},
			want:         is("idle", "stopped", "interrupted", changes{"turn": "done", "agents": ""}),
			recheckAfter: 0,
		},
		{
			name:    "no hook tells of a session in the background: it has finished, nobody has interrupted it",
			options: opt.Apply(paneAfterHook(2*time.Second), []opt.Edit{opt.Set(opt.Job, "1a2b3c4d")}),
			witness: hookmap.Witness{Entry: unheard},
			want:    is("idle", "stopped", "idle", changes{"turn": "done"}), recheckAfter: 0,
		},
		{
			name:    "the conversation has moved to the background",
			options: paneAfterHook(2 * time.Second),
			witness: hookmap.Witness{Entry: parked},
			want:    changes{"job": "1a2b3c4d", "corrected": "parked"},
		},
		{
			name:    "it has come back",
			options: opt.Apply(paneAfterHook(2*time.Second), []opt.Edit{opt.Set(opt.Job, "1a2b3c4d")}),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute)},
			want:    changes{"job": "", "corrected": "returned"},
		},
		{
			name:    "nobody can tell which one is shown: nothing that was known is sure any more",
			options: paneAfterHook(2 * time.Second),
			witness: hookmap.Witness{Entry: &hookmap.Entry{PID: 7, Job: opt.AnyJob, Status: "idle"}},
			want: is("idle", "stopped", "parked idle", changes{
				"turn": "done", "job": "?", "session_id": "", "seen": "1800000000",
			}),
		},
		{
			name:    "nobody can tell which one is shown: neither where it comes from",
			options: paneAfterHook(2*time.Second, ofSession...),
			witness: hookmap.Witness{Entry: &hookmap.Entry{PID: 7, Job: opt.AnyJob, Status: "idle"}},
			want: is("idle", "stopped", "parked idle", changes{
				"turn": "done", "job": "?", "session_id": "", "seen": "1800000000",
				"forked_from": "", "moved_id": "", "model": "", "permission_mode": "", "lead": "",
			}),
		},
		{
			name: "a shell in the background is no work", options: paneAfterHook(2 * time.Second),
			witness: hookmap.Witness{Entry: registry("shell", time.Second)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done"}), recheckAfter: 0,
		},
		{
			name:    "the turn has just ended: its hook may be on its way",
			options: paneAfterHook(2 * time.Second),
			witness: hookmap.Witness{Entry: registry("idle", 50*ms)}, recheckAfter: 100 * ms,
		},
		{
			name: "a prompt was just sent: the registry is behind", options: paneAfterHook(100 * ms),
			witness: hookmap.Witness{Entry: registry("idle", time.Minute)}, recheckAfter: 1400 * ms,
		},
		{
			name: "the registry insists", options: paneAfterHook(1500 * ms),
			witness: hookmap.Witness{Entry: registry("idle", time.Minute)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done"}), recheckAfter: 0,
		},
		{
			name: "approved, still running", options: paneAfterHook(time.Minute, attention...),
			witness:      hookmap.Witness{Entry: registry("busy", 200*ms)},
			want:         is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}),
			recheckAfter: 0,
		},
		{
			name: "denied with Esc", options: paneAfterHook(time.Minute, attention...),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want: changes{"state": "idle", "since": "1800000000", "corrected": "denied", "turn": "done",
				"waiting": "", "activity": "Interrupted", "detail": "Interrupted"},
			recheckAfter: 0,
		},
		{
			name:    "approved, and the status line is drawn: at once",
			options: paneAfterHook(time.Minute, attention...),
			witness: hookmap.Witness{Entry: registry("busy", 20*ms), Drawn: true},
			want:    is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}),
		},
		{
			name:    "denied, and the status line is drawn: at once",
			options: paneAfterHook(time.Minute, attention...),
			witness: hookmap.Witness{Entry: registry("idle", 20*ms), Drawn: true},
			want: changes{"state": "idle", "since": "1800000000", "corrected": "denied", "turn": "done",
				"waiting": "", "activity": "Interrupted", "detail": "Interrupted"},
		},
		{
			name:    "left, with a shell in the background, and the status line is drawn: at once",
			options: paneAfterHook(time.Minute, attention...),
			witness: hookmap.Witness{Entry: registry("shell", 20*ms), Drawn: true},
			want: changes{"state": "idle", "since": "1800000000", "corrected": "denied", "turn": "done",
				"waiting": "", "activity": "Interrupted", "detail": "Interrupted"},
		},
		{
			name: "approved, as the status line is drawn, while another agent goes on",
			options: paneAfterHook(20*ms, append(attention, "since_ns", nanos(9*time.Second), "latest_hook_event",
				"PostToolUse")...),
			witness: hookmap.Witness{Entry: registry("busy", 30*ms), Drawn: true},
			want:    is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}),
		},
		{
			name: "a status line was drawn, and then a dialog opened: the registry is behind",
			options: paneAfterHook(50*ms, append(attention, "since_ns", nanos(50*ms), "latest_hook_event",
				"PermissionRequest")...),
			witness: hookmap.Witness{Entry: registry("busy", 80*ms), Drawn: true}, recheckAfter: 1450 * ms,
		},
		{
			name:    "a status line says nothing of the end of a turn: its hook may be on its way",
			options: paneAfterHook(2 * time.Second),
			witness: hookmap.Witness{Entry: registry("idle", 50*ms), Drawn: true}, recheckAfter: 100 * ms,
		},
		{
			name:    "a status line says nothing of a turn that begins: its hook may be on its way",
			options: paneAfterHook(2*time.Second, idle...),
			witness: hookmap.Witness{Entry: registry("busy", 50*ms), Drawn: true}, recheckAfter: 100 * ms,
		},
		{
			name:    "a dialog is open, and the status line of before it is told: it stays open",
			options: paneAfterHook(2*time.Second, attention...),
			witness: hookmap.Witness{Entry: registry("waiting", 50*ms), Drawn: true},
		},
		{
			name: "a dialog has just opened: the registry is behind",
			options: paneAfterHook(50*ms, append(attention, "since_ns", nanos(100*ms), "latest_hook_event",
				"PermissionRequest")...),
			witness: hookmap.Witness{Entry: registry("busy", 80*ms)}, recheckAfter: 1450 * ms,
		},
		{
			name: "a dialog has opened, its hook waits, and the registry is far behind",
			options: paneAfterHook(2*time.Second, append(attention, "latest_hook_event", "PermissionRequest",
				"answerable", " main.x=7")...),
			witness: hookmap.Witness{Entry: registry("busy", 3*time.Second)}, recheckAfter: 3 * time.Second,
		},
		{
			name: "no dialog has opened, and what the hook has left behind waits for nothing",
			options: paneAfterHook(5*time.Second, append(attention, "latest_hook_event", "PermissionRequest",
				"answerable", " main.x=7")...),
			witness: hookmap.Witness{Entry: registry("busy", 6*time.Second)},
			want:    is("working", "running", "answered", changes{"waiting": "", "detail": "Bash", "answerable": ""}),
		},
		{
			name: "a hook waits for a call that is over",
			options: paneAfterHook(2*time.Second, append(attention, "latest_hook_event", "PermissionRequest",
				"answerable", " main.0=7")...),
			witness: hookmap.Witness{Entry: registry("busy", 3*time.Second)},
			want:    is("working", "running", "answered", changes{"waiting": "", "detail": "Bash", "answerable": ""}),
		},
		{
			name: "approved, and its hook has yet to see it",
			options: paneAfterHook(time.Minute, append(attention, "latest_hook_event", "PermissionRequest",
				"answerable", " main.x=7")...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)},
			want:    is("working", "running", "answered", changes{"waiting": "", "detail": "Bash", "answerable": ""}),
		},
		{
			name: "approved, while another agent goes on",
			options: paneAfterHook(20*ms, append(attention, "since_ns", nanos(9*time.Second), "latest_hook_event",
				"PostToolUse")...),
			witness:      hookmap.Witness{Entry: registry("busy", 200*ms)},
			want:         is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}),
			recheckAfter: 0,
		},
		{
			name: "approved, and another agent asks: the registry is behind",
			options: paneAfterHook(20*ms, append(attention, "since_ns", nanos(9*time.Second), "latest_hook_event",
				"PermissionRequest")...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)}, recheckAfter: 1480 * ms,
		},
		{
			name: "a dialog has just opened, and another agent goes on",
			options: paneAfterHook(20*ms, append(attention, "since_ns", nanos(100*ms), "latest_hook_event",
				"PostToolUse")...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)}, recheckAfter: 1400 * ms,
		},
		{
			name:    "a dialog that no hook told of, while another agent goes on",
			options: paneAfterHook(20*ms, "since_ns", nanos(9*time.Second), "latest_hook_event", "PostToolUse"),
			witness: hookmap.Witness{Entry: registry("waiting", 200*ms)},
			want: is("attention", "stopped", "dialog", changes{"waiting": " registry.0=permission",
				"reason": "Permission", "detail": "Permission"}),
			recheckAfter: 0,
		},
		{
			name:    "a dialog that no hook told of",
			options: paneAfterHook(time.Second, "activity", "Bash", "detail", "Bash"),
			witness: hookmap.Witness{Entry: registry("waiting", 200*ms)},
			want: is("attention", "stopped", "dialog", changes{"waiting": " registry.0=permission",
				"reason": "Permission", "detail": "Permission"}),
			recheckAfter: 0,
		},
		{
			name:    "the dialog of a session in the background, which this pane shows only now",
			options: paneAfterHook(time.Second, "activity", "Bash", "detail", "Bash"),
			witness: hookmap.Witness{Entry: needing(registry("waiting", 200*ms), "approve Bash: touch x\x1b[2J")},
			want: is("attention", "stopped", "dialog", changes{"waiting": " registry.0=permission",
				"reason": "Permission", "detail": "Permission", "request": "Bash: touch x\ufffd[2J",
				"request_call": "registry.0"}),
			recheckAfter: 0,
		},
		{
			name: "behind that dialog another one has come to the screen",
			options: paneAfterHook(time.Second, append(attention, "waiting", " registry.0=question",
				"request", "Which way?", "request_call", "registry.0")...),
			witness: hookmap.Witness{Entry: needing(registry("waiting", 200*ms), "approve Bash: touch x")},
			want: changes{"waiting": " registry.0=permission", "reason": "Permission", "detail": "Permission",
				"request": "Bash: touch x", "corrected": "dialog"},
		},
		{
			name: "another one of the same kind",
			options: paneAfterHook(time.Second, append(attention, "waiting", " registry.0=permission",
				"reason", "Permission", "detail", "Permission", "request", "Bash: touch y", "request_call", "registry.0")...),
			witness: hookmap.Witness{Entry: needing(registry("waiting", 200*ms), "approve Bash: touch x")},
			want:    changes{"request": "Bash: touch x", "corrected": "dialog"},
		},
		{
			name: "another one that begins with the same words",
			options: paneAfterHook(time.Second, append(attention, "waiting", " registry.0=permission",
				"reason", "Permission", "detail", "Permission", "request", "Bash: git push", "request_call", "registry.0")...),
			witness: hookmap.Witness{Entry: needing(registry("waiting", 200*ms), "approve Bash: git push --force")},
			want:    changes{"request": "Bash: git push --force", "corrected": "dialog"},
		},
		{
			name: "the same one, of which the pane shows the beginning",
			options: paneAfterHook(time.Second, append(attention, "waiting", " registry.0=permission",
				"reason", "Permission", "detail", "Permission", "request", "Bash: git…", "request_call", "registry.0")...),
			witness: hookmap.Witness{Entry: needing(registry("waiting", 200*ms), "approve Bash: git push --force")},
		},
		{
			name: "the same dialog still",
			options: paneAfterHook(time.Second, append(attention, "waiting", " registry.0=permission",
				"reason", "Permission", "detail", "Permission", "request", "Bash: touch x", "request_call", "registry.0")...),
			witness: hookmap.Witness{Entry: needing(registry("waiting", 200*ms), "approve Bash: touch x")},
		},
		{
			name: "the same dialog, of which the registry does not say what it wants",
			options: paneAfterHook(time.Second, append(attention, "waiting", " registry.0=permission",
				"reason", "Permission", "detail", "Permission")...),
			witness: hookmap.Witness{Entry: registry("waiting", 200*ms)},
		},
		{
			name:    "a dialog that a hook has reported knows more than the registry",
			options: paneAfterHook(time.Second, append(attention, "request", "Bash: touch y")...),
			witness: hookmap.Witness{Entry: needing(registry("waiting", 200*ms), "approve Bash: touch x")},
		},
		{
			name:         "that dialog was answered: at once",
			options:      paneAfterHook(time.Second, append(attention, "waiting", " registry.0=permission")...),
			witness:      hookmap.Witness{Entry: registry("busy", 10*ms)},
			want:         is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}),
			recheckAfter: 0,
		},
		{
			name:    "the same before the clock was set back",
			options: paneAfterHook(-time.Hour, append(idle, "since", "1799999000")...),
			witness: hookmap.Witness{Entry: panelBefore},
		},
		{
			name:    "a panel that a person has opened in an idle session, such as /status, asks nobody",
			options: paneAfterHook(time.Minute, idle...),
			witness: hookmap.Witness{Entry: panel},
		},
		{
			name:    "a panel in a session whose last turn has failed",
			options: paneAfterHook(time.Minute, "turn", "error", "state", "error", "status", "stopped"),
			witness: hookmap.Witness{Entry: panel},
		},
		{
			name:    "an offer or a warning of Claude Code that was open before the session had started",
			options: paneAfterHook(time.Minute, idle...),
			witness: hookmap.Witness{Entry: offer},
			want: changes{"state": "attention", "waiting": " registry.0=dialog", "reason": "Dialog",
				"detail": "Dialog", "since": "1800000000", "corrected": "dialog"},
		},
		{
			name:    "an offer that opens with the session",
			options: paneAfterHook(time.Minute, idle...),
			witness: hookmap.Witness{Entry: soonOffer},
			want: changes{"state": "attention", "waiting": " registry.0=dialog", "reason": "Dialog",
				"detail": "Dialog", "since": "1800000000", "corrected": "dialog"},
		},
		{
			name:    "an offer that opens with a session that was resumed",
			options: paneAfterHook(time.Minute, resumed...),
			witness: hookmap.Witness{Entry: atOnce},
			want: changes{"state": "attention", "waiting": " registry.0=dialog", "reason": "Dialog",
				"detail": "Dialog", "since": "1800000000", "corrected": "dialog"},
		},
		{
			name:    "a panel soon after a session was resumed",
			options: paneAfterHook(time.Minute, resumed...),
			witness: hookmap.Witness{Entry: soonOffer},
		},
		{
			name:    "a panel soon after a session has been asked something",
			options: paneAfterHook(time.Minute, append(idle, "first_prompt", "go on", "latest_hook_event", "Stop")...),
			witness: hookmap.Witness{Entry: atOnce},
		},
		{
			name:    "a dialog that Claude Code has opened in its turn, which the registry calls the same",
			options: paneAfterHook(time.Second, "latest_hook_time", "1799999999"),
			witness: hookmap.Witness{Entry: panel},
			want: is("attention", "stopped", "dialog", changes{"waiting": " registry.0=dialog",
				"reason": "Dialog", "detail": "Dialog"}),
		},
		{
			name: "a panel before which the registry has called the session busy, and no hook has reported a turn",
			options: paneAfterHook(time.Minute, "latest_hook_time", "1799999900", "since", "1799999999",
				"seen", "1799999999"),
			witness: hookmap.Witness{Entry: panel},
			want:    is("idle", "stopped", "idle", changes{"turn": "done", "seen": "1800000000"}),
		},
		{
			name: "a command of Claude Code itself, such as /context: the pane keeps what it shows",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999900", "intent", "question",
				"said", "Shall I go on?")...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)}, recheckAfter: 1800 * ms,
		},
		{
			name: "the next prompt of the queue, whose hook comes a second later",
			options: paneAfterHook(300*ms, append(idle, "latest_hook_time", "1799999999", "since", "1799999999", "intent",
				"completion", "said", "Done.")...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)},
			want: is("working", "running", "busy", changes{"turn": "open", "activity": "Working",
				"detail": "Working"}),
			recheckAfter: 0,
		},
		{
			name: "the same after a failure",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999900", "turn", "error",
				"state", "error")...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)}, recheckAfter: 1800 * ms,
		},
		{
			name: "one that takes longer",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999900", "since", "1799999900",
				"seen", "1799999900", "intent", "question", "said", "Shall I go on?")...),
			witness: hookmap.Witness{Entry: registry("busy", 2*time.Second)},
			want: is("working", "running", "busy", changes{"turn": "open", "seen": "1800000000",
				"activity": "Working", "detail": "Working"}),
		},
		{
			name: "/rename in an idle session: it goes on to be idle, and stays parked",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999900", "since", "1799999900",
				"seen", "1799999900")...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)}, recheckAfter: 1800 * ms,
		},
		{
			name: "a longer command in a session that somebody has looked at",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999900", "since", "1799999900",
				"seen", "1799999900")...),
			witness: hookmap.Witness{Entry: registry("busy", 2*time.Second)},
			want: is("working", "running", "busy", changes{"turn": "open", "seen": "1800000000",
				"activity": "Working", "detail": "Working"}),
		},
		{
			name: "the same in one that nobody has looked at since it has finished",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999900", "since", "1799999900",
				"seen", "1799999800")...),
			witness: hookmap.Witness{Entry: registry("busy", 2*time.Second)},
			want: is("working", "running", "busy", changes{"turn": "open", "seen": "",
				"activity": "Working", "detail": "Working"}),
		},
		{
			name: "that command has ended: there is nothing new to see, and the question is still open",
			options: paneAfterHook(time.Minute, "latest_hook_time", "1799999900", "since", "1799999999",
				"seen", "1799999999", "intent", "question", "said", "Shall I go on?"),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want:    is("idle", "stopped", "idle", changes{"turn": "done", "seen": "1800000000"}),
		},
		{
			name: "a turn that no hook has reported for longer than such a command takes is worth a look",
			options: paneAfterHook(time.Minute, "latest_hook_time", "1799999900", "since", "1799999990",
				"seen", "1799999990"),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done", "seen": ""}),
		},
		{
			name: "a panel during a command that was allowed a moment ago: the session does not rest",
			options: paneAfterHook(time.Minute, "latest_hook_time", "1799999900", "since", "1799999990",
				"activity", "Bash", "detail", "Bash"),
			witness: hookmap.Witness{Entry: panel},
			want: is("attention", "stopped", "dialog", changes{"waiting": " registry.0=dialog",
				"reason": "Dialog", "detail": "Dialog"}),
		},
		{
			name: "the same in the command of a subagent, after the end of the turn",
			options: paneAfterHook(time.Minute, "latest_hook_time", "1799999900", "since", "1799999990",
				"turn", "done", "agents", " a1=Explore"),
			witness: hookmap.Witness{Entry: panel},
			want: is("attention", "stopped", "dialog", changes{"waiting": " registry.0=dialog",
				"reason": "Dialog", "detail": "Dialog"}),
		},
		{
			name: "Esc in such a command",
			options: paneAfterHook(time.Minute, "latest_hook_time", "1799999900", "since", "1799999999",
				"seen", "1799999999", "activity", "Bash", "detail", "Bash"),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want: is("idle", "stopped", "interrupted", changes{"turn": "done", "seen": "",
				"activity": "Interrupted", "detail": "Interrupted"}),
		},
		{
			name: "the same, in a turn after a question that has gone on without a prompt: nothing asks any more",
			options: paneAfterHook(time.Minute, "latest_hook_time", "1799999900", "since", "1799999990",
				"activity", "Bash", "detail", "Bash", "intent", "question", "said", "Shall I?"),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done", "intent": "", "said": ""}),
		},
		{
			name:         "the turn has ended, and the registry is late",
			options:      paneAfterHook(2*time.Second, append(idle, "said", "Done.")...),
			witness:      hookmap.Witness{Entry: registry("busy", 3*time.Second)},
			recheckAfter: 3 * time.Second,
		},
		{
			name: "a dialog of Claude Code itself is closed, as that of /model: nothing was denied",
			options: paneAfterHook(time.Minute, append(idle, "waiting", " registry.0=dialog", "state", "attention",
				"reason", "Dialog", "detail", "Dialog", "first_prompt", "go on")...),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
			want: changes{"waiting": "", "state": "idle", "since": "1800000000", "seen": "1800000000", "detail": "",
				"corrected": "answered"},
			recheckAfter: 0,
		},
		{
			name: "the offer at the start of a session is answered: nothing has finished that is unseen",
			options: paneAfterHook(time.Minute, append(idle, "waiting", " registry.0=dialog", "state", "attention",
				"reason", "Dialog", "detail", "Dialog")...),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)},
			want: changes{"waiting": "", "state": "idle", "since": "1800000000", "seen": "1800000000", "detail": "",
				"corrected": "answered"},
			recheckAfter: 0,
		},
		{
			name:    "that dialog was left with Esc: its turn is over",
			options: paneAfterHook(time.Minute, append(attention, "waiting", " registry.0=permission")...),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want: changes{"turn": "done", "waiting": "", "activity": "Interrupted", "state": "idle",
				"since": "1800000000", "detail": "Interrupted", "corrected": "denied"},
			recheckAfter: 0,
		},
		{
			name:    "it has just been left: a hook may be on its way",
			options: paneAfterHook(time.Minute, append(attention, "waiting", " registry.0=permission")...),
			witness: hookmap.Witness{Entry: registry("idle", 10*ms)}, recheckAfter: 140 * ms,
		},
		{
			name: "that dialog was answered, another one that a hook told of may be open",
			options: paneAfterHook(time.Second, append(attention, "waiting",
				" registry.0=permission main.x=permission")...),
			witness:      hookmap.Witness{Entry: registry("busy", 10*ms)},
			want:         changes{"waiting": " main.x=permission", "corrected": "answered"},
			recheckAfter: 140 * ms,
		},
		{
			name: "a prompt that no hook told of", options: paneAfterHook(time.Minute, idle...),
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)},
			want:    is("working", "running", "busy", changes{"turn": "open"}), recheckAfter: 0,
		},
		{
			name: "an error is idle to the registry",
			options: paneAfterHook(time.Minute, "turn", "error", "state", "error", "status", "stopped", "activity",
				"overloaded", "detail", "overloaded"),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)}, recheckAfter: 0,
		},
		{
			name:    "a refused compaction",
			options: paneAfterHook(time.Second, append(compacts, "since", "1799999999")...),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want: is("idle", "stopped", "interrupted", changes{
				"compacting": "", "activity": "", "seen": "1800000000",
			}),
			recheckAfter: 0,
		},
		{
			name:         "a compaction that fails late is news",
			options:      paneAfterHook(time.Minute, append(compacts, "since", "1799999940")...),
			witness:      hookmap.Witness{Entry: registry("idle", 200*ms)},
			want:         is("idle", "stopped", "interrupted", changes{"compacting": "", "activity": ""}),
			recheckAfter: 0,
		},
		{
			name: "the client has not said anything yet", options: paneAfterHook(time.Minute, idle...),
			witness: hookmap.Witness{Entry: registry("", time.Second)}, recheckAfter: 0,
		},
		{
			name: "a status that this version does not know", options: paneAfterHook(time.Minute),
			witness: hookmap.Witness{Entry: registry("dreaming", time.Second)}, recheckAfter: 0,
		},

		{
			name:    "killed with kill -9",
			options: paneAfterHook(time.Minute, append(attention, "agents", " a=b")...),
			witness: hookmap.Witness{Died: true},
			want: changes{"turn": "", "waiting": "", "agents": "", "activity": "", "reason": "",
				"state": "", "status": "", "detail": "", "since": "", "pid": "", "corrected": "died"},
			recheckAfter: 0,
		},
		{
			name: "ended before its first hook",
			options: with(nil, "state", "starting", "status", "stopped", "since", "1", "pid", "7",
				"session_id", id),
			witness:      hookmap.Witness{Died: true},
			want:         changes{"state": "", "status": "", "since": "", "pid": "", "corrected": "failed"},
			recheckAfter: 0,
		},
		{
			name:         "asks to trust the folder before its first hook",
			options:      with(nil, "state", "starting", "status", "stopped", "since", "1", "pid", "7"),
			recheckAfter: 0,
		},
		{
			name:    "ended, and known to be, while the conversation goes on in the background",
			options: with(nil, "session_id", id, "title", "Blue Heron"),
			witness: hookmap.Witness{WentOn: "22222222-2222-4222-8222-222222222222"},
			want: changes{"session_id": "", "moved_id": "22222222-2222-4222-8222-222222222222", "title": "",
				"corrected": "moved"},
		},
		{
			name:    "seen in another pane",
			options: unseen,
			witness: hookmap.Witness{Entry: registry("idle", 50*time.Second), Seen: true},
			want:    changes{"seen": "1799999940", "corrected": "seen"}, bySync: true,
		},
		{
			name: "seen in another pane, where a turn goes on in this one", options: paneAfterHook(time.Minute),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute), Seen: true}, recheckAfter: 0,
		},
		{
			name:    "suspended at work",
			options: paneAfterHook(10*time.Second, "activity", "Bash", "detail", "Bash"),
			witness: hookmap.Witness{Entry: suspended},
			want: is("idle", "stopped", "suspended", changes{"turn": "done", "activity": "Suspended",
				"detail": "Suspended", "seen": "1800000000"}),
			recheckAfter: 0,
		},
		{
			name: "suspended at work, just after a hook", options: paneAfterHook(time.Second),
			witness: hookmap.Witness{Entry: suspended}, recheckAfter: 500 * ms,
		},
		{
			name: "still suspended", options: paneAfterHook(10*time.Second, idle...),
			witness: hookmap.Witness{Entry: suspended}, recheckAfter: 0,
		},
		{
			name:    "suspended while a dialog is open",
			options: paneAfterHook(10*time.Second, attention...),
			witness: hookmap.Witness{Entry: suspended}, recheckAfter: 0,
		},
		{
			name: "suspended before any hook", witness: hookmap.Witness{Entry: suspended},
			want: since("1799999940", is("idle", "stopped", "adopted suspended", changes{
				"seen": "1799999940", "session_id": id,
				"session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "done",
				"activity": "Suspended", "detail": "Suspended"})),
			recheckAfter: 0,
		},
		{
			name: "continued", options: paneAfterHook(10*time.Second, idle...),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute)},
			want:    is("working", "running", "busy", changes{"turn": "open"}), recheckAfter: 0,
		},
		{
			name: "continued in the middle of a turn that hooks have reported",
			options: paneAfterHook(10*time.Second, append(idle, "latest_hook_time", "1799999990", "since", "1799999995",
				"activity", "Suspended", "detail", "Suspended")...),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute)},
			want:    is("working", "running", "busy", changes{"turn": "open", "activity": "Continued", "detail": "Continued"}),
		},
		{
			name: "a command of one's own, long after a turn that was continued and interrupted within a moment",
			options: paneAfterHook(10*time.Second, append(idle, "latest_hook_time", "1799999900", "since", "1799999905",
				"activity", "Suspended", "detail", "Suspended")...),
			witness: hookmap.Witness{Entry: registry("busy", 2*time.Second)},
			want:    is("working", "running", "busy", changes{"turn": "open", "activity": "Working", "detail": "Working"}),
		},
		{
			name: "Esc after that",
			options: paneAfterHook(10*time.Second, "latest_hook_time", "1799999990", "since", "1799999998", "seen",
				"1799999998", "activity", "Continued", "detail", "Continued"),
			witness: hookmap.Witness{Entry: registry("idle", 200*ms)},
			want: is("idle", "stopped", "interrupted", changes{"turn": "done", "seen": "",
				"activity": "Interrupted", "detail": "Interrupted"}),
		},
		{
			name: "dead, and known to be", options: with(nil, "session_id", id),
			witness: hookmap.Witness{Died: true}, recheckAfter: 0,
		},

		{
			name:    "another session in the same client",
			options: paneAfterHook(time.Minute, "transcript_path", "/t", "session_dir", "/d"),
			witness: hookmap.Witness{Entry: other},
			want: changes{"session_id": "33333333-3333-4333-8333-333333333333",
				"session_id_set_on": "registry", "transcript_path": "", "corrected": "session"},
			recheckAfter: 0,
		},
		{
			name:    "another session in the same client: what describes the client stays",
			options: paneAfterHook(time.Minute, ofSession...),
			witness: hookmap.Witness{Entry: other},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "corrected": "session",
				"forked_from": "", "moved_id": ""},
		},
		{
			name:    "another session elsewhere: its place stays",
			options: paneAfterHook(time.Minute, append(ofSession, "pid", "", "gate", "9-1", "host", "web")...),
			witness: hookmap.Witness{Entry: farOther},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "corrected": "session",
				"forked_from": "", "moved_id": ""},
		},
		{
			name:    "another session in another client",
			options: paneAfterHook(time.Minute, append(ofSession, "pid", "6")...),
			witness: hookmap.Witness{Entry: other},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry",
				"corrected": "session adopted", "session_dir": "/dir", "pid": "7",
				"forked_from": "", "moved_id": "", "model": "", "permission_mode": "", "lead": ""},
		},
		{
			name:    "another session of the background, opened in the same client: it was not forked, and has its own model",
			options: paneAfterHook(2*time.Hour, append(append(idle, "job", "33333333"), ofSession...)...),
			witness: hookmap.Witness{Entry: opened(registry("idle", time.Hour))},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "said": "All is \ufffddone.", "prompt": "go on", "first_prompt": "go on",
				"seen": "1799996400", "since": "1799996400", "intent": "completion", "corrected": "session",
				"forked_from": "", "moved_id": "", "model": "", "permission_mode": "", "lead": ""},
		},
		{
			name:    "a client that was there before the hooks",
			witness: hookmap.Witness{Entry: registry("busy", 200*ms)},
			want: since("1799999999", is("working", "running", "adopted busy", changes{"seen": "1799999999",
				"session_id": id, "session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "open"})),
			recheckAfter: 0,
		},
		{
			name:    "a client that was there before the hooks, and was asked something",
			witness: hookmap.Witness{Entry: askedFirst},
			want: since("1799996400", is("idle", "stopped", "adopted idle", changes{"seen": "1799996400",
				"session_id": id, "session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "done",
				"first_prompt": "fix \ufffdthe parser"})),
			recheckAfter: 0,
		},
		{
			name:    "a client that was there before the hooks, idle",
			witness: hookmap.Witness{Entry: registry("idle", time.Hour)},
			want: since("1799996400", is("idle", "stopped", "adopted idle", changes{"seen": "1799996400",
				"session_id": id, "session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "done"})),
			recheckAfter: 0,
		},
		{
			name:    "a client that was there before the hooks, with a dialog",
			witness: hookmap.Witness{Entry: registry("waiting", time.Hour)},
			want: since("1799996400", is("attention", "stopped", "adopted dialog", changes{
				"seen": "1799996400", "session_id": id,
				"session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "open",
				"waiting": " registry.0=permission", "reason": "Permission", "detail": "Permission"})),
			recheckAfter: 0,
		},
		{
			name:    "a client that was there before the hooks, with the offer at its start: no turn is open",
			witness: hookmap.Witness{Entry: earlyOffer},
			want: since("1799996400", is("attention", "stopped", "adopted dialog", changes{
				"seen": "1799996400", "session_id": id,
				"session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "done",
				"waiting": " registry.0=dialog", "reason": "Dialog", "detail": "Dialog"})),
			recheckAfter: 0,
		},
		{
			name: "another session of the background, opened in the same client, which has asked for an hour",
			options: paneAfterHook(2*time.Hour, "transcript_path", "/t", "session_dir", "/d", "job", "33333333",
				"said", "Before.", "prompt", "before"),
			witness: hookmap.Witness{Entry: opened(registry("waiting", time.Hour))},
			want: since("1799996400", is("attention", "stopped", "session dialog", changes{
				"session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "said": "", "prompt": "go on", "first_prompt": "go on",
				"seen": "1799996400", "waiting": " registry.0=permission", "reason": "Permission", "detail": "Permission"})),
		},
		{
			name:    "another session of the background, opened in the same client, at rest for an hour",
			options: paneAfterHook(2*time.Hour, append(idle, "job", "33333333", "said", "Before.")...),
			witness: hookmap.Witness{Entry: opened(registry("idle", time.Hour))},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "said": "All is \ufffddone.", "prompt": "go on", "first_prompt": "go on",
				"seen": "1799996400", "since": "1799996400", "intent": "completion", "corrected": "session"},
		},
		{
			name:    "another session of the background, which was at rest when it was moved there",
			options: paneAfterHook(2*time.Hour, append(idle, "job", "33333333", "said", "Before.")...),
			witness: hookmap.Witness{Entry: movedAtRest(opened(registry("idle", time.Minute)))},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "said": "All is \ufffddone.", "prompt": "go on", "first_prompt": "go on",
				"seen": "1799996340", "since": "1799996340", "intent": "completion", "corrected": "session"},
		},
		{
			name:    "another session of the background, whose last turn has failed",
			options: paneAfterHook(2*time.Hour, append(idle, "job", "33333333", "said", "Before.")...),
			witness: hookmap.Witness{Entry: failed(opened(registry("idle", time.Hour)))},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "prompt": "go on", "first_prompt": "go on",
				"seen": "1799996400", "since": "1799996400", "corrected": "session",
				"said": "", "turn": "error", "state": "error", "activity": "API Error: 400", "detail": "API Error: 400"},
		},
		{
			name:    "another session of the background, whose last turn was interrupted",
			options: paneAfterHook(2*time.Hour, append(idle, "job", "33333333", "said", "Before.")...),
			witness: hookmap.Witness{Entry: interrupted(opened(registry("idle", time.Hour)))},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "prompt": "go on", "first_prompt": "go on",
				"seen": "1799996400", "since": "1799996400", "corrected": "session",
				"said": "", "activity": "Interrupted", "detail": "Interrupted"},
		},
		{
			name: "another session of the background, after one whose last turn has failed",
			options: paneAfterHook(2*time.Hour, "turn", "error", "state", "error", "status", "stopped", "job", "33333333",
				"activity", "rate_limit", "detail", "rate_limit"),
			witness: hookmap.Witness{Entry: opened(registry("idle", time.Hour))},
			want: changes{"session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "prompt": "go on", "first_prompt": "go on",
				"seen": "1799996400", "since": "1799996400", "corrected": "session",
				"said": "All is \ufffddone.", "intent": "completion", "turn": "done", "state": "idle", "activity": "",
				"detail": ""},
		},
		{
			name: "another session of the background: its first prompt names it, not its last one, nor the title before",
			options: paneAfterHook(2*time.Hour, append(idle, "job", "33333333", "first_prompt", "before",
				"title", "Blue Heron")...),
			witness: hookmap.Witness{Entry: withTranscript(opened(registry("idle", time.Hour)))},
			want: changes{"title": "", "session_id": other.SessionID, "session_id_set_on": "registry", "session_dir": "/dir",
				"transcript_path": "/new", "said": "All is \ufffddone.", "prompt": "go on", "first_prompt": "fix it",
				"seen": "1799996400", "since": "1799996400", "intent": "completion", "corrected": "session"},
		},
		{
			name: "the conversation of the pane goes on in the background, under an id of its own: all stays",
			options: paneAfterHook(time.Minute, "turn", "error", "state", "error", "status", "stopped", "job", "33333333",
				"said", "Before.", "transcript_path", "/t", "session_dir", "/d"),
			witness: hookmap.Witness{Entry: continuing(opened(registry("idle", time.Minute)))},
			want:    changes{"session_id": other.SessionID, "session_id_set_on": "registry", "corrected": "parked"},
		},
		{
			name:    "a client that has just started: its own hook comes",
			witness: hookmap.Witness{Entry: registry("idle", 20*ms)}, recheckAfter: 130 * ms,
		},
		{
			name: "a client that has just ended its session is not taken in again",
			options: with(nil, "session_id", id, "state_ns", strconv.FormatInt(now.Add(-10*ms).UnixNano(),
				10)),
			witness: hookmap.Witness{Entry: registry("idle", time.Second)}, recheckAfter: 1490 * ms,
		},
		{
			name:    "a new client in the pane of one that died",
			options: paneAfterHook(time.Minute, append(idle, "session_dir", "/dir")...),
			witness: hookmap.Witness{Entry: stranger},
			want:    changes{"pid": "8", "corrected": "adopted"}, recheckAfter: 0,
		},

		{
			name:    "a person has named the session",
			options: paneAfterHook(time.Minute, "title", "before"),
			witness: hookmap.Witness{Entry: titled},
			want:    changes{"title": opt.Text("Blue\tHeron"), "corrected": "title"}, recheckAfter: 0,
		},
		{
			name:    "a person has named the session, which has just started",
			options: paneAfterHook(time.Second), witness: hookmap.Witness{Entry: titled},
			recheckAfter: 500 * ms,
		},
		{
			name:    "named so already",
			options: paneAfterHook(time.Minute, "title", opt.Text("Blue\tHeron")),
			witness: hookmap.Witness{Entry: titled}, recheckAfter: 0,
		},
		{
			name:    "Claude Code calls it by its last prompt, and we by its first",
			options: paneAfterHook(time.Minute, "first_prompt", "Fix the parser"),
			witness: hookmap.Witness{Entry: prompted}, recheckAfter: 0,
		},
		{
			name:    "the first one is not known",
			options: paneAfterHook(time.Minute),
			witness: hookmap.Witness{Entry: prompted},
			want:    changes{"title": "Go on", "corrected": "title"}, recheckAfter: 0,
		},
		{
			name: "the name of another session", options: paneAfterHook(time.Minute),
			witness: hookmap.Witness{Entry: elsewhere}, recheckAfter: 0,
		},
		{
			name:    "a name that a person has not given says nothing",
			options: paneAfterHook(time.Minute, "title", "before"),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute)}, recheckAfter: 0,
		},

		{
			name:    "no registry: the transcript tells the interruption",
			options: paneAfterHook(time.Minute),
			witness: hookmap.Witness{Interrupted: now.Add(-time.Second)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done"}), recheckAfter: 0,
		},
		{
			name:    "no registry: an interruption of an earlier turn",
			options: paneAfterHook(time.Second),
			witness: hookmap.Witness{Interrupted: now.Add(-time.Minute)}, recheckAfter: 0,
		},
		{
			name: "Esc at the dialog of the main thread, while that of a subagent is open",
			options: paneAfterHook(time.Minute, "waiting", " main.1=question a1.2=permission", "state", "attention",
				"status", "stopped", "agents", " a1=Explore", "reason", "Permission", "detail", "Permission",
				"since_ns", nanos(time.Minute)),
			witness: hookmap.Witness{Entry: registry("waiting", time.Second), Interrupted: now.Add(-time.Second)},
			want: changes{"corrected": "denied", "turn": "done", "activity": "Interrupted",
				"waiting": " a1.2=permission"},
			recheckAfter: 0,
		},
		{
			name: "Esc in the main thread, while a subagent works on",
			options: paneAfterHook(3*time.Second, "agents", " a1=Explore", "activity", "Bash", "doing", "Bash: make",
				"detail", "Bash"),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute), Interrupted: now.Add(-3100 * ms)},
			want: changes{"corrected": "interrupted", "turn": "done", "activity": "Interrupted", "detail": "Interrupted",
				"doing": ""},
		},
		{
			name:         "the same a moment ago: the subagent may have been interrupted as well",
			options:      paneAfterHook(3*time.Second, "agents", " a1=Explore"),
			witness:      hookmap.Witness{Entry: registry("busy", time.Minute), Interrupted: now.Add(-time.Second)},
			recheckAfter: time.Second,
		},
		{
			name:    "it was",
			options: paneAfterHook(3*time.Second, "agents", " a1=Explore"),
			witness: hookmap.Witness{Entry: registry("idle", 2900*ms), Interrupted: now.Add(-3 * time.Second)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done", "agents": ""}),
		},
		{
			name:    "Esc in an earlier turn, and a prompt since, while a subagent works",
			options: paneAfterHook(3*time.Second, "agents", " a1=Explore", "latest_hook_event", "UserPromptSubmit"),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute), Interrupted: now.Add(-time.Minute)},
		},
		{
			name:    "Esc, and a hook since, which may be one of a new turn",
			options: paneAfterHook(time.Second, "agents", " a1=Explore", "latest_hook_event", "PreToolUse"),
			witness: hookmap.Witness{Entry: registry("busy", time.Minute), Interrupted: now.Add(-3 * time.Second)},
		},
		{
			name:    "Esc at the dialog of the main thread, while a subagent works on",
			options: paneAfterHook(time.Minute, append(attention, "agents", " a1=Explore", "since_ns", nanos(time.Minute))...),
			witness: hookmap.Witness{Entry: registry("busy", 3*time.Second), Interrupted: now.Add(-3 * time.Second)},
			want: is("working", "running", "interrupted", changes{"turn": "done", "waiting": "", "activity": "Interrupted",
				"detail": "Interrupted"}),
		},
		{
			name:    "Esc in the turn of a lead, while a subagent works on",
			options: paneAfterHook(3*time.Second, "agents", " ascout-1a2b=scout a1=Explore"),
			witness: hookmap.Witness{Entry: lead(time.Minute), Interrupted: now.Add(-3 * time.Second)},
			want: changes{"corrected": "interrupted", "turn": "done", "activity": "Interrupted",
				"detail": "Interrupted"},
		},
		{
			name: "the same, and nothing of the subagent for longer than a command may run: it was interrupted, too",
			options: paneAfterHook(13*time.Minute, "turn", "done", "activity", "Interrupted", "agents",
				" ascout-1a2b=scout a1=Explore", "latest_hook_time", "1799999220"),
			witness: hookmap.Witness{Entry: lead(time.Hour)},
			want:    is("idle", "stopped", "finished", changes{"agents": "", "activity": ""}),
		},
		{
			name: "something has changed beside two dialogs: the transcript may show Esc later",
			options: paneAfterHook(time.Minute, "waiting", " main.1=question a1.2=permission", "state", "attention",
				"status", "stopped", "agents", " a1=Explore", "reason", "Permission", "detail", "Permission",
				"since_ns", nanos(time.Minute)),
			witness:      hookmap.Witness{Entry: registry("waiting", time.Second)},
			recheckAfter: 150 * ms,
		},
		{
			name: "two dialogs, and an interruption of an earlier turn",
			options: paneAfterHook(time.Second, "waiting", " main.1=question a1.2=permission", "state", "attention",
				"status", "stopped", "agents", " a1=Explore", "reason", "Permission", "detail", "Permission",
				"since_ns", nanos(time.Second)),
			witness:      hookmap.Witness{Entry: registry("waiting", time.Second), Interrupted: now.Add(-time.Minute)},
			recheckAfter: 0,
		},
		{
			name: "two dialogs of subagents: Esc at one of them ends no turn",
			options: paneAfterHook(time.Minute, "waiting", " a2.1=permission a1.2=permission", "state", "attention",
				"status", "stopped", "agents", " a1=Explore a2=Explore", "reason", "Permission", "detail", "Permission"),
			witness:      hookmap.Witness{Entry: registry("waiting", time.Second), Interrupted: now.Add(-time.Second)},
			recheckAfter: 0,
		},
		{
			name:    "the lead of a team is listed as busy after the end of its turn",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999940")...),
			witness: hookmap.Witness{Entry: lead(time.Hour)}, recheckAfter: 0,
		},
		{
			name: "a lead at rest, beside a subagent in the background",
			options: paneAfterHook(time.Minute, "turn", "done", "latest_hook_time", "1799999999",
				"agents", " ascout-1a2b=scout a1=Explore"),
			witness: hookmap.Witness{Entry: lead(time.Hour)}, recheckAfter: 0,
		},
		{
			name:    "a lead that compacts as its person has asked for",
			options: paneAfterHook(time.Minute, append(compacts, "latest_hook_time", "1799999999")...),
			witness: hookmap.Witness{Entry: lead(time.Hour)}, recheckAfter: 0,
		},
		{
			name:    "a lead whose compaction has had no end for long: it was refused, or left",
			options: paneAfterHook(6*time.Minute, append(compacts, "latest_hook_time", "1799999640")...),
			witness: hookmap.Witness{Entry: lead(time.Hour)},
			want:    is("idle", "stopped", "interrupted", changes{"compacting": "", "activity": ""}),
		},
		{
			name: "a lead whose teammate is idle, although no hook has reported that",
			options: paneAfterHook(time.Minute, "turn", "done", "latest_hook_time", "1799999940", "activity", "",
				"agents", " ascout-1a2b=scout"),
			witness: hookmap.Witness{Entry: lead(time.Hour)},
			want:    is("idle", "stopped", "finished", changes{"agents": ""}),
		},
		{
			name:    "a session without a team, in which another hook has continued the turn",
			options: paneAfterHook(time.Minute, append(idle, "latest_hook_time", "1799999940")...),
			witness: hookmap.Witness{Entry: registry("busy", time.Hour)},
			want:    is("working", "running", "busy", changes{"turn": "open", "activity": "Working", "detail": "Working"}),
		},
		{
			name:    "a lead in its turn",
			options: paneAfterHook(time.Second),
			witness: hookmap.Witness{Entry: lead(time.Minute)}, recheckAfter: 0,
		},
		{
			name:    "Esc in the turn of a lead",
			options: paneAfterHook(time.Minute),
			witness: hookmap.Witness{Entry: lead(time.Hour), Interrupted: now.Add(-time.Second)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done"}),
		},
		{
			name:    "Esc in an earlier turn of a lead",
			options: paneAfterHook(time.Second, "latest_hook_event", "UserPromptSubmit"),
			witness: hookmap.Witness{Entry: lead(time.Minute), Interrupted: now.Add(-time.Minute)}, recheckAfter: 0,
		},
		{
			name:    "a lead, and a transcript that shows no Esc, before any hook that is known",
			options: with(paneAfterHook(time.Second), "state_ns", ""),
			witness: hookmap.Witness{Entry: lead(time.Minute)}, recheckAfter: 0,
		},
		{
			name:    "a denial in the turn of a lead",
			options: paneAfterHook(time.Minute, attention...),
			witness: hookmap.Witness{Entry: lead(time.Second), Interrupted: now.Add(-1020 * ms)},
			want: changes{"corrected": "denied", "turn": "done", "waiting": "", "state": "idle", "since": "1800000000",
				"activity": "Interrupted", "detail": "Interrupted"},
		},
		{
			name:    "the same, after the registry has shown only that the dialog is closed",
			options: paneAfterHook(2*time.Second, "activity", "Bash", "detail", "Bash", "corrected", "answered"),
			witness: hookmap.Witness{Entry: lead(2 * time.Second), Interrupted: now.Add(-2020 * ms)},
			want:    is("idle", "stopped", "interrupted", changes{"turn": "done"}),
		},
		{
			name:    "a lead at rest, which asks for a teammate",
			options: paneAfterHook(time.Minute, append(attention, "turn", "done", "waiting", " registry.0=permission")...),
			witness: hookmap.Witness{Entry: lead(10 * time.Second)},
			want:    changes{"corrected": "answered", "waiting": "", "state": "idle", "since": "1800000000", "detail": "Bash"},
		},
		{
			name:    "a teammate to which its lead has written, which no hook tells",
			options: paneAfterHook(time.Minute, idle...),
			witness: hookmap.Witness{Woken: now.Add(-time.Second)},
			want:    is("working", "running", "busy", changes{"turn": "open"}), recheckAfter: 0,
		},
		{
			name:    "a teammate, but its hook may follow",
			options: paneAfterHook(time.Minute, idle...),
			witness: hookmap.Witness{Woken: now.Add(-100 * ms)}, recheckAfter: 50 * ms,
		},
		{
			name:    "a teammate that has ended its turn since",
			options: paneAfterHook(time.Second, idle...),
			witness: hookmap.Witness{Woken: now.Add(-time.Minute)}, recheckAfter: 0,
		},
		{
			name:    "a teammate that works already",
			options: paneAfterHook(time.Minute),
			witness: hookmap.Witness{Woken: now.Add(-time.Second)}, recheckAfter: 0,
		},
		{name: "no registry and nothing known", options: paneAfterHook(time.Minute), recheckAfter: 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			correction, recheckAfter := hookmap.Reconcile(tt.options, tt.witness, now)
			var got changes
			if correction != nil {
				got = changed(tt.options, correction.Edits)
				unaware := with(tt.options, "state_ns", "1111111111111111111", "stuck", "") // which that hook ends
				if late := changed(unaware, correction.Edits); len(late) > 0 {
					t.Errorf("a hook came in between, and was overruled: %v", late)
				}
				if diff := cmp.Diff(correction.Why, got["corrected"]); diff != "" {
					t.Errorf("the option corrected (-want +got):\n%s", diff)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.recheckAfter, recheckAfter); diff != "" {
				t.Errorf("ask again in (-want +got):\n%s", diff)
			}
			if tt.bySync {
				return
			}
			less, _ := hookmap.Reconcile(only(tt.options, opt.For(opt.Compared)), tt.witness, now)
			if diff := cmp.Diff(described(correction), described(less)); diff != "" {
				t.Errorf("with only the options that are compared (-all +less):\n%s", diff)
			}
		})
	}
}

// only returns the options that are listed.
func only(o opt.Options, listed []opt.Option) opt.Options {
	less := opt.Options{}
	for _, name := range listed {
		if o[name] != "" {
			less[name] = o[name]
		}
	}
	return less
}

// described returns the edits of a correction for comparison.
func described(c *hookmap.Correction) (edits []string) {
	if c != nil {
		for _, e := range c.Edits {
			edits = append(edits, fmt.Sprint(e))
		}
	}
	return edits
}

// changed returns what of the options the edits change, without the times of
// the trace.
func changed(before opt.Options, edits []opt.Edit) changes {
	after := opt.Apply(before, edits)
	c := changes{}
	for _, f := range opt.Schema() {
		switch f.Option {
		case opt.StateNS, opt.SinceNS, opt.ContractVersion, opt.Shown, opt.OnlyCommon: // other tests are about these
			continue
		}
		if before[f.Option] != after[f.Option] {
			c[f.Option.Name()] = after[f.Option]
		}
	}
	return c
}

// A correction holds: seen again, the pane needs none.
func TestReconcileIsStable(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"busy", "idle", "shell", "waiting"} {
		for _, state := range []opt.Options{nil, paneAfterHook(time.Minute), paneAfterHook(time.Minute, "turn", "done",
			"state", "idle", "status", "stopped"), paneAfterHook(time.Minute, "waiting",
			" main.x=plan registry.0=dialog", "state", "attention", "status", "stopped")} {
			o := state
			for round := range 3 {
				c, _ := hookmap.Reconcile(o, hookmap.Witness{Entry: registry(status, time.Second)}, now)
				if c == nil {
					break
				}
				if round == 2 {
					t.Errorf("%s: never ends: %s for %v", status, c.Why, o)
				}
				o = opt.Apply(o, c.Edits)
			}
		}
	}
}

// TestUnheard: of a session in the background the end of a turn is news where no hook tells of it.
// Elsewhere it is none: somebody has interrupted it.
func TestUnheard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, job, lastHook string
		news                bool
	}{
		{name: "not in the background"},
		{name: "in the background, no hook has found the pane", job: "1a2b3c4d", news: true},
		{name: "the last hook came before the turn", job: "1a2b3c4d", lastHook: opt.Seconds(now.Add(-time.Hour)), news: true},
		{name: "its hooks find the pane", job: "1a2b3c4d", lastHook: opt.Seconds(now)},
	} {
		entry := registry("idle", time.Second)
		entry.Job = tt.job
		pane := paneAfterHook(2 * time.Second)
		pane[opt.LatestHookTime], pane[opt.Since] = tt.lastHook, opt.Seconds(now.Add(-time.Minute))
		c, _ := hookmap.Reconcile(pane, hookmap.Witness{Entry: entry}, now)
		if c == nil {
			t.Fatal("nothing is corrected")
		}
		batch := opt.Batch{Pane: "%0", Edits: c.Edits}
		if silent := strings.Contains(fmt.Sprint(batch.Commands()), "unfinished"); silent == tt.news {
			t.Errorf("%s: nobody is notified %t", tt.name, silent)
		}
	}
}

// needing is an entry that says what it waits for.
func needing(e *hookmap.Entry, needs string) *hookmap.Entry {
	e.Needs = needs
	return e
}
