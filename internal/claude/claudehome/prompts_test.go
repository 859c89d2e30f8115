package claudehome

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestPromptsAfter(t *testing.T) {
	t.Parallel()
	old := asked("old") + "\n"
	queued := `{"type":"queue-operation","operation":"enqueue","content":"in the queue"}`
	taken := `{"type":"attachment","attachment":{"type":"queued_command","prompt":[{"type":"text","text":"from it"}]}}`
	command := asked("<command-message>review</command-message>\n<command-name>/review</command-name>\n" +
		"<command-args>12</command-args>")
	local := `{"type":"system","subtype":"local_command","content":"<command-name>/rename</command-name>\n` +
		`  <command-message>rename</command-message>\n  <command-args>my title</command-args>"}`
	output := `{"type":"system","subtype":"local_command","content":"<local-command-stdout>done</local-command-stdout>"}`
	unknown := `{"type":"system","subtype":"informational","content":"Unknown command: /x"}`
	inAgent := strings.Replace(asked("an agent's"), `"isSidechain":false`, `"isSidechain":true`, 1)
	for _, tt := range []struct {
		name string
		text string
		want Prompts
	}{
		{name: "nothing new"},
		{name: "a prompt", text: asked("a\nb") + "\n", want: Prompts{Taken: []string{"a\nb"}}},
		{name: "one that is being written", text: asked("a")[:60]},
		{name: "into the queue, and out of it", text: queued + "\n" + taken,
			want: Prompts{Taken: []string{"from it"}, Queued: []string{"in the queue"}}},
		{name: "out of the queue again", text: strings.Replace(queued, "enqueue", "remove", 1)},
		{name: "a subagent's, an answer, a result", text: inAgent + "\n" + spoken("x") + "\n" + returned("y")},
		{name: "a paste with a mark", text: asked("\n\n<pasted_content id=\"a\">\nx\n</pasted_content id=\"a\">\n"),
			want: Prompts{Taken: []string{"x"}}},
		{name: "commands, and one that there is none of", text: command + "\n" + local + "\n" + output + "\n" + unknown,
			want: Prompts{Commands: []string{"/review 12", "/rename my title"}, Notices: []string{"Unknown command: /x"}}},
	} {
		home, transcript := asTranscript(old + tt.text)
		got, err := PromptsAfter(home, transcript, int64(len(old)))
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
		size, err := Size(home, transcript)
		if size != int64(len(old+tt.text)) || err != nil {
			t.Errorf("%s: size %d, %v", tt.name, size, err)
		}
	}
	_, transcript := asTranscript("")
	if prompts, err := PromptsAfter(fstest.MapFS{}, transcript, 7); prompts.Taken != nil || err != nil {
		t.Errorf("no transcript: %v, %v", prompts, err)
	}
	if size, err := Size(fstest.MapFS{}, transcript); size != 0 || err != nil {
		t.Errorf("no transcript: size %d, %v", size, err)
	}
}
