package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"atm/internal/cli"
	"atm/internal/hook"
	"atm/tmuxopt"
)

// commands is the grammar of atm.
type commands struct {
	Hook       hookCmd       `cmd:"" help:"Record one Claude Code hook event (payload on standard input) in the options of this pane."`
	PaneIcon   paneIconCmd   `cmd:"" help:"Print the icon of a pane."`
	WindowIcon windowIconCmd `cmd:"" help:"Print the icon of a window."`
	Sync       syncCmd       `cmd:"" help:"Correct the panes where no hook fired: Esc, denials, killed clients."`
	Ls         lsCmd         `cmd:"" help:"List the sessions, the most urgent first."`
	Next       nextCmd       `cmd:"" help:"Go to the session that needs you most, then to the following one."`
	Pick       pickCmd       `cmd:"" help:"Choose a session in tmux's own picker, with a preview."`
	Focus      focusCmd      `cmd:"" help:"Go to a session."`
	Wait       waitCmd       `cmd:"" help:"Block until a session is in a state."`
	Watch      watchCmd      `cmd:"" help:"Print every change of any session."`
	Notify     notifyCmd     `cmd:"" help:"Tell of a pane whose state has changed: tmux calls this."`
	Get        getCmd        `cmd:"" help:"Print options of a pane."`
	Status     statusCmd     `cmd:"" help:"Print how many sessions need you, have failed, work, are idle."`
	Explain    explainCmd    `cmd:"" help:"Tell the state of a pane, and why."`
	Format     formatCmd     `cmd:"" help:"Print a tmux format that draws icons or counts without any process."`
	Setup      setupCmd      `cmd:"" help:"Register the hooks in Claude Code, and have tmux draw icons and counts."`
	Uninstall  uninstallCmd  `cmd:"" help:"Take back what setup did."`
	Doctor     doctorCmd     `cmd:"" help:"Check everything that atm needs, and say what to do."`

	Version kong.VersionFlag `help:"Print the version."`
}

const description = "Shows what the Claude Code sessions in tmux are doing."

// vars are what the grammar takes from the code.
func vars() kong.Vars {
	return kong.Vars{"version": "atm " + cli.Version(), "states": strings.Join(states(), ",")}
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
	if hook.Asked(args) { // the grammar is not even built
		hook.Run(stdin, getenv, now)
		return cli.Done
	}
	return cli.End(stderr, "atm", s.command(args))
}

// command parses the arguments and runs what they name.
func (s streams) command(args []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	command, err := cli.Parse(&commands{}, args,
		kong.Name("atm"),
		kong.Description(description),
		kong.Writers(s.stdout, s.stderr),
		vars(),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(s),
	)
	if err != nil {
		return err
	}
	err = command.Run()
	if hint := new(cli.Error); noServer(err) && !errors.As(err, &hint) {
		return cli.Hint(fmt.Errorf("no tmux server is running: %w", err), "run it inside tmux, or start tmux first")
	}
	return err
}

// printJSON prints a value as JSON, for scripts.
func (s streams) printJSON(v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(s.stdout, "%s\n", text)
	}
	return err
}
