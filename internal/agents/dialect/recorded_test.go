package dialect_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	opt "atm/tmuxopt"
)

var update = flag.Bool("update", false, "rewrite what the recorded payloads make of a pane")

// TestRecorded plays the payloads of each agent, scene by scene, into a pane that knows nothing. A file in testdata has
// a line "== SCENE" before each scene, and after each payload a line that says what the pane shows then. The header
// says whether the payloads come from the real program or were written from its documentation.
func TestRecorded(t *testing.T) {
	t.Parallel()
	for _, a := range dialect.Agents() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", a.Name+".txt")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := played(a, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(text), got); diff != "" {
				t.Errorf("what the pane shows (-%s +got):\n%s", file, diff)
			}
		})
	}
}

// played returns a file of scenes with what the pane shows after each payload.
func played(a *dialect.Agent, scenes string) string {
	var b strings.Builder
	pane, now := opt.Options{}, time.Unix(1_800_000_000, 0)
	for line := range strings.Lines(scenes) {
		switch {
		case strings.HasPrefix(line, "→"):
			continue
		case strings.HasPrefix(line, "=="):
			pane = opt.Options{}
		}
		b.WriteString(line)
		if !strings.HasPrefix(line, "{") {
			continue
		}
		now = now.Add(time.Second)
		p, err := a.Decode(strings.NewReader(line))
		pane = opt.Apply(pane, hookmap.Map(p, hookmap.Context{
			Now: now, Process: 7, Home: "/home/dev", Old: a.NotifiesOnly,
		}))
		fmt.Fprintf(&b, "→ %s\n", shown(pane, err))
	}
	return b.String()
}

// shown says what a person sees of the pane.
func shown(o opt.Options, err error) string {
	if err != nil {
		return err.Error()
	}
	if o[opt.State] == "" {
		return strings.TrimSpace("nothing " + o[opt.SessionID] + o[opt.Agent])
	}
	text := o[opt.State]
	for _, call := range opt.Entries(o[opt.Waiting]) {
		text += " " + call.Word
	}
	for _, agent := range opt.Entries(o[opt.Agents]) {
		text += " +" + agent.Word
	}
	for _, option := range []opt.Option{opt.Detail, opt.Doing, opt.Request, opt.Said} {
		if o[option] != "" {
			text += fmt.Sprintf(" %s=%q", option.Name(), o[option])
		}
	}
	return text
}
