package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"atm/internal/claudehome"
	"atm/internal/cli"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/internal/truth"
	"atm/tmuxopt"
)

type explainCmd struct {
	JSON bool   `name:"json" help:"Print the same as JSON."`
	Pane string `arg:"" optional:"" help:"The pane, or the session in it (default: $TMUX_PANE)."`
}

// Help ends the help text.
func (explainCmd) Help() string {
	return `Tells the state of a pane and why it is that: the facts that hooks have told, what the client itself says, what was corrected, and what to do if hooks do not arrive.

Examples:
  atm explain
  atm explain %3
  atm explain %3 --json | jq -r '.advice[]?'`
}

// explanation is what --json prints. Fields are added, never changed.
type explanation struct {
	Version  int               `json:"version"` // of this format: 1
	Pane     string            `json:"pane"`
	Where    string            `json:"where"`
	State    string            `json:"state"` // "" = no session runs
	Detail   string            `json:"detail,omitempty"`
	Since    int64             `json:"since,omitempty"` // Unix seconds
	Event    string            `json:"event,omitempty"`
	EventAt  int64             `json:"event_at,omitempty"` // Unix seconds
	Facts    map[string]string `json:"facts,omitempty"`
	Registry *registryWord     `json:"registry,omitempty"`
	Fixed    string            `json:"corrected,omitempty"`
	Process  *processWord      `json:"process,omitempty"`
	Hooks    string            `json:"hooks"` // "arrive", "none", "none since the client started"
	Advice   []string          `json:"advice,omitempty"`
}

type registryWord struct {
	PID        int    `json:"pid"`
	SessionID  string `json:"session_id"`
	Status     string `json:"status"`
	WaitingFor string `json:"waiting_for,omitempty"`
	Changed    int64  `json:"changed"` // Unix seconds
	Client     string `json:"client"`  // version
}

type processWord struct {
	PID  int  `json:"pid"`
	Runs bool `json:"runs"`
}

// Run explains one pane.
func (c explainCmd) Run(ctx context.Context, s streams) error {
	report, err := s.corrected(ctx, timeout) // it is about why, so it waits
	if err != nil {
		return err
	}
	p, err := s.pane(report.Panes, c.Pane)
	if err != nil {
		return err
	}
	e := explain(p, report)
	if c.JSON {
		return s.printJSON(e)
	}
	return e.print(s.stdout, s.now())
}

func explain(p tmux.Pane, r truth.Report) explanation {
	o := p.Options
	e := explanation{
		Version: 1, Pane: p.ID, Where: p.Where(), State: o[tmuxopt.State], Detail: o[tmuxopt.Detail], Since: seconds(o[tmuxopt.Since]),
		Event: o[tmuxopt.LatestHookEvent], EventAt: seconds(o[tmuxopt.LatestHookTime]), Fixed: o[tmuxopt.Corrected], Facts: map[string]string{},
	}
	for _, f := range tmuxopt.Schema() {
		if v := o[f.Option]; f.Group == tmuxopt.Facts && v != "" {
			e.Facts[f.Option.Name()] = strings.TrimSpace(v)
		}
	}
	if pid, err := strconv.Atoi(o[tmuxopt.PID]); err == nil {
		e.Process = &processWord{pid, proc.Is(pid, "")}
	}
	client, known := r.Clients[p.ID]
	if known {
		e.Registry = &registryWord{client.PID, client.SessionID, client.Status, "", client.StatusUpdatedAt.Unix(), client.Version}
		if client.Status == "waiting" {
			e.Registry.WaitingFor = client.WaitingFor
		}
	}
	e.judge(client, known)
	return e
}

// judge says whether hooks arrive, and what to do if not.
func (e *explanation) judge(client claudehome.Client, known bool) {
	e.Hooks = "arrive"
	switch {
	case e.Event == "" && !known:
		e.Hooks = "none"
		e.Advice = append(e.Advice, "no session has been seen in this pane: start claude in it, and trust the folder when asked")
	case e.Event == "":
		e.Hooks = "none"
	case known && e.EventAt < client.StartedAt.Unix():
		e.Hooks = "none since the client started"
	}
	if known && e.Hooks != "arrive" {
		e.Advice = append(e.Advice,
			"Claude Code runs here, but its hooks do not arrive: look for atm hook in the settings, and restart claude if they are new",
			"to see each call, put ATM_DEBUG=/tmp/atm.log in front of the command in the settings")
	}
	if e.Process != nil && !e.Process.Runs && e.State != "" {
		e.Advice = append(e.Advice, "the client has ended without a word: atm sync clears the pane")
	}
}

// print writes the explanation in words.
func (e explanation) print(w io.Writer, now time.Time) error {
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "  %-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	state := e.State
	if state == "" {
		state = "no session runs"
	}
	fmt.Fprintf(&b, "%s at %s: %s%s%s\n", e.Pane, tmuxopt.Text(e.Where), state, after(", ", tmuxopt.Text(e.Detail)), after(" for ", ago(now, e.Since)))
	if e.Event != "" {
		row("last event", "%s, %s ago", tmuxopt.Text(e.Event), ago(now, e.EventAt))
	}
	for _, f := range tmuxopt.Schema() {
		if v := e.Facts[f.Option.Name()]; v != "" {
			row(f.Option.Name(), "%s", tmuxopt.Text(v))
		}
	}
	if r := e.Registry; r != nil {
		row("registry", "process %d (Claude Code %s) says %s%s, for %s", r.PID, tmuxopt.Text(r.Client), tmuxopt.Text(r.Status), after(": ", tmuxopt.Text(r.WaitingFor)), ago(now, r.Changed))
	} else {
		row("registry", "no client of this pane")
	}
	if e.Fixed != "" {
		row("corrected", "%s", tmuxopt.Text(e.Fixed))
	}
	if p := e.Process; p != nil {
		row("process", "%d %s", p.PID, map[bool]string{true: "runs", false: "has ended"}[p.Runs])
	}
	row("hooks", "%s", e.Hooks)
	for _, advice := range e.Advice {
		fmt.Fprintf(&b, "hint: %s\n", advice)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// after puts something before a text, unless there is none.
func after(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

func seconds(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64) // unset is 0
	return n
}

// ago is how long a time was ago, "" if it never was.
func ago(now time.Time, unix int64) string {
	if unix <= 0 {
		return ""
	}
	return cli.Age(now, time.Unix(unix, 0))
}
