package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/draw"
	"atm/tmuxopt"
)

var update = flag.Bool("update", false, "rewrite what is generated in the README")

// TestReadme keeps the tables of the README equal to the ones in the code.
func TestReadme(t *testing.T) {
	t.Parallel()
	const file = "../../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for name, block := range map[string]string{"contract": contractTable(), "settings": settingsExample(), "icons": iconTable(), "options": optionTable()} {
		begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
		before, rest, found := strings.Cut(want, begin)
		_, after, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("no %s in the README", begin)
		}
		want = before + begin + block + end + after
	}
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("go test ./cmd/atm -run Readme -update brings it up to date (-want +got):\n%s", diff)
	}
}

// TestRecipes: what the README recommends is what the script of recipes runs.
func TestRecipes(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../testdata/script/recipes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(readme), "<!-- recipes")
	_, after, _ = strings.Cut(after, "```sh\n")
	block, _, _ := strings.Cut(after, "```")
	ran := strings.ReplaceAll(string(script), "''", "'")
	recipes := 0
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "   # ")
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "cld ") { // cld has scripts of its own
			continue
		}
		recipes++
		if !strings.Contains(ran, line) {
			t.Errorf("nobody has tried %s", line)
		}
	}
	if recipes < 10 {
		t.Errorf("only %d recipes", recipes)
	}
}

func contractTable() string {
	var b strings.Builder
	b.WriteString("| option | | value |\n| --- | --- | --- |\n")
	for _, f := range tmuxopt.Schema() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.Option, strings.ToLower(string(f.Group)), f.Doc)
	}
	return b.String()
}

func optionTable() string {
	var b strings.Builder
	b.WriteString("| option | default | |\n| --- | --- | --- |\n")
	for _, o := range tmuxopt.Settings() {
		value := ""
		if o.Default != "" {
			value = "`" + o.Default + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.Option, value, o.Doc)
	}
	return b.String()
}

func iconTable() string {
	var b strings.Builder
	b.WriteString("| state | classic | states | ascii |\n| --- | --- | --- | --- |\n")
	ascii := map[string]string{}
	for _, icon := range draw.Signs(tmuxopt.ASCII) {
		ascii[icon.Name] = icon.Sign
	}
	classic := map[string]string{}
	for _, icon := range draw.Signs(tmuxopt.Classic) {
		classic[icon.Name] = "`" + icon.Sign + "`"
	}
	for _, icon := range draw.Signs(tmuxopt.States) {
		shown := classic[icon.Name]
		switch icon.Name {
		case "working":
			shown = classic["running"]
		case "attention", "idle", "error":
			shown = classic["stopped"]
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | `%s` |\n", icon.Name, shown, icon.Sign, ascii[icon.Name])
	}
	return b.String()
}

func settingsExample() string {
	var lines []string
	for _, e := range hookmap.Events() {
		lines = append(lines, fmt.Sprintf(`    %-21s [{"hooks": [{"type": "command", "command": "atm hook", "timeout": 5}]}]`, `"`+e.Name+`":`))
	}
	return "```json\n{\n  \"hooks\": {\n" + strings.Join(lines, ",\n") + "\n  }\n}\n```\n"
}
