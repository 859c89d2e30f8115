package settings_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/settings"
)

// hook returns a wanted hook for those events. The timeout of PermissionRequest is a day, that of the others
// 5 seconds.
func hook(names ...string) settings.Wanted {
	var events []settings.Event
	for _, name := range names {
		event := settings.Event{Name: name, Timeout: 5}
		if name == "PermissionRequest" {
			event.Timeout = 86400
		}
		events = append(events, event)
	}
	return settings.Wanted{Hook: settings.Hook{Program: "/x/atm", Exec: true, Events: events}}
}

// ownSettings and the next ones are entries as Install writes them.
const (
	ownSettings = `{"type": "command", "command": "/x/atm", "args": ["hook"], "timeout": 5}`
	group       = `{"hooks": [` + ownSettings + `]}`
	theirs      = `{"type": "command", "command": "notify-send hi"}`
	compact     = `{"hooks":[{"type":"command","command":"/x/atm","args":["hook"],"timeout":5}]}`
)

func TestInstall(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, before, after string }{
		{"an empty file", "", "{\n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }\n}"},
		{"an empty object", "{}", "{\n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }\n}"},
		{"an object with white space", "{\n}\n", "{\n  \"hooks\": {\n    \"Stop\": [" + group +
			"]\n  }\n}\n"},
		{
			"other settings",
			"{\n    \"model\": \"opus\"\n}\n",
			"{\n    \"model\": \"opus\",\n    \"hooks\": {\n        \"Stop\": [" + group + "]\n    }\n}\n",
		},
		{"tabs", "{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Stop\": [" + group + "]\n\t}\n}"},
		{
			"CRLF",
			"{\r\n  \"a\": 1\r\n}\r\n",
			"{\r\n  \"a\": 1,\r\n  \"hooks\": {\r\n    \"Stop\": [" + group + "]\r\n  }\r\n}\r\n",
		},
		{"a byte order mark", "\ufeff{\"a\":1}", "\ufeff{\"a\":1,\"hooks\":{\"Stop\":[" + compact + "]}}"},
		{"one line", `{"a":1,"b":[]}`, `{"a":1,"b":[],"hooks":{"Stop":[` + compact + `]}}`},
		{"no events yet", "{\n  \"hooks\": {}\n}", "{\n  \"hooks\": {\n    \"Stop\": [" + group +
			"]\n  }\n}"},
		{
			"an empty event",
			"{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}",
			"{\n  \"hooks\": {\n    \"Stop\": [\n      " + group + "\n    ]\n  }\n}",
		},
		{
			"another event",
			"{\n  \"hooks\": {\n    \"Setup\": []\n  }\n}",
			"{\n  \"hooks\": {\n    \"Setup\": [],\n    \"Stop\": [" + group + "]\n  }\n}",
		},
		{
			"someone else's hook",
			"{\n  \"hooks\": {\"Stop\": [{\"hooks\": [" + theirs + "]}]}}",
			"{\n  \"hooks\": {\"Stop\": [{\"hooks\": [" + theirs + "]}, " + group + "]}}",
		},
		{
			"comments and a trailing comma",
			"{\n  // why\n  \"a\": 1, // because\n}",
			"{\n  // why\n  \"a\": 1,\n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }, // because\n}",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			becomes(t, tt.before, tt.after)
		})
	}
}

// TestCorrect: our entries are updated in their place.
func TestCorrect(t *testing.T) {
	t.Parallel()
	old := `{"type": "command", "command": "'/old path/atm' hook"}`
	tests := []struct{ name, before, after string }{
		{"another path and form", `{"hooks": {"Stop": [{"hooks": [` + old + `, ` + theirs + `]}]}, "a":` +
			"\n1}",
			`{"hooks": {"Stop": [{"hooks": [` + ownSettings + `, ` + theirs + `]}]}, "a":` + "\n1}"},
		{
			"what is right stays as it is, in whatever order",
			`{"hooks":{"Stop":[{"hooks":[{ "timeout":5,"args":["hook"],"type":"command","command":"/x/atm" }]}]}}`,
			`{"hooks":{"Stop":[{"hooks":[{ "timeout":5,"args":["hook"],"type":"command","command":"/x/atm" }]}]}}`,
		},
		{
			"twice",
			"{\n \"hooks\": {\"Stop\": [" + group + ", " + group + "]}}",
			"{\n \"hooks\": {\"Stop\": [" + group + "]}}",
		},
		{
			"an event that this client does not know",
			"{\n \"hooks\": {\"Stop\": [" + group + "], \"New\": [" + group + "]}}",
			"{\n \"hooks\": {\"Stop\": [" + group + "]}}",
		},
		{
			"for one tool only",
			"{\n \"hooks\": {\"Stop\": [{\"matcher\": \"Bash\", \"hooks\": [" + ownSettings + "]}]}}",
			"{\n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }\n}",
		},
		{
			"in an event of its own, beside one that is gone",
			"{\n \"hooks\": {\"New\": [" + group + "]}, \"a\": 1}",
			"{\n \"a\": 1,\n \"hooks\": {\n  \"Stop\": [" + group + "]\n }}",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			becomes(t, tt.before, tt.after)
		})
	}
}

// TestMixed: an event for which something else calls atm hook gets no second hook. It is not ours to change.
func TestMixed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, command, matcher string
		mixed                  bool
	}{
		{"a variable", `$HOME/.local/bin/atm hook`, "", true},
		{"a variable in quotes", `\"$HOME/.local/bin/my-atm\" hook`, "*", true},
		{"a condition", `[ -x ~/.local/bin/atm ] && ~/.local/bin/atm hook || :`, "", true},
		{"another shell", `sh -c 'exec atm hook'`, "", true},
		{"any tool, as a pattern", `$HOME/.local/bin/atm hook`, ".*", true},
		{"only for some tools", `$HOME/.local/bin/atm hook`, "mcp__.*", false},
		{"only for a tool", `$HOME/.local/bin/atm hook`, "Bash", false},
		{"another program", `$HOME/batm hook`, "", false},
		{"another command of ours", `$HOME/atm hooks; atm sync`, "", false},
	} {
		other := `{"matcher": "` + tt.matcher + `", "hooks": [{"type": "command", "command": "` + tt.command + `"}]}`
		alone := `{"hooks": {"Stop": [` + other + "],\n\"a\": []}}"
		both := `{"hooks": {"Stop": [` + other + `, ` + group + "],\n\"a\": []}}"
		want, events := both, []settings.Found(nil)
		if tt.mixed {
			want, events = alone, []settings.Found{{Event: "Stop"}}
		}
		facts, err := settings.Read([]byte(alone))
		if diff := cmp.Diff(events, facts.Mixed); diff != "" || err != nil {
			t.Errorf("%s: %v, events (-want +got):\n%s", tt.name, err, diff)
		}
		becomes(t, alone, want)
		becomes(t, both, want) // an earlier setup did not know the other one
	}
}

// becomes checks the text after installing the hook for Stop.
func becomes(t *testing.T, before, after string) {
	t.Helper()
	got, err := settings.Install([]byte(before), hook("Stop"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(after, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	invertible(t, []byte(before), hook("Stop"))
}

func TestRemove(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, before, after string }{
		{
			"made by hand",
			`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "atm hook"}]}]}, "a": 1}`,
			`{"a": 1}`,
		},
		{
			"among others",
			`{"hooks": {"Stop": [{"hooks": [` + ownSettings + `, ` + theirs + `]}]}}`,
			`{"hooks": {"Stop": [{"hooks": [` + theirs + `]}]}}`,
		},
		{"comments stay", "{\"hooks\": { // mine\n\"Stop\": [" + group + "]}}", "{\"hooks\": { // mine\n}}"},
		{
			"comments between stay",
			"{\"hooks\": {\"A\": [] /*1*/, /*2*/ \"Stop\": [" + group + "] /*3*/, \"B\": []}}",
			"{\"hooks\": {\"A\": [] /*1*/ /*2*/  /*3*/, \"B\": []}}",
		},
		{
			"a line that does more is somebody's own",
			`{"hooks": {"Stop": [{"hooks": [{"command": "atm hook; beep"}]}]}}`,
			`{"hooks": {"Stop": [{"hooks": [{"command": "atm hook; beep"}]}]}}`,
		},
		{
			"another program of that kind",
			`{"hooks": {"Stop": [{"hooks": [{"command": "/x/batm hook"}]}]}}`,
			`{"hooks": {"Stop": [{"hooks": [{"command": "/x/batm hook"}]}]}}`,
		},
		{
			"another command of ours",
			`{"hooks": {"Stop": [{"hooks": [{"command": "atm sync"}]}]}}`,
			`{"hooks": {"Stop": [{"hooks": [{"command": "atm sync"}]}]}}`,
		},
		{
			"with an environment",
			`{"a":1,"hooks": {"Stop": [{"hooks": [{"command": "ATM_DEBUG=/tmp/x \"/a b/atm\" hook"}]}]}}`,
			`{"a":1}`,
		},
		{
			"in place of its shell",
			`{"a":1,"hooks": {"Stop": [{"hooks": [{"command": "ATM_DEBUG=/tmp/x exec /a/atm hook"}]}]}}`,
			`{"a":1}`,
		},
		{
			"all kinds of quotes",
			`{"a":1,"hooks": {"Stop": [{"hooks": [{"command": "'/it'\\''s'/a\\ b/atm   hook"}]}]}}`,
			`{"a":1}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			after, err := settings.Form{}.Remove([]byte(tt.before))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(after)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"cut off":                `{"a": 1`,
		"two values":             `{} {}`,
		"a list":                 `[]`,
		"only a comment":         "// nothing\n",
		"hooks is a list":        `{"hooks": []}`,
		"hooks is null":          `{"hooks": null}`,
		"an event is an object":  `{"hooks": {"Stop": {}}}`,
		"hooks twice":            `{"hooks": {}, "hooks": {}}`,
		"the event twice":        `{"hooks": {"Stop": [], "St\u006fp": []}}`,
		"another event twice":    `{"hooks": {"Setup": [], "Setup": []}}`,
		"a group's hooks twice":  `{"hooks": {"Setup": [{"hooks": [], "hooks": []}]}}`,
		"hooks twice, of ours":   `{"hooks": {"Setup": [` + group + `]}, "hooks": {}}`,
		"a status line twice":    `{"statusLine": {}, ` + status("x")[1:],
		"two commands":           `{"statusLine": {"type": "command", "command": "x", "command": "y"}}`,
		"single quotes":          `{'a': 1}`,
		"a NUL":                  "{\x00}",
		"two byte order marks":   "\ufeff\ufeff{}",
		"text behind the object": "{} x",
	} {
		if got, err := settings.Install([]byte(text), hook("Stop")); !errors.Is(err, settings.ErrShape) {
			t.Errorf("%s: %q, error %v", name, got, err)
		}
	}
}
