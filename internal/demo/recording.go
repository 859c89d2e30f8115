package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"atm/internal/trace"
)

// recording is a recorded session that is played into a pane.
type recording struct {
	server *server
	rows   []trace.Row
	pane   string
	file   string // what the pane shows
}

// openRecordings opens a pane for each recording, two in a window.
func (s *server) openRecordings(scenes []string) ([]*recording, error) {
	windows := []string{"parser", "website", "infra", "docs"}
	var recordings []*recording
	for i, scene := range scenes {
		rows, err := trace.Read(scene)
		if err != nil {
			return nil, err
		}
		r := &recording{server: s, rows: rows, file: filepath.Join(s.dir, fmt.Sprint(i))}
		if err := os.WriteFile(r.file, nil, 0o600); err != nil {
			return nil, err
		}
		p := pane{window: windows[i/2%len(windows)], file: r.file}
		if i%2 == 1 {
			p.window, p.split = "", "-v"
		}
		if r.pane, err = s.open(p); err != nil {
			return nil, err
		}
		recordings = append(recordings, r)
	}
	return recordings, s.configure()
}

// maxSilence is the longest that a person has to wait for the next event.
const maxSilence = 2 * time.Second

// play plays the recording, so many times faster than it was recorded.
func (r *recording) play(ctx context.Context, speed float64) error {
	last := 0.0
	for _, row := range r.rows {
		pause := time.Duration((row.T - last) / speed * float64(time.Second))
		last = row.T
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(pause, maxSilence)):
		}
		if err := r.playRow(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// playRow shows what a row says, and sends it to the hook if it is an event.
func (r *recording) playRow(ctx context.Context, row trace.Row) error {
	switch {
	case row.Mark != "":
		return r.print("\x1b[1m> %s\x1b[0m\n", row.Mark)
	case row.Hook == nil:
		return nil
	}
	var event struct {
		Name string `json:"hook_event_name"`
		Tool string `json:"tool_name"`
	}
	if err := json.Unmarshal(row.Hook, &event); err != nil {
		return err
	}
	if err := r.print("  %6.2f s  %s %s\n", row.T, event.Name, event.Tool); err != nil {
		return err
	}
	hook := exec.CommandContext(ctx, r.server.atm, "hook")
	return r.server.tell(hook, r.pane, string(row.Hook), "CLAUDE_PID="+row.ClaudePID)
}

// print shows a line in the pane.
func (r *recording) print(format string, args ...any) error {
	return appendTo(r.file, fmt.Sprintf(format, args...))
}
