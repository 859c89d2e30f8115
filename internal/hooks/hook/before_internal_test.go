package hook

import (
	"strings"
	"testing"

	"atm/hookmap"
	"atm/internal/claude/permission"
)

// TestDropBefore: what a file has now is sent only with a Write that replaces it, and never at the cost of the answer.
func TestDropBefore(t *testing.T) {
	t.Parallel()
	const short = "one\n"
	for _, tt := range []struct {
		name, tool, before string
		input              int
		want               bool
	}{
		{"a file is written over", "Write", short, 100, true},
		{"a file is edited: the input says what goes", "Edit", short, 100, false},
		{"a file is read", "Read", short, 100, false},
		{"the input needs the room", "Write", short, maxInputAndBefore, false},
		{"in JSON the text is six times as long", "Write", strings.Repeat("<", 16<<10), 100, false},
	} {
		var p hookmap.Payload
		p.Tool, p.ToolInput = tt.tool, []byte(strings.Repeat(" ", tt.input))
		r := dropBefore(&permission.Resolved{Exists: true, Before: tt.before}, p)
		if got := r.Before == tt.before; got != tt.want || !r.Exists {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
	if dropBefore(nil, hookmap.Payload{}) != nil {
		t.Error("a path that could not be resolved")
	}
}
