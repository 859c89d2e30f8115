package claudehome

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Prompts are the prompts and commands that a session has received.
type Prompts struct {
	Taken  []string // Claude has begun to answer them
	Queued []string // they were put into the queue of Claude Code, and may have been taken out again

	// Commands are the slash commands that have begun, "/review 12". Notices are the messages that Claude Code
	// shows instead of running a command, such as "Unknown command: /x".
	Commands, Notices []string
}

// Size returns the length of a transcript, 0 if it does not exist yet.
func Size(home fs.FS, t Transcript) (int64, error) {
	info, err := fs.Stat(home, t.Path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("transcript: %w", err)
	}
	return info.Size(), nil
}

// PromptsAfter returns the prompts after the first before bytes of a transcript. It reads at most 64 MiB.
func PromptsAfter(home fs.FS, t Transcript, before int64) (Prompts, error) {
	var p Prompts
	err := eachLineAfter(home, t, before, p.add)
	return p, err
}

// eachLineAfter calls add with the complete lines after the first before bytes of a transcript.
func eachLineAfter(home fs.FS, t Transcript, before int64, add func(line object)) error {
	text, err := textAfter(home, t, before)
	for line := range bytes.Lines(text) {
		if o, complete := parse(line); complete {
			add(o)
		}
	}
	return err
}

// textAfter reads up to 64 MiB after the first before bytes of a transcript, nothing if it does not exist
// yet.
func textAfter(home fs.FS, t Transcript, before int64) ([]byte, error) {
	file, err := OpenText(home, t.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.readAt(make([]byte, max(0, min(file.size-before, maxEnd))), before)
}

func (p *Prompts) add(o object) {
	if o.is("isSidechain") || o.is("isMeta") {
		return
	}
	taken, _ := o.userText()
	if strings.HasPrefix(taken, "<command-") {
		p.Commands, taken = append(p.Commands, typedCommand(taken)), ""
	}
	switch o.text("type") {
	case "system":
		switch content := o.text("content"); o.text("subtype") {
		case "local_command":
			if command := typedCommand(content); command != "" {
				p.Commands = append(p.Commands, command)
			}
		case "informational":
			p.Notices = append(p.Notices, content)
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

// Decisions are the results of tool calls in a transcript.
type Decisions struct {
	Allowed bool     // a hook has allowed a call: written after the call, by 2.1.197 not for a subagent
	Errors  []string // the results that the model got for calls that were denied or have failed
}

// DecisionsAfter returns the decisions after the first before bytes of a transcript. It reads at most 64 MiB.
func DecisionsAfter(home fs.FS, t Transcript, before int64) (Decisions, error) {
	var d Decisions
	err := eachLineAfter(home, t, before, d.add)
	return d, err
}

func (d *Decisions) add(o object) {
	switch o.text("type") {
	case "attachment":
		a := o.object("attachment")
		if a.text("type") == "hook_permission_decision" && a.text("decision") == "allow" {
			d.Allowed = true
		}
	case "user":
		for block := range o.object("message").objects("content") {
			if block.text("type") == "tool_result" && block.is("is_error") {
				d.Errors = append(d.Errors, messageText(block["content"]))
			}
		}
	}
}
