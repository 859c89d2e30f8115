package settings_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/settings"
)

func hook(events ...string) settings.Hook {
	return settings.Hook{Program: "/x/atm", Exec: true, Timeout: 5, Events: events}
}

// ours and the like are entries as Install writes them.
const (
	ours    = `{"type": "command", "command": "/x/atm", "args": ["hook"], "timeout": 5}`
	group   = `{"hooks": [` + ours + `]}`
	theirs  = `{"type": "command", "command": "notify-send hi"}`
	compact = `{"hooks":[{"type":"command","command":"/x/atm","args":["hook"],"timeout":5}]}`
)

func TestInstall(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, before, after string }{
		{"an empty file", "", "{\n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }\n}"},
		{"an empty object", "{}", "{ \n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }\n}"},
		{"an object with white space", "{\n}\n", "{  \n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }\n}\n"},
		{"other settings", "{\n    \"model\": \"opus\"\n}\n", "{\n    \"model\": \"opus\",\n    \"hooks\": {\n        \"Stop\": [" + group + "]\n    }\n}\n"},
		{"tabs", "{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Stop\": [" + group + "]\n\t}\n}"},
		{"CRLF", "{\r\n  \"a\": 1\r\n}\r\n", "{\r\n  \"a\": 1,\r\n  \"hooks\": {\r\n    \"Stop\": [" + group + "]\r\n  }\r\n}\r\n"},
		{"a byte order mark", "\ufeff{\"a\":1}", "\ufeff{\"a\":1,\"hooks\":{\"Stop\":[" + compact + "]}}"},
		{"one line", `{"a":1,"b":[]}`, `{"a":1,"b":[],"hooks":{"Stop":[` + compact + `]}}`},
		{"no events yet", "{\n  \"hooks\": {}\n}", "{\n  \"hooks\": { \n    \"Stop\": [" + group + "]\n  }\n}"},
		{"an empty event", "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}", "{\n  \"hooks\": {\n    \"Stop\": [ \n      " + group + "\n    ]\n  }\n}"},
		{"another event", "{\n  \"hooks\": {\n    \"Setup\": []\n  }\n}", "{\n  \"hooks\": {\n    \"Setup\": [],\n    \"Stop\": [" + group + "]\n  }\n}"},
		{"someone else's hook", "{\n  \"hooks\": {\"Stop\": [{\"hooks\": [" + theirs + "]}]}}", "{\n  \"hooks\": {\"Stop\": [{\"hooks\": [" + theirs + "]}, " + group + "]}}"},
		{"comments and a trailing comma", "{\n  // why\n  \"a\": 1, // because\n}", "{\n  // why\n  \"a\": 1,\n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }, // because\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			becomes(t, tt.before, tt.after)
		})
	}
}

// TestCorrect: what of ours is there is brought up to date, in its place.
func TestCorrect(t *testing.T) {
	t.Parallel()
	old := `{"type": "command", "command": "'/old path/atm' hook"}`
	tests := []struct{ name, before, after string }{
		{"another path and form", `{"hooks": {"Stop": [{"hooks": [` + old + `, ` + theirs + `]}]}, "a":` + "\n1}",
			`{"hooks": {"Stop": [{"hooks": [` + ours + `, ` + theirs + `]}]}, "a":` + "\n1}"},
		{"what is right stays as it is, in whatever order", `{"hooks":{"Stop":[{"hooks":[{ "timeout":5,"args":["hook"],"type":"command","command":"/x/atm" }]}]}}`,
			`{"hooks":{"Stop":[{"hooks":[{ "timeout":5,"args":["hook"],"type":"command","command":"/x/atm" }]}]}}`},
		{"twice", "{\n \"hooks\": {\"Stop\": [" + group + ", " + group + "]}}", "{\n \"hooks\": {\"Stop\": [" + group + "]}}"},
		{"an event that this client does not know", "{\n \"hooks\": {\"Stop\": [" + group + "], \"New\": [" + group + "]}}", "{\n \"hooks\": {\"Stop\": [" + group + "]}}"},
		{"for one tool only", "{\n \"hooks\": {\"Stop\": [{\"matcher\": \"Bash\", \"hooks\": [" + ours + "]}]}}", "{\n  \"hooks\": {\n    \"Stop\": [" + group + "]\n  }\n}"},
		{"in an event of its own, beside one that is gone", "{\n \"hooks\": {\"New\": [" + group + "]}, \"a\": 1}", "{\n \"a\": 1,\n \"hooks\": {\n  \"Stop\": [" + group + "]\n }}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			becomes(t, tt.before, tt.after)
		})
	}
}

// becomes checks what a text is after the hook for Stop was installed.
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
		{"made by hand", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "atm hook"}]}]}, "a": 1}`, `{"a": 1}`},
		{"among others", `{"hooks": {"Stop": [{"hooks": [` + ours + `, ` + theirs + `]}]}}`, `{"hooks": {"Stop": [{"hooks": [` + theirs + `]}]}}`},
		{"comments stay", "{\"hooks\": { // mine\n\"Stop\": [" + group + "]}}", "{\"hooks\": { // mine\n}}"},
		{"comments between stay", "{\"hooks\": {\"A\": [] /*1*/, /*2*/ \"Stop\": [" + group + "] /*3*/, \"B\": []}}", "{\"hooks\": {\"A\": [] /*1*/ /*2*/  /*3*/, \"B\": []}}"},
		{"a line that does more is somebody's own", `{"hooks": {"Stop": [{"hooks": [{"command": "atm hook; beep"}]}]}}`, `{"hooks": {"Stop": [{"hooks": [{"command": "atm hook; beep"}]}]}}`},
		{"another program of that kind", `{"hooks": {"Stop": [{"hooks": [{"command": "/x/batm hook"}]}]}}`, `{"hooks": {"Stop": [{"hooks": [{"command": "/x/batm hook"}]}]}}`},
		{"another command of ours", `{"hooks": {"Stop": [{"hooks": [{"command": "atm sync"}]}]}}`, `{"hooks": {"Stop": [{"hooks": [{"command": "atm sync"}]}]}}`},
		{"with an environment", `{"a":1,"hooks": {"Stop": [{"hooks": [{"command": "ATM_DEBUG=/tmp/x \"/a b/atm\" hook"}]}]}}`, `{"a":1}`},
		{"all kinds of quotes", `{"a":1,"hooks": {"Stop": [{"hooks": [{"command": "'/it'\\''s'/a\\ b/atm   hook"}]}]}}`, `{"a":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			after, err := settings.Remove([]byte(tt.before))
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

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := settings.Read([]byte(`{"disableAllHooks": true, "enabledPlugins": {"atm@atm": true, "b@c": false}, "hooks": {"Stop": [
		{"hooks": [{"command": "/a b/atm", "args": ["hook"], "timeout": 7}]}, {"matcher": "*", "hooks": [` + theirs + `, {"command": "'/a b/atm' hook"}]}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := settings.Facts{Disabled: true, Plugins: []string{"atm@atm"}, Hooks: []settings.Found{
		{Event: "Stop", Program: "/a b/atm", Exec: true, Timeout: 7}, {Event: "Stop", Program: "/a b/atm", Matcher: "*"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestIgnored: what we keep, and Claude Code does not read.
func TestIgnored(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": false, "{}": false, "\ufeff{\r\n}": false, "{/* c */}": true, "{\n// c\n}": true, `{"a":1,}`: true, `{"a":[1,]}`: true, `{"a":"// no comment, "}`: false,
	} {
		if got, err := settings.Read([]byte(text)); err != nil || got.Ignored != want {
			t.Errorf("%q: ignored %v, error %v", text, got.Ignored, err)
		}
	}
}

// TestNoFile: a file that we made goes, one that lay there empty stays.
func TestNoFile(t *testing.T) {
	t.Parallel()
	for _, before := range [][]byte{nil, {}, []byte("\n"), []byte("\ufeff"), []byte("\ufeff \r\n\t")} {
		invertible(t, before, hook("Stop", "Setup"))
	}
}

// TestLarge: a file of a megabyte, with hooks in the midst of it.
func TestLarge(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("    \"key\": [1, 2, {\"x\": \"é\\n\"}],\n", 15000)
	invertible(t, []byte("{\n"+filler+"  \"hooks\": {\"Stop\": [{\"hooks\": ["+theirs+"]}]},\n"+filler+"  \"last\": true\n}\n"), hook("Stop", "Setup", "SessionEnd"))
}

// invertible checks, for a text and other hooks that were there in between: what
// was installed is what Read finds; installing again changes nothing; removing
// gives what removing from the text gives, which is the text itself if it has no
// hook of ours.
func invertible(t *testing.T, before []byte, h settings.Hook) {
	t.Helper()
	after, err := settings.Install(before, h)
	if err != nil {
		t.Fatal(err)
	}
	clean, err := settings.Remove(before)
	if err != nil {
		t.Fatal(err)
	}
	if had, err := settings.Read(before); err == nil && len(had.Hooks) == 0 && !same(clean, before) {
		t.Errorf("removing from a text without hooks\n%q\n%q", before, clean)
	}
	facts, err := settings.Read(after)
	if err != nil {
		t.Fatalf("%v in\n%q", err, after)
	}
	found := map[string]bool{}
	for _, f := range facts.Hooks {
		if found[f.Event] || f.Program != h.Program || f.Exec != h.Exec || f.Timeout != h.Timeout {
			t.Errorf("installed %+v", f)
		}
		found[f.Event] = true
	}
	if len(found) != len(h.Events) {
		t.Errorf("installed %v in\n%q", found, after)
	}
	if again, err := settings.Install(after, h); err != nil || !same(again, after) {
		t.Errorf("again: %v\n%q\n%q", err, after, again)
	}
	back, err := settings.Remove(after)
	if err != nil || !same(back, clean) {
		t.Errorf("removed: %v\nbefore %q\nafter  %q\nback   %q", err, clean, after, back)
	}
	if json.Valid(before) && !json.Valid(after) {
		t.Errorf("no JSON any more:\n%s\n%s", before, after)
	}
}

// installs reports whether the text has the right shape.
func installs(text []byte, h settings.Hook) bool {
	_, err := settings.Install(text, h)
	return err == nil
}

func same(a, b []byte) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) }

// FuzzInverse: for any text, what Install puts in Remove takes out to the byte,
// also after an update of both programs in between.
func FuzzInverse(f *testing.F) {
	for _, text := range []string{"", "{}", "{ }", "{\n}\n", "\ufeff{}\r\n", `{"a":1}`, "{\n\t\"a\": 1, // c\n\t\"hooks\": {\"Stop\": []},\n}", "{ \n\"hooks\": {  \n}}",
		`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"atm hook"}]}]}}`, `{"hooks":{ /* x */ }}`, "{\"hooks\":{\r\n\"Stop\":[ \n{\"matcher\":\"x\",\"hooks\":[{\"command\":\"x\"}]}]}}",
		"{\"hooks\":{\"Stop\":[" + group + ",1," + group + "],\"Setup\":[" + group + "]}}",
		"{\"hooks\":{\"Setup\":[{\"hooks\":[],\"hooks\":[" + ours + "]}]},\"hooks\":{}}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first := settings.Hook{Program: "/it's/atm", Timeout: 5, Events: []string{"Stop", "SessionEnd"}}
		updated, err := settings.Install([]byte(text), first)
		if err != nil {
			return
		}
		invertible(t, []byte(text), first)
		if second := hook("Setup", "Stop"); installs(updated, second) {
			invertible(t, updated, second)
		}
	})
}
