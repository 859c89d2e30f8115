package doctor

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/session/truth"
	"atm/internal/setup/install"
	"atm/internal/setup/restore"
	"atm/internal/setup/settings"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/edit"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Sources are where [Gather] finds the facts.
type Sources struct {
	Getenv     func(string) string
	Now        func() time.Time
	Tmux       tmux.Server
	Observer   truth.Observer // of the same server
	ClaudeName string         // the name of the program of Claude Code
	ClaudeHome string         // "" = that of the environment
	TmuxConf   string         // "" = the one that tmux reads
	Dir        string         // the current directory, "" = not known

	Program func() (string, error) // the absolute path of atm
}

// stepTimeout bounds each step that waits for tmux.
const stepTimeout = 5 * time.Second

// gatherer collects facts.
type gatherer struct {
	Sources
	facts Facts
}

// Gather finds out what [Examine] judges, and changes nothing. What it cannot find out becomes one of
// [Facts.Failures].
func Gather(ctx context.Context, sources Sources) Facts {
	facts := Facts{Now: sources.Now(), Runnable: map[string]bool{}, Same: map[string]bool{}}
	g := &gatherer{Sources: sources, facts: facts}
	g.program()
	server, err := g.server(ctx)
	if err != nil {
		g.fail("tmux", err, "is the tmux server suspended? tmux list-sessions tells more")
	}
	where := install.Where{
		Getenv:      g.Getenv,
		ClaudeHome:  g.ClaudeHome,
		TmuxConf:    g.TmuxConf,
		ConfigFiles: server.ConfigFiles,
	}
	g.configuration(where, server)
	g.claude(ctx, where)
	g.agents(where)
	g.fzf(ctx)
	if server.Usable() && server.HasSessions {
		g.step(ctx, "drawing", g.drawing)
		g.step(ctx, "options", g.options)
		g.step(ctx, "panes", g.panes)
	}
	g.projects()
	return g.facts
}

// step runs a step that asks tmux.
func (g *gatherer) step(ctx context.Context, check string, find func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, stepTimeout)
	defer cancel()
	if err := find(ctx); err != nil {
		g.fail(check, err, "run atm doctor again; if it stays, tmux show-messages may tell why")
	}
}

func (g *gatherer) fail(check string, err error, hint string) {
	g.facts.Failures = append(g.facts.Failures, Finding{
		Check: check, Level: Broken, Message: err.Error(), Reason: "nothing more can be found out about it", Remedy: hint,
	})
}

func (g *gatherer) program() {
	var err error
	if g.facts.Program, err = g.Program(); err != nil {
		g.facts.Program = ""
		g.fail("path", err, "rename it, or run it as atm")
		return
	}
	if found, err := exec.LookPath(filepath.Base(g.facts.Program)); err == nil {
		found, err = filepath.Abs(found)
		g.facts.OnPath = err == nil && found == g.facts.Program
	}
}

// kept finds the script that restores all sessions after a reboot.
func (g *gatherer) kept(saving string, server install.Server) {
	if g.facts.Saving = saving == tmuxopt.On && server.Runs; !g.facts.Saving {
		return
	}
	g.facts.Kept = restore.KeptFile(g.Getenv("HOME"), server.Socket)
	info, err := os.Stat(g.facts.Kept)
	switch {
	case err == nil:
		g.facts.KeptAt = info.ModTime()
	case !errors.Is(err, fs.ErrNotExist):
		g.facts.KeptErr = err
	}
}

func (g *gatherer) fzf(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, stepTimeout)
	defer cancel()
	_, g.facts.Fzf, g.facts.FzfErr = install.FindFzf(ctx)
}

// server finds out whether a server runs, and how atm reached it.
func (g *gatherer) server(ctx context.Context) (install.Server, error) {
	t := &g.facts.Tmux
	t.Inside, t.Pane = g.Getenv("TMUX") != "", g.Getenv("TMUX_PANE")
	t.Program = cmp.Or(g.Tmux.Binary, "tmux")
	_, t.ProgramErr = exec.LookPath(t.Program)
	ctx, cancel := context.WithTimeout(ctx, stepTimeout)
	defer cancel()
	server, err := install.FindServer(ctx, g.Tmux)
	if err != nil && t.ProgramErr != nil {
		return install.Server{}, nil // that is why
	}
	t.Server = server
	if program := install.ProgramVersion(ctx, t.Program); program != t.Version {
		t.OtherProgram = program
	}
	t.RequestedTransport = g.Getenv("ATM_TRANSPORT")
	if t.Usable() && server.Socket != "" {
		t.NoAnswers = reply.CanListen(server.Socket)
	}
	t.FocusEvents = server.Options["focus-events"] == "on"
	t.HasDrawn = tmuxconf.HasDrawn(server.Options)
	return server, err
}

// configuration reads the user's tmux.conf and our configuration.
func (g *gatherer) configuration(where install.Where, server install.Server) {
	t := &g.facts.Tmux
	user, ours, err := where.UserAndOurs()
	if err != nil {
		g.fail("configuration", err, "set HOME, or name a file that you can read: --tmux-conf FILE")
		return
	}
	t.UserConf = user.Path
	for _, file := range where.ReadByTmux() {
		if text, err := readSmall(file); err == nil && tmuxconf.HasPlugin(text) {
			t.PluginConf = file
		}
	}
	t.ReadsConf = tmuxconf.LineFile(user.Data, g.Getenv("HOME")) != ""
	t.Minimal = t.PluginConf != "" && !t.ReadsConf
	switch text := string(ours.Data); {
	case !t.ReadsConf:
	case !ours.Exists:
		t.MissingConf = ours.Path
	case !strings.HasPrefix(text, tmuxconf.Header):
		t.ForeignConf = ours.Path
	default:
		g.kept(tmuxconf.Saving(text), server)
		// What setup writes depends on options of a running server.
		options := install.Options{Files: where, Program: g.facts.Program}
		if want, err := options.Conf(server); err == nil && server.Usable() && want != text {
			t.OtherConf = ours.Path
		}
		if t.Minimal = tmuxconf.IsMinimal(text); !t.Minimal {
			t.Losses = where.Losses(server)
		}
	}
}

// claude finds Claude Code, and reads its settings and the administrator's.
func (g *gatherer) claude(ctx context.Context, where install.Where) {
	f := &g.facts
	f.Claude, f.ClaudeUnknown = install.FindClaude(ctx, g.ClaudeName, g.Getenv("HOME"))
	file, err := where.SettingsFile()
	if errors.Is(err, install.ErrNoHome) {
		g.fail("settings", err, "set HOME, or name the directory: --claude-home DIR")
		return
	}
	f.SettingsFile, f.Settings, f.SettingsErr = file.Path, file.Facts, err
	if info, err := os.Stat(file.Path); err == nil {
		f.SettingsChanged = info.ModTime()
	}
	f.Wanted = f.Claude.Hook(f.Program, f.Settings)
	g.runnable(f.Settings.StatusLine.Program)
	for _, name := range []string{
		"/etc/claude-code/managed-settings.json",
		"/Library/Application Support/ClaudeCode/managed-settings.json",
	} {
		if text, err := readSmall(name); err == nil { // most machines have none
			f.readManaged(name, text)
		}
	}
	managed := f.ManagedSettings
	for _, hook := range slices.Concat(f.Settings.Hooks, f.Settings.Guards, managed.Hooks, managed.Guards) {
		g.runnable(hook.Program)
	}
}

// readManaged reads the settings of an administrator.
func (f *Facts) readManaged(name string, text []byte) {
	facts, err := settings.Read(text)
	switch {
	case err != nil:
	case facts.Disabled, facts.Managed && !facts.CallsHook():
		f.Managed = name
	case facts.CallsHook():
		f.ManagedHooks, f.ManagedSettings = name, facts
	}
}

// runnable finds out whether a program, which a shell may have to find or expand, can be run, and is this one. Another
// path counts as another program: an update may leave it behind, or it depends on the directory.
func (g *gatherer) runnable(program string) {
	path := program
	if rest, found := strings.CutPrefix(program, "~/"); found {
		path = filepath.Join(g.Getenv("HOME"), rest)
	}
	found, err := exec.LookPath(path)
	g.facts.Runnable[program] = err == nil
	if err == nil && (path != program || !strings.Contains(program, "/")) {
		g.facts.Same[program] = install.SameFile(found, g.facts.Program)
	}
}

// panes finds the panes and the claude processes in them.
func (g *gatherer) panes(ctx context.Context) error {
	_, g.facts.RegistryErr = claudehome.Processes(claudehome.Open(g.Getenv), proc.Is)
	report, err := g.Observer.Observe(ctx)
	g.facts.Panes, g.facts.Processes, g.facts.Hidden = report.Panes, report.Processes, report.Hidden
	return err
}

// maxSettings is the size in bytes up to which a settings file is read.
const maxSettings = 1 << 20

// readSmall reads a regular file of at most maxSettings bytes.
func readSmall(path string) ([]byte, error) {
	text, size, err := edit.ReadEnd(path, maxSettings)
	if err == nil && size > maxSettings {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.ErrUnsupported}
	}
	return text, err
}
