package claudehome

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Prompts are what was asked of a session.
type Prompts struct {
	Taken  []string // those that Claude has begun to answer
	Queued []string // those that were put into the queue of Claude Code, also if they were taken since

	// Commands are the slash commands that it has carried out or begun to, "/review 12". What it says instead of
	// carrying one out, as "Unknown command: /x", is among Notices.
	Commands, Notices []string
}

// Size returns how long a transcript is, 0 if there is none yet.
func Size(home fs.FS, t Transcript) (int64, error) {
	file, err := openTranscript(home, t)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return file.size, nil
}

// PromptsAfter returns the prompts that stand after the first bytes of a transcript, so
// many as it had before. No more than 64 MiB are read.
func PromptsAfter(home fs.FS, t Transcript, before int64) (Prompts, error) {
	var p Prompts
	err := eachLineAfter(home, t, before, p.add)
	return p, err
}

// eachLineAfter calls a function with the lines that stand after the first bytes of a
// transcript. The last line may be half written.
func eachLineAfter(home fs.FS, t Transcript, before int64, add func(line []byte)) error {
	text, err := textAfter(home, t, before)
	for line := range bytes.Lines(text) {
		add(line)
	}
	return err
}

// textAfter reads what stands after the first bytes of a transcript, 64 MiB at most;
// nothing if there is no transcript yet.
func textAfter(home fs.FS, t Transcript, before int64) ([]byte, error) {
	file, err := openTranscript(home, t)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := readAt(file.at, make([]byte, max(0, min(file.size-before, lastEnd))), before)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	return text, nil
}

// add takes a line of the transcript. One that is being written is not complete yet.
func (p *Prompts) add(line []byte) {
	o, complete := parse(line)
	if !complete || o.is("isSidechain") || o.is("isMeta") {
		return
	}
	var taken string
	switch o.text("type") {
	case "user":
		taken = messageText(o.object("message")["content"])
		if strings.HasPrefix(taken, "<command-") {
			p.Commands, taken = append(p.Commands, typedCommand(taken)), ""
		}
	case "system":
		switch content := o.text("content"); o.text("subtype") {
		case "local_command":
			if command := typedCommand(content); command != "" {
				p.Commands = append(p.Commands, command)
			}
		case "informational":
			p.Notices = append(p.Notices, content)
		}
	case "attachment":
		if a := o.object("attachment"); a.text("type") == "queued_command" {
			taken = messageText(a["prompt"])
		}
	case "queue-operation":
		if queued := messageText(o["content"]); o.text("operation") == "enqueue" && queued != "" {
			p.Queued = append(p.Queued, Unwrap(queued))
		}
	}
	if taken != "" {
		p.Taken = append(p.Taken, Unwrap(taken))
	}
}
