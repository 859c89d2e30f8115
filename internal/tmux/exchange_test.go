package tmux_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	opt "atm/tmuxopt"
)

// TestExchange: the pane comes as it was before the batch, whether that was carried out
// or refused, by each transport.
func TestExchange(t *testing.T) {
	t.Parallel()
	for _, transport := range []tmux.Transport{tmux.Native, tmux.Exec} {
		t.Run(string(transport), func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Tmux("split-window", "-d", "sleep 1000") // another pane of the same window
			s.Tmux("new-session", "-d", "-t", "0")     // which is linked to a second session
			server := s.Way()
			server.Transport = transport
			set := func(title string, unless opt.Format) opt.Batch {
				return opt.Batch{Pane: "%0", ServerPID: s.PID, Unless: unless,
					Edits: []opt.Edit{opt.Set(opt.Title, title), opt.Set(opt.Model, "m")}}
			}
			for _, step := range []struct {
				name    string
				batch   opt.Batch
				before  opt.Options
				written bool
			}{
				{"carried out", set("first; 50 % #{x}", nil), opt.Options{}, true},
				{"refused", set("second", opt.Get(opt.Title)), opt.Options{opt.Title: "first; 50 % #{x}"}, false},
				{"carried out again", set("third", nil), opt.Options{opt.Title: "first; 50 % #{x}"}, true},
			} {
				pane, written, _, err := server.Exchange(t.Context(), step.batch, []opt.Option{opt.Title})
				if err != nil || pane.ID != "%0" || written != step.written {
					t.Errorf("%s: pane %s, written %t, error %v", step.name, pane.ID, written, err)
				}
				if diff := cmp.Diff(step.before, pane.Options); diff != "" {
					t.Errorf("%s: the pane before (-want +got):\n%s", step.name, diff)
				}
			}
			gone := set("x", nil)
			gone.Pane = "%99"
			if _, written, _, err := server.Exchange(t.Context(), gone, nil); err == nil || written {
				t.Errorf("a pane that is gone: written %t, error %v", written, err)
			}
			elsewhere := set("x", nil)
			elsewhere.ServerPID = "1"
			if _, written, _, err := server.Exchange(t.Context(), elsewhere, nil); err != nil || written {
				t.Errorf("another server on the same socket: written %t, error %v", written, err)
			}
		})
	}
}
