package claudehome

import (
	"bytes"
	"io/fs"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// ToolCall is a call of a tool in a transcript.
type ToolCall struct {
	Input jsontext.Value
	Ended time.Time // when it has got a result, also if it was denied; zero = it has none

	id string
}

// CallsOf returns the calls of a tool at the end of a transcript, in the order in which Claude has made them; none if
// the transcript cannot be read.
func CallsOf(home fs.FS, t Transcript, tool string) (calls []ToolCall) {
	lines := bytes.Lines(end(home, t.Path(), maxTail, hasPrompt))
	for o := range objectsWith(lines, `"tool_use`, `"tool_result"`) {
		for block := range o.object("message").objects("content") {
			switch block.text("type") {
			case "tool_use":
				if block.text("name") == tool {
					calls = append(calls, ToolCall{Input: block["input"], id: block.text("id")})
				}
			case "tool_result":
				for i := range calls {
					if calls[i].id == block.text("tool_use_id") {
						calls[i].Ended = o.timestamp()
					}
				}
			}
		}
	}
	return calls
}
