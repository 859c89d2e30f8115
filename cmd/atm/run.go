package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/alecthomas/kong"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"atm/tmuxopt"
)

// Exit codes.
const (
	exitDone  = 0
	exitNo    = 1
	exitUsage = 64
)

// commands is the grammar of atm.
type commands struct {
	Hook       hookCmd       `cmd:"" help:"Record one Claude Code hook event (payload on standard input) in the options of this pane."`
	PaneIcon   paneIconCmd   `cmd:"" help:"Print the icon of a pane."`
	WindowIcon windowIconCmd `cmd:"" help:"Print the icon of a window."`
	Sync       syncCmd       `cmd:"" help:"Correct the panes where no hook fired: Esc, denials, killed clients."`
	Status     statusCmd     `cmd:"" help:"Print how many sessions need you, have failed, work, are idle."`
	Explain    explainCmd    `cmd:"" help:"Tell the state of a pane, and why."`
	Format     formatCmd     `cmd:"" help:"Print a tmux format that draws icons or counts without any process."`

	Version kong.VersionFlag `help:"Print the version."`
}

// streams is what a command gets from run besides its arguments.
type streams struct {
	getenv func(string) string
	now    func() time.Time
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	tmux   tmuxopt.Server
}

// timeout bounds what a command for people waits for tmux.
const timeout = 5 * time.Second

// run is the whole program: it returns the exit code.
func run(args []string, getenv func(string) string, now func() time.Time, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{getenv, now, stdin, stdout, stderr, tmuxopt.FromEnv(getenv)}
	// Whatever else stands there, a hook must not end in a usage error: Claude
	// would show it to the user. The grammar is not even built.
	if len(args) > 0 && args[0] == "hook" && !(len(args) == 2 && (args[1] == "--help" || args[1] == "-h")) {
		runHook(s)
		return exitDone
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return parse(ctx, args, s)
}

// exited is the panic by which --help and --version leave kong in mid-parse.
type exited int

func parse(ctx context.Context, args []string, s streams) (code int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exited:
			code = int(r)
		default:
			panic(r)
		}
	}()
	parser := kong.Must(&commands{},
		kong.Name("atm"),
		kong.Description("Shows what the Claude Code sessions in tmux are doing."),
		kong.Writers(s.stdout, s.stderr),
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.Vars{"version": version()},
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(s),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	command, err := parser.Parse(args)
	if err != nil {
		return s.fail(err, exitUsage)
	}
	if err := command.Run(); err != nil {
		return s.fail(err, exitNo)
	}
	return exitDone
}

// hinted is an error with what to do next.
type hinted struct {
	error
	hint string
}

// fail prints the one error, and what to do next where that is known.
func (s streams) fail(err error, code int) int {
	fmt.Fprintf(s.stderr, "atm: %v\n", err)
	var h hinted
	switch {
	case errors.As(err, &h):
		fmt.Fprintf(s.stderr, "atm: hint: %s\n", h.hint)
	case code == exitUsage:
		fmt.Fprintln(s.stderr, "atm: hint: see atm --help")
	}
	return code
}

// printJSON prints a value as JSON, for scripts.
func (s streams) printJSON(v any) error {
	text, err := json.Marshal(v, jsontext.WithIndent("  "), json.Deterministic(true))
	if err == nil {
		_, err = fmt.Fprintf(s.stdout, "%s\n", text)
	}
	return err
}

// version is the version of the module, or the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "atm unknown"
	}
	return "atm " + info.Main.Version
}
