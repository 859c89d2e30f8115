package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"atm/cldresume"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/query"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// commands returns cld's own commands in the order of the help.
func commands() []cli.Command {
	command := cli.NewCommand
	return []cli.Command{
		command("resume", "", "Resume a session: run claude --resume in its directory.", &resumeCmd{}),
		command("sessions", "", "List sessions, the newest first.", &sessionsCmd{}),
		command("where", "", "Print the directory of a session.", &whereCmd{}),
		command("work", "", "Run sessions one after the other in this pane, until an effort is done.", &workCmd{}),
	}
}

const description = `Goes on with a session of Claude Code where it was left.

With anything but these commands cld hands all of its arguments to claude, unchanged, and becomes it: ` +
	`"cld", "cld -c", "cld -p 'why?'", "cld mcp list". The program is claude on PATH, or what CLD_CLAUDE ` +
	`names. "claude --help" tells its options.

Sessions are looked for in $CLAUDE_CONFIG_DIR, or else ~/.claude, and in the panes of the tmux server that ` +
	`cld runs in, or of the default one. Exit codes: 0 done, 1 no, 64 wrong usage, 127 no claude; after ` +
	`that, claude's own.

Examples:
  cld resume
  cld resume 23e3
  cld resume -y 'fix the build' -- --model opus
  cd "$(cld where 23e3)"`

// timeout is how long cld waits for tmux, and for the search of a directory.
const timeout = 5 * time.Second

// streams has the environment and the standard streams of a command.
type streams struct {
	getenv func(string) string
	now    func() time.Time
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	tmux   tmux.Server
}

// run is the whole program. It returns the exit code, unless the process has
// become claude.
func run(
	args []string, getenv func(string) string, now func() time.Time, stdin io.Reader, stdout,
	stderr io.Writer,
) int {
	s := streams{getenv: getenv, now: now, stdin: stdin, stdout: stdout, stderr: stderr}
	s.tmux = tmux.FromEnv(getenv)
	return cli.End(stderr, "cld", s.dispatch(args))
}

// dispatch runs one of our commands, or becomes claude.
func (s streams) dispatch(args []string) error {
	named := cli.Named(commands(), args)
	asksHelp := len(args) > 0 && (args[0] == "--help" || args[0] == "-h")
	if len(named) > 1 && !asksHelp {
		return s.handOver(args)
	}
	var forClaude claudeArgs
	// kong would read the first argument after "--" as the session or the effort.
	if i := slices.Index(args, "--"); i >= 0 && (args[0] == "resume" || args[0] == "work") {
		args, forClaude = args[:i], claudeArgs(args[i+1:])
	}
	options := cli.Grammar(named, kong.Name("cld"), kong.Description(description),
		kong.Writers(s.stdout, s.stderr), kong.Bind(s), kong.Bind(forClaude))
	command, err := cli.Parse(&struct{}{}, args, options...)
	if err != nil {
		return err
	}
	return cli.Run(command)
}

// server returns our tmux server, for requests that end after a [timeout] from now.
func (s streams) server() tmux.Server {
	s.tmux.Until = time.Now().Add(timeout)
	return s.tmux
}

// reader returns the reader that the commands of atm use.
func (s streams) reader() query.Reader {
	home := claudehome.Dir(s.getenv)
	return query.Reader{Sources: truth.Sources{Tmux: s.tmux, Home: home, Getenv: s.getenv, Now: s.now}}
}

// finder returns a finder with the panes of our tmux server or, outside of tmux, of the default one. If the
// server does not answer, it has no panes.
func (s streams) finder() cldresume.Finder {
	ctx := context.Background()
	server, local, err := s.server().Locate(ctx)
	var panes []tmux.Pane
	if err == nil {
		panes, err = server.Panes(ctx, 0)
	}
	if err != nil && s.insideTmux() { // outside there may be no tmux at all
		s.warn("without the panes of tmux: %v", err)
	}
	// A session elsewhere cannot be resumed here.
	panes = slices.DeleteFunc(panes, func(p tmux.Pane) bool { return p.Options[tmuxopt.Gate] != "" })
	f := s.reader().FinderIn(panes, local)
	// Claude Code names projects by physical paths. A current directory that was removed has none.
	if dir, err := os.Getwd(); err == nil {
		f.Cwd, _ = filepath.EvalSymlinks(dir)
	}
	if pane := s.getenv("TMUX_PANE"); tmux.PaneID(pane) && s.insideTmux() {
		f.Pane = pane
	}
	return f
}

// insideTmux reports whether we run in a tmux server: then there is a terminal that can switch to another
// pane.
func (s streams) insideTmux() bool { return s.tmux.Socket != "" }

// sessions lists the sessions, and warns if some may be missing.
func (s streams) sessions(f cldresume.Finder) []cldresume.Session {
	sessions, err := f.Sessions()
	s.warnOfMissing(err)
	return sessions
}

// warnOfMissing warns if sessions could not be listed.
func (s streams) warnOfMissing(err error) {
	if err != nil {
		s.warn("some sessions may be missing: %v", err)
	}
}

// dialog returns the dialog for questions.
func (s streams) dialog() cli.Dialog { return cli.Dialog{In: s.stdin, Out: s.stderr} }

// warn prints one line that is fit for a terminal.
func (s streams) warn(format string, args ...any) {
	fmt.Fprintf(s.stderr, "cld: warning: %s\n", tmuxopt.Text(fmt.Sprintf(format, args...)))
}
