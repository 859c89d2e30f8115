package tmux_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	opt "atm/tmuxopt"
)

func TestFromEnv(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tmux string
		want       tmux.Server
	}{
		{"in a pane", "/tmp/tmux-0/default,123,4", tmux.Server{Socket: "/tmp/tmux-0/default", PID: "123"}},
		{"in a status job", "/tmp/s,123,-1", tmux.Server{Socket: "/tmp/s", PID: "123"}},
		{"a path with a comma", "/tmp/a,b/s,123,4", tmux.Server{Socket: "/tmp/a,b/s", PID: "123"}},
		{"outside tmux", "", tmux.Server{}},
		{"no process", "/tmp/s,x#{y},0", tmux.Server{Socket: "/tmp/s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := tmux.FromEnv(func(name string) string { return map[string]string{"TMUX": tt.tmux}[name] })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	tests := []struct {
		name   string
		server tmux.Server
		batch  opt.Batch
		want   string
	}{
		{
			name: "a pane that is gone", server: s.Way(),
			batch: opt.Batch{Pane: "%99", ServerPID: s.PID}, want: "tmux: no such pane: %99",
		},
		{
			name: "another server on the same socket", server: s.Way(),
			batch: opt.Batch{Pane: "%0", ServerPID: "1"},
			want:  "tmux: invalid option: atm-no-such-option",
		},
		{
			name: "no server", server: tmux.Server{Binary: s.Binary, Socket: s.Socket + "x"},
			batch: opt.Batch{Pane: "%0"},
			want:  "tmux: error connecting to " + s.Socket + "x (No such file or directory)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.batch.Edits = []opt.Edit{opt.Set(opt.Title, "x")}
			_, err := tt.server.Run(t.Context(), tt.batch.Commands())
			if !errors.Is(err, tmux.ErrTmux) {
				t.Errorf("%v is no ErrTmux", err)
			}
			if diff := cmp.Diff(tt.want, fmt.Sprint(err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff(opt.Options{}, s.Options(t)); diff != "" {
		t.Errorf("a refused batch changed the pane (-want +got):\n%s", diff)
	}
}

func TestRunGivesUpAtTheDeadline(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := s.Way().Run(ctx, [][]string{{"wait-for", "never"}})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > tmuxtest.Patience/2 {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

// Every argument arrives as it was, whatever it ends in or looks like.
func TestArgvIsLiteral(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, value := range []string{
		"foo;", `foo\;`, `foo\\;`, ";", ";;", "a;b;", "-u", "--", "{x}", "#", "##", "#{pane_id}",
		"#(touch x)", "#[fg=red]",
		`"`, `'`, `\`, "$HOME", "~", "%H", "%if", "a b", "é⏸🎉", strings.Repeat("x", 4096),
	} {
		s.Send(t, opt.Set(opt.Reason, value), opt.Set(opt.Title, "after"))
		if diff := cmp.Diff(opt.Options{opt.Reason: value, opt.Title: "after"}, s.Options(t)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", value, diff)
		}
	}
}

func TestPanesListsLinkedWindowsOnce(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("new-session", "-d", "-t", "0", "-s", "grouped")
	second := s.NewPane()
	panes, err := s.Way().Panes(t.Context(), 0)
	for i := range panes {
		if panes[i].PID <= 1 {
			t.Errorf("%s: process %d", panes[i].ID, panes[i].PID)
		}
		panes[i].PID, panes[i].Window = 0, "" // tmux renames windows when it likes
	}
	want := []tmux.Pane{
		{ID: "%0", Session: "0", Index: "0", Options: opt.Options{}},
		{ID: second, Session: "0", Index: "0", Options: opt.Options{}},
	}
	if diff := cmp.Diff(want, panes); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if got := (tmux.Pane{Session: "a", Window: "1:b:c", Index: "2"}).Where(); got != "a:1.2" {
		t.Errorf("where: %s", got)
	}
}

// TestPanesOfOthers: what somebody else writes into an option of one pane does
// not keep anybody from the other panes.
func TestPanesOfOthers(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	lines, tabs := s.NewPane(), s.NewPane()
	s.Tmux("set-option", "-pt", lines, string(opt.Title), "two\nlines\n", ";", "set-option", "-pt", tabs,
		string(opt.Title), "a\tb", ";",
		"set-option", "-pt", "%0", string(opt.Title), "mine")
	panes, err := s.Way().Panes(t.Context(), 0)
	got := map[string]string{}
	for _, p := range panes {
		got[p.ID] = p.Options[opt.Title]
	}
	want := map[string]string{"%0": "mine", lines: "two\nlines\n"}
	if _, raw := got[tabs]; raw { // newer versions of tmux print tabs as an escape
		want[tabs] = got[tabs]
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

// What is written is read back, through a real server, and nothing else is
// touched: no other option, no other pane, no file.
func FuzzRoundTrip(f *testing.F) {
	s := tmuxtest.Start(f)
	other := s.NewPane()
	for _, seed := range []string{"plain", "#(touch pwned)", "a;", "\x1b]0;x\a", "é\xff",
		"#{E:@meta.claude.title}", "\\", "$x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := opt.Apply(nil, []opt.Edit{opt.Set(opt.Title, opt.Text(text)), opt.Set(opt.SessionDir,
			opt.Path("/"+text))})
		s.Send(t, opt.Set(opt.Title, opt.Text(text)), opt.Set(opt.SessionDir, opt.Path("/"+text)))
		if diff := cmp.Diff(want, s.Options(t)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		if got := s.For(t).Tmux("show-options", "-pt", other); got != "" {
			t.Errorf("%q: pane %s has %s", text, other, got)
		}
	})
}

// TestNoSession: a server without any session is no error, and has no panes.
func TestNoSession(t *testing.T) {
	t.Parallel()
	for _, transport := range []tmux.Transport{tmux.Native, tmux.Exec} {
		s := tmuxtest.Start(t)
		s.Tmux("set-option", "-s", "exit-empty", "off")
		s.Tmux("kill-session", "-a")
		s.Tmux("kill-session")
		way := s.Way()
		way.Transport = transport
		if panes, err := way.Panes(t.Context(), 0); err != nil || len(panes) > 0 {
			t.Errorf("%s: panes %v, error %v", transport, panes, err)
		}
	}
}

// TestWordsTurnedOff: who turns words off is not shown those that are there already.
func TestWordsTurnedOff(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-p", string(opt.Said), "a secret", ";", "set-option", "-p", string(opt.Title), "t")
	for value, want := range map[string]string{"": "a secret", "on": "a secret", "off": "", "no": ""} {
		s.Tmux("set-option", "-g", opt.WordsOption, value)
		panes, err := s.Way().Panes(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		options := panes[0].Options
		if got := options[opt.Said]; got != want || options[opt.Title] != "t" {
			t.Errorf("%q: said %q, title %q", value, got, options[opt.Title])
		}
	}
}

// TestIsFinal: which errors are no reason to try again.
func TestIsFinal(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	none := s.Way()
	none.Socket = filepath.Join(t.TempDir(), "none")
	late := s.Way()
	late.Until = time.Now()
	unless := opt.Batch{Pane: "%0", Unless: opt.Lit("1")}
	for _, tt := range []struct {
		name string
		way  tmux.Server
		cmds [][]string
		want bool
	}{
		{name: "nothing", way: s.Way(), cmds: [][]string{{"list-panes"}}},
		{name: "tmux is late", way: late, cmds: [][]string{{"list-panes"}}},
		{name: "a busy tmux that has no time for the format", way: s.Way(), cmds: [][]string{{"set-option", "", "1"}}},
		{name: "no server", way: none, cmds: [][]string{{"list-panes"}}, want: true},
		{name: "no pane to list", way: s.Way(), cmds: [][]string{{"list-panes", "-t", "%9"}}, want: true},
		{name: "no pane to edit", way: s.Way(), cmds: [][]string{{"set-option", "-pt", "%9", "@x", "1"}}, want: true},
		{name: "a condition", way: s.Way(), cmds: unless.Commands(), want: true},
	} {
		_, err := tt.way.Run(t.Context(), tt.cmds)
		if got := tmux.IsFinal(err); got != tt.want {
			t.Errorf("%s: %v: %v", tt.name, err, got)
		}
	}
}

// TestRareOptions: whatever the purpose, the options are read by their names, wherever they stand in the
// format; a list does not read the rare ones of a pane for which this version, and no other, says that it has none;
// who reads one pane does.
func TestRareOptions(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	all := opt.Options{}
	for _, f := range opt.Schema() {
		s.Tmux("set-option", "-p", string(f.Option), f.Option.Name())
		all[f.Option] = f.Option.Name()
	}
	pane, err := s.Way().Pane(t.Context(), "%0", slices.Collect(maps.Keys(all))...)
	if diff := cmp.Diff(all, pane.Options); diff != "" || err != nil {
		t.Errorf("one pane: error %v (-want +got):\n%s", err, diff)
	}
	for _, uses := range []opt.Use{0, opt.Judged, opt.Listed | opt.Judged, opt.Followed} {
		for _, onlyCommon := range []string{"", "1", opt.CommonMark} {
			s.Tmux("set-option", "-p", string(opt.OnlyCommon), onlyCommon)
			want := opt.Options{}
			for _, f := range opt.Schema() {
				isRead := (uses == 0 || f.Uses&uses != 0) && f.Uses&opt.Long == 0
				if isRead && f.Option != opt.OnlyCommon && (onlyCommon != opt.CommonMark || !f.IsRare()) {
					want[f.Option] = f.Option.Name()
				}
			}
			panes, err := s.Way().Panes(t.Context(), uses)
			if err != nil {
				t.Fatal(err)
			}
			delete(panes[0].Options, opt.OnlyCommon)
			if diff := cmp.Diff(want, panes[0].Options); diff != "" {
				t.Errorf("uses %b, only common %q (-want +got):\n%s", uses, onlyCommon, diff)
			}
		}
	}
}

// TestPanesReadZero: an option that is set only with another one is read where the other one is "0", too: nothing is
// used up of a limit, or the prompt that is to be sent later is that digit.
func TestPanesReadZero(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	second := s.NewPane()
	want := opt.Options{}
	for _, f := range opt.Schema() {
		value := "0"
		if !opt.MayBeZero(f.Option) {
			value = "1"
		}
		s.Tmux("set-option", "-p", string(f.Option), value)
		if f.Uses&opt.Long == 0 {
			want[f.Option] = value
		}
	}
	panes, err := s.Way().Panes(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range panes {
		if p.ID == second {
			want = opt.Options{}
		}
		if diff := cmp.Diff(want, p.Options); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p.ID, diff)
		}
	}
}
