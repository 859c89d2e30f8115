package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/doctor"
	"atm/internal/install"
	"atm/internal/truth"
	"atm/tmuxopt"
)

type doctorCmd struct {
	JSON       bool   `name:"json" help:"Print the findings as JSON."`
	Fix        bool   `help:"Apply the remedies that can be taken back: write the settings and the tmux configuration as atm setup does, clear stale panes."`
	ClaudeHome string `type:"path" placeholder:"DIR" help:"Claude Code's directory (default: $CLAUDE_CONFIG_DIR, else ~/.claude)."`
	TmuxConf   string `type:"path" placeholder:"FILE" help:"Your tmux configuration (default: as for atm setup)."`
}

// Help ends the help text.
func (doctorCmd) Help() string {
	return `Looks at everything that atm needs: the programs, the hooks, tmux, and each pane with a client. Ends with status 1 if anything is broken.

Examples:
  atm doctor
  atm doctor --fix
  atm doctor --json | jq '.findings[] | select(.level != "ok")'`
}

// examination is what --json prints. Fields are added, never changed.
type examination struct {
	Version  int              `json:"version"` // of this format: 1
	Broken   bool             `json:"broken"`
	Findings []doctor.Finding `json:"findings"`
}

// Run examines, and cures what it may.
func (c doctorCmd) Run(s streams) error {
	ctx := context.Background() // each step has its own limit
	facts, err := c.gather(ctx, s)
	if err != nil {
		return hinted(err)
	}
	findings := doctor.Examine(facts)
	if c.Fix {
		if err := c.cure(ctx, s, facts, findings); err != nil {
			return err
		}
		if facts, err = c.gather(ctx, s); err != nil {
			return hinted(err)
		}
		findings = doctor.Examine(facts)
	}
	if c.JSON {
		err = s.printJSON(examination{1, doctor.Sick(findings), findings})
	} else {
		_, err = fmt.Fprint(s.stdout, inWords(findings))
	}
	if err == nil && doctor.Sick(findings) {
		return cli.Exited(cli.No) // the findings say it all
	}
	return err
}

// inWords is what people read.
func inWords(findings []doctor.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%-7s %-11s %s\n", f.Level, f.Check, tmuxopt.Text(f.Says))
		if f.Reason != "" {
			fmt.Fprintf(&b, "%20s%s\n", "", "because "+tmuxopt.Text(f.Reason))
		}
		if f.Remedy != "" {
			fmt.Fprintf(&b, "%20s%s\n", "", "remedy: "+tmuxopt.Text(f.Remedy)+map[bool]string{true: " (atm doctor --fix does it)"}[f.Fix != doctor.None])
		}
	}
	return b.String()
}

// cure applies the remedies that findings name.
func (c doctorCmd) cure(ctx context.Context, s streams, facts doctor.Facts, findings []doctor.Finding) error {
	names := func(r doctor.Remedy) bool {
		return slices.ContainsFunc(findings, func(f doctor.Finding) bool { return f.Fix == r })
	}
	quiet := s
	if c.JSON {
		quiet.stdout = s.stderr
	}
	if names(doctor.Claude) || names(doctor.Tmux) {
		flags := installFlags{Yes: true, ClaudeHome: c.ClaudeHome, TmuxConf: c.TmuxConf, NoClaude: !names(doctor.Claude), NoTmux: !names(doctor.Tmux)}
		if err := (setupCmd{installFlags: flags}).Run(quiet); err != nil {
			return err
		}
	}
	if !names(doctor.Stale) {
		return nil
	}
	var batches []tmuxopt.Batch
	for _, pane := range doctor.StalePanes(facts) {
		batches = append(batches, tmuxopt.Batch{Pane: pane, Edits: []tmuxopt.Edit{
			tmuxopt.Unset(tmuxopt.State), tmuxopt.Unset(tmuxopt.Status), tmuxopt.Unset(tmuxopt.Since),
		}})
	}
	ctx, cancel := soon(ctx)
	defer cancel()
	_, err := s.tmux.Run(ctx, tmuxopt.Commands(batches))
	return err
}

// started waits a little for the status job, which tmux starts when it draws.
func (s streams) started(ctx context.Context, live *install.Server) error {
	for range 20 {
		if truth.Follows(live.Follower) || live.Clients == 0 || !live.Draws() {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
		reply, err := s.tmux.Run(ctx, [][]string{{"show-options", "-sqv", truth.FollowerOption}})
		if err != nil {
			return err
		}
		live.Follower = strings.TrimSpace(reply.Stdout)
	}
	return nil
}

// claudeName is what to call Claude Code by.
func (s streams) claudeName() string { return cmp.Or(s.getenv("CLD_CLAUDE"), "claude") }
