package manual

import (
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// TestFlags: each flag is described once, for the application as for a command.
func TestFlags(t *testing.T) {
	var grammar struct {
		Version bool
		Secret  bool               `hidden:""`
		Run     struct{ Own bool } `cmd:""`
	}
	parser, err := kong.New(&grammar)
	if err != nil {
		t.Fatal(err)
	}
	m := Manual{Application: parser.Model}
	for node, want := range map[*kong.Node][]string{
		m.Node:        {"help", "version"},
		m.Children[0]: {"own", "help"},
	} {
		var names []string
		for _, flag := range m.flags(node) {
			names = append(names, flag.Name)
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s (-want +got):\n%s", node.FullPath(), diff)
		}
	}
}
