package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/notify"
	"atm/internal/session/query"
	"atm/internal/session/truth"
	"atm/internal/tmux"
)

// commands is the grammar of atm. The method Details of a command returns the help text below its flags.
type commands struct {
	Ls      lsCmd      `cmd:"" group:"Sessions" help:"List the sessions, the most urgent first."`
	Answer  answerCmd  `cmd:"" group:"Sessions" help:"Answer what a session asks, without going there."`
	Park    parkCmd    `cmd:"" group:"Sessions" help:"Put a session aside until something happens in it."`
	Next    nextCmd    `cmd:"" group:"Sessions" help:"Go to the session that needs you most, then to the following one."`
	Pick    pickCmd    `cmd:"" group:"Sessions" help:"Choose a session, with a preview, and act on it."`
	Focus   focusCmd   `cmd:"" group:"Sessions" help:"Go to a session."`
	Explain explainCmd `cmd:"" group:"Sessions" help:"Print the state of a pane, and the reasons for it."`
	Last    lastCmd    `cmd:"" group:"Sessions" help:"Print the last answer of a session."`
	Find    findCmd    `cmd:"" group:"Sessions" help:"Search the conversations of all sessions."`
	Fork    forkCmd    `cmd:"" group:"Sessions" help:"Fork a session: a new one with its conversation, in a pane beside it."`
	Attach  attachCmd  `cmd:"" group:"Sessions" help:"Show a background session in a pane."`
	Send    sendCmd    `cmd:"" group:"Sessions" help:"Send a prompt to a session."`
	Tag     tagCmd     `cmd:"" group:"Sessions" help:"Tag a session with words of your own."`
	Get     getCmd     `cmd:"" group:"Sessions" help:"Print options of a pane."`
	Gate    gateCmd    `cmd:"" group:"Sessions" help:"Run a command, and show in this pane the Claude Code inside it, as in a container."`
	SSH     sshCmd     `cmd:"" group:"Sessions" name:"ssh" help:"Log in to another host, and show the Claude Code there in this pane."`

	Effort  effortCmd  `cmd:"" group:"Long work" help:"Start, show or end a piece of work that takes more than one session."`
	Handoff handoffCmd `cmd:"" group:"Long work" help:"Leave a text for the next session in this pane."`

	Set        setCmd        `cmd:"" group:"Scripts" help:"Set the state of any other program in a pane."`
	Save       saveCmd       `cmd:"" group:"Scripts" help:"Print a script that restores the sessions of tmux and of Claude Code after a reboot."`
	Wait       waitCmd       `cmd:"" group:"Scripts" help:"Block until a session is in a state."`
	Watch      watchCmd      `cmd:"" group:"Scripts" help:"Print every change of any session."`
	Status     statusCmd     `cmd:"" group:"Scripts" help:"Print how many sessions ask, have failed, work, or are idle."`
	PaneIcon   paneIconCmd   `cmd:"" group:"Scripts" help:"Print the icon of a pane."`
	WindowIcon windowIconCmd `cmd:"" group:"Scripts" help:"Print the icon of a window."`
	Format     formatCmd     `cmd:"" group:"Scripts" help:"Print a tmux format that draws icons or counts without a process."`

	Setup     setupCmd     `cmd:"" group:"Installation" help:"Register the hooks in Claude Code, and draw icons and counts in tmux."`
	Uninstall uninstallCmd `cmd:"" group:"Installation" help:"Undo atm setup."`
	Doctor    doctorCmd    `cmd:"" group:"Installation" help:"Check everything that atm needs, and print what to do."`
	Version   versionCmd   `cmd:"" group:"Installation" help:"Print the version, and the commit that atm was built from."`

	Hook       hookCmd       `cmd:"" group:"Called by Claude Code and tmux" help:"Record one Claude Code hook event (payload on standard input) in the options of this pane."`
	Guard      guardCmd      `cmd:"" group:"Called by Claude Code and tmux" help:"Answer one Claude Code hook event (payload on standard input): warn the model, and remind it of its effort."`
	Statusline statuslineCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Store the input of Claude Code's status line (JSON on standard input) in this pane, and run your own command."`

	Sync   syncCmd   `cmd:"" group:"Called by Claude Code and tmux" help:"Correct the panes where no hook fired: Esc, denials, killed clients."`
	Notify notifyCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Notify of a pane whose state has changed. Only tmux calls this."`

	Here hereCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Keep a file while somebody looks at tmux. Only tmux calls this."`
	Seen seenCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Mark the sessions of a visited window as seen. Only tmux calls this."`

	Resurrect resurrectCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Make tmux-resurrect resume sessions. Only the plugin calls this."`

	Inbox inboxCmd `cmd:"" hidden:"" help:"Do what a key of the inbox does. Only fzf uses this."`

	VersionFlag cli.VersionFlag `name:"version" help:"Print the version."`
}

const description = "Shows what the Claude Code sessions in tmux are doing."

// vars returns the values that the grammar takes from the code.
func vars() cli.Vars {
	return cli.Vars{
		"states":  func() string { return strings.Join(fleet.States(), ",") },
		"awaited": func() string { return strings.Join(append(fleet.States(), anyContext), ",") },
		"unnamed": func() string { return hookmap.Unnamed },
		"agents":  func() string { return strings.Join(dialect.Names(), ", ") },
		"columns": func() string { return strings.Join(fleet.ColumnNames(), ",") },
		"presets": func() string { return strings.Join(notify.PresetNames(), ",") },
	}
}

// streams is what a command receives from run besides its arguments.
type streams struct {
	query.Reader
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// timeout limits how long a command for people waits for tmux.
const timeout = query.Timeout

// run is the whole program, except for what package early has already done. It returns the exit code.
func run(args []string, getenv func(string) string, now func() time.Time, stdin io.Reader, stdout,
	stderr io.Writer) int {
	sources := truth.Sources{Tmux: tmux.FromEnv(getenv), Home: claudehome.Dir(getenv), Getenv: getenv, Now: now}
	s := streams{Reader: query.Reader{Sources: sources, Warn: stderr}, stdin: stdin, stdout: stdout, stderr: stderr}
	return cli.End(stderr, "atm", s.command(args))
}

// command parses the arguments and runs the command that they name.
func (s streams) command(args []string) error {
	command, err := s.parse(args)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeLimit(command))
	defer cancel()
	command.BindTo(ctx, (*context.Context)(nil))
	err = cli.Run(command)
	if hint := new(cli.Error); tmux.NoServer(err) && !errors.As(err, &hint) {
		return cli.Hint(fmt.Errorf("no tmux server is running: %w", err),
			"run it inside tmux, or start tmux first")
	}
	return err
}

func (s streams) parse(args []string) (*kong.Context, error) {
	switch { // other forms that people try
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help":
		args = append(args[1:len(args):len(args)], "--help")
	case args[0] == "ssh":
		args = markSSH(args)
	}
	return cli.Parse(&commands{}, vars(), args, kong.Name("atm"), kong.Description(description),
		kong.Writers(s.stdout, s.stderr), kong.Bind(s))
}

// timeLimit returns how long a command may wait for tmux, here and on other hosts.
func timeLimit(command *kong.Context) time.Duration {
	limit := timeout
	if c, asks := command.Selected().Target.Addr().Interface().(interface{ hostLimit() time.Duration }); asks {
		limit += c.hostLimit()
	}
	return limit
}

// printJSON prints a value as indented JSON.
func (s streams) printJSON(v any) error { return cli.WriteJSON(s.stdout, v, cli.Indent) }

// print prints a text, or instead of it a record as JSON.
func (s streams) print(asJSON bool, record any, text string) error {
	if asJSON {
		return s.printJSON(record)
	}
	_, err := io.WriteString(s.stdout, text)
	return err
}

// untilEnded returns a context that ends when the user ends the command, or the terminal closes. If the
// reader of the output has gone, writing returns an error.
func untilEnded() (ctx context.Context, stop context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
