package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/longwork/handoff"
	"atm/internal/longwork/work"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type workCmd struct {
	Effort string        `arg:"" optional:"" help:"The effort (default: the one that is open in this pane). It is started if none is open."`
	Prompt string        `placeholder:"TEXT" help:"The prompt of the first session, if no handoff waits for it."`
	Max    int           `default:"20" help:"How many sessions may follow the first one."`
	Pause  time.Duration `default:"5s" help:"How long to wait before the next session." mayBeZero:""`
}

func (workCmd) Details() string {
	return `Runs claude in this pane. When the session has written a handoff (atm handoff) and has ended its turn, ` +
		`cld ends it, and starts a new one with the handoff as its first prompt, until the effort is done (atm ` +
		`effort done). Between two sessions Ctrl-C leaves, and Enter goes on at once.

A session that you leave without a handoff is the last one. If the process of a session was killed, cld resumes ` +
		`it; if it had not worked yet, cld starts a new one with the same handoff. Effort and handoff stay in the ` +
		`pane: cld work goes on with them at any time. No session is ended while its input holds a text that you ` +
		`have not sent.

Arguments after -- are passed to each claude. The exit status is that of the last one, 0 if the effort is done, ` +
		`and 1 if too many sessions have followed each other.

Examples:
  cld work 'the parser' --prompt 'Read docs/plan.md, and begin.'
  cld work
  cld work --max 5 -- --model opus --permission-mode acceptEdits`
}

// Run runs one session after the other.
func (c workCmd) Run(s streams, args claudeArgs) error {
	if err := c.check(s, args); err != nil {
		return err
	}
	program, err := s.claude()
	if err != nil {
		return err
	}
	pane := s.getenv("TMUX_PANE")
	if err := s.beginEffort(pane, tmuxopt.Text(c.Effort)); err != nil {
		return err
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	runtime.LockOSThread() // for endsWithUs
	w := worker{streams: s, pane: pane, program: program, args: args, signals: signals}
	return c.loop(&w)
}

// loop runs sessions until no other one follows.
func (c workCmd) loop(w *worker) error {
	sessions := work.Sessions{Max: c.Max}
	next, reason, failed := work.Fresh, work.Reason(""), false
	for prompt := c.Prompt; ; prompt = "" {
		if err := w.prepare(next, reason, prompt); err != nil {
			return err
		}
		end, status, err := w.run()
		if err != nil {
			return err
		}
		next, reason, failed = sessions.Next(end)
		switch {
		case failed:
			code := cli.No // the status of a session that cld has ended is that of SIGTERM
			if reason == work.Crashed {
				code = status
			}
			err := errors.New(string(reason))
			return &cli.Error{Err: err, Hint: "nothing is lost: cld work goes on", Code: code}
		case reason == work.Done:
			fmt.Fprintf(w.stderr, "cld: %s\n", reason)
			return nil
		case next != work.Nothing && w.countDown(c.Pause, fmt.Sprintf("%s: %s follows", reason, next)):
			continue
		case next != work.Nothing:
			reason = work.Stopped
		}
		fmt.Fprintf(w.stderr, "cld: %s; cld work goes on with the effort\n", reason)
		return cli.Exited(status)
	}
}

// check finds the errors of usage that the grammar cannot find.
func (c workCmd) check(s streams, args claudeArgs) error {
	own := slices.IndexFunc(args, func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return slices.Contains([]string{
			"-c", "--continue", "-r", "--resume", "--session-id", "--fork-session", "-p", "--print",
		}, name)
	})
	err, hint := error(nil), "see cld work --help"
	switch {
	case own >= 0:
		err = fmt.Errorf("%q: each session is a new one", args[own])
	case c.Max < 0:
		err = errors.New("--max takes no negative value")
	case c.Effort != "" && (tmuxopt.Text(c.Effort) == "" || len(tmuxopt.Text(c.Effort)) > tmuxopt.MaxEffortText):
		err = fmt.Errorf("an effort has a name of at most %d bytes", tmuxopt.MaxEffortText)
	case !s.insideTmux() || !tmux.PaneID(s.getenv("TMUX_PANE")):
		err, hint = errors.New("no pane of tmux"), "start tmux first"
	case cli.Width(s.stdin) < 0 || cli.Width(s.stdout) < 0:
		err, hint = errors.New("no terminal"), "claude -p needs none"
	default:
		return nil
	}
	return cli.Wrong(hint, "%w", err)
}

// beginEffort starts the effort with that name, or continues the open one.
func (s streams) beginEffort(pane, name string) error {
	ctx, server := context.Background(), s.server()
	p, err := server.Pane(ctx, pane, tmuxopt.Effort, tmuxopt.State, tmuxopt.PID)
	open := tmuxopt.Text(p.Options[tmuxopt.Effort])
	pid, _ := strconv.Atoi(p.Options[tmuxopt.PID]) // 0 is no process
	switch {
	case err != nil:
		return err
	case p.Options.State() != "" && proc.Is(pid, ""):
		return cli.Hint(fmt.Errorf("pane %s: a session runs here, process %d", pane, pid),
			fmt.Sprintf("if it is suspended, fg brings it back; kill %d ends it", pid))
	case name == "" && open == "":
		return cli.Hint(fmt.Errorf("pane %s: no effort is open", pane), "cld work NAME starts one")
	case name != "" && open != "" && name != open:
		return cli.Hint(fmt.Errorf("pane %s: an effort is open: %s", pane, open),
			"cld work goes on with it; atm effort done ends it")
	case open != "":
		return nil
	}
	_, err = server.Send(ctx, tmuxopt.Batch{
		Pane: pane, ServerPID: s.tmux.PID, Edits: tmuxopt.StartEffort(name, s.now()),
		Unless: tmuxopt.Get(tmuxopt.Effort),
	})
	return err
}

// prepare sets the arguments of the next claude. A new session gets the handoff with which no session has
// worked, or else the prompt, if there is one. After work.Unread the handoff counts as not worked with.
func (w *worker) prepare(next work.Next, reason work.Reason, prompt string) error {
	if next == work.Again {
		w.start = []string{"--resume", w.session, "--", work.GoOn}
		return nil
	}
	ctx, server := context.Background(), w.server()
	p, err := server.Pane(ctx, w.pane, handoff.Needed()...)
	if err != nil {
		return err
	}
	var edits []tmuxopt.Edit
	if reason == work.Unread {
		delete(p.Options, tmuxopt.HandoffTaken)
		edits = append(edits, tmuxopt.Unset(tmuxopt.HandoffTaken))
	}
	w.session = newSessionID()
	w.start = []string{"--session-id", w.session}
	text, noted := handoff.Delivery(p.Options, w.session)
	switch {
	case len(noted) > 0:
		// Recorded before claude runs, so that the session does not get the handoff a second time. If the session
		// does not work, the next one gets it.
		batch := tmuxopt.Batch{Pane: w.pane, ServerPID: w.tmux.PID, Edits: append(edits, noted...)}
		if _, err := server.Send(ctx, batch); err != nil {
			return err
		}
		w.start = append(w.start, "--", work.Continued(p.Options[tmuxopt.Effort])+handoff.Sender+text+work.Begin)
	case prompt != "":
		w.start = append(w.start, "--", prompt)
	}
	return nil
}

// newSessionID returns a random UUID.
func newSessionID() string {
	d := gate.RandomDigits()
	// The version is 4, and the variant 8: see RFC 9562.
	return strings.Join([]string{d[:8], d[8:12], "4" + d[13:16], "8" + d[17:20], d[20:]}, "-")
}

// instructed returns the arguments of claude, with the instructions unless the person's arguments use that
// option.
func (w *worker) instructed() []string {
	const option = "--append-system-prompt" // and -file: claude accepts only one of them
	args := slices.Clone([]string(w.args))
	if !slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, option) }) {
		args = append(args, option, work.Instructions)
	}
	return append(args, w.start...)
}
