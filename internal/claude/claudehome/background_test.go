package claudehome

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestInBackground(t *testing.T) {
	t.Parallel()
	// As both versions write it.
	started := func(agent, rest string) string {
		return `{"type":"user","message":{"content":[{"type":"tool_result","content":"started"}]},"toolUseResult":` +
			`{"isAsync":true,"status":"async_launched","agentId":"` + agent + `"` + rest + `}}` + "\n"
	}
	const ended = `{"type":"user","toolUseResult":{"status":"completed","agentId":"a1"}}` + "\n"
	long := strings.Repeat("y", startBlock)
	filler := strings.Repeat(`{"type":"assistant","message":{"content":"x"}}`+"\n", 2*startBlock/40)
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{name: "none is reported", text: `{"type":"user","message":{"content":"go"}}` + "\n"},
		{name: "started in the background", text: started("a1", ""), want: true},
		{name: "long ago", text: started("a1", "") + filler, want: true},
		{name: "with a long prompt", text: started("a1", `,"prompt":"`+long+`"`) + filler, want: true},
		{name: "another one", text: started("a2", "")},
		{name: "one whose name begins so", text: started("a12", "")},
		{name: "waited for, and ended", text: ended},
		{name: "ended, and then started again", text: ended + started("a1", ""), want: true},
		{name: "being written", text: strings.TrimSuffix(started("a1", ""), "}}\n")},
		{name: "a text that says so", text: asked(started("a1", "")) + "\n"},
		{name: "an argument of a tool that says so",
			text: `{"type":"assistant","message":{"content":[{"type":"tool_use","input":` +
				`{"isAsync":true,"status":"async_launched","agentId":"a1"}}]}}` + "\n"},
	} {
		for _, padding := range []int{0, 20, 40} { // the mark stands in two blocks
			home, transcript := asTranscript(tt.text + strings.Repeat(" ", padding))
			if got, _, err := InBackground(home, transcript, "a1", 0); got != tt.want || err != nil {
				t.Errorf("%s, %d behind it: %v, %v", tt.name, padding, got, err)
			}
		}
	}
	if got, _, err := InBackground(fstest.MapFS{}, Transcript{Project: "-p", ID: "23e3"}, "a1", 0); got || err == nil {
		t.Errorf("no transcript: %v, %v", got, err)
	}
}

// TestInBackgroundAtBlocks: wherever the end of a block is, the mark is found.
func TestInBackgroundAtBlocks(t *testing.T) {
	t.Parallel()
	const line = `{"toolUseResult":{"isAsync":true,"status":"async_launched","agentId":"a1"}}` + "\n"
	for behind := range 2 * len(line) {
		home, transcript := asTranscript(line + strings.Repeat("z", startBlock-len(line)+behind-len(line)/2))
		if got, _, err := InBackground(home, transcript, "a1", 0); !got || err != nil {
			t.Errorf("%d behind it: %v, %v", behind, got, err)
		}
	}
}

// TestInBackgroundAgain: a search goes on where the one before has ended, and finds a line
// that was half written then.
func TestInBackgroundAgain(t *testing.T) {
	t.Parallel()
	const line = `{"toolUseResult":{"isAsync":true,"status":"async_launched","agentId":"a1"}}` + "\n"
	long := strings.Repeat("z", startLine) + "\n"
	for half := range len(line) {
		home, transcript := asTranscript(long + line[:half])
		found, searched, err := InBackground(home, transcript, "a1", 0)
		if found != (half == len(line)-1) || err != nil {
			t.Fatalf("%d bytes of the line: %v, %v", half, found, err)
		}
		home, _ = asTranscript(long + line)
		if found, _, err = InBackground(home, transcript, "a1", searched); !found && half < len(line)-1 || err != nil {
			t.Errorf("after %d bytes of the line, again: %v, %v", half, found, err)
		}
	}
	home, transcript := asTranscript(line + long)
	if found, _, err := InBackground(home, transcript, "a1", int64(len(line))); found || err != nil {
		t.Errorf("what was searched: %v, %v", found, err)
	}
}
