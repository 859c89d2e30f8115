package claudehome

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Author says who or what has written a text in a transcript.
type Author string

// The authors.
const (
	You     Author = "you"    // a prompt, or a command as it was typed; of Claude Code itself only if all is wanted
	Claude  Author = "claude" // an answer
	Titled  Author = "title"  // the title of the session
	Tool    Author = "tool"   // the input or the result of a tool
	Thought Author = "thought"
)

// Said is a text in a line of a transcript.
type Said struct {
	By   Author
	Text string
	At   time.Time // zero = the line has none; that of a title has none
}

// SaidIn returns the texts in a line of a transcript: prompts, answers and titles. If all is true, it also
// returns the inputs and results of tools, Claude's thoughts, and the texts of subagents and of Claude Code
// itself.
func SaidIn(line []byte, all bool) []Said {
	if !all && isResult(line) {
		return nil
	}
	o, complete := parse(line)
	if !complete || !all && (o.is("isSidechain") || o.is("isMeta") || o.is("isCompactSummary")) {
		return nil
	}
	at := o.timestamp()
	var said []Said
	add := func(by Author, text string) {
		if strings.TrimSpace(text) != "" {
			said = append(said, Said{by, text, at})
		}
	}
	if text, isUser := o.userText(); isUser && (all || typed(text)) {
		add(You, Unwrap(text))
	} else if isUser {
		add(You, typedCommand(text))
	}
	message := o.object("message")
	switch o.text("type") {
	case "assistant":
		add(Claude, messageText(message["content"]))
	case "custom-title":
		add(Titled, o.text("customTitle"))
	case "ai-title":
		add(Titled, o.text("aiTitle"))
	}
	if all {
		for block := range message.objects("content") {
			add(Thought, block.text("thinking"))
			add(Tool, string(block["input"]))
			add(Tool, messageText(block["content"]))
		}
	}
	return said
}

// isResult reports whether a line holds the result of a tool, without parsing it: most bytes of a transcript
// are in such lines. Texts that Claude Code puts after a result in the same message are no prompts.
func isResult(line []byte) bool {
	const content = `"content":[{`
	i := bytes.Index(line[:min(len(line), 4<<10)], []byte(content))
	if i < 0 {
		return false
	}
	block := line[i+len(content):]
	return bytes.HasPrefix(block, []byte(`"tool_use_id"`)) ||
		bytes.HasPrefix(block, []byte(`"type":"tool_result"`))
}

const (
	lineReserve = 1 << 20  // room in the buffer after a part, for the rest of its last line
	maxRest     = 16 << 20 // how much of the last line is read after the part in which it begins
)

// Lines returns the lines that begin in a part of the file. The last one is complete, or left out if it ends
// more than 16 MiB after the part. It reads into the buffer, or into a larger one that it returns.
func (f Text) Lines(from, to int64, buffer []byte) (lines, larger []byte, err error) {
	start := max(0, from-1) // a line begins at from if the byte before ends one
	part := slices.Grow(buffer[:0], int(to-start)+lineReserve)[:to-start]
	if lines, err = f.readAt(part, start); err != nil {
		return nil, part, err
	}
	if from > 0 {
		_, lines, _ = bytes.Cut(lines, []byte("\n"))
	}
	if len(lines) == 0 || lines[len(lines)-1] == '\n' {
		return lines, part, nil
	}
	after := bufio.NewReaderSize(io.NewSectionReader(f.at, to, maxRest), 64<<10)
	rest, err := after.ReadBytes('\n')
	switch {
	case err != nil && err != io.EOF:
		return nil, part, fmt.Errorf("transcript: %w", err)
	case err == io.EOF && len(rest) == maxRest:
		return lines[:bytes.LastIndexByte(lines, '\n')+1], part, nil
	}
	return append(lines, rest...), part, nil
}
