package docs

import (
	"strings"
	"testing"
)

// TestRecipes: what the recipes recommend is what the script of recipes runs.
func TestRecipes(t *testing.T) {
	t.Parallel()
	script := document(t, "testdata/script/recipes.txtar")
	ran := strings.ReplaceAll(script, "''", "'") // as testscript quotes
	_, after, _ := strings.Cut(document(t, recipes), "<!-- recipes -->\n```sh\n")
	block, _, closed := strings.Cut(after, "```")
	if !closed {
		t.Fatalf("no recipes in %s", recipes)
	}
	found := false
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "   # ")
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "cld ") {
			continue // cld has scripts of its own
		}
		found = true
		if !strings.Contains(ran, line) {
			t.Errorf("testdata/script/recipes.txtar does not run %s", line)
		}
	}
	if !found {
		t.Errorf("no recipe in %s", recipes)
	}
}

// TestTitles: the lines for agents without hooks are those of the script that tries them.
func TestTitles(t *testing.T) {
	t.Parallel()
	_, after, _ := strings.Cut(document(t, "docs/agents.md"), "<!-- titles -->\n```tmux\n")
	block, _, closed := strings.Cut(after, "```")
	_, tried, _ := strings.Cut(document(t, "testdata/script/agents_title.txtar"), "-- titles.conf --\n")
	if !closed || tried != block {
		t.Errorf("docs/agents.md has\n%s\nand the script tries\n%s", block, tried)
	}
}
