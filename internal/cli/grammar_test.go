package cli

import (
	"reflect"
	"strings"
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
	command, err := Parse(&grammar{}, nil, []string{"pane-icon", "--flag", "--verbose"})
	if err != nil || command.Command() != "pane-icon" || command.Run() != nil {
		t.Errorf("%v, %v", command, err)
	}
}

type countedCmd struct {
	Some string `help:"One of ${some}."`
}

// Details is counted: kong must not call it.
func (countedCmd) Details() string {
	detailed++
	return "More of it."
}

func (countedCmd) Run() error { return nil }

var detailed int

// TestOnlyWhatIsNamed: variables that the named command does not name are not worked out, and the text of its
// help is made for help alone.
func TestOnlyWhatIsNamed(t *testing.T) {
	grammar := struct {
		Counted countedCmd `cmd:"" help:"h"`
		Other   struct {
			Flag string `help:"${other}"`
		} `cmd:"" help:"h"`
	}{}
	var asked []string
	value := func(name string) func() string {
		return func() string {
			asked = append(asked, name)
			return "<" + name + ">"
		}
	}
	vars := Vars{"some": value("some"), "other": value("other"), "none": value("none")}
	if _, err := Parse(&grammar, vars, []string{"counted", "--some", "x"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"some"}, asked); diff != "" || detailed != 0 {
		t.Errorf("details %d times, variables (-want +got):\n%s", detailed, diff)
	}
	var out strings.Builder
	_, err := Parse(&grammar, vars, []string{"counted", "--help"}, kong.Writers(&out, &out))
	if !strings.Contains(out.String(), "One of <some>.") || !strings.Contains(out.String(), "More of it.") {
		t.Errorf("%v, %q", err, &out)
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
