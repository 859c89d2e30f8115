package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/hooks/caller"
	"atm/internal/session/query"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type setCmd struct {
	State  string `arg:"" optional:"" enum:",working,attention,idle,error" default:"" help:"The state: working, attention, idle (finished), error."`
	Detail string `placeholder:"TEXT" help:"What it does or asks, or what went wrong." mayBeEmpty:""`
	Title  string `placeholder:"TEXT" help:"The title, until it ends." mayBeEmpty:""`
	Agent  string `placeholder:"NAME" help:"The name of the program: letters, digits, - and _ (default: as before, else ${unnamed})."`
	End    bool   `help:"Clear the state: the program has ended."`
	Hook   bool   `help:"For hooks of other agents: read all of standard input, print nothing, and exit 0, also outside of a pane. Wrong options are still an error."`
	Pane   string `placeholder:"%3" help:"The pane, or the session in it (default: $TMUX_PANE)."`
}

func (setCmd) Details() string {
	return `Any program in a pane can report its state: another coding agent, a build, a deployment. atm shows and ` +
		`lists it, goes to it and notifies of it like a session of Claude Code. docs/agents.md has lines for ` +
		`OpenCode. For Codex, Gemini CLI and others: atm setup --agent.

In a pane with Claude Code it is refused: there the hooks report the state. If Claude Code starts in the pane ` +
		`later, it replaces the program.

If a program ends without --end, its last state stays until somebody has seen it; if it was working or asking, it ` +
		`is cleared at once. atm notices the end of a program that a shell ran in the foreground of the pane. A ` +
		`state that you set at the prompt yourself stays until the next one.

Examples:
  atm set working --agent build --detail 'make check'
  atm set attention --agent codex --detail 'wants to run rm -rf build'
  atm set working; make check && atm set idle || atm set error --detail 'make check'
  atm set --end`
}

// Run sets the state of a program.
func (c setCmd) Run(ctx context.Context, s streams) error {
	if !c.Hook {
		return c.write(ctx, s)
	}
	report := caller.New(s.Getenv, s.Now()).NewReport()
	report.Event, report.Pane = "set", s.Getenv("TMUX_PANE")
	report.Err = c.write(ctx, s)
	report.Write(s.Now)
	// Codex reports a hook as failed if the hook does not read all of the payload.
	if file, ok := s.stdin.(*os.File); ok && cli.Width(file) < 0 {
		_, _ = io.Copy(io.Discard, socket.DeadlineReader{File: file, Deadline: time.Now().Add(caller.Deadline)})
	}
	return nil
}

// AfterApply returns an error for contradictions that the grammar cannot find. kong calls it.
func (c setCmd) AfterApply() error {
	switch {
	case c.End && c.State != "":
		return errors.New("a state and --end can't be used together")
	case !c.End && c.State == "":
		return errors.New("which state?")
	case c.Agent == "claude":
		return errors.New("--agent claude: only its own hooks tell the state of Claude Code")
	case c.Agent != tmuxopt.ID(c.Agent):
		return fmt.Errorf("--agent %q: only letters, digits, - and _, at most 64", c.Agent)
	}
	return nil
}

// write sets the state, unless Claude Code runs in the pane.
func (c setCmd) write(ctx context.Context, s streams) error {
	report, err := s.Corrector().Current(ctx, timeout)
	if err != nil {
		return err
	}
	pane, err := s.pane(report.Panes, c.Pane)
	if err != nil {
		return err
	}
	if process, runs := report.Processes[pane.ID]; runs {
		return claudeRuns(pane, fmt.Sprintf(" (process %d)", process.PID))
	}
	process, unless := 0, hookmap.ClaudeRuns()
	if c.Hook && c.Pane == "" {
		owner, err := caller.New(s.Getenv, s.Now()).OwnerOf(c.Agent)
		if err != nil {
			return err
		}
		process, unless = owner.PID, owner.Unless()
	}
	if process == 0 && !report.Hidden {
		process = proc.Job(os.Getppid(), pane.PID)
	}
	edits := hookmap.AgentEnded()
	if !c.End {
		a := c.announcement(s, process, s.dirOf(ctx, pane))
		a.Ended = !report.Hidden && truth.AgentEnded(pane)
		edits = a.Edits()
	}
	reply, err := s.Tmux.Send(ctx, tmuxopt.Batch{
		Pane: pane.ID, ServerPID: s.Tmux.PID, Edits: edits, Unless: unless,
	})
	if err != nil && tmuxopt.Refused(reply.Stderr) {
		return claudeRuns(pane, "")
	}
	return err
}

func (c setCmd) announcement(s streams, process int, dir string) hookmap.Announcement {
	return hookmap.Announcement{
		Agent:   c.Agent,
		State:   tmuxopt.SessionState(c.State),
		Detail:  c.Detail,
		Title:   c.Title,
		Dir:     dir,
		Process: process,
		Now:     s.Now(),
	}
}

// dirOf returns the directory of the foreground process of a pane, "" if unknown.
func (s streams) dirOf(ctx context.Context, pane tmux.Pane) string {
	var dir string
	var err error
	if pane.ID == s.Getenv("TMUX_PANE") {
		dir, err = query.CurrentDir()
	} else {
		dir, err = s.Tmux.PaneFormat(ctx, pane.ID, "#{pane_current_path}")
	}
	if err != nil {
		return ""
	}
	return dir
}

// claudeRuns is the error if Claude Code runs in the pane.
func claudeRuns(pane tmux.Pane, process string) error {
	return cli.Hint(fmt.Errorf("pane %s: Claude Code runs there%s", pane.ID, process),
		"its own hooks tell its state; run other programs in a pane of their own")
}
