package truth_test

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"atm/hookmap"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// TestGate: the pane of a session elsewhere is judged by no process and no registry of this
// side. When its gate has been killed, nothing of the session is left.
func TestGate(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Hour)
	s.Tmux("set-option", "-g", tmuxopt.StuckOption, tmuxopt.Off)
	c := start(t, s, from, 1)
	c.register("idle") // a process below the pane: a sandbox on this machine shows it
	gate := exec.Command("sleep", "1000")
	if err := gate.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = gate.Process.Kill(); _ = gate.Wait() }) // it has ended as a rule
	id, err := proc.IDOf(gate.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	edits := hookmap.Map(hookmap.Payload{
		Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: "far", CWD: "/far"},
	}, hookmap.Context{Now: time.Now()})
	edits = append(edits, tmuxopt.Set(tmuxopt.Gate, string(id)), tmuxopt.Set(tmuxopt.Host, "box"))
	if _, err := from.Tmux.Send(t.Context(), tmuxopt.Batch{Pane: c.pane, Edits: edits}); err != nil {
		t.Fatal(err)
	}
	if r := correct(t, from); len(r.Wrong) > 0 || states(t, from)[c.pane] != "working" {
		t.Errorf("while the gate runs: %v", reasons(r))
	}
	if err := gate.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = gate.Wait() // it was killed
	if reason := reasons(correct(t, from))[c.pane]; reason != "disconnected" {
		t.Errorf("corrected %q", reason)
	}
	panes, err := from.Tmux.Panes(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range panes {
		for _, o := range []tmuxopt.Option{
			tmuxopt.Gate, tmuxopt.Host, tmuxopt.SessionID, tmuxopt.SessionDir, tmuxopt.State,
		} {
			if value := p.Options[o]; p.ID == c.pane && value != "" {
				t.Errorf("%s is still %q", o, value)
			}
		}
	}
	// Now the process below the pane counts again.
	if reason := reasons(correct(t, from))[c.pane]; !strings.Contains(reason, "adopted") {
		t.Errorf("then corrected %q", reason)
	}
}
