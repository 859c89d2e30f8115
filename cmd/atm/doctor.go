package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"atm/internal/cli"
	"atm/internal/setup/doctor"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

type doctorCmd struct {
	cli.ColourFlag
	JSON       bool   `name:"json" help:"Print the findings as JSON."`
	Fix        bool   `help:"Repair what can be undone: write the settings and the tmux configuration as atm setup does, clear stale panes."`
	ClaudeHome string `type:"path" placeholder:"DIR" help:"Claude Code's directory (default: $CLAUDE_CONFIG_DIR, else ~/.claude)."`
	TmuxConf   string `type:"path" placeholder:"FILE" help:"Your tmux configuration (default: as for atm setup)."`
}

func (doctorCmd) Details() string {
	return `Checks the programs, the hooks, tmux, what each tmux client really draws, and each pane with a claude. ` +
		`The exit status is 1 if anything is broken.

Examples:
  atm doctor
  atm doctor --fix
  atm doctor --json | jq '.findings[] | select(.level != "ok")'`
}

// examination is the output of --json. Fields are added, never changed.
type examination struct {
	Version  int              `json:"version"` // version of this format: 1
	Broken   bool             `json:"broken"`
	Findings []doctor.Finding `json:"findings"`
}

// Run prints the findings, and applies remedies if --fix is given. It prints the findings even if a remedy
// fails.
func (c doctorCmd) Run(s streams) error {
	ctx := context.Background() // each step has its own limit
	facts := doctor.Gather(ctx, c.sources(s))
	findings := doctor.Examine(facts)
	var failed error
	if c.Fix {
		failed = c.fix(ctx, s, facts, findings)
		findings = doctor.Examine(doctor.Gather(ctx, c.sources(s)))
	}
	var err error
	if c.JSON {
		err = s.printJSON(examination{Version: 1, Broken: doctor.AnyBroken(findings), Findings: findings})
	} else {
		_, err = fmt.Fprint(s.stdout, inWords(findings, cli.Sheet{
			Painter: cli.Painter(c.Colours(s.stdout, s.Getenv)), Columns: cli.Width(s.stdout)}))
	}
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case doctor.AnyBroken(findings):
		return cli.Exited(cli.No) // the findings are printed already
	}
	return nil
}

// sources returns what doctor examines.
func (c doctorCmd) sources(s streams) doctor.Sources {
	dir, _ := os.Getwd() // a directory that is gone has no settings
	return doctor.Sources{
		Getenv:     s.Getenv,
		Now:        s.Now,
		Tmux:       s.Tmux,
		Observer:   s.Observer(),
		ClaudeName: s.claudeName(),
		ClaudeHome: c.ClaudeHome,
		TmuxConf:   c.TmuxConf,
		Dir:        dir,
		Program:    install.Program,
	}
}

// inWords returns the findings as text.
func inWords(findings []doctor.Finding, p cli.Sheet) string {
	const level, check = 7, 13 // columns of the longest words: broken, configuration
	const indent = level + check + 2
	styles := map[doctor.Level]string{doctor.OK: draw.Good, doctor.Note: draw.Notable, doctor.Broken: draw.Broken}
	var b strings.Builder
	line := func(label, text string) {
		folded := cli.FoldBehind(indent, label+" "+tmuxopt.Text(text), p.Columns)
		b.WriteString(strings.Repeat(" ", indent) + p.Paint(draw.Heading, label) + folded[len(label):] + "\n")
	}
	for _, f := range findings {
		b.WriteString(p.Paint(styles[f.Level], fmt.Sprintf("%-*s", level, f.Level)) + " " +
			p.Paint(draw.Heading, fmt.Sprintf("%-*s", check, f.Check)) + " " +
			cli.FoldBehind(indent, tmuxopt.Text(f.Message), p.Columns) + "\n")
		if f.Reason != "" {
			line("because", f.Reason)
		}
		if remedy := f.Remedy; remedy != "" {
			if f.Fix != doctor.NoFix {
				remedy += " (atm doctor --fix does it)"
			}
			line("remedy:", remedy)
		}
	}
	return b.String()
}

// fix applies the remedies that findings name.
func (c doctorCmd) fix(ctx context.Context, s streams, facts doctor.Facts, findings []doctor.Finding) error {
	hasFix := func(fix doctor.Fix) bool {
		return slices.ContainsFunc(findings, func(f doctor.Finding) bool { return f.Fix == fix })
	}
	quiet := s
	if c.JSON {
		quiet.stdout = s.stderr
	}
	flags := installFlags{
		ClaudeHome: c.ClaudeHome,
		TmuxConf:   c.TmuxConf,
		NoClaude:   !hasFix(doctor.FixSettings),
		NoTmux:     !hasFix(doctor.FixTmux),
	}
	setup := setupCmd{installFlags: flags, Yes: true}
	if hasFix(doctor.FixAgents) && flags.NoClaude && flags.NoTmux { // else setup updates those that it can
		setup.Agent = facts.SetUpAgents()
	}
	if !flags.NoClaude || !flags.NoTmux || len(setup.Agent) > 0 {
		// A user who has chosen to have no status line or no guard must not get one.
		if err := setup.setUp(quiet, settings.Correct); err != nil {
			return err
		}
	}
	if !hasFix(doctor.FixStale) {
		return nil
	}
	var batches []tmuxopt.Batch
	for _, pane := range doctor.StalePanes(facts) {
		// The pane may have another state by now, or may have disappeared.
		starting := tmuxopt.Is(tmuxopt.State, string(tmuxopt.Starting))
		var edits []tmuxopt.Edit
		for _, option := range []tmuxopt.Option{tmuxopt.Status, tmuxopt.Since, tmuxopt.State} {
			edits = append(edits, tmuxopt.Unset(option).If(starting))
		}
		batches = append(batches, tmuxopt.Batch{Pane: pane, Edits: edits})
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	_, err := s.Tmux.Run(ctx, tmuxopt.Commands(batches))
	return err
}

// claudeName returns the command that runs Claude Code.
func (s streams) claudeName() string { return cmp.Or(s.Getenv("CLD_CLAUDE"), "claude") }
