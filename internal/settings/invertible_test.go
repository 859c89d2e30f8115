package settings_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/settings"
)

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := settings.Read([]byte(`{
		"disableAllHooks": true,
		"enabledPlugins": {"atm@atm": true, "b@c": false},
		"hooks": {"Stop": [
			{"hooks": [{"command": "/a b/atm", "args": ["hook"], "timeout": 7}]},
			{"matcher": "*", "hooks": [` + theirs + `, {"command": "'/a b/atm' hook"}]}
		]}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := settings.Facts{Disabled: true, Plugins: []string{"atm@atm"}, Hooks: []settings.Found{
		{Event: "Stop", Program: "/a b/atm", Exec: true, Timeout: 7},
		{Event: "Stop", Program: "/a b/atm", Matcher: "*"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestIgnored: what we keep, and Claude Code does not read.
func TestIgnored(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": false, "{}": false, "\ufeff{\r\n}": false, `{"a":"// no comment, "}`: false,
		"{/* c */}": true, "{\n// c\n}": true, `{"a":1,}`: true, `{"a":[1,]}`: true,
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
	hooks := `  "hooks": {"Stop": [{"hooks": [` + theirs + "]}]},\n"
	text := "{\n" + filler + hooks + filler + "  \"last\": true\n}\n"
	invertible(t, []byte(text), hook("Stop", "Setup", "SessionEnd"))
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
	for _, text := range []string{
		"", "{}", "{ }", "{\n}\n", "\ufeff{}\r\n", `{"a":1}`, "{ \n\"hooks\": {  \n}}",
		"{\n\t\"a\": 1, // c\n\t\"hooks\": {\"Stop\": []},\n}",
		`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"atm hook"}]}]}}`,
		`{"hooks":{ /* x */ }}`,
		"{\"hooks\":{\r\n\"Stop\":[ \n{\"matcher\":\"x\",\"hooks\":[{\"command\":\"x\"}]}]}}",
		"{\"hooks\":{\"Stop\":[" + group + ",1," + group + "],\"Setup\":[" + group + "]}}",
		"{\"hooks\":{\"Setup\":[{\"hooks\":[],\"hooks\":[" + ours + "]}]},\"hooks\":{}}",
	} {
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
