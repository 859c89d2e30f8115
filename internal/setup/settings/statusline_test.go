package settings_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/settings"
)

// wrapping is a wanted status line without any hook.
var wrapping = settings.Wanted{StatusLine: settings.Wrap, Hook: settings.Hook{Program: "/x/atm"}}

// wrapper is the text before a wrapped command.
const wrapper = "/x/atm statusline -- /bin/sh -c '"

// status returns settings with a status line, given its command as it is written in JSON.
func status(command string) string {
	return `{"statusLine": {"type": "command", "command": "` + command + `"}}`
}

// TestWrap: any status line becomes ours, is wrapped only once, and is restored to the byte.
func TestWrap(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, before, after string }{
		{
			"no file, and none of hooks", "",
			"{\n  \"statusLine\": {\"type\": \"command\", \"command\": \"/x/atm statusline\"}\n}",
		},
		{
			"none among other settings", "{\n\t\"model\": \"opus\"\n}\n",
			"{\n\t\"model\": \"opus\",\n\t\"statusLine\": {\"type\": \"command\", " +
				"\"command\": \"/x/atm statusline\"}\n}\n",
		},
		{"a program", status("npx -y ccstatusline@latest"), status(wrapper + "npx -y ccstatusline@latest'")},
		{"a home directory", status("~/.claude/line.sh"), status(wrapper + "~/.claude/line.sh'")},
		{
			"a pipe, a variable and both kinds of quotes",
			status(`jq -r '.model' | sed \"s/x/$USER/\" || echo 'no'`),
			status(wrapper + `jq -r '\\''.model'\\'' | sed \"s/x/$USER/\" || echo '\\''no'\\'''`),
		},
		{"nothing", status(""), status(wrapper + "'")},
		{
			"escapes that nobody needs to write",
			status(`a \u003e \/dev\/null; echo \u0027\u00e9\ud83d\uDE00\ud800\u0027é`),
			status(wrapper + `a > /dev/null; echo '\\''é😀�'\\''é'`),
		},
		{
			"several lines, and what looks like our quoting",
			status(`cd /\n\techo '\\''\\'''\u0000`),
			status(wrapper + `cd /\n\techo '\\''\\'\\'''\\''\\'\\'''\\'''\\''\u0000'`),
		},
		{
			"other members, in whatever order",
			"{\n \"statusLine\":{ \"padding\":0,\"command\" : \"a\" , \"x\":[1],\n \"type\":\"\\u0063ommand\"," +
				"\"refreshInterval\":1.0}\n, \"a\" : 1 }\n",
			"{\n \"statusLine\":{ \"padding\":0,\"command\" : \"" + wrapper + "a'\" , \"x\":[1],\n " +
				"\"type\":\"\\u0063ommand\",\"refreshInterval\":1.0}\n, \"a\" : 1 }\n",
		},
		{
			"another program of that name",
			status("batm statusline; atm-x statusline; atm statuslines"),
			status(wrapper + "batm statusline; atm-x statusline; atm statuslines'"),
		},
		{"another command of ours", status("atm status"), status(wrapper + "atm status'")},
		{"ours", status("/x/atm statusline"), status("/x/atm statusline")},
		{"ours, from another place", status("'/o p/atm'  statusline"), status("/x/atm  statusline")},
		{
			"wrapped, by a program that has moved",
			status(`'/it'\\''s/atm' statusline -- /bin/sh -c 'a '\\\u0027'b'\\''' `),
			status(`/x/atm statusline -- /bin/sh -c 'a '\\''b'\\''' `),
		},
		{
			"wrapped by hand",
			status(`ATM_DEBUG=/tmp/l ~/bin/atm statusline -- a | b`),
			status(`ATM_DEBUG=/tmp/l /x/atm statusline -- a | b`),
		},
		{
			"wrapped twice",
			status(`/x/atm statusline -- /bin/sh -c '/y/atm statusline -- /bin/sh -c '\\''it\"s'\\'''`),
			status(wrapper + `it\"s'`),
		},
		{
			"wrapped twice, and nothing within",
			status(`/x/atm statusline -- atm statusline`), status(`/x/atm statusline`),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := settings.Install([]byte(tt.before), wrapping)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			invertible(t, []byte(tt.before), wrapping)
		})
	}
}

// TestUnwrap: the user's changes to the wrapped command stay when atm is removed.
func TestUnwrap(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, before, after string }{
		{"nothing is wrapped", `{"a": 1, ` + status("/x/atm statusline")[1:], `{"a": 1}`},
		{"nothing behind the dashes", `{"a": 1, ` + status("/x/atm statusline -- ")[1:], `{"a": 1}`},
		{"the inside was edited", status(wrapper + `a '\\''b c'\\'' | d'`), status(`a 'b c' | d`)},
		{"other quotes", status(`atm statusline -- sh -c \"a 'b' \\\"c\\\" \\d\"`), status(`a 'b' \"c\" \\d`)},
		{"quotes of several kinds", status(`atm statusline -- sh -c 'a'\\ b\"'\"`), status(`a b'`)},
		{
			"quotes in which a shell replaces something",
			status(`atm statusline -- sh -c \"$X\"`), status(`sh -c \"$X\"`),
		},
		{"something behind it", status(wrapper + `a' | cut -c1-9`), status(`/bin/sh -c 'a' | cut -c1-9`)},
		{"arguments for the shell", status(wrapper + `a' b`), status(`/bin/sh -c 'a' b`)},
		{"a program without a shell", status(`atm statusline -- npx x --y`), status(`npx x --y`)},
		{"no dashes", status(`atm statusline npx x | y`), status(`npx x | y`)},
		{"a flag that may come", status(`atm statusline --x -- a`), status(`atm statusline --x -- a`)},
		{"another shell", status(`atm statusline -- bash -c 'x'`), status(`bash -c 'x'`)},
		{"a mixed one stays", status(`cat | atm statusline -- a`), status(`cat | atm statusline -- a`)},
		{
			"an assignment for the command stays",
			status(`X=1 atm statusline -- a`), status(`X=1 atm statusline -- a`),
		},
		{"its output is changed", status(`atm statusline | cut -c1-9`), status(`atm statusline | cut -c1-9`)},
		{"a malformed one stays", `{"statusLine": "atm statusline"}`, `{"statusLine": "atm statusline"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := settings.Form{}.Remove([]byte(tt.before))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestLeft: a status line that setup cannot improve stays, and is reported. Claude Code 2.1.197 and 2.1.329
// skip the whole file if it is malformed.
func TestLeft(t *testing.T) {
	t.Parallel()
	malformed := settings.StatusLine{Use: settings.MalformedStatusLine}
	for _, tt := range []struct {
		name, text string
		found      settings.StatusLine
	}{
		{"null", `{"statusLine": null}`, malformed},
		{"a string", `{"statusLine": "x"}`, malformed},
		{"a list", `{"statusLine": [{"type": "command", "command": "x"}]}`, malformed},
		{"another type", `{"statusLine": {"type": "static", "command": "x"}}`, malformed},
		{"no type", `{"statusLine": {"command": "x"}}`, malformed},
		{"no command", `{"statusLine": {"type": "command"}}`, malformed},
		{"a command that is a list", `{"statusLine": {"type": "command", "command": ["x"]}}`, malformed},
		{
			"called within something else", status("cat | '/a b/atm' statusline -- x"),
			settings.StatusLine{
				Use:     settings.MixedStatusLine,
				Command: "cat | '/a b/atm' statusline -- x",
				Calls:   1,
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			facts, err := settings.Read([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.found, facts.StatusLine); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
			for _, aim := range []settings.Aim{settings.Correct, settings.Wrap, settings.Unwrap} {
				wanted := settings.Wanted{StatusLine: aim, Hook: settings.Hook{Program: "/x/atm"}}
				got, err := settings.Install([]byte(tt.text), wanted)
				if err != nil || string(got) != tt.text {
					t.Errorf("aim %q: %v, now %s", aim, err, got)
				}
			}
			invertible(t, []byte(tt.text), hook("Stop"))
		})
	}
}

// TestAims: only Wrap makes a status line call atm, and only Unwrap removes that.
func TestAims(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, before          string
		correct, wrap, unwrap string
	}{
		{"none", `{"a":1}`, `{"a":1}`,
			`{"a":1,"statusLine":{"type":"command","command":"/x/atm statusline"}}`, `{"a":1}`},
		{"foreign", status("a"), status("a"), status(wrapper + "a'"), status("a")},
		{"wrapped by an old path", status("/y/atm statusline -- a"), status("/x/atm statusline -- a"),
			status("/x/atm statusline -- a"), status("a")},
	} {
		for aim, want := range map[settings.Aim]string{
			settings.Correct: tt.correct, settings.Wrap: tt.wrap, settings.Unwrap: tt.unwrap,
		} {
			wanted := settings.Wanted{StatusLine: aim, Hook: settings.Hook{Program: "/x/atm"}}
			got, err := settings.Install([]byte(tt.before), wanted)
			if err != nil || string(got) != want {
				t.Errorf("%s, aim %q: %v\n got %s\nwant %s", tt.name, aim, err, got, want)
			}
		}
	}
}
