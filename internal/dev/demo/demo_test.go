package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// TestPlay: the recording plays to its end, the question is answered by the real atm answer, and each
// pane then shows what its session did. Nothing is left of it.
func TestPlay(t *testing.T) {
	t.Parallel()
	tmuxtest.Binary(t)
	atm := filepath.Join(t.TempDir(), "atm")
	if out, err := exec.Command("go", "build", "-o", atm, "atm/cmd/atm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s, err := newServer(atm)
	if err != nil {
		t.Fatal(err)
	}
	defer s.remove()
	r, err := s.openRecording("story")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.play(t.Context(), 4*time.Second); err != nil {
		t.Fatal(err)
	}
	states, err := s.run("list-panes", "-F", "#{@meta.claude.state}:#{@meta.claude.intent}")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"idle:completion", "idle:question", "working:completion", "idle:completion"}
	if diff := cmp.Diff(want, strings.Fields(states)); diff != "" {
		t.Errorf("how the sessions have ended (-want +got):\n%s", diff)
	}
	shown, err := s.run("capture-pane", "-p", "-t", ":0.0")
	if err != nil || !strings.Contains(shown, "all 214 tests pass") {
		t.Errorf("error %v, screen\n%s", err, shown)
	}
}

// TestNarrow: the status line of a terminal says so if the recording does not fit into it, and only then.
func TestNarrow(t *testing.T) {
	t.Parallel()
	tmuxtest.Binary(t)
	s, err := newServer("atm")
	if err != nil {
		t.Fatal(err)
	}
	defer s.remove()
	if _, err := s.openRecording("story"); err != nil {
		t.Fatal(err)
	}
	v, err := s.newViewer()
	if err != nil {
		t.Fatal(err)
	}
	defer v.close()
	const hint = " atm demo (needs 116 columns)   0:work"
	for width, want := range map[int]string{80: hint, columns - 1: hint, columns: " atm demo   0:work"} {
		if _, err := v.outer.run("resize-window", "-x", fmt.Sprint(width)); err != nil {
			t.Fatal(err)
		}
		tmuxtest.Until(t, fmt.Sprintf("%q in %d columns", want, width), func() bool {
			shown, err := v.outer.run("capture-pane", "-p")
			return err == nil && strings.Contains(shown, want)
		})
	}
}
