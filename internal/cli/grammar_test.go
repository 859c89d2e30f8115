package cli

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

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

// TestDetails: the text below the flags is made for help alone.
func TestDetails(t *testing.T) {
	grammar := struct {
		Counted countedCmd `cmd:"" help:"h"`
	}{}
	vars := kong.Vars{"some": "<some>"}
	if _, err := Parse(&grammar, []string{"counted", "--some", "x"}, vars); err != nil || detailed != 0 {
		t.Fatalf("%v, details %d times", err, detailed)
	}
	var out strings.Builder
	_, err := Parse(&grammar, []string{"counted", "--help"}, vars, kong.Writers(&out, &out))
	if !strings.Contains(out.String(), "One of <some>.") || !strings.Contains(out.String(), "More of it.") {
		t.Errorf("%v, %q", err, &out)
	}
}
