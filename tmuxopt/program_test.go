package tmuxopt_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// TestStoredPrograms: whatever has become of the stored programs that the server keeps, the
// next batch finds its own.
func TestStoredPrograms(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	changes := func() string { return s.Tmux("show-options", "-sqv", opt.ChangesOption) }
	for _, tt := range []struct {
		name   string
		before func()
		turn   opt.TurnState
		want   string // state
		counts string
	}{
		{
			name: "a server that has none", before: func() {}, turn: opt.TurnOpen,
			want: "working", counts: "1",
		},
		{name: "they are there", before: func() {}, turn: opt.TurnDone, want: "idle", counts: "2"},
		{
			name: "another version of atm has stored its own",
			before: func() {
				for _, hook := range opt.StoredHooks() {
					s.Tmux("set-option", "-g", hook, "set-option -p @other 1")
				}
			},
			turn: opt.TurnOpen, want: "working", counts: "3",
		},
		{
			name: "all is gone",
			before: func() {
				for _, hook := range opt.StoredHooks() {
					s.Tmux("set-option", "-gu", hook)
				}
			},
			turn: opt.TurnFailed, want: "error", counts: "4",
		},
		{
			name: "somebody has taken the hook for another command, and given it up",
			before: func() {
				s.Tmux("set-hook", "-g", "after-show-messages", "set-option -p @other 2")
				s.Tmux("set-hook", "-gu", "after-show-messages")
			},
			turn: opt.TurnOpen, want: "working", counts: "5",
		},
		{
			name: "somebody uses the commands whose hooks they are",
			before: func() {
				s.Tmux("set-hook", "-Rt", "%0", "after-show-messages", ";", "set-hook", "-Rt", "%0",
					"after-lock-server")
			},
			turn: opt.TurnOpen, want: "working", counts: "5",
		},
	} {
		tt.before()
		s.Send(t, append([]opt.Edit{opt.Set(opt.Turn, string(tt.turn))}, opt.Derive(time.Now())...)...)
		if got := s.Options(t)[opt.State]; got != tt.want || changes() != tt.counts {
			t.Errorf("%s: state %s after %s changes, want %s after %s", tt.name, got, changes(), tt.want,
				tt.counts)
		}
	}
	if got := s.Tmux("show-options", "-pt", "%0"); strings.Contains(got, "@other") {
		t.Errorf("the other version's stored program has run:\n%s", got)
	}
}

// TestGonePane: tmux 3.2 crashes, with all that runs in it, where a stored program is run
// for a pane that is gone. The condition of a batch comes first.
func TestGonePane(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Send(t, append([]opt.Edit{opt.Set(opt.Turn, "open")}, opt.Derive(time.Now())...)...) // stores the programs
	for _, edits := range [][]opt.Edit{
		opt.Derive(time.Now()),
		{opt.Unset(opt.Turn).If(opt.Get(opt.Turn)), opt.Derive(time.Now())[1]},
	} {
		_, err := s.Way().Send(t.Context(), opt.Batch{Pane: "%99", Edits: edits})
		if err == nil || !strings.Contains(err.Error(), "no such pane") {
			t.Errorf("%v", err)
		}
	}
	if got := s.Options(t)[opt.State]; got != "working" {
		t.Errorf("the other pane is %s", got)
	}
}

// TestHiddenPrograms: a hook of a tmux session hides that of all sessions. Then nothing
// is written, rather than facts without a state.
func TestHiddenPrograms(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-hook", "-t", "0", "after-show-messages", "set-option -g @mine 1")
	edits := append([]opt.Edit{opt.Set(opt.Turn, "open")}, opt.Derive(time.Now())...)
	if _, err := s.Way().Send(t.Context(), opt.Batch{Pane: "%0", Edits: edits}); err == nil {
		t.Error("no error")
	}
	if got := s.Options(t); got[opt.State] != "" || s.Tmux("show-options", "-gqv", "@mine") != "" {
		t.Errorf("%v", got)
	}
}

// TestConditionsAdd: a second condition does not replace the first one, whatever kind
// of edit it is.
func TestConditionsAdd(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	on, off := opt.Is(opt.Turn, "open"), opt.Is(opt.Turn, "done")
	edits := map[opt.Option]opt.Edit{
		opt.Title:  opt.Set(opt.Title, "x"),
		opt.Reason: opt.SetFormat(opt.Reason, opt.Get(opt.Turn)),
		opt.Model:  opt.Unset(opt.Model),
	}
	for option, edit := range edits {
		for _, both := range []opt.Edit{edit.If(on).If(off), edit.If(off).If(on)} {
			s.Send(t, opt.Set(opt.Turn, "open"), opt.Set(opt.Model, "m"), both)
			if got := s.Options(t); len(got) != 2 || got[opt.Model] != "m" {
				t.Errorf("%s: one of two conditions is enough: %v", option.Name(), got)
			}
		}
	}
	for _, edit := range opt.Derive(time.Now()) {
		s.Send(t, opt.Set(opt.Turn, "open"), edit.If(off))
	}
	if got := s.Options(t)[opt.State]; got != "" {
		t.Errorf("a command ran in spite of its condition: state %s", got)
	}
}

// TestForeignHistory: whatever another program has written into the history, tmux
// survives adding to it. 3.3a never returns from cutting a text with a C1 character.
func TestForeignHistory(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, odd := range []string{strings.Repeat("x\u009d", 300), strings.Repeat("é⏸🎉", 100), "\x1b]0;x\a",
		"\xff\xfe"} {
		s.Tmux("set-option", "-pt", "%0", string(opt.History), odd, ";", "set-option", "-put", "%0",
			string(opt.State))
		s.Send(t, append([]opt.Edit{opt.Set(opt.Turn, string(opt.TurnOpen))}, opt.Derive(time.Now())...)...)
		if got := s.Tmux("show-options", "-pqvt", "%0", string(opt.History)); !strings.HasSuffix(got,
			"=working") {
			t.Errorf("after %.20q: %q", odd, got)
		}
	}
}

// TestUnknownCharacters: tmux 3.3a with an older C library never returns from measuring
// or cutting a text with a character that the library does not know. Such a character
// never gets into an option.
func TestUnknownCharacters(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, odd := range []rune{
		0x0378, 0xfffe, 0xffff, 0xd7ff, 0x2ffff, // not assigned
		0x0cf3, 0x1f6dc, 0x1f7d9, 0x1fae8, 0x31350, // Unicode 15
		0xa7dd, 0x1fae9, // Unicode 16
		0xe0b0, 0xf0000, 0x1fae1, 0x1fa90, 0x2a6d6, 0x9d, 0xad, // harmless, or replaced for another reason
	} {
		text := "a" + string(odd) + "b"
		s.Send(t, opt.Set(opt.Title, opt.Text(text)))
		ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
		format := "#{w:" + string(opt.Title) + "} #{=-5:" + string(opt.Title) + "} #{=5:" + string(opt.Title) + "}"
		_, err := s.Way().Run(ctx, [][]string{{"display-message", "-p", format}})
		cancel()
		if err != nil {
			t.Fatalf("%U: %v", odd, err)
		}
	}
	for _, kept := range []string{"\ue0b0 main", "🫡 🪐 🥸", "日本 é", "𪛖"} {
		if got := opt.Text(kept); got != kept {
			t.Errorf("%q becomes %q", kept, got)
		}
	}
}
