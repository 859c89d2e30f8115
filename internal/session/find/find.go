// Package find finds sessions by what was said in them, and shows where. It is what atm find and cld sessions
// --grep have in common. It promises that nothing is printed that a terminal would carry out, and that what is
// found is printed while the search goes on.
package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"atm/cldresume"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/search"
	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/pathcodec"
	"atm/tmuxopt"
)

// Flags say what is searched, and how much is shown.
type Flags struct {
	Regex bool   `help:"The words are one regular expression, which a line has to match; (?i) ignores case."`
	Since string `placeholder:"AGE" help:"Only what was said in the last 2w, 3d, 12h or 30m."`
	Dir   string `placeholder:"DIR" help:"Only sessions of a directory, and below."`
	Max   int    `default:"3" placeholder:"N" help:"So many places of each session, 0 for all (default: 3)."`
}

// Record is a place in JSON. Scripts rely on the names.
type Record struct {
	ID        string   `json:"id" help:"the full id of the session"`
	Pane      string   `json:"pane" help:"where it runs, '' if in no pane of this tmux server"`
	Directory string   `json:"directory" help:"where it belongs, '' if unknown"`
	Title     string   `json:"title"`
	By        string   `json:"by" help:"you, claude or title; with --all also tool and thought"`
	At        string   `json:"at" help:"when it was said, RFC 3339, UTC; '' if unknown"`
	Before    string   `json:"before" help:"the line before"`
	Line      string   `json:"line" help:"the line, or the part of it that fits"`
	After     string   `json:"after" help:"the line after"`
	Spans     [][2]int `json:"spans" help:"what fits, as bytes of line: from, to"`
}

// Search is one search.
type Search struct {
	Flags
	Words        []string
	All          bool // also tools, thoughts and subagents
	RunningFirst bool // instead of the newest
	JSON, Colour bool
	Width        int // columns of the terminal; -1 = it is none

	Now  time.Time
	Home string // of the user, for directories
}

// In are sessions of one home of Claude Code, and what finds out about them.
type In struct {
	cldresume.Finder
	Sessions []cldresume.Session
}

// candidate is a session that is searched.
type candidate struct {
	finder cldresume.Finder
	cldresume.Session
}

// Run searches the sessions, and prints what it finds. To find nothing is an error.
func (s Search) Run(ctx context.Context, homes []In, out io.Writer) error {
	query, options, err := s.query()
	if err != nil {
		return &cli.Error{Err: err, Hint: "for example: parser 'exit code' --since 2w", Code: cli.Usage}
	}
	var sessions []candidate
	var sources []search.Source
	for _, home := range homes {
		for _, session := range home.ByChange(home.Sessions) {
			sessions = append(sessions, candidate{home.Finder, session})
		}
	}
	sessions = slices.DeleteFunc(sessions, func(c candidate) bool { return !s.mayBeBelow(c.Project) })
	if s.RunningFirst {
		slices.SortStableFunc(sessions, func(a, b candidate) int { return cmp.Compare(a.rank(), b.rank()) })
	}
	for _, c := range sessions {
		transcript := claudehome.Transcript{Project: c.Project, ID: c.ID}
		sources = append(sources, search.Source{Home: c.finder.Home, Transcript: transcript})
	}
	shown, any := -1, false
	query.Each(ctx, sources, options, func(hit search.Hit) bool {
		c := &sessions[hit.Session]
		if shown != hit.Session {
			read := c.finder.Read([]cldresume.Session{c.Session})
			if len(read) == 0 || !s.below(c.finder.Dir(read[0])) {
				return true
			}
			if c.Session = read[0]; !s.JSON {
				err = s.printSession(out, *c, any)
			}
		}
		shown, any = hit.Session, true
		if err == nil {
			err = s.printHit(out, *c, hit)
		}
		return err == nil
	})
	if err == nil && !any {
		err = errors.New("nothing found")
	}
	return err
}

// rank is 0 for a session that runs, else 1.
func (c candidate) rank() int {
	if c.Running != nil || c.pane() != "" {
		return 0
	}
	return 1
}

// pane is the pane of our tmux server in which the session runs, "" if it runs in none. Of one with another home
// only the options of its pane tell.
func (c candidate) pane() string {
	if c.Running != nil {
		return c.Running.Pane
	}
	for _, p := range c.Panes {
		if p.Options[tmuxopt.SessionID] == c.ID && p.Options[tmuxopt.State] != "" {
			return p.ID
		}
	}
	return ""
}

// query returns what is searched for. An error is one of usage.
func (s Search) query() (q search.Query, o search.Options, err error) {
	o = search.Options{All: s.All, Most: s.Max}
	if s.Max < 0 {
		return q, o, fmt.Errorf("--max %d: at least 0", s.Max)
	}
	if s.Since != "" {
		age, err := parseAge(s.Since)
		if err != nil {
			return q, o, err
		}
		o.Since = s.Now.Add(-age)
	}
	if s.Regex {
		q, err = search.Regexp(strings.Join(s.Words, " "))
	} else {
		q = search.Words(s.Words...)
	}
	if err == nil && q.Empty() {
		err = errors.New("no words to search for")
	}
	return q, o, err
}

// parseAge reads an age as lists print it.
func parseAge(text string) (time.Duration, error) {
	units := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if n := len(text) - 1; n > 0 {
		number, err := strconv.Atoi(text[:n])
		if unit := units[text[n]]; err == nil && unit > 0 && number > 0 && number < 10000 {
			return time.Duration(number) * unit, nil
		}
	}
	return 0, fmt.Errorf("--since %q: a number and m, h, d or w", tmuxopt.Text(text))
}

// mayBeBelow reports whether a session's directory may be one of those that are searched, as the name of its
// project tells, which several directories share.
func (s Search) mayBeBelow(project string) bool {
	return s.Dir == "" || project == "" || strings.HasPrefix(project, pathcodec.Encode(s.dir()))
}

// below reports whether a session's directory is one of those that are searched.
func (s Search) below(dir string) bool {
	return s.Dir == "" || dir == s.dir() || strings.HasPrefix(dir, strings.TrimSuffix(s.dir(), "/")+"/")
}

// dir is the directory that was asked for, as Claude Code names it: physical, if it is still there.
func (s Search) dir() string {
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		dir = s.Dir
	}
	if physical, err := filepath.EvalSymlinks(dir); err == nil {
		return physical
	}
	return dir
}

// printSession prints the line above the places of a session.
func (s Search) printSession(out io.Writer, c candidate, more bool) error {
	place := c.pane()
	if place == "" && c.Running != nil {
		place = fmt.Sprintf("pid %d", c.Running.PID)
	}
	dir := cldresume.Show(c.finder.Dir(c.Session))
	if rest, found := strings.CutPrefix(dir, s.Home+"/"); found && s.Home != "" {
		dir = "~/" + rest
	}
	line := c.Short()
	for _, text := range []string{cli.Age(s.Now, c.LastActive()), place, dir, tmuxopt.Text(c.Title())} {
		line += cli.After("  ", text)
	}
	text := cli.Painter(s.Colour).PaintIn(draw.Style{Bold: true}, s.clip(line)) + "\n"
	if more {
		text = "\n" + text
	}
	_, err := io.WriteString(out, text)
	return err
}

// printHit prints a place.
func (s Search) printHit(out io.Writer, c candidate, hit search.Hit) error {
	if s.JSON {
		return s.printRecord(out, c, hit)
	}
	age := ""
	if !hit.At.IsZero() {
		age = cli.Age(s.Now, hit.At)
	}
	head := fmt.Sprintf("  %4s  %-7s ", age, hit.By)
	indent := strings.Repeat(" ", len(head))
	var b strings.Builder
	dim := func(text string) string { return cli.Painter(s.Colour).PaintIn(draw.Style{Dim: true}, text) }
	if hit.Before != "" {
		b.WriteString(dim(s.clip(head+hit.Before)) + "\n")
		head = indent
	}
	b.WriteString(s.marked(head, hit.Excerpt) + "\n")
	if hit.After != "" {
		b.WriteString(dim(s.clip(indent+hit.After)) + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// marked returns the line with what fits in a colour. Of a line that is too long the part with the first
// place is shown.
func (s Search) marked(head string, e search.Excerpt) string {
	line, cut := e.Line, 0
	if room := s.Width - len(head); s.Width > 0 && len(e.Spans) > 0 && e.Spans[0][1] > room {
		cut = max(0, e.Spans[0][0]-room/3)
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
	for _, span := range e.Spans {
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

// printRecord prints a place as a line of JSON.
func (s Search) printRecord(out io.Writer, c candidate, hit search.Hit) error {
	r := Record{
		ID: c.ID, Pane: c.pane(), Directory: c.finder.Dir(c.Session), Title: c.Title(), By: string(hit.By),
		Before: hit.Before, Line: hit.Line, After: hit.After, Spans: hit.Spans,
	}
	if !hit.At.IsZero() {
		r.At = hit.At.UTC().Format(time.RFC3339)
	}
	text, err := json.Marshal(r, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	return cli.WriteJSON(out, text)
}
