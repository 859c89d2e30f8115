package main

import (
	"flag"
	"testing"

	"github.com/alecthomas/kong"

	"atm/internal/cli"
	"atm/internal/dev/manual"
	"atm/internal/dev/manual/manualtest"
)

var update = flag.Bool("update", false, "rewrite the manual page and the completions")

// TestDocs keeps the manual page and the completions up to date.
func TestDocs(t *testing.T) {
	t.Parallel()
	manualtest.Docs(t, "../../scripts/share", manual.Manual{Application: grammar(t), Foreign: true}, *update,
		"ENVIRONMENT", "  CLD_CLAUDE\n      the program of Claude Code, if not claude\n"+
			"  CLAUDE_CONFIG_DIR\n      the directory of Claude Code, if not ~/.claude",
		"SEE ALSO", "atm(1), claude(1)")
}

// TestDocuments: the README and docs speak of the commands and flags that there are.
func TestDocuments(t *testing.T) {
	t.Parallel()
	manualtest.Documents(t, "../..", grammar(t).Node, true)
}

// grammar returns the grammar of cld.
func grammar(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := kong.New(&struct{}{}, cli.Grammar(commands(), kong.Name("cld"), kong.Description(description))...)
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}
