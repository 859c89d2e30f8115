package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	hooks "atm/internal/act/reply"
	"atm/internal/claude/permission"
)

// TestPromises: the document says of each file whether the rule matches it. What the clients do,
// the scene answer_rules finds out.
func TestPromises(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(dir, "work")
	if err := os.Mkdir(project, 0o700); err != nil {
		t.Fatal(err)
	}
	rule, err := permission.ParseRule("Edit(**)")
	if err != nil {
		t.Fatal(err)
	}
	list, err := promises("2.1.330")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if err := p.prepare(project); err != nil {
			t.Fatal(err)
		}
		input, err := json.Marshal(map[string]string{"file_path": filepath.Join(project, p.file)})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(hooks.Request{
			Tool: "Write", CWD: project, Home: dir, Input: input,
			Resolved: hooks.Resolve(p.file, project, dir, filepath.Join(dir, ".claude")),
		})
		if err != nil {
			t.Fatal(err)
		}
		request, err := permission.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := rule.Matches(request); got != p.answers {
			t.Errorf("%s: matches: %t, the document says %t", p.file, got, p.answers)
		}
		if p.answers && p.client != "allows" {
			t.Errorf("%s: the document says that --if gives more than Claude Code", p.file)
		}
	}
}
