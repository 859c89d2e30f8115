package tmuxopt_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/tmuxtest"
	opt "atm/tmuxopt"
)

func server(s *tmuxtest.Server) opt.Server {
	return opt.Server{Binary: s.Binary, Socket: s.Socket, PID: s.PID}
}

// send has the server make the edits in pane %0.
func send(t *testing.T, s *tmuxtest.Server, edits ...opt.Edit) {
	t.Helper()
	batch := opt.Batch{Pane: "%0", ServerPID: s.PID, Edits: edits}
	if reply, err := server(s).Run(t.Context(), batch.Commands()); err != nil || reply.Stdout != "" {
		t.Fatalf("%v: %+v, error %v", edits, reply, err)
	}
}

// options returns what pane %0 holds, without the version.
func options(t *testing.T, s *tmuxtest.Server) opt.Options {
	t.Helper()
	panes, err := server(s).Panes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	delete(panes[0].Options, opt.ContractVersion)
	return panes[0].Options
}

func TestFromEnv(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tmux string
		want       opt.Server
	}{
		{"in a pane", "/tmp/tmux-0/default,123,4", opt.Server{Socket: "/tmp/tmux-0/default", PID: "123"}},
		{"in a status job", "/tmp/s,123,-1", opt.Server{Socket: "/tmp/s", PID: "123"}},
		{"a path with a comma", "/tmp/a,b/s,123,4", opt.Server{Socket: "/tmp/a,b/s", PID: "123"}},
		{"outside tmux", "", opt.Server{}},
		{"no process", "/tmp/s,x#{y},0", opt.Server{Socket: "/tmp/s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := opt.FromEnv(func(name string) string { return map[string]string{"TMUX": tt.tmux}[name] })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestBefore asks the server about versions that it is not.
func TestBefore(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for version, want := range map[string]string{
		"3.0": "1", "3.0a": "1", "3.1": "1", "3.1c": "1", "3.1-rc2": "1", "3.2": "0", "3.2a": "0", "3.3-rc": "0", "3.7c": "0", "3.10": "0", "3.11a": "0", "4.1": "0", "next-3.8": "0",
	} {
		if got := s.Tmux("display-message", "-p", strings.ReplaceAll(opt.Before("2"), "#{version}", version)); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	tests := []struct {
		name   string
		server opt.Server
		batch  opt.Batch
		want   string
	}{
		{"a pane that is gone", server(s), opt.Batch{Pane: "%99", ServerPID: s.PID}, "tmux: no such pane: %99"},
		{"another server on the same socket", server(s), opt.Batch{Pane: "%0", ServerPID: "1"}, "tmux: invalid option: atm-no-such-option"},
		{"no server", opt.Server{Binary: s.Binary, Socket: s.Socket + "x"}, opt.Batch{Pane: "%0"}, "tmux: error connecting to " + s.Socket + "x (No such file or directory)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.batch.Edits = []opt.Edit{opt.Set(opt.Title, "x")}
			_, err := tt.server.Run(t.Context(), tt.batch.Commands())
			if !errors.Is(err, opt.ErrTmux) {
				t.Errorf("%v is no ErrTmux", err)
			}
			if diff := cmp.Diff(tt.want, fmt.Sprint(err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff(opt.Options{}, options(t, s)); diff != "" {
		t.Errorf("a refused batch changed the pane (-want +got):\n%s", diff)
	}
}

func TestRunGivesUpAtTheDeadline(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := server(s).Run(ctx, [][]string{{"wait-for", "never"}})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 2*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

// Every argument arrives as it was, whatever it ends in or looks like.
func TestArgvIsLiteral(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, value := range []string{
		"foo;", `foo\;`, `foo\\;`, ";", ";;", "a;b;", "-u", "--", "{x}", "#", "##", "#{pane_id}", "#(touch x)", "#[fg=red]",
		`"`, `'`, `\`, "$HOME", "~", "%H", "%if", "a b", "é⏸🎉", strings.Repeat("x", 4096),
	} {
		send(t, s, opt.Set(opt.Reason, value), opt.Set(opt.Title, "after"))
		if diff := cmp.Diff(opt.Options{opt.Reason: value, opt.Title: "after"}, options(t, s)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", value, diff)
		}
	}
}

func TestPanesListsLinkedWindowsOnce(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("new-session", "-d", "-t", "0", "-s", "grouped")
	second := s.NewPane()
	panes, err := server(s).Panes(t.Context())
	for i := range panes {
		if panes[i].PID <= 1 {
			t.Errorf("%s: process %d", panes[i].ID, panes[i].PID)
		}
		panes[i].PID, panes[i].Window = 0, "" // tmux renames windows when it likes
	}
	want := []opt.Pane{
		{ID: "%0", Session: "0", Index: "0", Options: opt.Options{}},
		{ID: second, Session: "0", Index: "0", Options: opt.Options{}},
	}
	if diff := cmp.Diff(want, panes); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if got := (opt.Pane{Session: "a", Window: "1:b:c", Index: "2"}).Where(); got != "a:1.2" {
		t.Errorf("where: %s", got)
	}
}

// TestPanesOfOthers: what somebody else writes into an option of one pane does
// not keep anybody from the other panes.
func TestPanesOfOthers(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	lines, tabs := s.NewPane(), s.NewPane()
	s.Tmux("set-option", "-pt", lines, string(opt.Title), "two\nlines\n", ";", "set-option", "-pt", tabs, string(opt.Title), "a\tb", ";",
		"set-option", "-pt", "%0", string(opt.Title), "mine")
	panes, err := server(s).Panes(t.Context())
	got := map[string]string{}
	for _, p := range panes {
		got[p.ID] = p.Options[opt.Title]
	}
	want := map[string]string{"%0": "mine", lines: "two\nlines\n"}
	if _, told := got[tabs]; told { // newer versions of tmux print tabs as an escape
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
	for _, seed := range []string{"plain", "#(touch pwned)", "a;", "\x1b]0;x\a", "é\xff", "#{E:@meta.claude.title}", "\\", "$x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := opt.Apply(nil, []opt.Edit{opt.Set(opt.Title, opt.Text(text)), opt.Set(opt.SessionDir, opt.Path("/"+text))})
		send(t, s, opt.Set(opt.Title, opt.Text(text)), opt.Set(opt.SessionDir, opt.Path("/"+text)))
		if diff := cmp.Diff(want, options(t, s)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		if got := s.For(t).Tmux("show-options", "-pt", other); got != "" {
			t.Errorf("%q: pane %s has %s", text, other, got)
		}
	})
}
