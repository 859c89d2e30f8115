package answer

import (
	"atm/internal/claude/permission"
	"testing"
)

// TestTitle: the title of a request is one line that a terminal can show, whatever the names are.
func TestTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, tool, input, want string }{
		{name: "a command", tool: "Bash", input: `{"command":"ls\u202e\u001b[2J"}`,
			want: "Bash: ls\ufffd[2J"},
		{name: "no input", tool: "x\x1b[2J\u202e", want: "x\ufffd[2J"},
	} {
		asked := Call{Request: permission.Request{Tool: tt.tool, Input: []byte(tt.input)}}
		if got := asked.Title(); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}
