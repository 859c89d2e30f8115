package hookmap_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// hooked is a pane whose last hook came that long ago.
func hooked(ago time.Duration, kv ...string) opt.Options {
	return with(pane("pid", "7", "state_ns", strconv.FormatInt(now.Add(-ago).UnixNano(), 10)), kv...)
}

// registry is an entry of that pane's client whose status changed that long ago.
func registry(status string, ago time.Duration) *hookmap.Entry {
	at := now.Add(-ago)
	return &hookmap.Entry{PID: 7, SessionID: id, Dir: "/dir", Status: status, WaitingFor: "permission prompt", Changed: at, Updated: at}
}

const ms = time.Millisecond

// nanos is a time that long ago, in nanoseconds.
func nanos(ago time.Duration) string { return strconv.FormatInt(now.Add(-ago).UnixNano(), 10) }

func TestReconcile(t *testing.T) {
	t.Parallel()
	attention := []string{"waiting", " main.x=permission", "state", "attention", "status", "stopped", "reason", "Permission: Bash", "detail", "Permission: Bash", "activity", "Bash"}
	idle := []string{"turn", "done", "state", "idle", "status", "stopped"}
	is := func(state, status, why string, c changes) changes {
		c["state"], c["status"], c["since"], c["corrected"] = state, status, "1800000000", why
		return c
	}
	other := registry("busy", 200*ms)
	other.SessionID = "33333333-3333-4333-8333-333333333333"
	titled := registry("busy", time.Minute)
	titled.Title = "Blue\tHeron"
	elsewhere := registry("busy", time.Minute)
	elsewhere.Title, elsewhere.SessionID, elsewhere.Status = "Blue Heron", other.SessionID, ""
	stranger := registry("idle", 200*ms)
	stranger.PID = 8

	suspended := registry("busy", time.Minute)
	suspended.Suspended = true

	tests := []struct {
		name    string
		options opt.Options
		witness hookmap.Witness
		want    changes
		again   time.Duration
	}{
		{"the clock was set back by an hour, and the client is idle", hooked(-time.Hour), hookmap.Witness{Entry: registry("idle", time.Second)},
			is("idle", "stopped", "interrupted", changes{"turn": "done"}), 0},
		{"all is well", hooked(time.Second), hookmap.Witness{Entry: registry("busy", 900*ms)}, nil, 0},
		{"interrupted with Esc while answering", hooked(2*time.Second, "activity", "Thinking", "detail", "Thinking"), hookmap.Witness{Entry: registry("idle", 150*ms)},
			is("idle", "stopped", "interrupted", changes{"turn": "done", "activity": "", "detail": ""}), 0},
		{"interrupted with Esc while subagents work", hooked(2*time.Second, "agents", " a1=Explore"), hookmap.Witness{Entry: registry("idle", time.Second)},
			is("idle", "stopped", "interrupted", changes{"turn": "done", "agents": ""}), 0},
		{"a shell in the background is no work", hooked(2 * time.Second), hookmap.Witness{Entry: registry("shell", time.Second)},
			is("idle", "stopped", "interrupted", changes{"turn": "done"}), 0},
		{"the turn has just ended: its hook may be on its way", hooked(2 * time.Second), hookmap.Witness{Entry: registry("idle", 50*ms)}, nil, 100 * ms},
		{"a prompt was just sent: the registry is behind", hooked(100 * ms), hookmap.Witness{Entry: registry("idle", time.Minute)}, nil, 1400 * ms},
		{"the registry insists", hooked(1500 * ms), hookmap.Witness{Entry: registry("idle", time.Minute)},
			is("idle", "stopped", "interrupted", changes{"turn": "done"}), 0},
		{"approved, still running", hooked(time.Minute, attention...), hookmap.Witness{Entry: registry("busy", 200*ms)},
			is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}), 0},
		{"denied with Esc", hooked(time.Minute, attention...), hookmap.Witness{Entry: registry("idle", 200*ms)},
			changes{"state": "idle", "since": "1800000000", "corrected": "denied", "turn": "done", "waiting": "", "activity": "", "detail": ""}, 0},
		{"a dialog has just opened: the registry is behind", hooked(50*ms, append(attention, "since_ns", nanos(100*ms), "latest_hook_event", "PermissionRequest")...), hookmap.Witness{Entry: registry("busy", 80*ms)}, nil, 1450 * ms},
		{"approved, while another agent goes on", hooked(20*ms, append(attention, "since_ns", nanos(9*time.Second), "latest_hook_event", "PostToolUse")...), hookmap.Witness{Entry: registry("busy", 200*ms)},
			is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}), 0},
		{"approved, and another agent asks: the registry is behind", hooked(20*ms, append(attention, "since_ns", nanos(9*time.Second), "latest_hook_event", "PermissionRequest")...), hookmap.Witness{Entry: registry("busy", 200*ms)},
			nil, 1480 * ms},
		{"a dialog has just opened, and another agent goes on", hooked(20*ms, append(attention, "since_ns", nanos(100*ms), "latest_hook_event", "PostToolUse")...), hookmap.Witness{Entry: registry("busy", 200*ms)},
			nil, 1400 * ms},
		{"a dialog that no hook told of, while another agent goes on", hooked(20*ms, "since_ns", nanos(9*time.Second), "latest_hook_event", "PostToolUse"), hookmap.Witness{Entry: registry("waiting", 200*ms)},
			is("attention", "stopped", "dialog", changes{"waiting": " registry.0=permission", "reason": "Permission", "detail": "Permission"}), 0},
		{"a dialog that no hook told of", hooked(time.Second, "activity", "Bash", "detail", "Bash"), hookmap.Witness{Entry: registry("waiting", 200*ms)},
			is("attention", "stopped", "dialog", changes{"waiting": " registry.0=permission", "reason": "Permission", "detail": "Permission"}), 0},
		{"that dialog was answered: at once", hooked(time.Second, append(attention, "waiting", " registry.0=permission")...), hookmap.Witness{Entry: registry("busy", 10*ms)},
			is("working", "running", "answered", changes{"waiting": "", "detail": "Bash"}), 140 * ms},
		{"that dialog was answered, another one that a hook told of may be open", hooked(time.Second, append(attention, "waiting", " registry.0=permission main.x=permission")...), hookmap.Witness{Entry: registry("busy", 10*ms)},
			changes{"waiting": " main.x=permission", "corrected": "answered"}, 140 * ms},
		{"a prompt that no hook told of", hooked(time.Minute, idle...), hookmap.Witness{Entry: registry("busy", 200*ms)},
			is("working", "running", "busy", changes{"turn": "open"}), 0},
		{"an error is idle to the registry", hooked(time.Minute, "turn", "error", "state", "error", "status", "stopped", "activity", "overloaded", "detail", "overloaded"), hookmap.Witness{Entry: registry("idle", time.Second)}, nil, 0},
		{"a refused compaction", hooked(time.Second, append(idle, "compacting", "manual", "activity", "Compacting", "state", "working", "status", "running")...), hookmap.Witness{Entry: registry("idle", 200*ms)},
			is("idle", "stopped", "interrupted", changes{"compacting": "", "activity": ""}), 0},
		{"the client has not said anything yet", hooked(time.Minute, idle...), hookmap.Witness{Entry: registry("", time.Second)}, nil, 0},
		{"a status that this version does not know", hooked(time.Minute), hookmap.Witness{Entry: registry("dreaming", time.Second)}, nil, 0},

		{"killed with kill -9", hooked(time.Minute, append(attention, "agents", " a=b")...), hookmap.Witness{Died: true},
			changes{"turn": "", "waiting": "", "agents": "", "activity": "", "reason": "", "state": "", "status": "", "detail": "", "since": "", "pid": "", "corrected": "died"}, 0},
		{"ended before its first hook", with(nil, "state", "starting", "status", "stopped", "since", "1", "pid", "7", "session_id", id), hookmap.Witness{Died: true},
			changes{"state": "", "status": "", "since": "", "pid": "", "corrected": "failed"}, 0},
		{"asks to trust the folder before its first hook", with(nil, "state", "starting", "status", "stopped", "since", "1", "pid", "7"), hookmap.Witness{}, nil, 0},
		{"suspended at work", hooked(10*time.Second, "activity", "Bash", "detail", "Bash"), hookmap.Witness{Entry: suspended},
			is("idle", "stopped", "suspended", changes{"turn": "done", "activity": "", "detail": ""}), 0},
		{"suspended at work, just after a hook", hooked(time.Second), hookmap.Witness{Entry: suspended}, nil, 500 * ms},
		{"still suspended", hooked(10*time.Second, idle...), hookmap.Witness{Entry: suspended}, nil, 0},
		{"suspended while a dialog is open", hooked(10*time.Second, attention...), hookmap.Witness{Entry: suspended}, nil, 0},
		{"suspended before any hook", nil, hookmap.Witness{Entry: suspended},
			is("idle", "stopped", "session adopted suspended", changes{"session_id": id, "session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "done"}), 0},
		{"continued", hooked(10*time.Second, idle...), hookmap.Witness{Entry: registry("busy", time.Minute)},
			is("working", "running", "busy", changes{"turn": "open"}), 0},
		{"dead, and known to be", with(nil, "session_id", id), hookmap.Witness{Died: true}, nil, 0},

		{"another session in the same client", hooked(time.Minute, "transcript_path", "/t", "session_dir", "/d"), hookmap.Witness{Entry: other},
			changes{"session_id": "33333333-3333-4333-8333-333333333333", "session_id_set_on": "registry", "transcript_path": "", "corrected": "session"}, 0},
		{"a client that was there before the hooks", nil, hookmap.Witness{Entry: registry("busy", 200*ms)},
			is("working", "running", "session adopted busy", changes{"session_id": id, "session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "open"}), 0},
		{"a client that was there before the hooks, idle", nil, hookmap.Witness{Entry: registry("idle", time.Hour)},
			is("idle", "stopped", "session adopted idle", changes{"session_id": id, "session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "done"}), 0},
		{"a client that was there before the hooks, with a dialog", nil, hookmap.Witness{Entry: registry("waiting", time.Hour)},
			is("attention", "stopped", "session adopted dialog", changes{"session_id": id, "session_id_set_on": "registry", "session_dir": "/dir", "pid": "7", "turn": "open", "waiting": " registry.0=permission", "reason": "Permission", "detail": "Permission"}), 0},
		{"a client that has just started: its own hook comes", nil, hookmap.Witness{Entry: registry("idle", 20*ms)}, nil, 130 * ms},
		{"a client that has just ended its session is not taken in again", with(nil, "session_id", id, "state_ns", strconv.FormatInt(now.Add(-10*ms).UnixNano(), 10)), hookmap.Witness{Entry: registry("idle", time.Second)}, nil, 1490 * ms},
		{"a new client in the pane of one that died", hooked(time.Minute, append(idle, "session_dir", "/dir")...), hookmap.Witness{Entry: stranger},
			changes{"pid": "8", "corrected": "adopted"}, 0},

		{"a person has named the session", hooked(time.Minute, "title", "before"), hookmap.Witness{Entry: titled},
			changes{"title": opt.Text("Blue\tHeron"), "corrected": "title"}, 0},
		{"a person has named the session, which has just started", hooked(time.Second), hookmap.Witness{Entry: titled}, nil, 500 * ms},
		{"named so already", hooked(time.Minute, "title", opt.Text("Blue\tHeron")), hookmap.Witness{Entry: titled}, nil, 0},
		{"the name of another session", hooked(time.Minute), hookmap.Witness{Entry: elsewhere}, nil, 0},
		{"a name that a person has not given says nothing", hooked(time.Minute, "title", "before"), hookmap.Witness{Entry: registry("busy", time.Minute)}, nil, 0},

		{"no registry: the transcript tells the interruption", hooked(time.Minute), hookmap.Witness{Interrupted: now.Add(-time.Second)},
			is("idle", "stopped", "interrupted", changes{"turn": "done"}), 0},
		{"no registry: an interruption of an earlier turn", hooked(time.Second), hookmap.Witness{Interrupted: now.Add(-time.Minute)}, nil, 0},
		{"no registry and nothing known", hooked(time.Minute), hookmap.Witness{}, nil, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			correction, again := hookmap.Reconcile(tt.options, tt.witness, now)
			var got changes
			if correction != nil {
				got = changed(tt.options, correction.Edits)
				unaware := with(tt.options, "state_ns", "1111111111111111111")
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
			if diff := cmp.Diff(tt.again, again); diff != "" {
				t.Errorf("ask again in (-want +got):\n%s", diff)
			}
		})
	}
}

// changed returns what of the options the edits change, without the times of
// the trace.
func changed(before opt.Options, edits []opt.Edit) changes {
	after := opt.Apply(before, edits)
	c := changes{}
	for _, f := range opt.Schema() {
		switch f.Option {
		case opt.StateNS, opt.SinceNS, opt.ContractVersion: // other tests are about these
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
		for _, state := range []opt.Options{nil, hooked(time.Minute), hooked(time.Minute, "turn", "done", "state", "idle", "status", "stopped"), hooked(time.Minute, "waiting", " main.x=plan registry.0=dialog", "state", "attention", "status", "stopped")} {
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
