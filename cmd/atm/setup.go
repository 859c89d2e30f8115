package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/edit"
	"atm/internal/install"
	"atm/internal/settings"
	"atm/internal/tmuxconf"
	"atm/tmuxopt"
)

// installFlags say which files are meant.
type installFlags struct {
	DryRun     bool   `help:"Only show what would be changed."`
	Yes        bool   `short:"y" help:"Do not ask."`
	ClaudeHome string `type:"path" placeholder:"DIR" help:"Claude Code's directory (default: $CLAUDE_CONFIG_DIR, else ~/.claude)."`
	TmuxConf   string `type:"path" placeholder:"FILE" help:"Your tmux configuration (default: the one that the running server has read, else the one that tmux would read)."`
	NoClaude   bool   `help:"Leave Claude Code alone."`
	NoTmux     bool   `help:"Leave tmux alone."`
}

type setupCmd struct {
	installFlags
	Minimal bool `help:"Have tmux know the formats @atm_pane, @atm_window and @atm_counts, but draw nothing."`
	Print   bool `help:"Print the settings and the tmux configuration that would be there, instead of writing them."`
}

// Help ends the help text.
func (setupCmd) Help() string {
	return `Registers atm hook in the settings of Claude Code and has tmux draw icons and counts. Everything else in your files stays as it is, byte for byte; each file is shown before it is changed and copied before it is written. Run it again after an update of Claude Code or atm. atm uninstall takes everything back.

Examples:
  atm setup
  atm setup --dry-run
  atm setup --yes --minimal
  atm setup --no-claude --tmux-conf ~/dotfiles/tmux.conf`
}

// plan is what setup is about to do.
type plan struct {
	program string
	changes []install.Change
	notes   []string
	where   install.Where
	server  server
}

// Run sets up.
func (c setupCmd) Run(s streams) error {
	if c.NoClaude && c.NoTmux {
		return &cli.Error{Err: errors.New("--no-claude and --no-tmux leave nothing to do"), Code: cli.Usage}
	}
	ctx := context.Background() // each step has its own limit; a question has none
	p, err := c.plan(ctx, s)
	if err != nil {
		return reasoned(err)
	}
	if c.Print {
		for _, change := range p.changes[:len(p.changes)-b2i(!c.NoTmux)] { // the line in the user's tmux.conf is of no use elsewhere
			fmt.Fprintf(s.stdout, "%s", change.New)
		}
		return nil
	}
	needed, err := s.show(c.installFlags, p.changes, p.notes)
	if err != nil || c.DryRun {
		return err
	}
	if needed > 0 && !c.Yes {
		if err := s.dialog().Confirm("Change these files?", "atm setup --yes says yes, atm setup --dry-run only looks"); err != nil {
			return err
		}
	}
	if err := s.apply(p.changes); err != nil {
		return reasoned(err)
	}
	if p.server.fit() && !c.NoTmux {
		if err := s.load(ctx, p); err != nil {
			return err
		}
	}
	return s.prove(ctx, p)
}

// plan finds out what is there and what shall be.
func (c setupCmd) plan(ctx context.Context, s streams) (plan, error) {
	program, err := install.Program()
	if err != nil {
		return plan{}, cli.Hint(err, "rename it, or run it as atm")
	}
	p := plan{program: program, where: c.where(s)}
	if p.server, err = s.server(ctx); err != nil {
		return p, err
	}
	p.where.ConfigFiles, p.where.ServerHome = p.server.configFiles, p.server.home
	if !c.NoClaude {
		if err := p.claude(ctx, s); err != nil {
			return p, err
		}
	}
	if !c.NoTmux {
		err = p.tmux(c.Minimal)
	}
	return p, err
}

func (c installFlags) where(s streams) install.Where {
	return install.Where{Getenv: s.getenv, ClaudeHome: c.ClaudeHome, TmuxConf: c.TmuxConf}
}

// claude plans what the settings become.
func (p *plan) claude(ctx context.Context, s streams) error {
	client, err := install.FindClient(ctx, s.claudeName(), s.getenv("HOME"))
	if err != nil {
		p.note("the version of Claude Code is not known (%v): it keeps the events that it has, or gets those that every one since 2.0.45 knows; put claude on PATH or name it in CLD_CLAUDE, and run atm setup again", err)
	}
	c, err := p.where.Claude(p.program, client)
	if err != nil {
		return err
	}
	p.changes = append(p.changes, c.Change)
	switch {
	case install.HasPlugin(c.Before):
		p.note("the plugin of atm brings the hooks: the settings get none besides")
	case client.Version != "":
		p.note("Claude Code %s: %d events call %s", client.Version, len(c.Hook.Events), p.program)
	}
	if c.Before.Ignored {
		p.note("%s has comments, or a comma behind the last of several things: Claude Code reads plain JSON only and ignores the whole file, our hooks among it, until you take them out", c.Change.File.Path)
	}
	if c.Before.Disabled {
		p.note("disableAllHooks is true in %s: as long as it is, no hook runs", c.Change.File.Path)
	}
	return nil
}

// tmux plans what the configuration of tmux becomes.
func (p *plan) tmux(minimal bool) error {
	if v := p.server.version; install.TmuxTooOld(v) {
		return cli.Hint(fmt.Errorf("tmux %s is too old, %s or later is needed", v, install.OldestTmux), "atm setup --no-tmux leaves tmux alone")
	}
	seconds, _ := strconv.Atoi(p.server.values[tmuxopt.DwellOption]) // none is the default
	conf := tmuxconf.Conf{Program: p.program, Minimal: minimal, Dwell: max(seconds, 0)}
	for _, key := range tmuxconf.Keys(p.program) {
		if minimal {
			break
		}
		key.Default = cmp.Or(p.server.values[key.Option], key.Default) // also where only the running server knows it
		conf.Keys = append(conf.Keys, key)
		if p.server.taken(key.Default) {
			p.note("prefix %s is bound to something else and stays so: set -g %s KEY, above our line in your tmux.conf, chooses another key when tmux reads it", key.Default, key.Option)
			continue
		}
		p.note("prefix %s: %s, unless your tmux.conf binds it (set -g %s KEY, above our line there, chooses another key)", key.Default, strings.ToLower(key.Note[:1])+key.Note[1:], key.Option)
	}
	changes, err := p.where.TmuxChanges(conf)
	p.changes = append(p.changes, changes...)
	return err
}

func (p *plan) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// show prints what will change, and returns how many files do. What cannot be
// changed is found out before anybody is asked.
func (s streams) show(flags installFlags, changes []install.Change, notes []string) (needed int, err error) {
	for _, c := range changes {
		if !c.Needed() {
			fmt.Fprintf(s.stdout, "%s: nothing to change\n", c.File.Path)
			continue
		}
		needed++
		fmt.Fprint(s.stdout, c.Diff())
		if err := c.File.Writable(); err != nil {
			return needed, reasoned(err)
		}
	}
	for _, note := range notes {
		fmt.Fprintf(s.stdout, "- %s\n", note)
	}
	if flags.DryRun {
		fmt.Fprintln(s.stdout, "Nothing was changed.")
	}
	return needed, nil
}

// apply changes the files.
func (s streams) apply(changes []install.Change) error {
	// A file that would grow too large is an error to be reported, not to die of.
	signal.Ignore(syscall.SIGXFSZ)
	backups, err := install.Apply(changes, s.now())
	for _, backup := range backups {
		fmt.Fprintf(s.stdout, "backup: %s\n", backup)
	}
	return err
}

// reasoned adds to what went wrong with a file what to do next.
func reasoned(err error) error {
	for reason, hint := range map[error]string{
		settings.ErrShape:        "nothing was changed: mend the file by hand, then run atm again",
		tmuxconf.ErrContinued:    "nothing was changed: end the file with an empty line, then run atm again",
		edit.ErrChanged:          "nothing was changed: run atm again",
		edit.ErrReadOnly:         "nothing was changed: if the file is yours to change, chmod u+w makes it so",
		edit.ErrForeign:          "nothing was changed: run atm as that user",
		edit.ErrNoFile:           "nothing was changed: atm changes nothing but files",
		install.ErrNoHome:        "set HOME, or name the files: --claude-home DIR, --tmux-conf FILE",
		syscall.EFBIG:            "nothing was changed: ulimit -f forbids files of that size",
		syscall.ENOSPC:           "nothing was changed: make room on the disk, then run atm again",
		syscall.EACCES:           "nothing was changed: the directory is not yours to write",
		syscall.EROFS:            "nothing was changed: the file system is read-only",
		context.DeadlineExceeded: "is the tmux server suspended?",
	} {
		if errors.Is(err, reason) {
			return cli.Hint(err, hint)
		}
	}
	return err
}

// dialog is where questions are asked.
func (s streams) dialog() cli.Dialog { return cli.Dialog{In: s.stdin, Out: s.stderr} }

// soon bounds one step of setting up that waits for tmux.
func soon(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}
