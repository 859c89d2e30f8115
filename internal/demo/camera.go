package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"atm/internal/screen"
)

// camera looks at the stage through a client that is attached in a second
// private server, and takes a picture when the counts change to something new.
type camera struct {
	house *stage // the second server
	stage *stage
	svg   string

	seen map[string]bool
	best int // how much there was to see on the picture that was kept
}

const columns = 100

func (s *stage) film(svg string, lines int) (*camera, error) {
	house := &stage{tmuxPath: s.tmuxPath, dir: s.dir, socket: s.socket + "2"}
	_, err := house.ask("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(lines),
		"exec env -u TMUX "+s.tmuxPath+" -u -S "+s.socket+" attach", ";", "set-option", "-g", "status", "off")
	return &camera{house: house, stage: s, svg: svg, seen: map[string]bool{"": true}}, err
}

// roll takes pictures until the show is over.
func (c *camera) roll(ctx context.Context) {
	defer func() { _ = c.house.tmux("kill-server").Run() }()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			c.look()
		}
	}
}

func (c *camera) look() {
	counts, err := c.stage.ask("display-message", "-p", "#{E:@atm_counts}")
	if err != nil || c.seen[counts] {
		return
	}
	picture, err := c.house.ask("capture-pane", "-e", "-p")
	if err != nil || !strings.Contains(plain(picture), plain(counts)) {
		return // not drawn yet: look again
	}
	c.seen[counts] = true
	if c.svg == "" {
		fmt.Printf("%s\n%s\n\n", strings.Repeat("─", columns), plain(picture))
		return
	}
	if worth := len(strings.Fields(counts)); worth > c.best {
		c.best = worth
		if err := os.WriteFile(c.svg, []byte(screen.SVG(picture, columns)), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "demo:", err)
		}
	}
}

// plain removes colours: escape sequences, and tmux's own styles.
func plain(text string) string {
	for _, pair := range [][2]string{{"\x1b[", "m"}, {"\x1b(", "B"}, {"#[", "]"}} {
		for {
			before, rest, found := strings.Cut(text, pair[0])
			if !found {
				break
			}
			_, after, _ := strings.Cut(rest, pair[1])
			text = before + after
		}
	}
	return text
}
