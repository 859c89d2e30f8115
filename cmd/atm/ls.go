package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/draw"
	"atm/internal/fleet"
	"atm/tmuxopt"
)

type lsCmd struct {
	iconSet
	State      []string           `enum:"${states}" help:"Only sessions in these states: ${enum}." placeholder:"STATE"`
	Here       bool               `help:"Only sessions of the current directory and below."`
	By         string             `enum:",dir" default:"" placeholder:"dir" help:"Group by: dir."`
	Tree       bool               `help:"Show subagents under their session."`
	States     hookmap.Vocabulary `enum:",cld,atm,plate,headspace,fleet" default:"" placeholder:"WORDS" help:"Say states in the words of another tool: cld, atm, plate, headspace, fleet."`
	AllServers bool               `help:"The sessions of all of your tmux servers."`
	Watch      bool               `help:"Stay, and show every change. On a terminal q ends it."`
	JSON       bool               `name:"json" xor:"form" help:"Print JSON, see below."`
}

// Help ends the help text.
func (lsCmd) Help() string {
	return `The most urgent come first: attention, error, finished and not seen yet, working, idle, ended. A session is stale if nothing was heard of it for 8 hours (option @atm-stale, as 90m or 12h). One that nobody has named is called as cld sessions calls it: as Claude has named it, or by its first prompt. The icons tell states apart: for the classic set, which tells running from stopped only, they are those of states.

The words of other tools, for scripts that know them:
  cld        running, stopped
  atm        agent-tmux-monitor: Idle, Working(detail), AttentionNeeded(reason)
  plate      plate-spinner: starting, running, idle, awaiting_input, awaiting_approval, error, closed
  headspace  IDLE, COMMANDED, PROCESSING, AWAITING_INPUT, COMPLETE: of a task
  fleet      error, attention, working, checked, done (not seen yet)

With --json: {"version": 1, "sessions": [...]}, of each session all of:
` + membersHelp() + `
Examples:
  atm ls
  atm ls --state attention,error --json | jq -r '.sessions[].pane'
  atm ls --tree --by dir
  atm ls --states plate`
}

// membersHelp says what the members of a session in JSON are.
func membersHelp() string {
	var b strings.Builder
	for _, member := range fleet.Members() {
		fmt.Fprintf(&b, "  %-10s  %s\n", member.Name, member.Doc)
	}
	return b.String()
}

// Run lists sessions.
func (c lsCmd) Run(s streams) error {
	switch {
	case c.Watch && c.AllServers:
		err := errors.New("--watch shows one server")
		return &cli.Error{Err: err, Hint: "run atm ls --watch in each of them", Code: cli.Usage}
	case c.Watch:
		return c.watch(s)
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	sessions, err := c.list(ctx, s)
	if err != nil {
		return err
	}
	return c.print(ctx, s, sessions)
}

// screen is what was printed last, and on a terminal of which size.
type screen struct {
	sessions      []fleet.Record
	width, height int
}

// watch prints the list whenever it is another one, or is to fit another size. It is
// the same one if only time has gone by.
func (c lsCmd) watch(s streams) error {
	var last *screen
	restore := func() {}
	defer func() { restore() }()
	return s.watching(tmuxopt.ShownChannel, func(ctx context.Context) ([]fleet.Session, error) {
		if last == nil {
			restore = s.interruptOnQ() // signals are handled by now
		}
		sessions, err := c.list(ctx, s)
		if err != nil {
			return nil, err
		}
		now := &screen{
			sessions: fleet.Records(sessions, c.States),
			width:    cli.Width(s.stdout),
			height:   cli.Height(s.stdout),
		}
		if reflect.DeepEqual(now, last) {
			return sessions, nil
		}
		last = now
		if now.width >= 0 {
			fmt.Fprint(s.stdout, "\x1b[H\x1b[2J")
		}
		return sessions, c.print(ctx, s, sessions)
	})
}

// interruptOnQ has the key q do what Ctrl-C does, where standard input is a terminal,
// until the function that it returns is called.
func (s streams) interruptOnQ() (restore func()) {
	return cli.Keys(s.stdin, func(key byte) {
		if key == 'q' || key == 'Q' {
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT) // to this process: it cannot fail
		}
	})
}

// list reads the sessions that were asked for.
func (c lsCmd) list(ctx context.Context, s streams) ([]fleet.Session, error) {
	read := s.namedSessions
	if c.AllServers {
		read = s.allSessions
	}
	sessions, err := read(ctx)
	if err != nil && !noServer(err) { // no server, no sessions
		return nil, err
	}
	here := ""
	if c.Here {
		if here, err = currentDir(); err != nil {
			return nil, err
		}
	}
	sessions = slices.DeleteFunc(sessions, func(session fleet.Session) bool {
		return c.Here && !below(here, session.Dir) || !is(session, c.State)
	})
	if c.By == "dir" {
		slices.SortStableFunc(sessions, func(a, b fleet.Session) int { return cmp.Compare(a.Dir, b.Dir) })
	}
	return sessions, nil
}

// below reports whether a directory is another one, or below it.
func below(parent, dir string) bool {
	relative, err := filepath.Rel(parent, dir)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, "../")
}

func (c lsCmd) print(ctx context.Context, s streams, sessions []fleet.Session) error {
	if c.JSON {
		return s.printJSON(fleet.NewListing(sessions, c.States))
	}
	if len(sessions) == 0 {
		_, err := fmt.Fprintln(s.stderr, "atm: no sessions")
		return err
	}
	icons, err := s.stateIcons(ctx, c.Icons)
	switch {
	case noServer(err): // the sessions are those of other servers
		icons = defaultIcons()
	case err != nil:
		return err
	}
	return c.printTable(s, sessions, icons)
}

// defaultIcons are the icons of the states where nobody has chosen others.
func defaultIcons() map[string]string {
	icons := map[string]string{}
	for _, icon := range draw.Signs(tmuxopt.States) {
		icons[icon.Name] = icon.Sign
	}
	return icons
}
