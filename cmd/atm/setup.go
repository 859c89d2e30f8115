package main

import (
	"context"
	"fmt"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
	"atm/tmuxopt"
)

// installFlags select the files.
type installFlags struct {
	DryRun     bool   `help:"Only show what would be changed."`
	ClaudeHome string `type:"path" placeholder:"DIR" help:"Claude Code's directory (default: $CLAUDE_CONFIG_DIR, else ~/.claude)."`
	TmuxConf   string `type:"path" placeholder:"FILE" help:"Your tmux configuration (default: the one that the running server has read, else the one that tmux would read)."`
	NoClaude   bool   `help:"Do not change the settings of Claude Code."`
	NoTmux     bool   `help:"Do not change tmux."`
}

// options returns the options of package install for the flags.
func (c installFlags) options(s streams) install.Options {
	return install.Options{
		Files:    install.Where{Getenv: s.Getenv, ClaudeHome: c.ClaudeHome, TmuxConf: c.TmuxConf},
		Claude:   s.claudeName(),
		NoClaude: c.NoClaude,
		NoTmux:   c.NoTmux,
	}
}

type setupCmd struct {
	installFlags
	Yes          bool     `short:"y" help:"Do not ask."`
	Minimal      bool     `help:"Define the formats @atm_pane, @atm_window and @atm_counts in tmux, but draw nothing. Later setups keep it." xor:"minimal"`
	NoMinimal    bool     `help:"Draw again." xor:"minimal"`
	NoStatusline bool     `help:"Do not use the status line of Claude Code; remove atm from it if an earlier setup has added it."`
	Guard        bool     `help:"Also register atm guard, which warns the model and passes handoffs on (docs/long-work.md). Later setups keep it." xor:"guard"`
	NoGuard      bool     `help:"Remove atm guard." xor:"guard"`
	Agent        []string `placeholder:"NAME" enum:"${agents}" help:"Also set up the hooks of this agent: ${agents}. Later setups keep them."`
	Save         bool     `help:"Write a script that restores all sessions every five minutes, for an unexpected reboot. Later setups keep it." xor:"save"`
	NoSave       bool     `help:"Keep none." xor:"save"`
	Presence     bool     `help:"Stop Claude Code's notifications to your phone while a terminal with the focus shows tmux (docs/options.md). Later setups keep it." xor:"presence"`
	NoPresence   bool     `help:"Let it send." xor:"presence"`
	Print        bool     `help:"Print the new settings and tmux configuration instead of writing them."`
}

func (setupCmd) Details() string {
	return `Registers atm hook in the settings of Claude Code, makes its status line call atm statusline (which ` +
		`calls your own command if you have one), and makes tmux draw icons and counts. Everything else in your ` +
		`files stays the same, byte for byte. Each change is shown before it is made, and each file is copied ` +
		`first (five copies are kept: the oldest and the newest). Run it again after an update of Claude Code or ` +
		`atm, with those of --no-statusline, --no-claude, --no-tmux, --claude-home and --tmux-conf that you used: ` +
		`all other choices are kept. With --agent it registers atm hook in the file in which another agent has ` +
		`its hooks, with the same promises. atm uninstall takes everything back.

Examples:
  atm setup
  atm setup --dry-run
  atm setup --yes --minimal
  atm setup --no-statusline
  atm setup --guard
  atm setup --agent codex
  atm setup --no-claude --tmux-conf ~/dotfiles/tmux.conf`
}

func (c setupCmd) Run(s streams) error {
	if c.NoStatusline {
		return c.setUp(s, settings.Unwrap)
	}
	return c.setUp(s, settings.Wrap)
}

// setUp sets up everything. line is the wanted change of Claude Code's status line.
func (c setupCmd) setUp(s streams, line settings.Aim) error {
	switch {
	case c.NoClaude && c.NoTmux && len(c.Agent) == 0:
		return cli.Wrong("", "--no-claude and --no-tmux leave nothing to do")
	case c.NoClaude && (c.Guard || c.NoGuard || c.NoStatusline):
		return cli.Wrong("", "--guard, --no-guard and --no-statusline have no effect with --no-claude")
	case c.NoTmux && (c.Save || c.NoSave || c.Presence || c.NoPresence):
		return cli.Wrong("", "--save, --presence and their opposites have no effect with --no-tmux")
	}
	ctx := context.Background() // each step has its own limit; a question has none
	options := c.options(s)
	options.Minimal, options.StatusLine, options.Agents = chosen(c.Minimal, c.NoMinimal), line, c.Agent
	options.Guard, options.Presence = chosen(c.Guard, c.NoGuard), chosen(c.Presence, c.NoPresence)
	var err error
	if options.Program, err = install.Program(); err != nil {
		return cli.Hint(err, "rename it, or run it as atm")
	}
	server, err := s.server(ctx)
	if err != nil {
		return install.Hinted(err)
	}
	isMinimal := options.IsMinimal(server)
	if isMinimal && (c.Save || c.Presence) {
		return cli.Wrong("", "--save and --presence have no effect with --minimal (--no-minimal ends that)")
	}
	options.Saving = chosen(c.Save, c.NoSave)
	if c.Print {
		text, err := options.Print(ctx, server)
		if err != nil {
			return install.Hinted(err)
		}
		_, err = s.stdout.Write(text)
		return err
	}
	asksToSave := options.Saving == "" && options.SavingBefore(server) == "" && c.mayAsk(isMinimal) &&
		s.dialog().HasTerminal()
	if asksToSave {
		options.Saving = tmuxopt.On // a no is written into the same file, so the outline is the same
	}
	setup, err := options.Plan(ctx, server)
	if err == nil && asksToSave {
		if err := s.outline(setup); err != nil {
			return err
		}
		options.Saving = s.askToSave()
		setup, err = options.Plan(ctx, server)
	}
	if err != nil {
		return install.Hinted(err)
	}
	if err := c.confirmChanges(s, setup, asksToSave); err != nil || c.DryRun {
		return err
	}
	backups, err := s.apply(setup.Changes)
	s.list("backup", backups)
	if err != nil {
		return install.Hinted(err)
	}
	if server.Usable() && !c.NoTmux {
		// tmux runs shells for that, which are slow on a busy machine.
		loading, cancel := context.WithTimeout(ctx, 15*time.Second)
		defer cancel()
		if err := setup.Load(loading, server); err != nil {
			return cli.Hint(err, "the files are written; tmux reads them when it starts")
		}
	}
	if c.NoTmux && c.NoClaude {
		_, err := fmt.Fprintln(s.stdout, "Done. An agent that runs takes the hooks up when it is started anew.")
		return err
	}
	if c.NoTmux {
		_, err := fmt.Fprintln(s.stdout, "Done. Start claude; one that runs takes the hooks up within seconds.")
		return err
	}
	return c.tryHook(ctx, s, setup, server)
}

// mayAsk reports whether setup may ask if a script of all sessions is to be stored.
func (c setupCmd) mayAsk(isMinimal bool) bool { return !c.Yes && !c.DryRun && !c.NoTmux && !isMinimal }

// askToSave asks whether to store a script of all sessions.
func (s streams) askToSave() string {
	question := "Keep a script of all sessions every five minutes, which opens them again after a reboot?"
	if err := s.dialog().Confirm(question, ""); err != nil {
		return tmuxopt.Off
	}
	return tmuxopt.On
}

// chosen returns the choice of a pair of flags; "" = unchanged.
func chosen(yes, no bool) string {
	switch {
	case yes:
		return tmuxopt.On
	case no:
		return tmuxopt.Off
	}
	return ""
}

// confirmChanges asks for confirmation. It first prints an outline, unless that was printed already, and all
// changes on demand.
func (c setupCmd) confirmChanges(s streams, setup install.Setup, isOutlined bool) error {
	needed := slices.ContainsFunc(setup.Changes, install.Change.Needed)
	if c.Yes || c.DryRun || !needed || !s.dialog().HasTerminal() {
		if _, err := s.show(setup.Changes, setup.Notes, true); err != nil {
			return err
		}
	}
	switch {
	case c.DryRun:
		return s.nothingChanged()
	case c.Yes || !needed:
		return nil
	}
	if !isOutlined {
		if err := s.outline(setup); err != nil {
			return err
		}
	}
	hint := "atm setup --yes says yes, atm setup --dry-run only looks"
	return s.dialog().ConfirmOrShow("Change these files?", hint, func() {
		_, _ = s.show(setup.Changes, setup.Notes, true) // outline has checked that the files can be written
	})
}

// outline prints in a few lines what will change and why. It returns an error before any question if a file
// cannot be written.
func (s streams) outline(setup install.Setup) error {
	for _, change := range setup.Changes {
		if err := change.File.Writable(); change.Needed() && err != nil {
			return install.Hinted(err)
		}
	}
	fmt.Fprintln(s.stdout, "So that tmux shows what each session of Claude Code does:")
	return s.items(setup.Summary())
}

// items prints texts as a list.
func (s streams) items(texts []string) (err error) {
	for _, text := range texts {
		_, err = fmt.Fprintf(s.stdout, "- %s\n", cli.FoldBehind(len("- "), text, cli.Width(s.stdout)))
	}
	return err
}

// server asks the tmux server what it is.
func (s streams) server(ctx context.Context) (install.Server, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	return install.FindServer(ctx, s.Tmux)
}

// show prints all changes, or one line for each, and returns how many files will change. It returns an error
// before any question if a file cannot be written.
func (s streams) show(changes []install.Change, notes []string, whole bool) (needed int, err error) {
	for _, c := range changes {
		if !c.Needed() {
			fmt.Fprintf(s.stdout, "%s: nothing to change\n", c.File.Path)
			continue
		}
		needed++
		fmt.Fprint(s.stdout, c.Text(whole))
		if err := c.File.Writable(); err != nil {
			return needed, install.Hinted(err)
		}
	}
	return needed, s.items(notes)
}

func (s streams) nothingChanged() error {
	_, err := fmt.Fprintln(s.stdout, "Nothing was changed.")
	return err
}

// apply changes the files, and returns the backups.
func (s streams) apply(changes []install.Change) (backups []string, err error) {
	signal.Ignore(syscall.SIGXFSZ) // writing a file that grows too large then returns an error
	return install.Apply(changes, s.Now())
}

// list prints files, each after a label.
func (s streams) list(label string, files []string) {
	for _, file := range files {
		fmt.Fprintf(s.stdout, "%s: %s\n", label, file)
	}
}

// tryHook sends a test event, and prints what to do next.
func (c setupCmd) tryHook(ctx context.Context, s streams, setup install.Setup, server install.Server) error {
	if !server.Usable() || !server.HasSessions {
		fmt.Fprintln(s.stdout, "Done. Start tmux, and claude in it; atm doctor checks everything.")
		return nil
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	duration, err := setup.TestEvent(ctx, server, s.Now)
	if err != nil {
		err = fmt.Errorf("everything is written, but a test event did not arrive: %w", err)
		return cli.Hint(err, "atm doctor looks for the reason")
	}
	milliseconds := float64(duration.Microseconds()) / 1000
	next := "Start claude in a pane; one that runs takes the hooks up within seconds. atm doctor checks everything."
	if c.NoClaude {
		next = "Claude Code's settings are as they were: atm doctor says whether its hooks call atm."
	}
	fmt.Fprintf(s.stdout, "Done: a test event was in its pane after %.1f ms.\n%s\n", milliseconds, next)
	return nil
}

// dialog returns the terminal on which questions are asked.
func (s streams) dialog() cli.Dialog { return cli.Dialog{In: s.stdin, Out: s.stderr} }

// bounded limits a step of setup that waits for tmux.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}
