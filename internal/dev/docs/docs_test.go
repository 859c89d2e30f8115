// Package docs holds the tests that keep the documents true: the README and what it
// leads to say what the code says, and their links lead somewhere.
package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the top of the repository.
const root = "../../.."

// The documents that the tests compare with the code.
const (
	readme       = "README.md"
	architecture = "docs/architecture.md"
	events       = "docs/events.md"
	agents       = "docs/agents.md"
	contract     = "docs/contract.md"
	installation = "docs/install.md"
	options      = "docs/options.md"
	recipes      = "docs/recipes.md"
)

// document returns the text of a document. Its name is relative to the repository.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documents returns the names of all documents: those at the top and those in docs.
func documents(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			name, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, filepath.ToSlash(name))
		}
	}
	return names
}

// section returns what stands below a heading, up to the next one of its level or
// above.
func section(t *testing.T, text, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, "\n"+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	level := len(heading) - len(strings.TrimLeft(heading, "#"))
	var b strings.Builder
	for line := range strings.Lines(rest) {
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		if marks > 0 && marks <= level && line[marks] == ' ' {
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// rows returns the cells of all table rows in a text whose first cell is code, without
// the backticks of that cell.
func rows(text string) [][]string {
	var found [][]string
	for line := range strings.Lines(text) {
		inner, ok := strings.CutPrefix(strings.TrimSpace(line), "| `")
		if !ok {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(inner, "|"), " | ")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		cells[0] = strings.TrimSuffix(cells[0], "`")
		found = append(found, cells)
	}
	return found
}
