package main

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/manual"
	"atm/internal/dev/manual/manualtest"
	"atm/tmuxopt"
)

var update = flag.Bool("update", false, "rewrite what is generated from the grammar and the events")

// environment is what the manual page says of the variables that atm reads.
const environment = `  TMUX, TMUX_PANE
      the server and the pane
  CLAUDE_CONFIG_DIR
      the directory of Claude Code, if not ~/.claude
  CLD_CLAUDE
      the program of Claude Code, if not claude
  ATM_TMUX
      the program of tmux, if not tmux
  ATM_TRANSPORT
      native or exec: how to reach the server
  NO_COLOR
      atm ls shows no colours, if it is set
  ATM_DEBUG
      a file to which each call of atm hook adds a line`

// TestDocs keeps the manual page and the completions up to date.
func TestDocs(t *testing.T) {
	t.Parallel()
	var options strings.Builder
	for _, f := range tmuxopt.Schema() {
		options.WriteString("  " + string(f.Option) + "\n      " + strings.ReplaceAll(f.Doc, "`", "") + "\n")
	}
	share := filepath.Join(root, "scripts", "share")
	manualtest.Docs(t, share, manual.Manual{Application: model(t)}, *update,
		"PANE OPTIONS", options.String(),
		"ENVIRONMENT", environment,
		"EXIT STATUS", "0 done, 1 no, 64 wrong usage. atm hook ends with 0 whatever happens.",
		"SEE ALSO", "cld(1), tmux(1)")
}

// TestDocuments: the README and docs speak of the commands and flags that there are.
func TestDocuments(t *testing.T) {
	t.Parallel()
	manualtest.Documents(t, root, model(t).Node, false)
}

// TestGrammar: only the named command is built. For help, and for a name that is none, all are.
func TestGrammar(t *testing.T) {
	t.Parallel()
	names := func(args ...string) (names []string) {
		parser, err := kong.New(&globalFlags{}, grammar(args)...)
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range parser.Model.Children {
			names = append(names, node.Name)
		}
		return names
	}
	var all []string
	for _, c := range commands() {
		all = append(all, c.Name)
		if diff := cmp.Diff([]string{c.Name}, names(c.Name, "--flag")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Name, diff)
		}
	}
	for _, args := range [][]string{{}, {"paneicon"}, {"PaneIcon"}, {"--version"}, {"--help"}, {"-h"}} {
		if diff := cmp.Diff(all, names(args...)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", args, diff)
		}
	}
}

// model returns the grammar of atm.
func model(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := kong.New(&globalFlags{}, grammar(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}
