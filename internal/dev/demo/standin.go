package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"atm/internal/dev/trace"
)

// standIn stands in a pane for a Claude Code that was recorded. The process there is "tail", which
// shows what is appended to a file.
type standIn struct {
	server *server
	pane   string
	pid    string // of the process
	file   string
	lines  []string // of the recorded screen
}

// open opens the pane.
func (p *standIn) open() (err error) {
	if err := os.WriteFile(p.file, nil, 0o600); err != nil {
		return err
	}
	if p.pane, err = p.server.open("exec tail -f " + p.file); err != nil {
		return err
	}
	p.pid, err = p.server.run("display-message", "-p", "-t", p.pane, "#{pane_pid}")
	return err
}

// draw changes lines of the screen, and shows as much of it as the pane has room for: of a screen that is
// higher than the pane its end.
func (p *standIn) draw(changed map[int]string) error {
	for i, line := range changed {
		for len(p.lines) <= i {
			p.lines = append(p.lines, "")
		}
		p.lines[i] = line
	}
	size, err := p.server.run("display-message", "-p", "-t", p.pane, "#{pane_height}")
	if err != nil {
		return err
	}
	height := 0
	if _, err := fmt.Sscan(size, &height); err != nil {
		return err
	}
	const noWrap, home, clearLine, clearRest = "\x1b[?7l", "\x1b[H", "\x1b[0m\x1b[K", "\x1b[J"
	shown := p.lines[max(len(p.lines)-height, 0):]
	text := noWrap + home + strings.Join(shown, clearLine+"\r\n") + clearLine + clearRest
	f, err := os.OpenFile(p.file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// register writes what the registry of Claude Code says of the session from now on.
func (p *standIn) register(r trace.Registry) error {
	now := time.Now().UnixMilli()
	entry, err := json.Marshal(map[string]any{
		"pid": json.Number(p.pid), "sessionId": r.SessionID, "startedAt": now,
		"kind": "interactive", "entrypoint": "cli", "version": "2.1.329",
		"status": r.Status, "waitingFor": "permission prompt", "statusUpdatedAt": now, "updatedAt": now,
	})
	if err != nil {
		return err
	}
	dir := filepath.Join(p.server.claudeHome(), "sessions")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file := filepath.Join(dir, p.pid+".json")
	// In one step: who reads half an entry takes the session for one that has ended.
	return errors.Join(os.WriteFile(file+".new", entry, 0o600), os.Rename(file+".new", file))
}

// recordedHome is the home of Claude Code in recordings.
const recordedHome = "/home/you/.claude/"

// runHook runs a hook command with the payload of an event. The transcript that it names is there, but it is
// empty: atm looks for the registry beside it, and whether it has grown.
func (p *standIn) runHook(cmd *exec.Cmd, payload []byte) error {
	payload = bytes.ReplaceAll(payload, []byte(recordedHome), []byte(p.server.claudeHome()+"/"))
	var event struct {
		Transcript string `json:"transcript_path"`
	}
	if err := json.Unmarshal(payload, &event); err != nil {
		return err
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(event.Transcript), 0o700),
		os.WriteFile(event.Transcript, nil, 0o600)); err != nil {
		return err
	}
	cmd.Stdin = bytes.NewReader(payload)
	variables := append(p.server.homeVariables(), "CLAUDE_PID="+p.pid, "CLAUDE_CODE_ENTRYPOINT=cli")
	return p.server.inside(cmd, p.pane, variables...)
}
