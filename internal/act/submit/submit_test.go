package submit_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/act/submit"
	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const id = "23e30f82-0000-4000-8000-000000000000"

// client is a fake client in pane %0 of a server.
type client struct {
	*tmuxtest.Server
	dir  string // of the Claude home
	tmux tmux.Server
}

// start starts a client that is idle, with these variables in its environment.
func start(t *testing.T, env ...string) client {
	t.Helper()
	c := client{Server: tmuxtest.Start(t), dir: t.TempDir()}
	c.tmux = tmux.Server{Binary: c.Binary, Socket: c.Socket, PID: c.PID}
	path := filepath.Join(c.dir, c.transcript().Path())
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"respawn-pane", "-k", "-t", "%0", "-e", fakeTranscript + "=" + path}
	for _, variable := range env {
		args = append(args, "-e", variable)
	}
	c.Tmux(append(args, program)...)
	for option, value := range map[tmuxopt.Option]string{
		tmuxopt.SessionID: id, tmuxopt.PID: "4711", tmuxopt.State: "idle",
		tmuxopt.StateNS: "1767225600000000000",
	} {
		c.Tmux("set-option", "-pt", "%0", string(option), value)
	}
	c.Until("an input", func() bool { return strings.Contains(c.Tmux("capture-pane", "-pt", "%0"), "❯") })
	return c
}

func (client) transcript() claudehome.Transcript { return claudehome.Transcript{Project: "-p", ID: id} }

// target is the session as it is now.
func (c client) target(t *testing.T) submit.Target {
	t.Helper()
	panes, err := c.tmux.Panes(t.Context(), 0)
	if err != nil || len(panes) == 0 {
		t.Fatal(err)
	}
	return submit.Target{Tmux: c.tmux, Pane: panes[0], Transcript: func() (fs.FS, claudehome.Transcript, bool) {
		return os.DirFS(c.dir), c.transcript(), true
	}}
}

// prompts returns what has arrived.
func (c client) prompts(t *testing.T) []string {
	t.Helper()
	prompts, err := claudehome.PromptsAfter(os.DirFS(c.dir), c.transcript(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return prompts.Taken
}

// TestSend: what is sent arrives to the letter, and no buffer is left in the server.
func TestSend(t *testing.T) {
	t.Parallel()
	c := start(t)
	texts := []string{
		"one line", "several\n\n  of 'them' \"with\" $x `y` #{pane_id} #(touch x) %s\n\tand a tab",
		";", "a;", `\`, "-x", "é🎉日本", "Enter", "C-c",
		strings.Repeat("a long text; é🎉 \\;\n", 1000) + "end",
	}
	for _, text := range texts {
		if err := c.target(t).Send(t.Context(), text); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	var got []string
	for _, prompt := range c.prompts(t) {
		got = append(got, strings.TrimSuffix(prompt, " ")) // behind a backslash
	}
	if diff := cmp.Diff(texts, got); diff != "" {
		t.Errorf("(-sent +arrived):\n%.2000s", diff)
	}
	if remaining := c.Tmux("list-buffers"); remaining != "" {
		t.Errorf("left in the server: %s", remaining)
	}
}

// TestSendRefused: where the session is not as it was seen, nothing is typed, and nothing is
// left in the server.
func TestSendRefused(t *testing.T) {
	t.Parallel()
	option := tmuxtest.SetOption
	for _, tt := range []struct {
		name    string
		changes [][]string // since the session was seen
		want    error
	}{
		{name: "it works", changes: [][]string{option(tmuxopt.State, "working")}, want: typing.ErrChanged},
		{name: "it asks", changes: [][]string{option(tmuxopt.State, "attention")}, want: typing.ErrChanged},
		{name: "it has ended", changes: [][]string{option(tmuxopt.State, "")}, want: typing.ErrChanged},
		{name: "another session", changes: [][]string{option(tmuxopt.SessionID, "x")},
			want: typing.ErrChanged},
		{name: "another process", changes: [][]string{option(tmuxopt.PID, "4712")}, want: typing.ErrChanged},
		{name: "a turn came and went", changes: [][]string{option(tmuxopt.StateNS, "1767225600000000001")},
			want: typing.ErrChanged},
		{name: "copy mode", changes: [][]string{{"copy-mode", "-t", "%0"}}, want: typing.ErrMode},
		{name: "a draft", changes: [][]string{{"send-keys", "-t", "%0", "-l", "draft"}},
			want: submit.ErrDraft},
		{name: "a draft, the cursor at its beginning", want: submit.ErrDraft,
			changes: [][]string{{"send-keys", "-t", "%0", "-l", "draft\x1b[D"}}},
		{name: "another program", want: submit.ErrHidden,
			changes: [][]string{{"respawn-pane", "-k", "-t", "%0", "exec cat"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := start(t)
			target := c.target(t)
			for _, command := range tt.changes {
				c.Tmux(command...)
			}
			screen := func() string { return c.Tmux("capture-pane", "-pt", "%0") }
			switch {
			case errors.Is(tt.want, submit.ErrDraft):
				c.Until("the draft", func() bool { return strings.Contains(screen(), "draft") })
			case errors.Is(tt.want, submit.ErrHidden):
				c.Until("no input", func() bool { return !strings.Contains(screen(), "❯") })
			}
			before := screen()
			if err := target.Send(t.Context(), "evil"); !errors.Is(err, tt.want) {
				t.Errorf("error %v, not %v", err, tt.want)
			}
			if after := screen(); after != before {
				t.Errorf("the screen has changed:\n%s", cmp.Diff(before, after))
			}
			if remaining := c.Tmux("list-buffers"); remaining != "" || c.prompts(t) != nil {
				t.Errorf("left in the server: %q, prompts %q", remaining, c.prompts(t))
			}
		})
	}
}

// TestSendTogether: several that send to one session at once do so one after the other, also
// if one before has died while it did.
func TestSendTogether(t *testing.T) {
	t.Parallel()
	for _, remaining := range []string{"", "4194303-1", "#{pane_id} x"} {
		t.Run("left: "+remaining, func(t *testing.T) {
			t.Parallel()
			c := start(t)
			c.Tmux("set-option", "-pt", "%0", "@atm_sender", remaining)
			target, want := c.target(t), []string{}
			var all sync.WaitGroup
			for i := range 5 {
				text := fmt.Sprintf("prompt %d", i)
				want = append(want, text)
				all.Go(func() {
					if err := target.Send(t.Context(), text); err != nil {
						t.Errorf("%s: %v", text, err)
					}
				})
			}
			all.Wait()
			got := c.prompts(t)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-sent +arrived):\n%s", diff)
			}
			if remaining := c.Tmux("show-options", "-pqvt", "%0", "@atm_sender"); remaining != "" {
				t.Errorf("left in the pane: %s", remaining)
			}
		})
	}
}

// TestSendUnproven: without a proof there is no success.
func TestSendUnproven(t *testing.T) {
	t.Parallel()
	c := start(t, "ATM_TEST_DEAF=1")
	ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
	defer cancel()
	if err := c.target(t).Send(ctx, "hello"); !errors.Is(err, submit.ErrUnproven) {
		t.Errorf("error %v", err)
	}
}

// TestSendOnlyText: a text that is none for a prompt is refused before anything is typed.
func TestSendOnlyText(t *testing.T) {
	t.Parallel()
	server := tmux.Server{Socket: "/nonexistent"}
	for text, want := range map[string]error{"/clear": inputbox.ErrCommand, "a\x1b[201~": inputbox.ErrChar} {
		if err := (submit.Target{Tmux: server}).Send(t.Context(), text); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	err := submit.Target{Tmux: server, Command: true}.Send(t.Context(), "clear")
	if !errors.Is(err, inputbox.ErrNoCommand) {
		t.Errorf("a command without its slash: %v", err)
	}
}
