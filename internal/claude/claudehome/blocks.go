package claudehome

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"atm/internal/claude/inputbox"
)

// messageText returns the text of a message, whose content is a string or a list of blocks.
func messageText(content jsontext.Value) string {
	texts, _ := blocksOf(content)
	return strings.Join(texts, "\n\n")
}

// userText returns the text of a line in the person's name, also if it was typed while Claude worked. It leaves out
// what Claude Code has put before a prompt, such as the file that is open in an editor. isUser is false for any other
// line.
func (o object) userText() (text string, isUser bool) {
	switch attachment := o.object("attachment"); {
	case o.text("type") == "user":
		return promptText(o.object("message")["content"]), true
	case o.text("type") == "attachment" && attachment.text("type") == "queued_command":
		return promptText(attachment["prompt"]), true
	}
	return "", false
}

func promptText(content jsontext.Value) string {
	texts, _ := blocksOf(content)
	return strings.Join(texts[max(0, slices.IndexFunc(texts, typed)):], "\n\n")
}

// blocksOf returns the texts of a message, and whether it calls a tool.
func blocksOf(content jsontext.Value) (texts []string, calls bool) {
	message := object{"content": content}
	if text := message.text("content"); text != "" {
		return []string{text}, false
	}
	for block := range message.objects("content") {
		switch block.text("type") {
		case "text":
			if text := block.text("text"); strings.TrimSpace(text) != "" {
				texts = append(texts, text)
			}
		case "tool_use", "server_tool_use":
			calls = true
		}
	}
	return texts, calls
}

// Unwrap returns a prompt as it was pasted. Claude Code 2.1.329 puts a long paste between <pasted_content
// id="f665"> and an end mark. A prompt with text outside of one paste is returned unchanged.
func Unwrap(prompt string) string {
	rest, found := strings.CutPrefix(strings.TrimLeft(prompt, "\n"), `<pasted_content id="`)
	if !found {
		return prompt
	}
	id, rest, found := strings.Cut(rest, "\">\n")
	if !found || strings.ContainsAny(id, "\"\n<>") {
		return prompt
	}
	end := `</pasted_content id="` + id + `">`
	text, found := strings.CutSuffix(strings.TrimRight(rest, "\n"), "\n"+end)
	if !found || strings.Contains(text, end) {
		return prompt
	}
	return inputbox.UnescapeMarks(text)
}
