package install_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
)

// TestEvents: Claude Code stops with a question if it does not know an event.
func TestEvents(t *testing.T) {
	t.Parallel()
	batch := []string{ // nobody has told their first version
		"UserPromptExpansion", "PostToolUseFailure", "PostToolBatch", "ConfigChange",
	}
	switched := []string{"PostModelSwitch"} // came after the others
	old := append([]string{
		"Setup", "PermissionDenied", "Elicitation", "ElicitationResult", "PostCompact", "StopFailure",
		"TaskCreated", "TaskCompleted", "TeammateIdle", "PostModelSwitch",
	}, batch...)
	tests := []struct {
		name, version string
		missing       []string
		exec          bool
	}{
		{name: "the newest", version: "2.1.329", exec: true},
		{name: "the first that reports another model", version: "2.1.285", exec: true},
		{name: "the last that does not", version: "2.1.284", missing: switched, exec: true},
		{
			name:    "the oldest of which we know that it knows those before",
			version: "2.1.197", missing: switched, exec: true,
		},
		{
			name: "events whose first version nobody has told", version: "2.1.196",
			missing: append(switched, batch...), exec: true,
		},
		{name: "no exec form yet", version: "2.1.138", missing: append(switched, batch...)},
		{name: "by the number, not by the letter", version: "2.1.9", missing: old},
		{name: "not known", version: "", missing: old},
		{name: "the next generation", version: "3.0.0", exec: true},
	}
	for _, tt := range tests {
		c := install.Claude{Version: tt.version}
		var want []string
		for _, e := range hookmap.Events() {
			if !slices.Contains(tt.missing, string(e.Name)) {
				want = append(want, string(e.Name))
			}
		}
		if diff := cmp.Diff(want, names(c.Events())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if hook := c.Hook("/x/atm", settings.Facts{}); hook.Exec != tt.exec {
			t.Errorf("%s: exec form %v", tt.name, hook.Exec)
		}
	}
}

// names returns the names of events.
func names(events []settings.Event) []string {
	var names []string
	for _, e := range events {
		names = append(names, e.Name)
	}
	return names
}

// TestTimeouts: a hook that can wait for an answer has a day, if Claude Code supports such answers.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	const short, day = 5, 24 * 60 * 60
	found := func(seconds int) []settings.Found {
		return []settings.Found{{Event: "PermissionRequest", Timeout: seconds}, {Event: "Stop", Timeout: seconds}}
	}
	tests := []struct {
		name, version string
		now           []settings.Found
		want          int // for PermissionRequest
	}{
		{name: "the newest", version: "2.1.329", want: day},
		{name: "the first whose registry lists a dialog", version: "2.1.162", want: day},
		{name: "it takes an answer, but does not list a dialog", version: "2.1.161", want: short},
		{name: "not known", version: "", want: short},
		{name: "not known, and short so far", version: "", now: found(short), want: short},
		{name: "not known, and long so far", version: "", now: found(day), want: day},
		{name: "not known, and of the user's own so far", version: "", now: found(3600), want: short},
		{name: "an update has made it answerable", version: "2.1.329", now: found(short), want: day},
		{name: "an older version has taken its place", version: "2.1.161", now: found(day), want: short},
	}
	for _, tt := range tests {
		hook := install.Claude{Version: tt.version}.Hook("/x/atm", settings.Facts{Hooks: tt.now})
		for _, e := range hook.Events {
			want := short
			if e.Name == "PermissionRequest" {
				want = tt.want
			}
			if e.Timeout != want {
				t.Errorf("%s: %s has %d seconds, want %d", tt.name, e.Name, e.Timeout, want)
			}
		}
		if _, registered := hook.Find("PermissionRequest"); !registered {
			t.Errorf("%s: PermissionRequest is not registered", tt.name)
		}
	}
}

// TestNever: events whose hooks would change or delay what Claude Code does.
func TestNever(t *testing.T) {
	t.Parallel()
	for _, name := range names(install.Claude{Version: "99.0.0"}.Events()) {
		if slices.Contains([]string{"WorktreeCreate", "PreModelSwitch", "MessageDisplay"}, name) {
			t.Errorf("%s is registered", name)
		}
	}
}

func TestTmuxTooOld(t *testing.T) {
	t.Parallel()
	for version, old := range map[string]bool{
		"3.1c": true, "3.2": false, "3.2a": false, "3.10": false, "next-3.8": false, "2.9a": true,
	} {
		if install.TmuxTooOld(version) != old {
			t.Errorf("%s: %v", version, !old)
		}
	}
}
