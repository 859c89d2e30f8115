package claudehome

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// quoted returns a text as a string of JSON.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always can be
	}
	return string(b)
}

// asked, said, called and returned are lines of a transcript.
func asked(text string) string {
	return `{"type":"user","isSidechain":false,"timestamp":"2026-01-02T00:00:00Z","message":{"content":` +
		quoted(text) + `}}`
}

func spoken(text string) string {
	return `{"type":"assistant","isSidechain":false,"timestamp":"2026-01-02T00:00:07Z","message":{` +
		`"model":"claude-opus-5-5","stop_reason":"end_turn","content":[{"type":"text","text":` +
		quoted(text) + `}]}}`
}

func called(text string) string {
	return `{"type":"assistant","message":{"model":"claude-opus-5-5","stop_reason":"tool_use","content":[` +
		`{"type":"text","text":` + quoted(text) + `},` +
		`{"type":"tool_use","name":"Bash","input":{"command":"echo secret"}}]}}`
}

func returned(text string) string {
	return `{"type":"user","message":{"content":[{"type":"tool_result","content":` + quoted(text) + `}]}}`
}

// handBack is the report of a subagent as Claude Code gives it to Claude.
const handBack = "Another Claude session sent a message:\n<agent-message from=\"a17c\">\n" +
	"[Subagent hand-back] The report follows:\n  All is well.\n</agent-message>\n\nIt is an agent's."

func TestLastTurns(t *testing.T) {
	t.Parallel()
	prompted, answered := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(2026, 1, 2, 0, 0, 7, 0, time.UTC)
	const model = "claude-opus-5-5"
	whole := func(prompt, answer string) Turn {
		return Turn{Prompt: prompt, Answer: answer, At: answered, Model: model, Complete: true}
	}
	unfinished := func(turn Turn) Turn {
		turn.Complete = false
		return turn
	}
	inAgent := func(line string) string {
		return strings.Replace(line, `"isSidechain":false`, `"isSidechain":true`, 1)
	}
	synthetic := strings.Replace(spoken("API Error: 500"), model, "<synthetic>", 1)
	thinking := `{"type":"assistant","message":{"stop_reason":"end_turn","content":[{"type":"thinking","thinking":"hm"}]}}`
	for _, tt := range []struct {
		name  string
		lines []string
		n     int // 0 = 1
		want  []Turn
	}{
		{name: "nothing at all"},
		{name: "no answer yet", lines: []string{asked("do it")}, want: []Turn{{Prompt: "do it", At: prompted}}},
		{name: "an answer", lines: []string{asked("do it"), spoken("done")}, want: []Turn{whole("do it", "done")}},
		{
			name:  "of several lines, with blanks and controls, to the letter",
			lines: []string{asked("a\tb\n\n c"), spoken("\n# done\n\x1b[31m\u202e  \n")},
			want:  []Turn{whole("a\tb\n\n c", "\n# done\n\x1b[31m\u202e  \n")},
		},
		{
			name:  "several messages with calls between them",
			lines: []string{asked("do it"), called("first"), returned("secret"), spoken("then")},
			want:  []Turn{whole("do it", "first\n\nthen")},
		},
		{
			name:  "only calls of tools so far",
			lines: []string{asked("do it"), called(""), returned("secret")},
			want:  []Turn{{Prompt: "do it", At: prompted}},
		},
		{
			name:  "a call after some words",
			lines: []string{asked("do it"), spoken("I shall"), called("")},
			want:  []Turn{unfinished(whole("do it", "I shall"))},
		},
		{
			name:  "it thinks after some words",
			lines: []string{asked("do it"), spoken("I shall"), returned(""), thinking},
			want:  []Turn{unfinished(whole("do it", "I shall"))},
		},
		{
			name:  "interrupted",
			lines: []string{asked("do it"), spoken("I shall"), asked("[Request interrupted by user]")},
			want:  []Turn{unfinished(whole("do it", "I shall"))},
		},
		{
			name:  "the API has failed",
			lines: []string{asked("do it"), strings.Replace(synthetic, `"type"`, `"isApiErrorMessage":true,"type"`, 1)},
			want:  []Turn{{Prompt: "do it", At: prompted}},
		},
		{
			name:  "resumed: what Claude Code writes then is no answer",
			lines: []string{asked("do it"), spoken("done"), synthetic},
			want:  []Turn{whole("do it", "done")},
		},
		{
			name:  "a subagent's words are not the session's",
			lines: []string{asked("do it"), spoken("done"), inAgent(asked("look")), inAgent(spoken("seen"))},
			want:  []Turn{whole("do it", "done")},
		},
		{
			name:  "the end of a subagent goes on with the turn",
			lines: []string{asked("do it"), spoken("begun"), asked("<task-notification>\nx"), spoken("done")},
			want:  []Turn{whole("do it", "begun\n\ndone")},
		},
		{
			name: "so does the report of a subagent, and the notice that one was stopped",
			lines: []string{asked("do it"), spoken("begun"), asked(handBack), spoken("heard"),
				asked(`Background agent "look" was stopped by the user.`), spoken("done")},
			want: []Turn{whole("do it", "begun\n\nheard\n\ndone")},
		},
		{
			name:  "a report that Claude has not answered yet",
			lines: []string{asked("do it"), spoken("begun"), asked(handBack)},
			want:  []Turn{unfinished(whole("do it", "begun"))},
		},
		{
			name: "a prompt that was typed while it worked",
			lines: []string{asked("do it"), called("first"), returned(""),
				`{"type":"attachment","attachment":{"type":"queued_command","prompt":"and that"}}`, spoken(
					"both done")},
			n:    2,
			want: []Turn{{Prompt: "do it", Answer: "first", At: prompted, Model: model}, whole("and that", "both done")},
		},
		{
			name: "a command that Claude answers to",
			lines: []string{asked(
				"<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>12</command-args>"), spoken(
				"fine")},
			want: []Turn{whole("/review 12", "fine")},
		},
		{
			name: "a command on which Claude works without a word so far",
			lines: []string{asked("do it"), spoken("done"), asked("<command-name>/review</command-name>"),
				`{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"hm"}]}}`},
			want: []Turn{{Prompt: "/review", At: prompted}},
		},
		{
			name: "a prompt with the file that an editor has open",
			lines: []string{`{"type":"user","timestamp":"2026-01-02T00:00:00Z","message":{"content":[{"type":"text",` +
				`"text":"<ide_opened_file>x"},{"type":"text","text":"why?"}]}}`, spoken("so")},
			want: []Turn{whole("why?", "so")},
		},
		{
			name: "a command of Claude Code itself",
			lines: []string{asked("do it"), spoken("begun"), asked("<command-name>/cost</command-name>"),
				asked("<local-command-stdout>much</local-command-stdout>"), asked("<task-notification>"), spoken("done")},
			want: []Turn{whole("do it", "begun\n\ndone")},
		},
		{
			name:  "a command of the shell",
			lines: []string{asked("<bash-input>make</bash-input>"), asked("<bash-stdout></bash-stdout>"), spoken("built")},
			want:  []Turn{whole("! make", "built")},
		},
		{
			name: "a summary after compaction is no prompt",
			lines: []string{asked("do it"), spoken("begun"),
				`{"type":"user","isCompactSummary":true,"message":{"content":"summary"}}`, spoken(
					"done")},
			want: []Turn{whole("do it", "begun\n\ndone")},
		},
		{
			name:  "the last ones, the oldest first",
			lines: []string{asked("a"), spoken("1"), asked("b"), spoken("2"), asked("c"), spoken("3")},
			n:     2,
			want:  []Turn{whole("b", "2"), whole("c", "3")},
		},
		{
			name:  "not as many",
			lines: []string{spoken("before any prompt"), asked("a"), spoken("1")},
			n:     5,
			want:  []Turn{whole("a", "1")},
		},
		{
			name:  "a line that is being written",
			lines: []string{asked("do it"), spoken("first"), spoken("second")[:150]},
			want:  []Turn{whole("do it", "first")},
		},
		{
			name: "no JSON, other types, other members",
			lines: []string{asked("do it"), spoken("done"), "\x00\xff\"user\"", `["user"]`, `{"type":"user","message":7}`[:20],
				`{"type":"assistant","message":{"model":"<synthetic>","content":{}}}`},
			want: []Turn{whole("do it", "done")},
		},
		{
			name:  "a person who writes as a transcript does",
			lines: []string{asked(`{"type":"user"}` + "\n" + spoken("no")), spoken("done")},
			want:  []Turn{whole(`{"type":"user"}`+"\n"+spoken("no"), "done")},
		},
		{
			name: "a paste that Claude Code has marked",
			lines: []string{asked("\n\n<pasted_content id=\"f665\">\na\n\nb\n</pasted_content id=\"f665\">\n"), spoken(
				"done")},
			want: []Turn{whole("a\n\nb", "done")},
		},
	} {
		home, transcript := asTranscript(strings.Join(tt.lines, "\n") + "\n")
		got, err := LastTurns(home, transcript, max(tt.n, 1))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestLastTurnsGrow: as much as is needed is read, up to a bound, and what was read is
// returned with the error.
func TestLastTurnsGrow(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 5000)
	home, transcript := asTranscript(asked("do it") + "\n" + spoken("begun") + "\n" +
		strings.Repeat(returned(long)+"\n", 10) + spoken("done") + "\n")
	for _, tt := range []struct {
		name        string
		least, most int64
		want        Turn
		err         error
	}{
		{name: "at once", least: 1 << 20, most: 1 << 20, want: Turn{Prompt: "do it", Answer: "begun\n\ndone", Complete: true}},
		{name: "after some growth", least: 100, most: 1 << 20, want: Turn{Prompt: "do it", Answer: "begun\n\ndone", Complete: true}},
		{name: "the bound comes first", least: 100, most: 20_000, want: Turn{Answer: "done"}, err: ErrCut},
	} {
		file, err := OpenText(home, transcript.Path())
		if err != nil {
			t.Fatal(err)
		}
		turns, err := file.turns(1, tt.least, tt.most)
		if !errors.Is(err, tt.err) || len(turns) != 1 {
			t.Errorf("%s: %d turns, error %v", tt.name, len(turns), err)
			continue
		}
		turns[0].At, turns[0].Model = time.Time{}, ""
		if diff := cmp.Diff(tt.want, turns[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestLastTurnsOfLongLines: an answer after results of many megabytes is found.
func TestLastTurnsOfLongLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, transcript := asTranscript("")
	path := filepath.Join(dir, transcript.Path())
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	answer := strings.Repeat("answer 🎉\n", 200_000)
	text := asked("do it") + "\n" + returned(strings.Repeat("x", 10<<20)) + "\n" + spoken(answer) + "\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	turns, err := LastTurns(os.DirFS(dir), transcript, 1)
	if err != nil || len(turns) != 1 || turns[0].Prompt != "do it" || turns[0].Answer != answer {
		t.Errorf("%d turns, error %v", len(turns), err)
	}
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	wrap := func(text string) string {
		return "\n\n<pasted_content id=\"ab\">\n" + text + "\n</pasted_content id=\"ab\">\n"
	}
	for _, tt := range []struct{ name, prompt, want string }{
		{name: "what was typed", prompt: " a\n", want: " a\n"},
		{name: "a paste", prompt: wrap("\ta\n\nb "), want: "\ta\n\nb "},
		{name: "words before it", prompt: "see " + wrap("a"), want: "see " + wrap("a")},
		{name: "words behind it", prompt: wrap("a") + "b", want: wrap("a") + "b"},
		{name: "two of them", prompt: wrap("a") + wrap("b"), want: wrap("a") + wrap("b")},
		{name: "a paste of such a mark", prompt: wrap("<\\/pasted_content id=\"x\">"),
			want: "</pasted_content id=\"x\">"},
		{name: "of both marks, in any form", prompt: wrap(`<\PASTED_content id="x"> < \/ <\n <\ /pasted_content>`),
			want: `<PASTED_content id="x"> < \/ <\n < /pasted_content>`},
		{name: "no end", prompt: "<pasted_content id=\"ab\">\na", want: "<pasted_content id=\"ab\">\na"},
		{name: "no id", prompt: "<pasted_content>\na", want: "<pasted_content>\na"},
	} {
		if got := Unwrap(tt.prompt); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

// FuzzLastTurns: any transcript gives turns, never more than asked for, and the same
// ones however little of it is read at a time.
func FuzzLastTurns(f *testing.F) {
	f.Add(strings.Join([]string{asked("a"), called("x"), returned("r"), spoken("1"), asked("b"), spoken("2")}, "\n"), 2)
	f.Add(fmt.Sprint(asked("<command-name>/x</command-name>"), "\n", spoken("1")), 1)
	f.Add(`{"type":"attachment","attachment":{"type":"queued_command","prompt":[{"type":"text","text":"q"}]}}`, 3)
	f.Fuzz(func(t *testing.T, text string, n int) {
		n = max(1, min(n, 5))
		home, transcript := asTranscript(text)
		got, err := LastTurns(home, transcript, n)
		if err != nil || len(got) > n {
			t.Errorf("%d turns, %v", len(got), err)
		}
		file, err := OpenText(home, transcript.Path())
		if err != nil {
			t.Fatal(err)
		}
		again, err := file.turns(n, 10, 1<<20)
		if diff := cmp.Diff(got, again); diff != "" || err != nil {
			t.Errorf("%v (-at once +in parts):\n%s", err, diff)
		}
	})
}
