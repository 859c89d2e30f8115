package cli

import (
	"reflect"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

type oneCmd struct {
	Flag bool
}

func (oneCmd) Run() error { return nil }

type grammar struct {
	Ls       oneCmd `cmd:"" group:"Some" help:"h"`
	PaneIcon oneCmd `cmd:"" help:"h"`
	SSH      oneCmd `cmd:"" name:"ssh" help:"h"`
	Hidden   oneCmd `cmd:"" hidden:""`
	Verbose  bool   `help:"h"`
}

// TestNamed: only the named command is built, under the name that kong gives it, with the flags of
// all commands. For help, and for a name that is none, the whole grammar is.
func TestNamed(t *testing.T) {
	t.Parallel()
	all := names(t, &grammar{})
	if diff := cmp.Diff([]string{"ls", "pane-icon", "ssh", "hidden"}, all); diff != "" {
		t.Fatalf("kong calls them (-want +got):\n%s", diff)
	}
	for _, name := range all {
		if diff := cmp.Diff([]string{name}, names(t, named(&grammar{}, []string{name, "--flag"}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, args := range [][]string{{}, {"paneicon"}, {"PaneIcon"}, {"--verbose"}, {"ls", "--help"}, {"ls", "-h"}} {
		if diff := cmp.Diff(all, names(t, named(&grammar{}, args))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", args, diff)
		}
	}
	command, err := Parse(&grammar{}, []string{"pane-icon", "--flag", "--verbose"})
	if err != nil || command.Command() != "pane-icon" || command.Run() != nil {
		t.Errorf("%v, %v", command, err)
	}
}

// names lists the commands of a grammar.
func names(t *testing.T, grammar any) []string {
	t.Helper()
	if reflect.TypeOf(grammar).Kind() != reflect.Pointer {
		t.Fatalf("%T", grammar)
	}
	parser, err := kong.New(grammar)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, node := range parser.Model.Children {
		all = append(all, node.Name)
	}
	return all
}
