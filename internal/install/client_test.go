package install_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/install"
)

// TestEvents: an event that a client does not know would stop it with a question.
func TestEvents(t *testing.T) {
	t.Parallel()
	batch := []string{"PostToolUseFailure", "PostToolBatch", "ConfigChange"} // nobody has told their first version
	old := append([]string{
		"Setup", "PermissionDenied", "Elicitation", "ElicitationResult", "PostCompact", "StopFailure",
	}, batch...)
	tests := []struct {
		name, version string
		missing       []string
		exec          bool
	}{
		{name: "the newest", version: "2.1.329", exec: true},
		{name: "the oldest of which we know that it knows all", version: "2.1.197", exec: true},
		{
			name: "events whose first version nobody has told", version: "2.1.196",
			missing: batch, exec: true,
		},
		{name: "no exec form yet", version: "2.1.138", missing: batch},
		{name: "by the number, not by the letter", version: "2.1.9", missing: old},
		{name: "not known", version: "", missing: old},
		{name: "the next generation", version: "3.0.0", exec: true},
	}
	for _, tt := range tests {
		c := install.Client{Version: tt.version}
		var want []string
		for _, e := range hookmap.Events() {
			if !slices.Contains(tt.missing, string(e.Name)) {
				want = append(want, string(e.Name))
			}
		}
		if diff := cmp.Diff(want, c.Events()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if c.Exec() != tt.exec {
			t.Errorf("%s: exec form %v", tt.name, c.Exec())
		}
	}
}

// TestNever: what would change or delay what the client does.
func TestNever(t *testing.T) {
	t.Parallel()
	for _, name := range (install.Client{Version: "99.0.0"}).Events() {
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
