package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/draw"
	"atm/internal/fleet"
	"atm/internal/tmux"
	"atm/internal/truth"
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
	Watch      bool               `help:"Stay, and show every change."`
	JSON       bool               `name:"json" xor:"form" help:"Print JSON, see below."`
}

// Help ends the help text.
func (lsCmd) Help() string {
	return `The most urgent come first: attention, error, finished and not seen yet, working, idle, ended. A session is stale if nothing was heard of it for 8 hours (option @atm-stale, as 90m or 12h). The icons tell states apart: for the classic set, which tells running from stopped only, they are those of states.

The words of other tools, for scripts that know them:
  cld        running, stopped
  atm        agent-tmux-monitor: Idle, Working(detail), AttentionNeeded(reason)
  plate      plate-spinner: starting, running, idle, awaiting_input, awaiting_approval, error, closed
  headspace  IDLE, COMMANDED, PROCESSING, AWAITING_INPUT, COMPLETE: of a task
  fleet      error, attention, working, checked, done (not seen yet)

With --json: {"version": 1, "sessions": [...]}, of each session all of:
  server        name of the tmux server's socket, "" for the current one
  pane, where   "%3", "main:1.0"
  session_id    the full id
  title, dir, model
  state         attention, error, working, idle, starting; "" = ended; with --states in other words
  detail        what is wanted, done, or went wrong
  since         Unix seconds of the last change of the state, 0 = unknown
  event         the last hook event, event_at its time in Unix seconds
  agents        the subagents at work: [{"id", "type"}]
  unseen, stale, needs_you

Examples:
  atm ls
  atm ls --state attention,error --json | jq -r '.sessions[].pane'
  atm ls --tree --by dir
  atm ls --states plate`
}

// Run lists sessions.
func (c lsCmd) Run(s streams) error {
	switch {
	case c.Watch && c.AllServers:
		return &cli.Error{Err: errors.New("--watch shows one server"), Hint: "run atm ls --watch in each of them", Code: cli.Usage}
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

// watch prints the list whenever it is another one, or is to fit another size.
// That time has gone by does not make it one.
func (c lsCmd) watch(s streams) error {
	type view struct {
		sessions      []record
		width, height int
	}
	var last *view
	return s.watching(tmuxopt.ShownChannel, func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := c.list(ctx, s)
		if err != nil {
			return nil, err
		}
		now := &view{c.records(sessions), cli.Width(s.stdout), cli.Height(s.stdout)}
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

// list reads the sessions that were asked for.
func (c lsCmd) list(ctx context.Context, s streams) ([]fleet.Session, error) {
	sessions, err := s.sessions(ctx, c.AllServers)
	if err != nil && !noServer(err) { // no server, no sessions
		return nil, err
	}
	return c.choose(sessions)
}

func (c lsCmd) print(ctx context.Context, s streams, sessions []fleet.Session) error {
	if c.JSON {
		return s.printJSON(listing{1, c.records(sessions)})
	}
	icons, err := s.stateIcons(ctx, c.Icons)
	switch {
	case noServer(err): // it is told of others
		icons = map[string]string{}
		for _, icon := range draw.Signs(tmuxopt.States) {
			icons[icon.Name] = icon.Sign
		}
	case err != nil:
		return err
	}
	return c.table(s, sessions, icons)
}

// sessions reads the sessions of this server, or of all of this user's.
func (s streams) sessions(ctx context.Context, all bool) ([]fleet.Session, error) {
	if !all {
		report, err := s.corrector().Current(ctx, truth.ShowLimit)
		if err != nil {
			return nil, err
		}
		return fleet.List(report.Panes, s.now(), s.stale(ctx)), nil
	}
	servers, err := s.servers()
	if err != nil {
		return nil, err
	}
	found, failed := make([][]fleet.Session, len(servers)), make([]error, len(servers))
	var asked sync.WaitGroup
	for i, one := range servers {
		asked.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, oneServer)
			defer cancel()
			found[i], failed[i] = one.sessions(ctx, false)
		})
	}
	asked.Wait()
	var list []fleet.Session
	for i, one := range servers {
		name := tmuxopt.Text(filepath.Base(one.tmux.Socket))
		if failed[i] != nil && !noServer(failed[i]) { // a socket may have been left behind
			fmt.Fprintf(s.stderr, "atm: without the server %s: %v\n", name, failed[i])
		}
		for _, session := range found[i] {
			session.Server = name
			list = append(list, session)
		}
	}
	slices.SortStableFunc(list, fleet.Session.Compare)
	return list, nil
}

// oneServer is how long one of several servers may take to answer.
const oneServer = time.Second

// servers returns the ways to all tmux servers of this user: those that have a
// socket where tmux puts it, and this one, which may have it anywhere. Some of the
// sockets may have been left behind.
func (s streams) servers() ([]streams, error) {
	dir := tmux.SocketDir(s.getenv)
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var servers []streams
	own, ownErr := os.Stat(s.tmux.Socket)
	for _, e := range entries {
		one := s
		one.tmux.Socket, one.tmux.PID = filepath.Join(dir, e.Name()), ""
		if info, err := os.Stat(one.tmux.Socket); err == nil && ownErr == nil && os.SameFile(own, info) {
			ownErr = os.ErrExist
		}
		servers = append(servers, one)
	}
	if ownErr == nil {
		s.tmux.PID = ""
		servers = append(servers, s)
	}
	return servers, nil
}

// stale reads after how long a session counts as stale.
func (s streams) stale(ctx context.Context) time.Duration {
	reply, err := s.tmux.Run(ctx, [][]string{{"show-options", "-gqv", tmuxopt.StaleOption}})
	if d, bad := time.ParseDuration(strings.TrimSpace(reply.Stdout)); err == nil && bad == nil && d > 0 {
		return d
	}
	return fleet.DefaultStale
}

// choose leaves those that were asked for.
func (c lsCmd) choose(list []fleet.Session) ([]fleet.Session, error) {
	here, err := os.Getwd()
	if err == nil { // as Claude Code names it: without symbolic links
		here, err = filepath.EvalSymlinks(here)
	}
	if c.Here && err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(one fleet.Session) bool {
		return c.Here && !below(here, one.Dir) || !is(one, c.State)
	}), nil
}

// below reports whether a directory is the other one, or below it.
func below(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// states lists what can be asked for: the states, and what else a session may be.
func states() []string {
	return []string{"attention", "error", "working", "idle", "starting", "ended", "unseen", "stale"}
}

// is reports whether a session is in one of the states, or none is asked for.
func is(one fleet.Session, states []string) bool {
	return len(states) == 0 || slices.ContainsFunc(states, func(state string) bool {
		switch state {
		case "unseen":
			return one.Unseen
		case "stale":
			return one.Stale
		case "ended":
			return one.State == ""
		default:
			return one.State == state
		}
	})
}

// listing is what --json prints. Members are added, never changed.
type listing struct {
	Version  int      `json:"version"`
	Sessions []record `json:"sessions"`
}

type record struct {
	Server    string      `json:"server"`
	Pane      string      `json:"pane"`
	Where     string      `json:"where"`
	SessionID string      `json:"session_id"`
	Title     string      `json:"title"`
	Dir       string      `json:"dir"`
	Model     string      `json:"model"`
	State     string      `json:"state"`
	Detail    string      `json:"detail"`
	Since     int64       `json:"since"`
	Event     string      `json:"event"`
	EventAt   int64       `json:"event_at"`
	Agents    []agentWord `json:"agents"`
	Unseen    bool        `json:"unseen"`
	Stale     bool        `json:"stale"`
	NeedsYou  bool        `json:"needs_you"`
}

type agentWord struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

func (c lsCmd) records(list []fleet.Session) []record {
	records := []record{}
	for _, one := range list {
		records = append(records, c.record(one))
	}
	return records
}

func (c lsCmd) record(one fleet.Session) record {
	r := record{
		one.Server, one.Pane.ID, tmuxopt.Text(one.Pane.Where()), one.ID, one.Title, one.Dir, one.Model,
		c.States.Say(one.Pane.Options), one.Detail, seconds(one.Pane.Options[tmuxopt.Since]), one.Event, seconds(one.Pane.Options[tmuxopt.LatestHookTime]),
		[]agentWord{}, one.Unseen, one.Stale, one.NeedsYou(),
	}
	for _, a := range one.Agents {
		r.Agents = append(r.Agents, agentWord{a.Key, a.Word})
	}
	return r
}
