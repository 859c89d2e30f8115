// Package find finds sessions by what was said in them, and shows the places. atm find and cld sessions
// --grep both use it. It promises that nothing is printed that a terminal would obey, and that each place is
// printed as soon as it is found.
package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/cldresume"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/search"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

// Flags select what is searched, and how many places are shown.
type Flags struct {
	Regex bool   `help:"The words are one regular expression that a line must match; (?i) ignores case."`
	Since string `placeholder:"AGE" help:"Only what was written in this time: 2w, 3d, 12h, 30m."`
	Dir   string `placeholder:"DIR" help:"Only sessions of this directory and below."`
	Max   int    `default:"3" placeholder:"N" help:"At most this many matches per session, 0 for all (default: 3)."`
}

// Record is a place in JSON. Scripts rely on the names of the members.
type Record struct {
	ID        string   `json:"id" help:"the full id of the session"`
	Pane      string   `json:"pane" help:"where it runs, '' if in no pane of this tmux server"`
	Directory string   `json:"directory" help:"where it belongs, '' if unknown"`
	Title     string   `json:"title"`
	By        string   `json:"by" help:"you, claude or title; with --all also tool and thought"`
	At        string   `json:"at" help:"when it was written, RFC 3339, UTC; '' if unknown"`
	Before    string   `json:"before" help:"the line before"`
	Line      string   `json:"line" help:"the line, or the part of it around the match"`
	After     string   `json:"after" help:"the line after"`
	Spans     [][2]int `json:"spans" help:"the matches, as offsets in bytes of line: from, to"`
}

// Search is one search.
type Search struct {
	Flags
	Words        []string
	All          bool // also tools, thoughts and subagents
	RunningFirst bool // running sessions come before newer ones
	JSON, Colour bool
	Width        int // columns of the terminal; -1 = the output is no terminal

	Now       time.Time
	ShortPath func(dir string) string // writes a directory for people
}

// In is one home directory of Claude Code: its sessions, and the finder that reads them.
type In struct {
	cldresume.Finder
	Sessions []cldresume.Session
}

// candidate is a session that is searched.
type candidate struct {
	in In
	cldresume.Conversation
	written time.Time // when its transcript was written last, zero if unknown
}

// Place is a found place.
type Place struct {
	Record
	When time.Time // when it was said, zero if unknown

	session candidate
	isFirst bool // of its session
}

// Homes returns the sessions of all known home directories of Claude Code: that of this process, and those of
// sessions in panes. An error means that some sessions may be missing.
func Homes(r query.Reader, sessions []fleet.Session) (homes []In, err error) {
	finder := r.Finder(sessions)
	dirs := []string{r.Home}
	for _, session := range sessions {
		if home, _, found := session.Transcript(); found && !slices.Contains(dirs, home) {
			dirs = append(dirs, home)
		}
	}
	for _, dir := range dirs {
		if dir != dirs[0] {
			finder.Home = os.DirFS(dir)
		}
		sessions, failed := finder.Sessions()
		err = errors.Join(err, failed)
		homes = append(homes, In{Finder: finder, Sessions: sessions})
	}
	return homes, err
}

// Run searches the sessions, and prints the found places. It is an error to find nothing.
func (s Search) Run(ctx context.Context, homes []In, out io.Writer) error {
	foundAny := false
	var failed error
	err := s.Each(ctx, homes, func(p Place) bool {
		if p.isFirst && !s.JSON {
			failed = s.printSession(out, p.session, foundAny)
		}
		foundAny = true
		if failed == nil {
			failed = s.printPlace(out, p)
		}
		return failed == nil
	})
	if err == nil && !foundAny {
		err = errors.New("nothing found")
	}
	return cmp.Or(failed, err)
}

// Each calls found with each place, until found returns false.
func (s Search) Each(ctx context.Context, homes []In, found func(Place) bool) error {
	wanted, options, err := s.query()
	if err != nil {
		return cli.Wrong("for example: parser 'exit code' --since 2w", "%w", err)
	}
	sessions := s.candidates(homes)
	var sources []search.Source
	for _, c := range sessions {
		sources = append(sources, search.Source{Home: c.in.Home, Transcript: c.transcript()})
	}
	last, isWanted := -1, false // the session of the last hit
	wanted.Each(ctx, sources, options, func(hit search.Hit) bool {
		c := &sessions[hit.Session]
		isFirst := hit.Session != last
		if isFirst {
			last, isWanted = hit.Session, c.read() && s.below(c.in.Dir(c.Session))
		}
		return !isWanted || found(Place{s.record(*c, hit), hit.At, *c, isFirst})
	})
	return nil
}

// candidates returns the sessions of all homes, those whose transcripts were written last first.
func (s Search) candidates(homes []In) []candidate {
	var sessions []candidate
	for _, home := range homes {
		for _, session := range home.Sessions {
			conversation, ok := home.Conversation(session, home.Sessions)
			if !ok {
				continue
			}
			c := candidate{in: home, Conversation: conversation}
			if stat, err := fs.Stat(home.Home, c.transcript().Path()); err == nil {
				c.written = stat.ModTime()
			}
			sessions = append(sessions, c)
		}
	}
	slices.SortStableFunc(sessions, func(a, b candidate) int {
		newestFirst := b.written.Compare(a.written)
		if s.RunningFirst {
			return cmp.Or(cmp.Compare(a.rank(), b.rank()), newestFirst)
		}
		return newestFirst
	})
	return sessions
}

// transcript names the file that is searched.
func (c candidate) transcript() claudehome.Transcript {
	return claudehome.Transcript{Project: c.TranscriptProject, ID: c.TranscriptID}
}

// read reads the session. It reports whether the transcript belongs to it: only the transcript of a session that has
// ended tells that another one continues it.
func (c *candidate) read() bool {
	read := c.in.Read([]cldresume.Session{c.Session})
	if len(read) > 0 && read[0].MovedTo != c.MovedTo {
		conversation, ok := c.in.Conversation(read[0], c.in.Sessions)
		if !ok {
			return false
		}
		read = c.in.Read([]cldresume.Session{conversation.Session})
	}
	if len(read) > 0 { // else it is that of a subagent
		c.Session = read[0]
	}
	return len(read) > 0
}

// rank is 0 for a running session, else 1: running sessions are searched first.
func (c candidate) rank() int {
	if c.Running != nil || c.pane() != "" {
		return 0
	}
	return 1
}

// pane returns the pane of this tmux server in which the session runs, "" if there is none. For a session of
// another home directory, only the options of its pane are known.
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

// query returns the query and its options. An error is a usage error.
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

// parseAge parses an age as lists print it: 30m, 12h, 3d, 2w.
func parseAge(text string) (time.Duration, error) {
	const day = 24 * time.Hour
	units := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': day, 'w': 7 * day}
	if n := len(text) - 1; n > 0 {
		number, err := strconv.Atoi(text[:n])
		if unit := units[text[n]]; err == nil && unit > 0 && number > 0 && number < 10000 {
			return time.Duration(number) * unit, nil
		}
	}
	return 0, fmt.Errorf("--since %q: a number and m, h, d or w", tmuxopt.Text(text))
}

// below reports whether dir is the searched directory or below it. The name of a session's project does not tell: it
// may be that of another directory, in which the session has begun.
func (s Search) below(dir string) bool {
	return s.Dir == "" || dir == s.dir() || strings.HasPrefix(dir, strings.TrimSuffix(s.dir(), "/")+"/")
}

// dir returns the searched directory as Claude Code names it: without symbolic links, if it still exists.
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
