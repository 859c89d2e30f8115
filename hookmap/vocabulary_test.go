package hookmap_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/trace"
	opt "atm/tmuxopt"
)

func TestVocabularies(t *testing.T) {
	t.Parallel()
	type words struct{ Own, Cld, Atm, Plate, Headspace, Fleet string }
	tests := []struct {
		name    string
		options opt.Options
		want    words
	}{
		{"no session ever ran", nil, words{}},
		{"ended", opt.Options{opt.SessionID: id}, words{
			Own: "", Cld: "", Atm: "Idle", Plate: "closed", Headspace: "IDLE", Fleet: "checked",
		}},
		{"cld is starting it", opt.Options{opt.State: "starting"}, words{
			Own: "starting", Cld: "", Atm: "Idle", Plate: "starting", Headspace: "IDLE",
			Fleet: "checked",
		}},
		{"started", pane("turn", "done", "state", "idle", "status", "stopped", "latest_hook_event",
			"SessionStart", "seen", "1700000000"), words{
			Own: "idle", Cld: "stopped", Atm: "Idle", Plate: "idle", Headspace: "IDLE",
			Fleet: "checked",
		}},
		{"idle since it was started, and told so", pane("turn", "done", "state", "idle", "status", "stopped",
			"latest_hook_event", "Notification-idle_prompt", "seen", "1700000000", "history",
			" 1=working 2= 3=idle"),
			words{
				Own: "idle", Cld: "stopped", Atm: "Idle", Plate: "idle", Headspace: "IDLE",
				Fleet: "checked",
			}},
		{"finished, and told to be idle", pane("turn", "done", "state", "idle", "status", "stopped",
			"latest_hook_event", "Notification-idle_prompt", "seen", "1700000000", "history",
			" 3=idle 4=working 5=idle"),
			words{
				Own: "idle", Cld: "stopped", Atm: "Idle", Plate: "idle", Headspace: "COMPLETE",
				Fleet: "checked",
			}},
		{"a prompt was sent", pane(), words{
			Own: "working", Cld: "running", Atm: "Working()", Plate: "running",
			Headspace: "COMMANDED", Fleet: "working",
		}},
		{"a tool runs", pane("activity", "Bash", "detail", "Bash"), words{
			Own: "working", Cld: "running", Atm: "Working(Bash)", Plate: "running",
			Headspace: "PROCESSING", Fleet: "working",
		}},
		{"permission", pane("waiting", " main.x=permission", "state", "attention", "status", "stopped",
			"detail", "Permission: Bash"),
			words{
				Own: "attention", Cld: "stopped", Atm: "AttentionNeeded(Permission: Bash)",
				Plate: "awaiting_approval", Headspace: "AWAITING_INPUT", Fleet: "attention",
			}},
		{"a question", pane("waiting", " main.x=question", "state", "attention", "status", "stopped",
			"detail", "AskUserQuestion"),
			words{
				Own: "attention", Cld: "stopped", Atm: "AttentionNeeded(AskUserQuestion)",
				Plate: "awaiting_input", Headspace: "AWAITING_INPUT", Fleet: "attention",
			}},
		{"finished, and nobody looked", pane("turn", "done", "state", "idle", "status", "stopped",
			"latest_hook_event", "Stop"), words{
			Own: "idle", Cld: "stopped", Atm: "Idle", Plate: "idle", Headspace: "COMPLETE",
			Fleet: "done",
		}},
		{"finished and seen", pane("turn", "done", "state", "idle", "status", "stopped", "latest_hook_event",
			"Stop", "seen", "1700000000"), words{
			Own: "idle", Cld: "stopped", Atm: "Idle", Plate: "idle", Headspace: "COMPLETE",
			Fleet: "checked",
		}},
		{"finished with a question, and seen", pane("turn", "done", "state", "idle", "status", "stopped",
			"latest_hook_event", "Stop", "seen", "1700000000", "intent", "question"), words{
			Own: "idle", Cld: "stopped", Atm: "AttentionNeeded(question)", Plate: "awaiting_input",
			Headspace: "AWAITING_INPUT", Fleet: "attention",
		}},
		{"finished with a report, and seen", pane("turn", "done", "state", "idle", "status", "stopped",
			"latest_hook_event", "Stop", "seen", "1700000000", "intent", "completion"), words{
			Own: "idle", Cld: "stopped", Atm: "Idle", Plate: "idle", Headspace: "COMPLETE",
			Fleet: "checked",
		}},
		{"at work again after a question", pane("activity", "Bash", "detail", "Bash", "intent", "question"),
			words{
				Own: "working", Cld: "running", Atm: "Working(Bash)", Plate: "running",
				Headspace: "PROCESSING", Fleet: "working",
			}},
		{"failed", pane("turn", "error", "state", "error", "status", "stopped", "latest_hook_event",
			"StopFailure"), words{
			Own: "error", Cld: "stopped", Atm: "Idle", Plate: "error", Headspace: "COMPLETE",
			Fleet: "error",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := maps.Clone(tt.options)
			if o != nil {
				o[opt.ActiveSeenPolicyOption] = string(opt.Dwell)
			}
			got := words{
				Own: hookmap.Own.Say(o), Cld: hookmap.Cld.Say(o), Atm: hookmap.AgentTmux.Say(o),
				Plate: hookmap.Plate.Say(o), Headspace: hookmap.Headspace.Say(o),
				Fleet: hookmap.Fleet.Say(o),
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestHeadspaceMoves replays the recordings: every change of headspace's state
// is one that its table has. A new prompt makes a new task, so it goes by IDLE.
func TestHeadspaceMoves(t *testing.T) {
	t.Parallel()
	for _, scene := range trace.All() {
		rows, err := trace.Read(scene)
		if err != nil {
			t.Fatal(err)
		}
		o, state := opt.Options{}, "IDLE"
		for _, row := range rows {
			if row.Hook == nil {
				continue
			}
			o = opt.Apply(o, edits(t, row))
			next := hookmap.Headspace.Say(o)
			if next == state {
				continue
			}
			path := []string{state, next}
			switch {
			case next == "IDLE": // another session, or none
				path = nil
			case next == "COMMANDED" && state != "IDLE": // another task, whatever became of the last one
				path = []string{"COMPLETE", "IDLE", next}
			case state == "COMPLETE": // Claude goes on by itself, where a subagent has ended
				path = []string{"COMPLETE", "IDLE", "COMMANDED", next}
			}
			for i := range slices.Collect(slices.Values(path[:max(0, len(path)-1)])) {
				if !headspaceMoves(path[i], path[i+1]) {
					t.Errorf("%s at %.2f s: %s to %s", scene, row.T, path[i], path[i+1])
				}
			}
			state = next
		}
	}
	if headspaceMoves("IDLE", "COMPLETE") || headspaceMoves("AWAITING_INPUT", "COMMANDED") ||
		headspaceMoves("", "IDLE") {
		t.Error("a transition that the table does not have")
	}
}

// headspaceMoves reports whether headspace's table has a transition between two
// of its states. A task that is complete gives way to an idle one.
func headspaceMoves(from, to string) bool {
	return slices.Contains(map[string][]string{
		"IDLE":           {"COMMANDED"},
		"COMMANDED":      {"PROCESSING", "AWAITING_INPUT", "COMPLETE"},
		"PROCESSING":     {"PROCESSING", "AWAITING_INPUT", "COMPLETE"},
		"AWAITING_INPUT": {"PROCESSING", "COMPLETE"},
		"COMPLETE":       {"IDLE"},
	}[from], to)
}
