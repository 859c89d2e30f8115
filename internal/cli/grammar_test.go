package cli

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
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

type textsCmd struct {
	One     string         `help:"h"`
	Pointer *string        `help:"h"`
	Any     string         `mayBeEmpty:"" help:"h"`
	List    []string       `help:"h"`
	Whole   []string       `sep:"none" help:"h"`
	File    string         `type:"path" help:"h"`
	Default string         `enum:",a" default:"" help:"h"`
	Number  int            `help:"h"`
	Time    time.Duration  `help:"h"`
	Later   *time.Duration `help:"h"`
	Pause   time.Duration  `default:"5s" mayBeZero:"" help:"h"`
	Name    *string        `arg:"" optional:"" help:"h"`
	More    []string       `arg:"" optional:"" help:"h"`
}

func (textsCmd) Run() error { return nil }

type passCmd struct {
	Args []string `arg:"" optional:"" passthrough:"partial" help:"h"`
}

func (passCmd) Run() error { return nil }

// TestEmpty: an empty text is refused, and the defaults of a command are not used for it.
func TestEmpty(t *testing.T) {
	for _, tt := range []struct {
		name, args string // '' is an empty argument
		want       string // the error, "" = none
	}{
		{"none given", "texts", ""},
		{"texts", "texts --one=a --pointer=b --list=c,d --whole=e,f --file=g --default=a --number=0 h i j", ""},
		{"a flag", "texts --one ''", "--one is empty"},
		{"after a =", "texts --one=", "--one is empty"},
		{"a pointer", "texts --pointer ''", "--pointer is empty"},
		{"one that may be empty", "texts --any '' --any=", ""},
		{"a list", "texts --list ''", "--list is empty"},
		{"one of a list", "texts --list=a,,b", "--list is empty"},
		{"the second of a repeated list", "texts --list=a --list=", "--list is empty"},
		{"a list that is not split", "texts --whole=a --whole=", "--whole is empty"},
		{"a path, which is not the current directory", "texts --file=", "--file is empty"},
		{"a choice that has no default", "texts --default=", "--default is empty"},
		{"an argument", "texts '' a", "<name> is empty"},
		{"the last of the arguments", "texts a b ''", "<more> is empty"},
		{"times", "texts --time=1ms --later=2s --pause=0s", ""},
		{"no time", "texts --time=0s", "--time 0s is no time to come"},
		{"a time that is over", "texts --later=-1m", "--later -1m0s is no time to come"},
		{"a pause before now", "texts --pause=-1s", "--pause -1s is no time to come"},
		{"arguments of another program", "pass -- a ''", ""},
		{"only arguments of another program", "pass ''", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var grammar struct {
				Texts textsCmd `cmd:"" help:"h"`
				Pass  passCmd  `cmd:"" help:"h"`
			}
			args := strings.Fields(tt.args)
			for i, arg := range args {
				args[i] = strings.Trim(arg, "'")
			}
			_, err := Parse(&grammar, args)
			if got := cmp.Diff(tt.want, errorText(err)); got != "" {
				t.Error(got)
			}
			if wrong := new(Error); err != nil && (!errors.As(err, &wrong) || wrong.Code != Usage) {
				t.Errorf("%v: not a wrong use", err)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
