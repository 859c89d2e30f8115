package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/remote"
)

type lsCmd struct {
	iconSet
	hostFlags
	backgroundFlag
	cli.ColourFlag
	State      []string           `enum:"${states}" help:"Only sessions in these states: ${enum}." placeholder:"STATE"`
	Tag        []string           `placeholder:"TAG" help:"Only sessions with all of these tags: see atm tag."`
	Here       bool               `help:"Only sessions of the current directory and below."`
	By         string             `enum:",dir" default:"" placeholder:"dir" help:"Group by: dir. One with an open effort is active, another one dormant."`
	Sort       fleet.SortKey      `enum:"context,cost,since,state" default:"state" placeholder:"KEY" help:"Sort by context, cost, since or state, the most first (default: state)."`
	Columns    []string           `enum:"${columns}" placeholder:"NAME" xor:"form,columns" help:"These columns, in this order: ${enum}."`
	Tree       bool               `xor:"lines" help:"Show tasks, subagents and teammates under their session."`
	States     hookmap.Vocabulary `enum:",cld,atm,plate,headspace,fleet" default:"" placeholder:"WORDS" help:"Use the words of another tool for states: cld, atm, plate, headspace, fleet."`
	Narrow     bool               `xor:"lines,columns" help:"Print two lines per session, for a pane of 30 to 40 columns."`
	Toggle     string             `placeholder:"PANE" help:"Open a narrow list in the window of this pane, or close it: for a key binding."`
	AllServers bool               `help:"The sessions of all of your tmux servers."`
	Watch      bool               `xor:"stay" help:"Keep the list up to date. On a terminal q quits."`
	Total      bool               `xor:"lines,stay,columns" help:"Add up cost and context of the sessions that run."`
	Format     string             `xor:"form,lines,stay" placeholder:"TEMPLATE" help:"Print a line for each session: a Go template over the members of --json."`
	JSON       bool               `name:"json" xor:"form" help:"Print JSON; see below."`
	template   *fleet.Template    // of --format
	Session    []string           `arg:"" optional:"" help:"Only these: panes or their places, beginnings of sessions' ids, titles, directories, or windows."`
}

func (lsCmd) Details() string {
	return `Sorts the most urgent first: attention, error, finished with a question, finished and not seen yet, ` +
		`working, idle, asleep, ended. An icon with a * was not looked at: ?* ✗*. A session is stale if it has had no ` +
		`event for 8 hours (option @atm-stale: 90m, 12h). A session without a name of yours has the title that ` +
		`Claude gave it, or its first prompt. The set of icons "classic" only tells running from stopped; here it has ` +
		`the icons of "states". A session that is asleep goes on by itself soon; WAKES says when one goes on later.

DETAIL is what a session asks for, what it wrote last, or what it does. CONTEXT, COST and LIMIT are shown if they ` +
		`are known, a limit from 80 % on. Without a status line (atm setup) the context is computed from the ` +
		`transcript, and marked with ~.

Colours mean the same as icons and words: red asks you something, magenta has failed, cyan has finished with a ` +
		`question, green has finished and was not seen, yellow works. A context or limit is yellow from 80 % and ` +
		`red from 90 %. Rows that need you are bold; those of stale, parked or ended sessions are grey. The ` +
		`colours are those of your terminal's palette.

The words of other tools, for their scripts:
  cld        running, stopped
  atm        agent-tmux-monitor: Idle, Working(detail), AttentionNeeded(reason)
  plate      plate-spinner: starting, running, idle, awaiting_input, awaiting_approval, error, closed
  headspace  IDLE, COMMANDED, PROCESSING, AWAITING_INPUT, COMPLETE: of a task
  fleet      error, attention, working, checked, done (not seen yet)

With --json: {"version": 1, "sessions": [...]}. Each session has all of:
` + cli.MembersHelp(fleet.Record{}) + `
A template of --format has the same names; null is an empty text: '{{.pane}} {{.title}} {{.context_pct}}'. Check ` +
		`that a number is known before you compare it: '{{if .context_pct}}{{if ge .context_pct ` +
		`80}}full{{end}}{{end}}'.

--hosts and --host devbox add the sessions of other hosts; WHERE is then devbox:main:1.0. ssh must log in there ` +
		`without a question, as with ssh -o BatchMode=yes. The end of the list names the hosts that have not ` +
		`answered in time. With --watch their last answer stays, with its time.

--total adds up what runs now; with --json it is one object. Claude Code 2.1.329 begins the cost of a fork with what ` +
		`its parent had cost by then: if both run, the total has that twice. atm keeps no history: ccusage (npx ccusage) ` +
		`reports days and months from the transcripts.

Examples:
  atm ls
  atm ls parser
  atm ls --state attention,error --json | jq -r '.sessions[].pane'
  atm ls --tree --by dir
  tmux bind e run-shell 'atm ls --toggle "#{pane_id}"'
  atm ls --hosts --watch
  atm ls --sort context --columns state,session,context,cost
  atm focus "$(atm ls --format '{{or .pane .job}} {{.title}}' | fzf | cut -d' ' -f1)"
  sesh connect "$(atm ls --state question --format '{{.where}}' | head -1 | cut -d: -f1)"`
}

// AfterApply checks what the grammar cannot check: kong takes flags with defaults for set. kong calls it.
func (c *lsCmd) AfterApply() (err error) {
	if other := c.orderOrWords(); c.Total && other != "" {
		return fmt.Errorf("%s and --total can't be used together", other)
	}
	if c.Format != "" {
		if c.template, err = fleet.NewTemplate(c.Format); err != nil {
			err = fmt.Errorf("--format: %w", err)
		}
	}
	return err
}

func (c lsCmd) Run(s streams) error {
	s.Reader = s.PrintedOnly(c.States)
	s.NoUnshown = c.NoBackground
	switch {
	case c.Toggle != "":
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		return c.toggle(ctx, s)
	case c.Watch && c.AllServers:
		return cli.Wrong("run atm ls --watch in each of them", "--watch shows one server")
	case c.Watch:
		return c.watch(s)
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout+c.hostLimit())
	defer cancel()
	answers, err := c.ask(ctx, s)
	if err != nil {
		return err
	}
	listed, err := c.list(ctx, s, answers)
	if err != nil {
		return err
	}
	return c.show(ctx, s, listed)
}

// listed is the content of a list.
type listed struct {
	sessions []fleet.Session
	icons    map[string]string // nil = not read yet
	answers  []remote.Answer   // answers of other hosts
}

// orderOrWords returns a flag that applies to single sessions, "" if there is none.
func (c lsCmd) orderOrWords() string {
	switch {
	case c.By != "":
		return "--by"
	case c.Sort != fleet.ByState:
		return "--sort"
	case c.States != hookmap.Own:
		return "--states"
	}
	return ""
}

// list reads the requested sessions of this host, and then the answers of other hosts.
func (c lsCmd) list(ctx context.Context, s streams, answers func() []remote.Answer) (list listed, err error) {
	var sessions []fleet.Session
	switch {
	case c.AllServers:
		sessions, err = s.AllSessions(ctx)
	case c.JSON || c.Format != "" || c.Total:
		sessions, err = s.NamedSessions(ctx)
	default:
		sessions, list.icons, err = s.DrawnSessions(ctx, c.Icons)
	}
	if sessions, err = s.EvenWithoutServer(sessions, err); err != nil {
		return listed{}, err
	}
	currentDir := ""
	if c.Here {
		if currentDir, err = query.CurrentDir(); err != nil {
			return listed{}, err
		}
	}
	list.answers = answers()
	list.sessions = s.WithHosts(sessions, list.answers)
	if len(c.Session) > 0 {
		list.sessions = query.NamedBy(list.sessions, c.Session...)
	}
	list.sessions = slices.DeleteFunc(list.sessions, func(session fleet.Session) bool {
		relative, err := filepath.Rel(currentDir, session.Dir)
		isHere := session.Host == "" && err == nil && filepath.IsLocal(relative)
		return c.Here && !isHere || !session.Is(c.State...) || !tagged(session.Tags, c.Tag)
	})
	fleet.WorkOutContext(list.sessions)
	fleet.Sort(list.sessions, c.Sort)
	if c.By == "dir" {
		byDir := func(a, b fleet.Session) int { return cmp.Compare(a.Dir, b.Dir) }
		slices.SortStableFunc(list.sessions, byDir)
	}
	return list, nil
}

// show prints the list.
func (c lsCmd) show(ctx context.Context, s streams, list listed) (err error) {
	switch {
	case c.Total:
		err = c.printTotal(s, fleet.NewTotal(list.sessions))
	case c.JSON:
		listing := fleet.NewListing(list.sessions, c.States)
		listing.Unreachable = unreachable(list.answers)
		return s.printJSON(listing)
	case len(list.sessions) == 0:
		err = c.noSessions(s)
	case c.template != nil:
		err = c.template.Print(s.stdout, fleet.Records(list.sessions, c.States))
	default:
		err = c.printTable(ctx, s, list)
	}
	if err == nil {
		s.reportUnreachable(list.answers)
	}
	return err
}

// noSessions prints that no session matches.
func (c lsCmd) noSessions(s streams) error {
	filter := cli.After(" called ", strings.Join(c.Session, " or "))
	if len(c.State) > 0 {
		filter += " in state " + strings.Join(c.State, " or ")
	}
	if len(c.Tag) > 0 {
		filter += " with the tag " + strings.Join(c.Tag, " and ")
	}
	if c.Here {
		filter += " in this directory"
	}
	_, err := fmt.Fprintf(s.stderr, "atm: no sessions%s\n", filter)
	return err
}

func (c lsCmd) printTable(ctx context.Context, s streams, list listed) (err error) {
	if list.icons == nil {
		if list.icons, err = s.StateIcons(ctx, c.Icons); err != nil {
			return err
		}
	}
	table := fleet.Table{
		Icons: list.icons, Words: c.States, Path: s.ShortPath, Now: s.Now(),
		Columns: c.Columns, Sort: c.Sort, ByDir: c.By == "dir", Tree: c.Tree,
		Updated: c.Watch, Narrow: c.Narrow,
	}
	text := table.Text(list.sessions, c.Colours(s.stdout, s.Getenv), cli.Width(s.stdout))
	lines := strings.SplitAfter(text, "\n")
	// The most urgent sessions, which come first, must not scroll away.
	if fit := cli.Height(s.stdout) - 2; c.Watch && fit > 0 && len(lines)-1 > fit {
		lines = append(lines[:fit], fmt.Sprintf("… %d more lines\n", len(lines)-1-fit))
	}
	_, err = fmt.Fprint(s.stdout, strings.Join(lines, ""))
	return err
}
