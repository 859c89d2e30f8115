package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"atm/internal/claudehome"
	"atm/internal/cli"
	"atm/internal/doctor"
	"atm/internal/draw"
	"atm/internal/edit"
	"atm/internal/install"
	"atm/internal/proc"
	"atm/internal/settings"
	"atm/internal/tmuxconf"
	"atm/internal/truth"
	"atm/tmuxopt"
)

// gather finds out what doctor judges.
func (c doctorCmd) gather(ctx context.Context, s streams) (doctor.Facts, error) {
	f := doctor.Facts{Now: s.now()}
	var err error
	if f.Program, err = install.Program(); err != nil {
		return f, cli.Hint(err, "rename it, or run it as atm")
	}
	if found, err := exec.LookPath("atm"); err == nil {
		found, err = filepath.Abs(found)
		f.OnPath = err == nil && found == f.Program
	}
	live, err := s.server(ctx)
	if err != nil {
		return f, err
	}
	where := install.Where{Getenv: s.getenv, ClaudeHome: c.ClaudeHome, TmuxConf: c.TmuxConf, ConfigFiles: live.ConfigFiles}
	if f.Client, err = install.FindClient(ctx, s.claudeName(), s.getenv("HOME")); err != nil {
		f.NoHint = err.Error()
	}
	if err := c.settings(&f, where); err != nil {
		return f, err
	}
	f.Wanted = f.Client.Hook(f.Program, f.Settings)
	if f.Tmux, err = s.diagnose(ctx, live, where); err != nil {
		return f, err
	}
	return f, s.look(ctx, &f)
}

// settings reads the settings of the user and of the administrator.
func (c doctorCmd) settings(f *doctor.Facts, where install.Where) error {
	path, err := where.Settings()
	if err != nil {
		return err
	}
	f.SettingsFile = path
	file, err := edit.Read(path)
	if err == nil {
		f.Settings, err = settings.Read(file.Data)
	}
	f.SettingsErr = err
	f.Runs = map[string]bool{}
	for _, h := range f.Settings.Hooks {
		_, err := exec.LookPath(h.Program)
		f.Runs[h.Program] = err == nil
	}
	for _, managed := range []string{"/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json"} {
		text, err := os.ReadFile(managed)
		if err != nil {
			continue // there usually is none
		}
		if facts, err := settings.Read(text); err == nil && (facts.Disabled || facts.Managed) {
			f.Managed = managed
		}
	}
	return nil
}

// diagnose says how the server draws.
func (s streams) diagnose(ctx context.Context, live install.Server, where install.Where) (doctor.Server, error) {
	t := doctor.Server{Version: live.Version, Runs: live.Runs, Here: s.getenv("TMUX") != "", Pane: s.getenv("TMUX_PANE")}
	if path, err := where.UserConf(); err == nil {
		if user, err := edit.Read(path); err == nil {
			t.Reads = tmuxconf.LineFile(user.Data, s.getenv("HOME")) != ""
		}
	}
	if !live.Runs {
		return t, nil
	}
	ctx, cancel := soon(ctx)
	defer cancel()
	if err := s.started(ctx, &live); err != nil {
		return t, err
	}
	t.Loaded, t.Formats, t.Focus, t.Clients, t.Follows = live.Draws(), live.Formats, live.Options["focus-events"] == "on", live.Clients, truth.Follows(live.Follower)
	t.Narrow, t.Outer = live.NotUTF8, live.OuterTMUX
	t.Way, t.Asked, t.Detour = live.Transport, s.getenv("ATM_TRANSPORT"), live.Surprise
	var err error
	if t.Wide, err = s.wide(ctx); err != nil {
		return t, err
	}
	return t, s.options(ctx, &t)
}

// options looks at what the user has set: our options, and where tmux draws.
func (s streams) options(ctx context.Context, t *doctor.Server) error {
	drawn := []string{"status-left", "status-right", "status-format[0]", "status-format[1]", "window-status-format", "window-status-current-format", "pane-border-format"}
	names := slices.Clone(drawn)
	for _, setting := range tmuxopt.Settings() {
		names = append(names, setting.Option)
	}
	values, _, err := s.tmux.Globals(ctx, names...)
	if err != nil {
		return err
	}
	for _, setting := range tmuxopt.Settings() {
		if value := values[setting.Option]; !setting.Fits(value) {
			t.Odd = append(t.Odd, setting.Option+" "+value)
		}
	}
	t.ByHand = slices.ContainsFunc(drawn, func(name string) bool {
		return strings.Contains(values[name], "@atm_") || strings.Contains(values[name], tmuxopt.Prefix)
	})
	return nil
}

// wide returns the icons that tmux takes for wider than one column.
func (s streams) wide(ctx context.Context) ([]string, error) {
	var cmds [][]string
	seen := map[string]bool{}
	for _, set := range draw.IconSets() {
		for _, icon := range draw.Signs(set) {
			if option := icon.Option(); !seen[option] {
				seen[option] = true
				cmds = append(cmds, []string{"display-message", "-p", "#{w:" + option + "} #{" + option + "}"})
			}
		}
	}
	reply, err := s.tmux.Run(ctx, cmds)
	if err != nil {
		return nil, err
	}
	var icons []string
	for line := range strings.Lines(reply.Stdout) {
		columns, icon, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if n, err := strconv.Atoi(columns); err == nil && n > 1 && len([]rune(icon)) == 1 {
			icons = append(icons, icon)
		}
	}
	return icons, nil
}

// look reads the panes and the clients in them.
func (s streams) look(ctx context.Context, f *doctor.Facts) error {
	if _, err := claudehome.Processes(claudehome.Open(s.getenv), proc.Is); err != nil {
		f.RegistryErr = err
	}
	if !f.Tmux.Runs || install.TmuxTooOld(f.Tmux.Version) {
		return nil
	}
	ctx, cancel := soon(ctx)
	defer cancel()
	report, err := s.observer().Look(ctx)
	f.Panes, f.Clients = report.Panes, report.Processes
	return err
}
