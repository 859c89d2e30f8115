package listener_test

import (
	"bytes"
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/trace"
	"atm/internal/gate/message"
	"atm/tmuxopt"
)

// TestSamePane plays recorded sessions twice in a real tmux, with the hooks here and through a gate: after
// each event both panes have the same options.
func TestSamePane(t *testing.T) {
	t.Parallel()
	o := open(t)
	here := o.NewPane()
	var shown []byte
	var want, got map[tmuxopt.Option]string
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%.200s\n(-here +through a gate):\n%s", shown, cmp.Diff(want, got))
		}
	})
	for _, scene := range []string{"permission", "question", "agents", "reports"} {
		rows, err := trace.Read(scene)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Hook == nil {
				continue
			}
			p, err := hookmap.Decode(bytes.NewReader(row.Hook))
			if err != nil {
				t.Fatal(err)
			}
			c := hookmap.Context{Now: time.Now(), TranscriptExists: true, Home: "/home/dev", AskedFirst: "make it"}
			batch := tmuxopt.Batch{Pane: here, Edits: hookmap.Map(p, c)}
			if _, err := o.Way().Send(t.Context(), batch); err != nil {
				t.Fatal(err)
			}
			o.send(message.OfEvent(p.Digest(c)))
			shown = row.Hook
			o.Until(scene+": both panes have the same options", func() bool {
				want, got = shownOf(t, o, here), shownOf(t, o, "%0")
				return maps.Equal(want, got)
			})
		}
	}
}

// shownOf returns the options of a pane, without those that only one side knows, and without times.
func shownOf(t *testing.T, o *opened, pane string) map[tmuxopt.Option]string {
	t.Helper()
	var all []tmuxopt.Option
	for _, field := range tmuxopt.Schema() {
		all = append(all, field.Option)
	}
	p, err := o.Way().Pane(t.Context(), pane, all...)
	if err != nil {
		t.Fatal(err)
	}
	options := map[tmuxopt.Option]string{}
	for option, value := range p.Options {
		switch option {
		case tmuxopt.TranscriptPath, tmuxopt.Gate, tmuxopt.Host, tmuxopt.OnlyCommon, tmuxopt.LatestHookTime, tmuxopt.StateNS,
			tmuxopt.Since, tmuxopt.SinceNS, tmuxopt.Seen, tmuxopt.History:
		default:
			options[option] = value
		}
	}
	return options
}
