package permission_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// planned is what the answers to a plan would give.
const planned = `
The answer approve would:
  - ask before each edit in this session

The answer approve --mode acceptEdits would:
  - accept file edits and common file commands (mkdir, mv, rm) without asking in this session
`

func TestShow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, request string
		width         int
		want          string
	}{
		{
			"a file that is written over",
			`{"tool_name":"Write","tool_input":{"file_path":"/p/a","content":"one\nthree\n"},` +
				`"cwd":"/p","resolved":{"path":"/p/a","target":"/p/a","exists":true,"before":"one\ntwo\n"}}`, 0,
			`Write in /p

/p/a
overwrites the file that exists:
| @@ -1,2 +1,2 @@
|  one
| -two
| +three
`,
		},
		{
			"a file that is written over, and is too long to be shown",
			`{"tool_name":"Write","tool_input":{"file_path":"/p/a","content":"one"},` +
				`"cwd":"/p","resolved":{"path":"/p/a","target":"/p/a","exists":true}}`, 0,
			`Write in /p

/p/a
overwrites the file that exists:
| +one
`,
		},
		{
			"what another path has now",
			`{"tool_name":"Write","tool_input":{"file_path":"/p/b","content":"one"},` +
				`"cwd":"/p","resolved":{"path":"/p/a","target":"/p/a","exists":true,"before":"two"}}`, 0,
			`Write in /p

/p/b
| +one
`,
		},
		{
			"a command, what else is asked, by whom, and what always would be",
			`{"tool_name":"Bash","tool_input":` +
				`{"command":"touch a\nls","description":"a","run_in_background":true},` +
				`"cwd":"/p","agent_id":"a1","agent_type":"general","permission_suggestions":[` +
				`{"type":"addDirectories","directories":["/home/dev"],"destination":"session"},` +
				`{"type":"setMode","mode":"acceptEdits","destination":"session"},` +
				`{"type":"addRules","behavior":"allow","rules":[{"toolName":"Bash",` +
				`"ruleContent":"git push:*"}],"destination":"localSettings"},` +
				`{"type":"setMode","mode":"plan","destination":"userSettings"},{"type":"odd\u001b"}]}`, 0,
			`Bash in /p
asked by a subagent: general (a1)

| touch a
| ls
  description: a
  run_in_background: true

The answer always would:
  - allow access to /home/dev in this session
  - allow Bash(git push:*) in this project from now on, for you

The answer accept-edits would:
  - accept file edits and common file commands (mkdir, mv, rm) without asking in this session
`,
		},
		{
			"where a link leads, which is foreign as well",
			`{"tool_name":"Write","tool_input":{"file_path":"/a/b","content":""},` +
				`"resolved":{"path":"/a/b","target":"/c\n\u001b\u202e"}}`, 0,
			"Write\nlinks lead to /c<U+000A><U+001B><U+202E>\n\n/a/b\n",
		},
		{
			"a long line goes on behind another bar, so that it looks like no line of ours",
			`{"tool_name":"Bash","tool_input":{"command":"echo 123456789012345The answer"}}`, 20,
			"Bash\n\n| echo 1234567890123\n: 45The answer\n",
		},
		{
			"wide letters", `{"tool_name":"Bash","tool_input":{"command":"日日日日日日日日日日"}}`, 20,
			"Bash\n\n| 日日日日日日日日日\n: 日\n",
		},
		{
			"what a terminal would carry out or not show",
			`{"tool_name":"Bash","tool_input":{` +
				`"command":"a\u001b[2J\r\u202eb\u200b\u00a0\u3164\udb40\udd00\tc ❤\ufe0f x\ufe0f"}}`, 0,
			"Bash\n\n| a<U+001B>[2J<U+000D><U+202E>b<U+200B><U+00A0><U+3164><U+E0100>" +
				"→   c ❤\ufe0f x<U+FE0F>\n",
		},
		{
			"half a character: as it stands in the JSON",
			`{"tool_name":"Bash","tool_input":{"command":"a\ud800"}}`, 0,
			"Bash\n\n| {\n|   \"command\": \"a\\ud800\"\n| }\n",
		},
		{
			"an edit", `{"tool_name":"Edit","tool_input":{"file_path":"/a.go","old_string":"a\nb\nc",` +
				`"new_string":"a\nB\nc","replace_all":true}}`, 0,
			"Edit\n\n/a.go\n| @@ -1,3 +1,3 @@\n|  a\n| -b\n| +B\n|  c\n  replace_all: true\n",
		},
		{
			"an edit of the end of a line",
			`{"tool_name":"Edit","tool_input":{"file_path":"/a","old_string":"a","new_string":"a\n"}}`, 0,
			"Edit\n\n/a\n| @@ -1,1 +1,1 @@\n| -a\n| \\ No newline at end of file\n| +a\n",
		},
		{
			"an edit of nothing",
			`{"tool_name":"Edit","tool_input":{"file_path":"/a","old_string":"a","new_string":"a"}}`, 0,
			"Edit\n\n/a\n(nothing changes)\n",
		},
		{
			"several edits", `{"tool_name":"MultiEdit","tool_input":{"file_path":"/a","edits":[` +
				`{"old_string":"","new_string":"a"},` +
				`{"old_string":"b","new_string":"","replace_all":true}]}}`, 0,
			"MultiEdit\n\n| {\n|   \"file_path\": \"/a\",\n|   \"edits\": [\n" +
				"|     {\n|       \"old_string\": \"\",\n|       \"new_string\": \"a\"\n|     },\n" +
				"|     {\n|       \"old_string\": \"b\",\n|       \"new_string\": \"\",\n" +
				"|       \"replace_all\": true\n|     }\n|   ]\n| }\n",
		},
		{
			"a new file", `{"tool_name":"Write","tool_input":{"file_path":"/a\nb","content":"a\n\n  b"}}`, 0,
			"Write\n\n/a<U+000A>b\n| +a\n| +\n| +  b\n",
		},
		{
			"questions", `{"tool_name":"AskUserQuestion","tool_input":{"questions":[` +
				`{"question":"Which\none?","header":"DB","options":[` +
				`{"label":"A","description":"a\nb"},{"label":"B","preview":"p\nq"}],"multiSelect":false},` +
				`{"question":"What?","options":[{"label":"X"}],"multiSelect":true},` +
				`{"question":"Why?","kind":"text"}],"answers":{"a":"b"}}}`, 0,
			`AskUserQuestion

Question 1 of 3 (DB), takes one of these, or a text:
| Which
| one?
  1. A
     | a
     | b
  2. B
     preview:
     | p
     | q

Question 2 of 3, takes one or more of these, or a text:
| What?
  1. X

Question 3 of 3, takes a text:
| Why?
  kind: text
  answers:
  | {
  |   "a": "b"
  | }
`,
		},
		{
			"a question that cannot be read", ask(`{"question":1}`), 0,
			"AskUserQuestion\n\n" +
				"| {\n|   \"questions\": [\n|     {\n|       \"question\": 1\n|     }\n|   ]\n| }\n",
		},
		{
			"a plan", `{"tool_name":"ExitPlanMode","tool_input":{"plan":"# a\n\nb","planFilePath":"/x"}}`, 0,
			"ExitPlanMode\n\n| # a\n|\n| b\n  planFilePath: /x\n" + planned,
		},
		{"a plan that is elsewhere", `{"tool_name":"ExitPlanMode","tool_input":{}}`, 0,
			"ExitPlanMode\n\nThe plan is not part of the request: it stands at its dialog.\n" + planned},
		{"planning begins", `{"tool_name":"EnterPlanMode","tool_input":{}}`, 0, "EnterPlanMode\n\n"},
		{"another tool", `{"tool_name":"mcp__a__b","tool_input":{"a":[1,"x\u202e"],"b":{}}}`, 0,
			"mcp__a__b\n\n| {\n|   \"a\": [\n|     1,\n|     \"x\\u202e\"\n|   ],\n|   \"b\": {}\n| }\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, parse(t, tt.request).Show(tt.width)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestShowHuge: nothing is cut, and what is nested deeply fills no memory.
func TestShowHuge(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"5 MB in one line":      strings.Repeat("abc def ", 5<<17) + "end",
		"many lines":            strings.Repeat("abc def\n", 1<<15),
		"marks without a width": strings.Repeat("\u0301", 1<<17),
	} {
		input, err := json.Marshal(map[string]string{"command": content})
		if err != nil {
			t.Fatal(err)
		}
		shown := parse(t, `{"tool_name":"Bash","tool_input":`+string(input)+`}`).Show(80)
		checkShown(t, shown)
		letters := func(text string) int {
			return len(text) - strings.Count(text, " ") - strings.Count(text, "\n")
		}
		bars := strings.Count(shown, "\n") - 2
		if got, want := letters(shown), letters(content)+len("Bash")+bars; got != want {
			t.Errorf("%s: %d letters of %d", name, got, want)
		}
	}
	deep := strings.Repeat(`{"a":[`, 4000) + `"]]]]]]"` + strings.Repeat("]}", 4000)
	if shown := parse(t, `{"tool_name":"x","tool_input":`+deep+`}`).Show(0); len(shown) > 2*len(deep) {
		t.Errorf("nested deeply: %d bytes of %d", len(shown), len(deep))
	}
}
