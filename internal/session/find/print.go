package find

import (
	"fmt"
	"io"
	"strings"
	"time"

	"atm/internal/claude/search"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/tmux/draw"
)

// printSession prints the heading of a session, after a blank line unless it is the first one.
func (s Search) printSession(out io.Writer, c candidate, isLater bool) error {
	place := c.pane()
	if place == "" && c.Running != nil {
		place = fmt.Sprintf("pid %d", c.Running.PID)
	}
	dir := s.ShortPath(c.in.Dir(c.Session))
	line := c.Short()
	for _, text := range []string{cli.Age(s.Now, c.LastActive()), place, dir, fleet.ShortTitle(c.Title())} {
		line += cli.After("  ", text)
	}
	text := cli.Painter(s.Colour).PaintIn(draw.Style{Bold: true}, s.clip(line)) + "\n"
	if isLater {
		text = "\n" + text
	}
	_, err := io.WriteString(out, text)
	return err
}

func (s Search) printPlace(out io.Writer, p Place) error {
	if s.JSON {
		return cli.WriteJSON(out, p.Record, "")
	}
	head := fmt.Sprintf("  %4s  %-7s ", cli.Age(s.Now, p.When), p.By)
	indent := strings.Repeat(" ", len(head))
	var b strings.Builder
	dim := func(text string) string { return cli.Painter(s.Colour).PaintIn(draw.Style{Dim: true}, text) }
	if p.Before != "" {
		b.WriteString(dim(s.clip(head+p.Before)) + "\n")
		head = indent
	}
	b.WriteString(s.marked(head, p.Record) + "\n")
	if p.After != "" {
		b.WriteString(dim(s.clip(indent+p.After)) + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// marked returns the line with its matches coloured. If the line is too long, it shows the part with the
// first match.
func (s Search) marked(head string, r Record) string {
	line, cut := r.Line, 0
	if room := max(0, s.Width-len(head)); s.Width > 0 && len(r.Spans) > 0 && r.Spans[0][1] > room {
		cut = max(0, r.Spans[0][0]-room/3)
		for cut > 0 && cut < len(line) && line[cut]&0xc0 == 0x80 {
			cut--
		}
		head += "…"
	}
	line = s.clip(head + line[cut:])
	if !s.Colour {
		return line
	}
	var b strings.Builder
	at := 0
	for _, span := range r.Spans {
		from, to := span[0]-cut+len(head), span[1]-cut+len(head)
		if from < at || to > len(strings.TrimSuffix(line, "…")) {
			break
		}
		b.WriteString(line[at:from] + draw.Style{Colour: draw.Red, Bold: true}.Paint(line[from:to]))
		at = to
	}
	return b.String() + line[at:]
}

func (s Search) clip(line string) string {
	if s.Width > 0 {
		return cli.Clip(line, s.Width)
	}
	return line
}

// record returns a place in JSON's form.
func (s Search) record(c candidate, hit search.Hit) Record {
	r := Record{
		ID: c.ID, Pane: c.pane(), Directory: c.in.Dir(c.Session), Title: c.Title(), By: string(hit.By),
		Before: hit.Before, Line: hit.Line, After: hit.After,
		Spans: append([][2]int{}, hit.Spans...), // never null
	}
	if !hit.At.IsZero() {
		r.At = hit.At.UTC().Format(time.RFC3339)
	}
	return r
}
