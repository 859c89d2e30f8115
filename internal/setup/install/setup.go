// Package install installs atm into the user's files and the running tmux server, and removes it again: hooks
// in the settings of Claude Code, a configuration for tmux, options, keys and status jobs.
//
// [Options.Plan] and [Options.PlanRemoval] read files and ask programs and the server; they change nothing.
// [Apply] writes all files or none. [Setup.Load] and [Server.Clear] change a running server.
package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"atm/internal/setup/settings"
	"atm/tmuxopt"
)

// Options are the user's choices for setup and uninstall.
type Options struct {
	Files    Where    // ConfigFiles is taken from the server
	Program  string   // absolute path of atm, for setup
	Claude   string   // name of the program of Claude Code, for setup
	NoClaude bool     // leave Claude Code alone
	NoTmux   bool     // leave tmux alone
	Agents   []string // other agents whose hooks setup registers

	onlyNamed bool // leave alone the hooks of agents that Agents does not name

	StatusLine settings.Aim // for setup

	// Each of these is tmuxopt.On, tmuxopt.Off or "" = as before.
	Minimal  string // whether tmux gets the formats only, and draws nothing
	Guard    string // whether Claude Code calls atm guard
	Saving   string // whether atm keeps a script of all sessions
	Presence string // whether Claude Code learns that somebody is at the terminal
}

func (o Options) where(server Server) Where {
	where := o.Files
	where.ConfigFiles = server.ConfigFiles
	return where
}

// Setup is the plan of atm setup.
type Setup struct {
	Changes []Change
	Notes   []string // for the user

	program  string
	conf     string // our new configuration file, "" = tmux is left alone
	confFile string // its path
	pickKey  string // the key that chooses a session
}

// ErrTmuxTooOld means that atm does not work with that version of tmux.
var ErrTmuxTooOld = errors.New("is too old, " + OldestTmux + " or later is needed")

// ErrNotOurs means that the user has a file where ours is to be.
var ErrNotOurs = errors.New("atm has not written this file")

// Plan works out all changes of setup.
func (o Options) Plan(ctx context.Context, server Server) (Setup, error) {
	s, err := o.planTexts(ctx, server)
	if err != nil || o.NoTmux {
		return s, err
	}
	switch {
	case !o.IsMinimal(server):
		s.noteFzf(ctx)
	case o.Minimal == "":
		s.note("atm goes on drawing nothing, as an earlier setup was told: atm setup --no-minimal draws")
	}
	return s, s.planTmux(o.where(server), server)
}

// planTexts works out the settings of all agents, and our configuration file.
func (o Options) planTexts(ctx context.Context, server Server) (Setup, error) {
	s := Setup{program: o.Program}
	if !o.NoClaude {
		if err := s.planClaude(ctx, o, o.where(server)); err != nil {
			return s, err
		}
	}
	if err := s.planAgents(o, o.where(server)); err != nil || o.NoTmux {
		return s, err
	}
	return s, s.planConf(o, server)
}

// Print returns the settings and our configuration file as [Options.Plan] would write them, but with NoClaude no hooks
// of agents that are not named: atm.tmux has tmux read the rest. It does not read the user's tmux.conf, so it works
// while tmux reads that.
func (o Options) Print(ctx context.Context, server Server) ([]byte, error) {
	o.onlyNamed = o.NoClaude
	s, err := o.planTexts(ctx, server)
	if err != nil {
		return nil, err
	}
	var printed []byte
	for _, change := range s.Changes {
		printed = append(printed, change.New...)
		if len(change.New) > 0 && !bytes.HasSuffix(change.New, []byte("\n")) {
			printed = append(printed, '\n')
		}
	}
	return append(printed, s.conf...), nil
}

// Conf returns our configuration file as [Options.Plan] would write it.
func (o Options) Conf(server Server) (string, error) {
	var s Setup
	err := s.planConf(o, server)
	return s.conf, err
}

func (s *Setup) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// noteFzf adds a note if there is no fzf, or an old one.
func (s *Setup) noteFzf(ctx context.Context) {
	if _, version, err := FindFzf(ctx); err != nil || FzfTooOld(version) {
		s.note("prefix %s: only tmux's tree until there is fzf %s or later, with no search and no answers by a key (%s)",
			s.pickKey, OldestFzf, FzfInstallLine)
	}
}

// planClaude registers the hooks, or removes them if the plugin brings them, and has the status line call
// atm.
func (s *Setup) planClaude(ctx context.Context, o Options, where Where) error {
	claude, err := FindClaude(ctx, o.Claude, where.Getenv("HOME"))
	if err != nil {
		s.note("the version of Claude Code is not known (%v): it keeps the events that it has, or gets those "+
			"that every version since 2.0.45 knows; put claude on PATH or name it in CLD_CLAUDE, "+
			"and run atm setup again", err)
	}
	file, err := where.SettingsFile()
	if err != nil {
		return err
	}
	facts := file.Facts
	wanted := settings.Wanted{Hook: claude.Hook(o.Program, facts), StatusLine: o.StatusLine}
	if o.Guard == tmuxopt.On || o.Guard == "" && len(facts.Guards) > 0 {
		wanted.Guard = claude.Guard(o.Program, facts)
	}
	plugin := HasPlugin(facts)
	if plugin {
		wanted.Hook.Events = nil
	}
	text, err := settings.Install(file.Data, wanted)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Path, err)
	}
	s.Changes = append(s.Changes, Change{File: file.File, New: text})
	mixed := wanted.Hook.Served(facts.Mixed)
	switch {
	case plugin:
		s.note("the plugin of atm brings the hooks: the settings get none besides")
	case claude.Version != "":
		s.note("Claude Code %s: %d events call %s", claude.Version, len(wanted.Hook.Events)-len(mixed), o.Program)
	}
	switch guarded := len(wanted.Guard.Events); {
	case guarded > 0:
		s.note("%d events also call atm guard, which speaks to the model: docs/long-work.md (--no-guard takes "+
			"it out)", guarded)
	case len(facts.Guards) > 0:
		s.note("atm guard is taken out: atm setup --guard brings it back")
	}
	s.noteClaude(file.Path, facts, o.StatusLine)
	s.noteMixed(file.Path, mixed)
	return nil
}

// noteClaude adds the notes about the settings as they were.
func (s *Setup) noteClaude(path string, facts settings.Facts, aim settings.Aim) {
	switch use := facts.StatusLine.Use; {
	case use == settings.MalformedStatusLine:
		s.note(`statusLine in %s stays as it is, because it is not {"type": "command", "command": "…"}: Claude `+
			"Code skips the whole file, our hooks among it, until you mend it", path)
	case use == settings.MixedStatusLine:
		s.note("statusLine in %s stays as it is, because it already calls atm statusline, in a way of its own",
			path)
	case use == settings.ForeignStatusLine && aim == settings.Wrap:
		s.note("the status line of Claude Code calls atm, and atm calls your command, with the same input and " +
			"output (--no-statusline leaves it alone)")
	case use == settings.NoStatusLine && aim == settings.Wrap:
		s.note("Claude Code gets a status line, which prints nothing: only a status line is told context and " +
			"cost (--no-statusline leaves it out)")
	}
	if facts.Ignored {
		s.note("%s has comments, or a comma behind the last of several things: Claude Code reads plain JSON "+
			"only and ignores the whole file, our hooks among it, until you take them out", path)
	}
	if facts.Disabled {
		s.note("disableAllHooks is true in %s: as long as it is, no hook runs, and no status line", path)
	}
}

// noteMixed adds a note about the events for which hooks call atm that are not ours.
func (s *Setup) noteMixed(path string, events []string) {
	if len(events) > 0 {
		s.note("%s calls atm hook in a way of its own for %s: that stays as it is, also at atm uninstall, and setup adds "+
			"none there", path, strings.Join(events, ", "))
	}
}

// HasPlugin reports whether the plugin brings the hooks.
func HasPlugin(facts settings.Facts) bool { return slices.ContainsFunc(facts.Plugins, IsPlugin) }

// IsPlugin reports whether a plugin of Claude Code, "name@marketplace", is that of atm.
func IsPlugin(name string) bool { return strings.HasPrefix(name, "atm@") }

// Summary describes the plan in a few lines: one for each file, for each key, and for our line if it moves.
func (s Setup) Summary() []string {
	var lines []string
	for _, c := range s.Changes {
		if c.Needed() {
			lines = append(lines, c.Summary())
		}
	}
	for _, note := range s.Notes {
		if text, _, _ := strings.Cut(note, " ("); strings.HasPrefix(note, "prefix ") || strings.HasPrefix(note, "our line ") {
			text, _, _ = strings.Cut(text, ", unless")
			lines = append(lines, text)
		}
	}
	return lines
}
