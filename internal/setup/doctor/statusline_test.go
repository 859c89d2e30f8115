package doctor_test

import (
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/doctor"
	"atm/internal/setup/settings"
	"atm/tmuxopt"
)

func statusLineIllnesses() []illness {
	const file = "/home/u/.claude/settings.json"
	return []illness{
		{
			name: "a status line that was replaced since setup",
			spoil: func(f *doctor.Facts) {
				f.Settings.StatusLine = settings.StatusLine{Use: settings.ForeignStatusLine, Command: "npx x"}
			},
			check: "statusline", level: doctor.Note,
			message: "the command of statusLine in " + file + " does not call atm",
		},
		{
			name:  "no status line, which may be what the user wants",
			spoil: func(f *doctor.Facts) { f.Settings.StatusLine = settings.StatusLine{} },
			check: "statusline", level: doctor.Note, message: "no statusLine in " + file,
		},
		{
			name: "no status line, beside the plugin",
			spoil: func(f *doctor.Facts) {
				f.Settings.Hooks, f.Settings.Plugins = nil, []string{"atm@market"}
				f.Settings.StatusLine = settings.StatusLine{}
			},
			check: "statusline", level: doctor.Note, message: "no statusLine in " + file,
		},
		{
			name: "a malformed status line",
			spoil: func(f *doctor.Facts) {
				f.Settings.StatusLine = settings.StatusLine{Use: settings.MalformedStatusLine}
			},
			check: "statusline", level: doctor.Broken,
			message: "statusLine in " + file + ` is not {"type": "command", "command": "…"}`,
		},
		{
			name:  "a status line that calls a program that is gone",
			spoil: func(f *doctor.Facts) { f.Settings.StatusLine.Program = "/gone/atm" },
			check: "statusline", level: doctor.Broken, message: "/gone/atm cannot be run",
			fix: doctor.FixSettings,
		},
		{
			name:  "a status line that calls another program that works",
			spoil: func(f *doctor.Facts) { f.Settings.StatusLine.Program = "/elsewhere/atm" },
			check: "statusline", level: doctor.Note, message: "it calls /elsewhere/atm, not /opt/atm",
			fix: doctor.FixSettings,
		},
		{
			name: "wrapped twice, which setup can undo",
			spoil: func(f *doctor.Facts) {
				f.Settings.StatusLine.Calls, f.Settings.StatusLine.Nested = 2, true
			},
			check: "statusline", level: doctor.Note,
			message: "statusLine in " + file + " calls atm statusline 2 times", fix: doctor.FixSettings,
		},
		{
			name: "called twice, with something between",
			spoil: func(f *doctor.Facts) {
				f.Settings.StatusLine.Use, f.Settings.StatusLine.Calls = settings.MixedStatusLine, 2
			},
			check: "statusline", level: doctor.Note,
			message: "statusLine in " + file + " calls atm statusline 2 times",
		},
		{
			name: "a project's own status line, where a session runs",
			spoil: func(f *doctor.Facts) {
				f.StatusLines = []doctor.Project{{File: "/p/.claude/settings.json", Sessions: 1}}
			},
			check: "statusline", level: doctor.Note,
			message: "/p/.claude/settings.json has a statusLine, which replaces yours",
		},
		{
			name: "the same, where the user's calls atm in a way of its own",
			spoil: func(f *doctor.Facts) {
				f.Settings.StatusLine = settings.StatusLine{Use: settings.MixedStatusLine, Calls: 1}
				f.StatusLines = []doctor.Project{{File: "/p/.claude/settings.json", Sessions: 1}}
			},
			check: "statusline", level: doctor.Note,
			message: "/p/.claude/settings.json has a statusLine, which replaces yours",
		},
		{
			name: "the same, where the user's does not call atm either",
			spoil: func(f *doctor.Facts) {
				f.Settings.StatusLine = settings.StatusLine{Use: settings.ForeignStatusLine, Command: "npx x"}
				f.StatusLines = []doctor.Project{{File: "/p/.claude/settings.json", Sessions: 1}}
			},
			check: "statusline", level: doctor.Note,
			message: "the command of statusLine in " + file + " does not call atm",
		},
		{
			name: "the status line of the current directory",
			spoil: func(f *doctor.Facts) {
				f.StatusLines = []doctor.Project{{File: "/p/.claude/settings.local.json"}}
			},
			check: "statusline", level: doctor.Note,
			message: "/p/.claude/settings.local.json has a statusLine, which replaces yours",
		},
	}
}

// TestStatusLineUnknown: without hooks, or with malformed settings, there are no findings about the status
// line.
func TestStatusLineUnknown(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(f *doctor.Facts){
		"not set up": func(f *doctor.Facts) { f.Settings = settings.Facts{} },
		"settings that do not parse": func(f *doctor.Facts) {
			f.Settings, f.SettingsErr = settings.Facts{}, settings.ErrShape
		},
	} {
		f := healthy()
		spoil(&f)
		if got := findingsOf(f, "statusline"); len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestGatherStatusLines: only the settings that Claude Code uses in a directory count.
func TestGatherStatusLines(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	root := t.TempDir()
	write := func(dir, name, text string) string { return writeSettings(t, root+"/"+dir, name, text) }
	foreign := `{"statusLine": {"type": "command", "command": "npx x"}}`
	ours := `{"statusLine": {"type": "command", "command": "atm statusline -- npx x"}}`
	malformed := `{"statusLine": {"type": "text", "command": "x"}}`
	shared := write("shared", "settings.json", foreign)
	private := write("private", "settings.local.json", foreign)
	write("private", "settings.json", ours)
	write("wrapped", "settings.json", foreign)
	write("wrapped", "settings.local.json", ours)
	write("malformed", "settings.local.json", malformed)
	behind := write("malformed", "settings.json", foreign)
	write("comments", "settings.json", foreign+" // which Claude Code does not read")
	user := write("home", "settings.json", foreign)

	from := sources(t, s)
	from.Dir, from.ClaudeHome = filepath.Join(root, "shared"), filepath.Dir(user)
	for _, dir := range []string{"private", "private", "wrapped", "malformed", "comments", "home"} {
		pane := s.NewPane()
		s.Tmux("set-option", "-pt", pane, string(tmuxopt.SessionDir), filepath.Join(root, dir), ";",
			"set-option", "-pt", pane, string(tmuxopt.State), "idle")
	}
	f := gather(t, from)
	want := []doctor.Project{{File: behind, Sessions: 1}, {File: private, Sessions: 2}, {File: shared}}
	if diff := gocmp.Diff(want, f.StatusLines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if f.Settings.StatusLine.Use != settings.ForeignStatusLine {
		t.Errorf("the user's own: %+v", f.Settings.StatusLine)
	}
}

// TestRunnable: a status line written by hand may have a path that a shell has to expand. Then it
// may be this program; an absolute path that only leads to it is reported, because an update may leave it behind.
func TestRunnable(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, name := range []string{"atm", "my-atm"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("atm", home+"/old-atm"); err != nil {
		t.Fatal(err)
	}
	type facts struct{ runnable, isSame bool }
	for program, want := range map[string]facts{
		"~/atm": {true, true}, "~/gone/atm": {}, "~/my-atm": {runnable: true}, home + "/old-atm": {runnable: true},
	} {
		text := `{"statusLine": {"type": "command", "command": "` + program + ` statusline"}}`
		if err := os.WriteFile(home+"/settings.json", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		from := sources(t, tmuxtest.Start(t))
		from.ClaudeHome = home
		from.Getenv = func(name string) string { return map[string]string{"HOME": home}[name] }
		from.Program = func() (string, error) { return home + "/atm", nil }
		f := gather(t, from)
		if got := (facts{f.Runnable[program], f.Same[program]}); got != want {
			t.Errorf("%s: %+v, not %+v", program, got, want)
		}
	}
}
