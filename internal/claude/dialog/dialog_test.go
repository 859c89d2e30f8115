package dialog_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/dialog"
	"atm/internal/claude/inputbox"
)

var update = flag.Bool("update", false, "write what is read of the screens into testdata/dialogs.txt")

// readScreen reads a screen of a real Claude Code: where the cursor was, and below that what
// "capture-pane -e -p" has printed.
func readScreen(t *testing.T, file string) inputbox.Screen {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var screen inputbox.Screen
	cursor, rows, _ := strings.Cut(string(text), "\n")
	if _, err := fmt.Sscan(cursor, &screen.CursorX, &screen.CursorY); err != nil {
		t.Fatal(err)
	}
	screen.Text = rows
	return screen
}

// TestRead reads all screens of both versions: testdata/dialogs.txt has what is found, which
// a person has compared with the screens.
func TestRead(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/2.*/*.screen")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d screens, %v", len(files), err)
	}
	var b strings.Builder
	for _, file := range files {
		name := strings.TrimPrefix(filepath.ToSlash(file), "testdata/")
		fmt.Fprintf(&b, "== %s\n", strings.TrimSuffix(name, ".screen"))
		d, open := dialog.Read(readScreen(t, file))
		if !open {
			b.WriteString("no dialog\n")
			continue
		}
		b.WriteString(describe(d))
	}
	const golden = "testdata/dialogs.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got; -update writes it anew):\n%s", diff)
	}
}

// describe has what matters of a dialog in lines: the text only by its ends.
func describe(d dialog.Dialog) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %q", d.Kind, d.Title)
	if d.Clipped {
		b.WriteString(" clipped")
	}
	if d.Several {
		b.WriteString(" several")
	}
	lines := strings.Split(d.Text, "\n")
	fmt.Fprintf(&b, "\ntext: %d lines, %q to %q\n", len(lines), lines[0], lines[len(lines)-1])
	for i, c := range d.Choices {
		pointer := " "
		if i+1 == d.Selected {
			pointer = ">"
		}
		fmt.Fprintf(&b, "%s %d %q %q\n", pointer, i+1, c.Text, c.Description)
	}
	for _, words := range []string{"yes", "no", "always", "approve"} {
		choice, err := d.Choice(words)
		if err != nil {
			continue
		}
		step, known := d.Step(choice)
		fmt.Fprintf(&b, "%s = %d: %s last=%t known=%t\n", words, choice, step.Key, step.Last, known)
	}
	return b.String()
}

// TestAdvice: the advice of Claude Code above a request is no part of it, and nothing else is left out.
func TestAdvice(t *testing.T) {
	t.Parallel()
	const (
		advice = " Tip: auto mode handles these prompts for you — choose"
		longer = advice + " \"switch to auto mode\" below; rm a"
	)
	for name, tt := range map[string]struct{ above, want string }{
		"in one row":                  {advice + " \"switch to auto mode\" below\n touch a", " touch a"},
		"in two rows":                 {advice + "\n \"switch to auto mode\" below\n touch a", " touch a"},
		"only its beginning":          {advice + "\n touch a", advice + "\n touch a"},
		"a command after it on a row": {longer, longer},
	} {
		rows := strings.Repeat("─", 60) + "\n Bash command\n" + tt.above + "\n Do you want to proceed?\n"
		screen := inputbox.Screen{Text: rows + " ❯ 1. Yes\n   2. No\n", CursorX: 1, CursorY: strings.Count(rows, "\n")}
		got, open := dialog.Read(screen)
		if want := tt.want + "\n Do you want to proceed?"; !open || got.Text != want {
			t.Errorf("%s: %v, %q, want %q", name, open, got.Text, want)
		}
	}
}
