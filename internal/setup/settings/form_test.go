package settings_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/settings"
)

// The forms of the files of other agents.
var (
	bare = settings.Form{Bare: true}
	flat = settings.Form{Flat: true, Versioned: true}
)

// agentHook returns a wanted hook for those events of an agent.
func agentHook(form settings.Form, names ...string) settings.Wanted {
	hook := settings.Hook{Program: "/x/atm", Agent: "codex"}
	for _, name := range names {
		hook.Events = append(hook.Events, settings.Event{Name: name})
	}
	return settings.Wanted{Form: form, Hook: hook}
}

func TestForms(t *testing.T) {
	t.Parallel()
	const (
		ours   = `{"type": "command", "command": "/x/atm hook --agent codex"}`
		dense  = `{"type":"command","command":"/x/atm hook --agent codex"}`
		older  = `{"type": "command", "command": "/y/atm hook --agent codex", "timeout": 5}`
		called = `{"hooks": [` + ours + `]}`
	)
	tests := []struct {
		name          string
		form          settings.Form
		before, after string
	}{
		{"the form of Claude Code", settings.Form{}, "{}", "{\n  \"hooks\": {\n    \"Stop\": [" + called + "]\n  }\n}"},
		{"bare: an empty file", bare, "", "{\n  \"Stop\": [" + called + "]\n}"},
		{"bare: an empty object", bare, "{}", "{\n  \"Stop\": [" + called + "]\n}"},
		{"bare: another event", bare, `{"Setup":[{"hooks":[` + theirs + `]}]}`,
			`{"Setup":[{"hooks":[` + theirs + `]}],"Stop":[{"hooks":[` + dense + `]}]}`},
		{"bare: someone else's hook", bare, "{\n  \"Stop\": [{\"hooks\": [" + theirs + "]}]\n}",
			"{\n  \"Stop\": [{\"hooks\": [" + theirs + "]}, " + called + "]\n}"},
		{"bare: an older one of ours", bare, "{\n  \"Stop\": [{\"hooks\": [" + older + "]}]\n}",
			"{\n  \"Stop\": [" + called + "]\n}"},
		{"flat: an empty file", flat, "", "{\n  \"version\": 1,\n  \"hooks\": {\n    \"Stop\": [" + ours + "]\n  }\n}"},
		{"flat: an empty object", flat, "{}",
			"{\n  \"version\": 1,\n  \"hooks\": {\n    \"Stop\": [" + ours + "]\n  }\n}"},
		{"flat: only a version", flat, `{"version":1}`, `{"version":1,"hooks":{"Stop":[` + dense + `]}}`},
		{"flat: something else, and no version", flat, `{"a":1}`, `{"a":1,"hooks":{"Stop":[` + dense + `]}}`},
		{"flat: someone else's hook", flat, "{\n  \"version\": 1, \"hooks\": {\"Stop\": [" + theirs + "]}}",
			"{\n  \"version\": 1, \"hooks\": {\"Stop\": [" + theirs + ", " + ours + "]}}"},
		{"flat: older ones of ours, and one that is not wanted", flat,
			"{\n  \"version\": 1, \"hooks\": {\"Stop\": [" + older + ", " + ours + "], \"Setup\": [" + older + "]}}",
			"{\n  \"version\": 1, \"hooks\": {\"Stop\": [" + ours + "]}}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := settings.Install([]byte(tt.before), agentHook(tt.form, "Stop"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			invertible(t, []byte(tt.before), agentHook(tt.form, "Stop"))
		})
	}
}

// TestFormsNoFile: a file that Install has created is removed, in any form. An earlier file is restored.
func TestFormsNoFile(t *testing.T) {
	t.Parallel()
	for _, form := range []settings.Form{{}, bare, flat} {
		wanted := agentHook(form, "Stop", "Setup")
		invertible(t, nil, wanted)
		for _, before := range []string{"", "{}", "{\"version\": 1}\n", "{\"version\": 1, \"hooks\": {}}\n"} {
			installed, err := settings.Install([]byte(before), wanted)
			if err != nil {
				t.Fatalf("%+v, %q: %v", form, before, err)
			}
			back, err := form.Remove(installed, []byte(before))
			if err != nil || string(back) != before {
				t.Errorf("%+v: %q comes back as %q, error %v", form, before, back, err)
			}
		}
	}
}

// TestFormsRead: Read in each form.
func TestFormsRead(t *testing.T) {
	t.Parallel()
	const ours = `{"command": "exec /x/atm hook --agent codex"}`
	for text, form := range map[string]settings.Form{
		`{"hooks": {"Stop": [{"hooks": [` + ours + `]}]}}`:  {},
		`{"Stop": [{"hooks": [` + ours + `]}], "other": 1}`: bare,
		`{"version": 1, "hooks": {"Stop": [` + ours + `]}}`: flat,
	} {
		got, err := form.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want := settings.Facts{Hooks: []settings.Found{{Event: "Stop", Program: "/x/atm", Replaced: true}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", form, diff)
		}
	}
}

// FuzzForms is FuzzGrown for the files of other agents: Remove undoes Install to the byte.
func FuzzForms(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x00\x01\x00\x00\x01\x00\x00\x00\x01"))
	f.Add([]byte{0, 1, 2, 0, 1, 0, 4, 0, 0, 5, 1, 0, 0, 0, 0, 4, 1, 2, 0, 3, 0, 0, 4, 0, 1, 0, 4})
	f.Fuzz(func(t *testing.T, choices []byte) {
		for _, form := range []settings.Form{bare, flat} {
			g := &grower{choices: choices}
			g.settings(form)
			text := []byte(g.text.String())
			wanted := agentHook(form, "Stop", "PermissionRequest", "SessionEnd")
			updated, err := settings.Install(text, wanted)
			if err != nil {
				continue
			}
			invertible(t, text, wanted)
			later := agentHook(form, "Setup", "Stop")
			later.Hook.Program = "/it's/atm"
			if installs(updated, later) {
				invertible(t, updated, later)
			}
		}
	})
}
