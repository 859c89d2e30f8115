package main

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"atm/internal/manual"
	"atm/internal/manual/manualtest"
	"atm/tmuxopt"
)

var update = flag.Bool("update", false, "rewrite what is generated from the grammar and the events")

// TestDocs keeps the manual page and the completions up to date.
func TestDocs(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{}, kong.Name("atm"), kong.Description(description), vars())
	if err != nil {
		t.Fatal(err)
	}
	var options strings.Builder
	for _, f := range tmuxopt.Schema() {
		options.WriteString("  " + string(f.Option) + "\n      " + strings.ReplaceAll(f.Doc, "`", "") + "\n")
	}
	manualtest.Docs(t, filepath.Join(root, "scripts", "share"), manual.Manual{Application: parser.Model}, *update,
		"PANE OPTIONS", options.String(),
		"ENVIRONMENT", "  TMUX, TMUX_PANE\n      the server and the pane\n  CLAUDE_CONFIG_DIR\n      the directory of Claude Code, if not ~/.claude\n  CLD_CLAUDE\n      the program of Claude Code, if not claude\n  ATM_TMUX\n      the program of tmux, if not tmux\n  ATM_TRANSPORT\n      native or exec: how to reach the server\n  ATM_DEBUG\n      a file to which each call of atm hook adds a line",
		"EXIT STATUS", "0 done, 1 no, 64 wrong usage. atm hook ends with 0 whatever happens.",
		"SEE ALSO", "cld(1), tmux(1)")
}
