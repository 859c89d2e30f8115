package press_test

import (
	"errors"
	"os"
	"strconv"
	"testing"

	"atm/internal/act/press"
	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/dialog"
	"atm/tmuxopt"
)

// TestChooseForged: options that anybody can write, and text that anybody can draw, make
// nobody press a key.
func TestChooseForged(t *testing.T) {
	t.Parallel()
	// A process that waits, but not in the pane: that of the tests.
	outside := func() (claudehome.Process, error) {
		return claudehome.Process{
			PID: os.Getpid(), SessionID: sessionID, Status: "waiting", Entrypoint: "cli",
		}, nil
	}
	entry := func(status, id string) func(claude, *press.Target) {
		return func(_ claude, target *press.Target) {
			read := target.Process
			target.Process = func() (claudehome.Process, error) {
				p, err := read()
				if status != "" {
					p.Status = status
				}
				if id != "" {
					p.SessionID = id
				}
				return p, err
			}
		}
	}
	written := func(o tmuxopt.Option, value string) func(claude, *press.Target) {
		return func(c claude, target *press.Target) {
			c.options("%0", map[tmuxopt.Option]string{o: value})
			target.Pane.Options[o] = value
		}
	}
	for _, tt := range []struct {
		name  string
		forge func(claude, *press.Target)
		want  error
	}{
		{name: "the registry says busy", forge: entry("busy", ""), want: typing.ErrChanged},
		{name: "the registry says idle", forge: entry("idle", ""), want: typing.ErrChanged},
		{name: "the registry has another session", forge: entry("", "other"), want: press.ErrNotOurs},
		{name: "the registry has no entry", want: typing.ErrChanged,
			forge: func(c claude, target *press.Target) {
				target.Process = func() (claudehome.Process, error) { return c.process(1) }
			}},
		{name: "the entry is that of another process", want: press.ErrNotOurs,
			forge: func(_ claude, target *press.Target) { target.Process = outside }},
		{name: "the process does not run in the pane", want: press.ErrNotOurs,
			forge: func(c claude, target *press.Target) {
				written(tmuxopt.PID, strconv.Itoa(os.Getpid()))(c, target)
				target.Process = outside
			}},
		{name: "the client in the pane shows another session of the background", want: press.ErrNotOurs,
			forge: func(c claude, target *press.Target) {
				client, _ := strconv.Atoi(target.Pane.Options[tmuxopt.PID])
				target.Client = func(claudehome.Process) (int, bool) { return client, false }
			}},
		{name: "the client does not run in the pane", want: press.ErrNotOurs,
			forge: func(c claude, target *press.Target) {
				written(tmuxopt.PID, strconv.Itoa(os.Getpid()))(c, target)
				target.Client = func(claudehome.Process) (int, bool) { return os.Getpid(), true }
			}},
		{name: "the process has another start", want: press.ErrNotOurs,
			forge: func(_ claude, target *press.Target) {
				read := target.Process
				target.Process = func() (claudehome.Process, error) {
					p, err := read()
					p.ProcStart = "1"
					return p, err
				}
			}},
		{name: "the options have another process", forge: written(tmuxopt.PID, "4711"),
			want: press.ErrNotOurs},
		{name: "nothing waits", forge: written(tmuxopt.Waiting, ""), want: typing.ErrChanged},
		{name: "two calls wait", want: press.ErrSeveral,
			forge: written(tmuxopt.Waiting, " main.0=permission a1.0=permission")},
		{name: "the list of calls is a format", want: typing.ErrChanged,
			forge: written(tmuxopt.Waiting, " main.0=#{l:x}")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := start(t, "2.1.329/bash-80", "1=busy")
			target := c.target(t)
			d, err := target.ReadDialog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			tt.forge(c, &target)
			if err := target.Choose(t.Context(), d, 1); !errors.Is(err, tt.want) {
				t.Errorf("error %v, not %v", err, tt.want)
			}
			if got := c.keys(); got != "" {
				t.Errorf("keys %s", got)
			}
		})
	}
}

// TestChooseForgedPane: a shell whose program draws a dialog and writes the options of the
// session in another pane gets no key, and neither does that session.
func TestChooseForgedPane(t *testing.T) {
	t.Parallel()
	c := start(t, "2.1.329/bash-80", "1=busy")
	forger := c.Tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "cat >"+c.home+"/typed")
	c.Tmux("resize-window", "-t", forger, "-x", "80", "-y", "50")
	c.Until("it reads keys", func() bool {
		_, err := os.Stat(c.home + "/typed")
		return err == nil
	})
	tty := c.Tmux("display-message", "-p", "-t", forger, "#{pane_tty}")
	draw := "\x1b[H\x1b[2J────────────────────\r\n Bash command\r\n\r\n   ls\r\n\r\n" +
		" Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\x1b[7;2H"
	if err := os.WriteFile(tty, []byte(draw), 0); err != nil {
		t.Fatal(err)
	}
	for option, value := range c.target(t).Pane.Options {
		c.options(forger, map[tmuxopt.Option]string{option: value})
	}
	target := c.targetOf(t, forger)
	var d dialog.Dialog
	c.Until("the forged dialog", func() (drawn bool) {
		var err error
		d, err = target.ReadDialog(t.Context())
		return err == nil && d.Kind == dialog.Permission
	})
	if err := target.Choose(t.Context(), d, 1); !errors.Is(err, press.ErrNotOurs) {
		t.Errorf("error %v", err)
	}
	if typed, err := os.ReadFile(c.home + "/typed"); err != nil || len(typed) > 0 || c.keys() != "" {
		t.Errorf("typed %q, %v; keys %s", typed, err, c.keys())
	}
}
