package docs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// TestReadmeIsShort: who comes here for the first time reads it to the end, and finds
// the way in on the first screen.
func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	const mostLines, screen = 150, 24
	lines := strings.Split(strings.TrimSuffix(document(t, readme), "\n"), "\n")
	if len(lines) > mostLines {
		t.Errorf("%d lines are more than %d: details belong into docs", len(lines), mostLines)
	}
	top := strings.Join(lines[:min(len(lines), screen)], "\n")
	for _, command := range []string{"scripts/demo", "scripts/test"} {
		if !strings.Contains(top, "\n"+command+" ") {
			t.Errorf("%s is not in the first %d lines", command, screen)
		}
	}
}

// TestReadmeIcons: the README explains each icon that setup chooses, and no other.
func TestReadmeIcons(t *testing.T) {
	t.Parallel()
	explained := map[string]string{}
	for _, row := range rows(section(t, document(t, readme), "## What you see")) {
		explained[row[1]] = "`" + row[0] + "`"
	}
	if diff := cmp.Diff(signs(tmuxopt.States), explained); diff != "" {
		t.Errorf("icons by state (-draw +README):\n%s", diff)
	}
	if len(explained) != len(draw.Signs(tmuxopt.States)) {
		t.Errorf("a state has more than one icon: %v", draw.Signs(tmuxopt.States))
	}
}
