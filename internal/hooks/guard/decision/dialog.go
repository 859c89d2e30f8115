package decision

import (
	"encoding/json"
	"strings"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// mostQuestions is how many questions of one dialog are kept; Claude Code asks no more at once.
const mostQuestions = 4

// dialogPayload has the questions of a payload and their answers.
type dialogPayload struct {
	Input struct {
		Questions []struct{ Question string }
		Answers   map[string]json.RawMessage // a text, or several of them
	} `json:"tool_input"`
}

// dialog returns the edits that keep the questions of a tool call with their answers, where an
// effort is open.
func (e Event) dialog() []opt.Edit {
	var a dialogPayload
	if e.Tool != askTool || json.Unmarshal(e.Raw, &a) != nil {
		return nil
	}
	var lines []string
	for i, q := range a.Input.Questions {
		if answer := readAnswer(a.Input.Answers[q.Question]); answer != "" && i < mostQuestions {
			lines = append(lines, words.OptionText(q.Question), "→ "+words.OptionText(answer))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	edits := opt.SetWords(opt.EffortDialog, opt.EscapeLines(strings.Join(lines, "\n")))
	for i := range edits {
		edits[i] = edits[i].If(opt.Get(opt.Effort))
	}
	return edits
}

// readAnswer returns an answer as a text.
func readAnswer(raw json.RawMessage) string {
	var one string
	var several []string
	switch {
	case json.Unmarshal(raw, &one) == nil:
		return one
	case json.Unmarshal(raw, &several) == nil:
		return strings.Join(several, ", ")
	}
	return ""
}
