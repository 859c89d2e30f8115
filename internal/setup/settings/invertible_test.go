package settings_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/settings"
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
	want := settings.Facts{Disabled: true, Foreign: true, Plugins: []string{"atm@atm"}, Hooks: []settings.Found{
		{Event: "Stop", Program: "/a b/atm", Exec: true, Timeout: 7},
		{Event: "Stop", Program: "/a b/atm"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestIgnored: texts that Install keeps, and Claude Code ignores.
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
	text := `{"disableAllHooks": "true", "enabledPlugins": {"a@b": "true"}}` // texts, not booleans
	if got, err := settings.Read([]byte(text)); err != nil || got.Disabled || got.Plugins != nil {
		t.Errorf("%s: %+v, %v", text, got, err)
	}
}

// TestNoFile: a file that Install has created is removed. An earlier file stays, with an empty object if it
// was empty.
func TestNoFile(t *testing.T) {
	t.Parallel()
	for before, after := range map[string]string{
		"": "{}", "\n": "\n{}", "\ufeff": "\ufeff{}", "\ufeff \r\n\t": "\ufeff \r\n\t{}", "{}": "{}",
		"{ \n}\r\n": "{}\r\n", " {}\n": " {}\n", "{\"a\": 1, \"hooks\": {}}": "{\"a\": 1}",
		"{\"a\": 1, \"hooks\": {\"Other\": []}}": "{\"a\": 1, \"hooks\": {\"Other\": []}}",
		"{\"a\": 1, \"hooks\": {\"Stop\": []}}":  "{\"a\": 1}",
	} {
		both := hook("Stop", "Setup")
		both.StatusLine = settings.Wrap
		for _, wanted := range []settings.Wanted{hook("Stop", "Setup"), both} {
			invertible(t, []byte(before), wanted)
			installed, err := settings.Install([]byte(before), wanted)
			if err != nil {
				t.Fatal(err)
			}
			back, err := settings.Form{}.Remove(installed)
			if err != nil || string(back) != after {
				t.Errorf("%q comes back as %q, error %v", before, back, err)
			}
			back, err = settings.Form{}.Remove(installed, []byte(`{"b": 1}`), []byte(before), installed)
			if err != nil || string(back) != before {
				t.Errorf("%q comes back as %q in spite of a copy, error %v", before, back, err)
			}
		}
	}
	invertible(t, nil, hook("Stop", "Setup"))
	invertible(t, nil, wrapping)
	invertible(t, nil, settings.Wanted{})
}

// TestLarge: a file of a megabyte with hooks in the middle.
func TestLarge(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("    \"key\": [1, 2, {\"x\": \"é\\n\"}],\n", 15000)
	hooks := `  "hooks": {"Stop": [{"hooks": [` + theirs + "]}]},\n"
	text := "{\n" + filler + hooks + filler + "  \"last\": true\n}\n"
	invertible(t, []byte(text), hook("Stop", "Setup", "SessionEnd"))
}

// onlyCopiesTell matches texts that Remove can restore only with a copy: an empty object or list, a version
// alone, unnecessary escapes, and invalid UTF-8.
var onlyCopiesTell = regexp.MustCompile(`[{\[]\s*[}\]]|^[^"]*"version"[^"]*$|\\[/u]|\x{FFFD}`)

// invertible checks, for a text and other hooks that were installed in between: Read finds what was
// installed; installing again changes nothing; removing gives the same as removing from the text, which is
// the text itself if nothing in it is ours. Without a copy, empty objects and lists may be lost.
func invertible(t *testing.T, before []byte, w settings.Wanted) {
	t.Helper()
	h := w.Hook
	after, err := settings.Install(before, w)
	if err != nil {
		t.Fatal(err)
	}
	clean, err := w.Form.Remove(before)
	if err != nil {
		t.Fatal(err)
	}
	had, err := w.Form.Read(before)
	ours := len(had.Hooks) > 0 || had.StatusLine.Use == settings.OurStatusLine
	if err == nil && !ours && !sameValues(clean, before) {
		t.Errorf("removing from a text that does not call atm\n%q\n%q", before, clean)
	}
	facts, err := w.Form.Read(after)
	if err != nil {
		t.Fatalf("%v in\n%q", err, after)
	}
	found := map[string]bool{}
	for _, f := range facts.Hooks {
		event, wanted := h.Find(f.Event)
		if found[f.Event] || !wanted || f.Program != h.Program || f.Exec != h.Exec || f.Timeout != event.Timeout {
			t.Errorf("installed %+v", f)
		}
		found[f.Event] = true
	}
	for _, event := range h.Served(facts.Mixed) {
		if found[event] {
			t.Errorf("installed %s beside another call in\n%q", event, after)
		}
		found[event] = true
	}
	if len(found) != len(h.Events) {
		t.Errorf("installed %v in\n%q", found, after)
	}
	if line := facts.StatusLine; line.Use == settings.OurStatusLine && line.Program != h.Program {
		t.Errorf("the status line calls %q in\n%q", line.Program, after)
	}
	if again, err := settings.Install(after, w); err != nil || !sameValues(again, after) {
		t.Errorf("again: %v\n%q\n%q", err, after, again)
	}
	back, err := w.Form.Remove(after)
	if err != nil || !sameValues(back, clean) && !onlyCopiesTell.Match(clean) &&
		strings.Trim(string(clean), "\ufeff \t\r\n") != "" {
		t.Errorf("removed: %v\nbefore %q\nafter  %q\nback   %q", err, clean, after, back)
	}
	restored, err := w.Form.Remove(after, clean)
	if err != nil || !sameValues(restored, clean) {
		t.Errorf("removed in spite of a copy: %v\nbefore %q\nback   %q", err, clean, restored)
	}
	if _, err := w.Form.Read(back); err != nil {
		t.Errorf("removed: %v\n%q", err, back)
	}
	if json.Valid(before) && !json.Valid(after) {
		t.Errorf("no JSON any more:\n%s\n%s", before, after)
	}
}

// updates checks the same for a later setup with another path and another aim for the status line.
func updates(t *testing.T, installed []byte) {
	t.Helper()
	for _, aim := range []settings.Aim{settings.Correct, settings.Wrap, settings.Unwrap} {
		second := hook("Setup", "Stop", "PermissionRequest")
		second.StatusLine = aim
		if installs(installed, second) {
			invertible(t, installed, second)
		}
	}
}

// installs reports whether the text has the right shape.
func installs(text []byte, w settings.Wanted) bool {
	_, err := settings.Install(text, w)
	return err == nil
}

func sameValues(a, b []byte) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) }

// FuzzInverse: for any text, Remove undoes Install to the byte, also after an update of both programs in
// between.
func FuzzInverse(f *testing.F) {
	for _, text := range []string{
		"", "{}", "{ }", "{\n}\n", "\ufeff{}\r\n", `{"a":1}`, "{ \n\"hooks\": {  \n}}",
		"{\n\t\"a\": 1, // c\n\t\"hooks\": {\"Stop\": []},\n}",
		`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"atm hook"}]}]}}`,
		`{"hooks":{ /* x */ }}`,
		"{\"hooks\":{\r\n\"Stop\":[ \n{\"matcher\":\"x\",\"hooks\":[{\"command\":\"x\"}]}]}}",
		"{\"hooks\":{\"Stop\":[" + group + ",1," + group + "],\"Setup\":[" + group + "]}}",
		`{"statusLine":{"type":"command","command":"a '\u0027' | b","padding":1}}`,
		`{"statusLine":{"type":"command","command":"/y/atm statusline -- /bin/sh -c 'a '\\''b'\\'''"}}`,
		`{"statusLine":{"type":"command","command":"atm statusline -- atm statusline"},"hooks":{}}`,
		`{"hooks":{"PermissionRequest":[` + group + `,{"hooks":[` + theirs + `]}]}}`,
		`{"hooks":{"Stop":[` + group + `,{"hooks":[{"type":"command","command":"[ -x ~/atm ] && ~/atm hook"}]}]}}`,
		"{\"hooks\":{\"Setup\":[{\"hooks\":[],\"hooks\":[" + ownSettings + "]}]},\"hooks\":{}}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first := hook("Stop", "PermissionRequest", "SessionEnd")
		first.Hook.Program, first.Hook.Exec, first.StatusLine = "/it's/atm", false, settings.Wrap
		updated, err := settings.Install([]byte(text), first)
		if err != nil {
			return
		}
		invertible(t, []byte(text), first)
		updates(t, updated)
	})
}
