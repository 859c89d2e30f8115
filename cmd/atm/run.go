package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/sys/unix"

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

// The groups of commands in the help.
const (
	sessionsGroup = "Sessions"
	workGroup     = "Long work"
	scriptsGroup  = "Scripts"
	setupGroup    = "Installation"
	calledGroup   = "Called by Claude Code and tmux"
)

// commands returns the commands in the order of the help.
func commands() []cli.Command {
	command := cli.NewCommand
	return []cli.Command{
		command("ls", sessionsGroup, "List the sessions, the most urgent first.", &lsCmd{}),
		command("answer", sessionsGroup, "Answer what a session asks, without going there.", &answerCmd{}),
		command("park", sessionsGroup, "Put a session aside until something happens in it.", &parkCmd{}),
		command("next", sessionsGroup, "Go to the session that needs you most, then to the following one.", &nextCmd{}),
		command("pick", sessionsGroup, "Choose a session, with a preview, and act on it.", &pickCmd{}),
		command("focus", sessionsGroup, "Go to a session.", &focusCmd{}),
		command("explain", sessionsGroup, "Print the state of a pane, and the reasons for it.", &explainCmd{}),
		command("last", sessionsGroup, "Print the last answer of a session.", &lastCmd{}),
		command("find", sessionsGroup, "Search the conversations of all sessions.", &findCmd{}),
		command("fork", sessionsGroup, "Fork a session: a new one with its conversation, in a pane beside it.", &forkCmd{}),
		command("attach", sessionsGroup, "Show a background session in a pane.", &attachCmd{}),
		command("send", sessionsGroup, "Send a prompt to a session.", &sendCmd{}),
		command("tag", sessionsGroup, "Tag a session with words of your own.", &tagCmd{}),
		command("get", sessionsGroup, "Print options of a pane.", &getCmd{}),
		command("gate", sessionsGroup,
			"Run a command, and show in this pane the Claude Code inside it, as in a container.", &gateCmd{}),
		command("ssh", sessionsGroup, "Log in to another host, and show the Claude Code there in this pane.", &sshCmd{}),

		command("effort", workGroup, "Start, show or end a piece of work that takes more than one session.", &effortCmd{}),
		command("handoff", workGroup, "Leave a text for the next session in this pane.", &handoffCmd{}),

		command("set", scriptsGroup, "Set the state of any other program in a pane.", &setCmd{}),
		command("save", scriptsGroup,
			"Print a script that restores the sessions of tmux and of Claude Code after a reboot.", &saveCmd{}),
		command("wait", scriptsGroup, "Block until a session is in a state.", &waitCmd{}),
		command("watch", scriptsGroup, "Print every change of any session.", &watchCmd{}),
		command("status", scriptsGroup, "Print how many sessions ask, have failed, work, or are idle.", &statusCmd{}),
		command("pane-icon", scriptsGroup, "Print the icon of a pane.", &paneIconCmd{}),
		command("window-icon", scriptsGroup, "Print the icon of a window.", &windowIconCmd{}),
		command("format", scriptsGroup, "Print a tmux format that draws icons or counts without a process.", &formatCmd{}),

		command("setup", setupGroup, "Register the hooks in Claude Code, and draw icons and counts in tmux.", &setupCmd{}),
		command("uninstall", setupGroup, "Undo atm setup.", &uninstallCmd{}),
		command("doctor", setupGroup, "Check everything that atm needs, and print what to do.", &doctorCmd{}),
		command("version", setupGroup, "Print the version, and the commit that atm was built from.", &versionCmd{}),

		command("hook", calledGroup,
			"Record one Claude Code hook event (payload on standard input) in the options of this pane.", &hookCmd{}),
		command("guard", calledGroup,
			"Answer one Claude Code hook event (payload on standard input): warn the model, and remind "+
				"it of its effort.", &guardCmd{}),
		command("statusline", calledGroup,
			"Store the input of Claude Code's status line (JSON on standard input) in this pane, and "+
				"run your own command.", &statuslineCmd{}),
		command("sync", calledGroup, "Correct the panes where no hook fired: Esc, denials, killed clients.", &syncCmd{}),
		command("notify", calledGroup, "Notify of a pane whose state has changed. Only tmux calls this.", &notifyCmd{}),
		command("here", calledGroup, "Keep a file while somebody looks at tmux. Only tmux calls this.", &hereCmd{}),
		command("seen", calledGroup, "Mark the sessions of a visited window as seen. Only tmux calls this.", &seenCmd{}),
		command("resurrect", calledGroup,
			"Make tmux-resurrect resume sessions. Only the plugin calls this.", &resurrectCmd{}),

		command("inbox", "", "Do what a key of the inbox does. Only fzf uses this.", &inboxCmd{}, `hidden:""`),
	}
}

// globalFlags are the flags without a command.
type globalFlags struct {
	Version cli.VersionFlag `help:"Print the version."`
}

// grammar returns the named command or, if none is named, all commands.
func grammar(args []string) []kong.Option {
	named := cli.Named(commands(), args)
	options := cli.Grammar(named, kong.Name("atm"), kong.Description(description), vars())
	isList := func(c cli.Command) bool { return c.Name == "ls" }
	if slices.ContainsFunc(named, isList) { // to list the columns takes half a millisecond
		options = append(options, kong.Vars{"columns": strings.Join(fleet.ColumnNames(), ",")})
	}
	return options
}

const description = "Shows what the Claude Code sessions in tmux are doing."

// vars returns the values that the grammar takes from the code.
func vars() kong.Vars {
	return kong.Vars{
		"states":  strings.Join(fleet.States(), ","),
		"awaited": strings.Join(append(fleet.States(), anyContext), ","),
		"unnamed": hookmap.Unnamed,
		"agents":  strings.Join(dialect.Names(), ", "),
		"presets": strings.Join(notify.PresetNames(), ","),
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
	return cli.Parse(&globalFlags{}, args, append(grammar(args), kong.Writers(s.stdout, s.stderr), kong.Bind(s))...)
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

// untilEnded returns a context that ends when the user ends the command, or the terminal closes. Signals that this
// process was started to ignore, as by nohup, stay ignored: they are meant for a program in the foreground of the
// terminal. If the reader of the output has gone, writing returns an error.
func untilEnded() (ctx context.Context, stop context.CancelFunc) {
	signal.Ignore(unix.SIGPIPE)
	ofTerminal := slices.DeleteFunc([]os.Signal{unix.SIGINT, unix.SIGHUP}, signal.Ignored)
	return signal.NotifyContext(context.Background(), append(ofTerminal, unix.SIGTERM)...)
}
