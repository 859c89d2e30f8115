package settings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/settings"
)

// TestTimeouts: each event gets its own timeout, even if it was installed with another one.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	day := `{"hooks": [` + strings.ReplaceAll(ownSettings, `"timeout": 5`, `"timeout": 86400`) + `]}`
	wanted := hook("PermissionRequest", "Stop")
	for name, before := range map[string]string{
		"not there yet":          `{"a": 1}`,
		"both short":             `{"hooks": {"PermissionRequest": [` + group + `], "Stop": [` + group + `]}}`,
		"one short, one missing": `{"hooks": {"PermissionRequest": [` + group + `]}}`,
		"both long":              `{"hooks": {"PermissionRequest": [` + day + `], "Stop": [` + day + `]}}`,
		"beside someone else's":  `{"hooks": {"PermissionRequest": [{"hooks": [` + theirs + `, ` + ownSettings + `]}]}}`,
	} {
		after, err := settings.Install([]byte(before), wanted)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		facts, err := settings.Read(after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		want := []settings.Found{
			{Event: "PermissionRequest", Program: "/x/atm", Exec: true, Timeout: 86400},
			{Event: "Stop", Program: "/x/atm", Exec: true, Timeout: 5},
		}
		if diff := cmp.Diff(want, facts.Hooks); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		invertible(t, []byte(before), wanted)
	}
}
