package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"atm/internal/trace"
)

// player plays one recording into one pane.
type player struct {
	stage  *stage
	rows   []trace.Row
	pane   string
	script string // what the pane shows: tail -f of this file
}

// maxSilence is the longest that the audience waits for the next event.
const maxSilence = 2 * time.Second

func (p *player) play(ctx context.Context, speed float64) error {
	last := 0.0
	for _, row := range p.rows {
		pause := time.Duration((row.T - last) / speed * float64(time.Second))
		last = row.T
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(pause, maxSilence)):
		}
		if err := p.act(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// act shows what the row says, and sends it to the hook if it is an event.
func (p *player) act(ctx context.Context, row trace.Row) error {
	switch {
	case row.Mark != "":
		return p.say("\x1b[1m> %s\x1b[0m\n", row.Mark)
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
	if err := p.say("  %6.2f s  %s %s\n", row.T, event.Name, event.Tool); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, p.stage.atm, "hook")
	cmd.Env = append(p.stage.env(), "TMUX="+p.stage.socket+","+p.stage.pid+",0", "TMUX_PANE="+p.pane, "CLAUDE_PID="+row.ClaudePID)
	cmd.Stdin = bytes.NewReader(row.Hook)
	return cmd.Run()
}

func (p *player) say(format string, args ...any) error {
	f, err := os.OpenFile(p.script, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, format, args...)
	return err
}
