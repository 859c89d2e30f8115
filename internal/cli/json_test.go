package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/tmuxopt"
)

// TestWriteJSON: on a terminal no character of a foreign text is obeyed or overlooked, and the
// value is the one that goes to a pipe to the letter.
func TestWriteJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text string }{
		{name: "text that is seen", text: "{\n  \"a\": \"é 日本 🎉 \\\"\\\\\"\n}"},
		{name: "C1 controls", text: "{\n  \"a\": \"\u009b31m\u0085\"\n}"},
		{name: "DEL", text: "\"\x7f\""},
		{name: "the other direction", text: "\"\u202eab\u2066\""},
		{name: "zero width", text: "\"a\u200bb\ufeff\""},
		{name: "outside the first plane", text: "\"\U000e0100\U0001343f\""},
		{name: "behind a backslash", text: "\"\\\\\u202e\""},
		{name: "blanks that are none", text: "\"\u00a0\u3164\u2800\""},
		{name: "a name", text: "{\n  \"\u202e\": 1\n}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var piped bytes.Buffer
			if err := WriteJSON(&piped, json.RawMessage(tt.text), Indent); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.text+"\n", piped.String()); diff != "" {
				t.Errorf("to a pipe (-want +got):\n%s", diff)
			}
			write := func(out io.Writer) error { return WriteJSON(out, json.RawMessage(tt.text), Indent) }
			shown := onTerminal(t, write)
			isHidden := func(r rune) bool { return r != '\n' && tmuxopt.Hidden(r) }
			if strings.ContainsFunc(shown, isHidden) {
				t.Errorf("to a terminal %q", shown)
			}
			var want, got any
			if err := json.Unmarshal([]byte(tt.text), &want); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(shown), &got); err != nil {
				t.Fatalf("%q: %v", shown, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzIndent: what an Encoder writes is indented as json.Indent does it.
func FuzzIndent(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, `{"a":[{},[],{"b":{"c":[1,2]}}],"":"x:,{}[] \"\\\\"}`, `[[[]]]`, `"\\"`, `null`, `[1,[2,{"a":"}"}]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var compact, want, got bytes.Buffer
		if json.Compact(&compact, text) != nil {
			t.Skip("no JSON")
		}
		if err := json.Indent(&want, compact.Bytes(), "", Indent); err != nil {
			t.Fatal(err)
		}
		if _, err := (indenting{&got, Indent}).Write(compact.Bytes()); err != nil || got.String() != want.String() {
			t.Errorf("%v: %q, not %q", err, got.String(), want.String())
		}
	})
}
