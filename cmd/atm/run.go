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
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/notify"
	"atm/internal/session/query"
	"atm/internal/tmux"
)

// commands is the grammar of atm. The method Details of a command returns the help text below its flags.
type commands struct {
	Ls      lsCmd      `cmd:"" group:"Sessions" help:"List the sessions, the most urgent first."`
	Answer  answerCmd  `cmd:"" group:"Sessions" help:"Answer what a session asks, without going there."`
	Park    parkCmd    `cmd:"" group:"Sessions" help:"Say that a session needs nobody until something happens in it."`
	Next    nextCmd    `cmd:"" group:"Sessions" help:"Go to the session that needs you most, then to the following one."`
	Pick    pickCmd    `cmd:"" group:"Sessions" help:"Choose a session, with a preview, and act on it."`
	Focus   focusCmd   `cmd:"" group:"Sessions" help:"Go to a session."`
	Explain explainCmd `cmd:"" group:"Sessions" help:"Tell the state of a pane, and why."`
	Last    lastCmd    `cmd:"" group:"Sessions" help:"Print the last answer of a session."`
	Find    findCmd    `cmd:"" group:"Sessions" help:"Find sessions by what was said in them."`
	Fork    forkCmd    `cmd:"" group:"Sessions" help:"Go on with a session a second time, in a pane beside."`
	Attach  attachCmd  `cmd:"" group:"Sessions" help:"Show a session of the background in a pane."`
	Send    sendCmd    `cmd:"" group:"Sessions" help:"Send a prompt to a session."`
	Tag     tagCmd     `cmd:"" group:"Sessions" help:"Mark a session with words of your own."`
	Get     getCmd     `cmd:"" group:"Sessions" help:"Print options of a pane."`
	Gate    gateCmd    `cmd:"" group:"Sessions" help:"Run a command behind which Claude Code runs elsewhere, as in a container, and show it here."`
	SSH     sshCmd     `cmd:"" group:"Sessions" name:"ssh" help:"Log in to another host, and show here the Claude Code that runs there."`

	Effort  effortCmd  `cmd:"" group:"Long work" help:"Start, show or end a piece of work that takes more than one session."`
	Handoff handoffCmd `cmd:"" group:"Long work" help:"Leave a text for the next session in this pane."`

	Set        setCmd        `cmd:"" group:"Scripts" help:"Tell the state of any other program in a pane."`
	Save       saveCmd       `cmd:"" group:"Scripts" help:"Print a script that builds all of tmux's sessions again after a reboot, and resumes what runs in them."`
	Wait       waitCmd       `cmd:"" group:"Scripts" help:"Block until a session is in a state."`
	Watch      watchCmd      `cmd:"" group:"Scripts" help:"Print every change of any session."`
	Status     statusCmd     `cmd:"" group:"Scripts" help:"Print how many sessions need you, have failed, work, are idle."`
	PaneIcon   paneIconCmd   `cmd:"" group:"Scripts" help:"Print the icon of a pane."`
	WindowIcon windowIconCmd `cmd:"" group:"Scripts" help:"Print the icon of a window."`
	Format     formatCmd     `cmd:"" group:"Scripts" help:"Print a tmux format that draws icons or counts without any process."`

	Setup     setupCmd     `cmd:"" group:"Installation" help:"Register the hooks in Claude Code, and have tmux draw icons and counts."`
	Uninstall uninstallCmd `cmd:"" group:"Installation" help:"Take back what setup did."`
	Doctor    doctorCmd    `cmd:"" group:"Installation" help:"Check everything that atm needs, and say what to do."`
	Version   versionCmd   `cmd:"" group:"Installation" help:"Print the version, and what this atm was built from."`

	Hook       hookCmd       `cmd:"" group:"Called by Claude Code and tmux" help:"Record one Claude Code hook event (payload on standard input) in the options of this pane."`
	Guard      guardCmd      `cmd:"" group:"Called by Claude Code and tmux" help:"Answer one Claude Code hook event (payload on standard input): warn the model, and tell it what to go on with."`
	Statusline statuslineCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Tell this pane what Claude Code says to its status line (JSON on standard input), and run your own command."`

	Sync   syncCmd   `cmd:"" group:"Called by Claude Code and tmux" help:"Correct the panes where no hook fired: Esc, denials, killed clients."`
	Notify notifyCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Tell of a pane whose state has changed: tmux calls this."`

	Here hereCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Keep a file while somebody is here: tmux calls this."`
	Seen seenCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Mark what somebody looks at as seen: tmux calls this."`

	Resurrect resurrectCmd `cmd:"" group:"Called by Claude Code and tmux" help:"Have the file of tmux-resurrect resume sessions: the plugin calls this."`

	Inbox inboxCmd `cmd:"" hidden:"" help:"Do what a key of the inbox does: fzf calls this."`

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
	reader := query.Reader{Tmux: tmux.FromEnv(getenv), Getenv: getenv, Now: now, Warn: stderr}
	s := streams{Reader: reader, stdin: stdin, stdout: stdout, stderr: stderr}
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
	err = command.Run()
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

// untilEnded returns a context that ends when the user ends the command, or the terminal closes. If the
// reader of the output has gone, writing returns an error.
func untilEnded() (ctx context.Context, stop context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
