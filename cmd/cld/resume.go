package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"atm/cldresume"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type resumeCmd struct {
	Yes   bool   `short:"y" xor:"answer" help:"Do not ask: go to the directory of the session, or to the pane where it runs."`
	No    bool   `short:"n" xor:"answer" help:"Do not ask: stay in the current directory, and do not go to a pane where it runs."`
	Force bool   `help:"Resume a session even if it runs; then both write to one transcript."`
	Print bool   `help:"Print a shell command that would do it, and do nothing."`
	ID    string `arg:"" optional:"" help:"The id, its beginning (4 characters at least), a pane, the title or a part of it, a directory. Default: the last session of this pane, else one of this directory."`
}

func (resumeCmd) Details() string {
	return `Arguments after -- are passed to claude. A question needs a terminal: without one, and without -y or ` +
		`-n, the exit status is 64.
If several sessions match, cld shows a list to choose from; without a terminal it prints the list, and the exit ` +
		`status is 1.

Examples:
  cld resume
  cld resume 23e3
  cld resume -y 'fix the build' -- --model opus
  cld resume --print 23e3`
}

// Run resumes a session. It returns only if cld does not become claude.
func (c resumeCmd) Run(s streams, args claudeArgs) error {
	f := s.finder()
	session, err := c.find(s, f)
	if err != nil {
		return err
	}
	if session.Running != nil && !c.Force {
		if err := c.confirmSwitch(s, f, session, len(args) == 0); err != nil {
			return err
		}
		plan := cldresume.Plan{Pane: session.Running.Pane, Outside: !s.insideTmux()}
		if plan.Pane != "" {
			return c.do(s, plan, "")
		}
		program, err := s.claude()
		if err != nil && !c.Print {
			return err
		}
		return c.do(s, f.Attach(session), program)
	}
	program, err := s.claude()
	if err != nil && !c.Print {
		return err // before a question about the directory
	}
	dir, err := c.directory(s, f, session)
	if err != nil {
		return err
	}
	byPattern := c.ID != "" && !strings.HasPrefix(session.ID, c.ID)
	if title := fleet.ShortTitle(session.Title()); title != "" && byPattern && !c.Print {
		// A pattern may match another session than the person meant.
		fmt.Fprintf(s.stderr, "cld: %s (%s)\n", title, session.Short())
	}
	if dir == f.Cwd {
		dir = ""
	}
	return c.do(s, cldresume.Plan{Session: session.ID, Dir: dir, Args: args}, program)
}

// do carries out the plan, or prints it.
func (c resumeCmd) do(s streams, plan cldresume.Plan, program string) error {
	if !c.Print {
		return s.carryOut(plan, program)
	}
	_, err := fmt.Fprintln(s.stdout, plan.Shell(s.claudeName()))
	return err
}

// find returns the session to resume: where its conversation goes on in the background, the one that continues
// it, unless c.Force.
func (c resumeCmd) find(s streams, f cldresume.Finder) (cldresume.Session, error) {
	session, err := c.findNamed(s, f)
	for range cldresume.MaxMoves {
		if err != nil || session.MovedTo == "" {
			break
		}
		if c.Force {
			s.warn("session %s went on in the background as session %s: this resumes it as it was before",
				session.Short(), session.MovedTo[:8])
			break
		}
		s.warn("session %s went on in the background as session %s", session.Short(), session.MovedTo[:8])
		continuing, _ := f.ByID(session.MovedTo) // what may be missing was said before
		if len(continuing) == 0 {
			break
		}
		session, err = s.pickOne(f, continuing, 0, "session "+session.MovedTo[:8]+" has several transcripts")
	}
	return session, err
}

// findNamed returns the session that the command line names.
func (c resumeCmd) findNamed(s streams, f cldresume.Finder) (cldresume.Session, error) {
	if c.ID != "" {
		return s.choose(f, c.ID)
	}
	sessions := s.sessions(f)
	if own := f.Own(); own != "" {
		if matches, _ := f.ByID(own); len(matches) > 0 { // what may be missing was said before
			return s.pickOne(f, matches, 0, "session "+matches[0].Short()+" has several transcripts")
		}
		reader := s.reader()
		s.warn("the last session of this pane, %s, has no transcript in %s", own[:8], reader.ShortPath(reader.Home))
	}
	inThisDir := cldresume.WithoutMoved(f.Here(sessions))
	newest := f.Newest(inThisDir, maxChoice)
	if len(newest) == 0 {
		err := fmt.Errorf("no session in %s", cldresume.Show(f.Cwd))
		return cldresume.Session{}, cli.Hint(err, "cld sessions lists those of other directories")
	}
	omitted := 0
	if len(newest) == maxChoice { // else only transcripts of subagents are missing
		omitted = len(inThisDir) - maxChoice
	}
	return s.pickOne(f, newest, omitted, "several sessions in "+cldresume.Show(f.Cwd))
}

// confirmSwitch returns nil if the person wants to switch to the pane in which the session runs or, if
// mayAttach is true, to show a background session here. Otherwise the error says why that is not possible.
func (c resumeCmd) confirmSwitch(
	s streams, f cldresume.Finder, session cldresume.Session, mayAttach bool,
) error {
	r := session.Running
	runs := fmt.Sprintf("session %s runs in %s", session.Short(), placeOf(r))
	force := "cld resume --force resumes it all the same; both then write to one transcript"
	switch {
	case r.Pane != "" && r.Pane == f.Pane:
		return cli.Hint(errors.New(runs+", this one"), "if it is suspended, fg brings it back; "+force)
	case r.Pane == "" && r.Job != "" && tmuxopt.ID(r.Job) == r.Job:
		attach := f.Attach(session).Shell("claude") + " shows it; "
		switch {
		case c.No || !mayAttach:
			return cli.Hint(errors.New(runs), attach+force)
		case c.Yes || c.Print:
			return nil
		}
		s.warn("%s", runs)
		return s.dialog().Confirm("Show it here?", attach+force)
	case r.Pane == "":
		hint := "go there; "
		if pane := r.Tmux[strings.LastIndexByte(r.Tmux, '.')+1:]; tmux.PaneID(pane) {
			hint = "tmux attach -t " + pane + " shows it, from outside tmux and if that is its server; "
		}
		return cli.Hint(errors.New(runs), hint+force)
	case c.No:
		return cli.Hint(errors.New(runs), force)
	case c.Print:
		return nil
	case !s.insideTmux():
		return cli.Hint(errors.New(runs), "tmux attach -t "+r.Pane+" shows it; "+force)
	case c.Yes && !s.isShown(f.Pane):
		// Nobody has typed this command: it runs in one of many panes that are being restored.
		return cli.Hint(errors.New(runs), "atm focus "+r.Pane+" goes there; "+force)
	case c.Yes:
		return nil
	}
	s.warn("%s", runs)
	return s.dialog().Confirm("Go to that pane?", "cld resume -y goes there; "+force)
}

// isShown reports whether a terminal shows our pane. A popup has no pane, and is always shown.
func (s streams) isShown(pane string) bool {
	clients, err := s.server().Clients(context.Background())
	shows := func(c tmux.Client) bool { return c.Pane == pane }
	return err == nil && (pane == "" || slices.ContainsFunc(clients, shows))
}

// placeOf describes where a session runs.
func placeOf(r *cldresume.Running) string {
	process := fmt.Sprintf("process %d", r.PID)
	switch {
	case r.Pane != "" && r.PID == 0:
		return fmt.Sprintf("pane %s (window %s)", r.Pane, tmuxopt.Text(r.Window))
	case r.Pane != "":
		return fmt.Sprintf("pane %s (window %s, %s)", r.Pane, tmuxopt.Text(r.Window), process)
	case r.Tmux != "":
		return fmt.Sprintf("%s (tmux: %s)", process, tmuxopt.Text(r.Tmux))
	case r.Kind == "bg":
		return process + ", in the background"
	}
	return process
}

// directory returns the directory in which to resume the session, "" for the current one.
func (c resumeCmd) directory(s streams, f cldresume.Finder, session cldresume.Session) (string, error) {
	if c.No {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	w := f.Where(ctx, session)
	cancel()
	if c.Yes && w.Gone {
		err := fmt.Errorf("the directory of session %s is gone: %s", session.Short(), cldresume.Show(w.Dir))
		return "", cli.Hint(err, "cld resume "+session.Short()+" offers others")
	}
	s.warnOfDoubt(session, w)
	dirs := f.Offers(w)
	if len(dirs) == 0 {
		err := fmt.Errorf("no directory to resume session %s in", session.Short())
		return "", cli.Hint(err, "go to one and say cld resume -n "+session.Short())
	}
	if w.Sure() && dirs[0] == f.Cwd || c.Yes || c.Print {
		return dirs[0], nil
	}
	i, err := s.askDirectory(session, dirs)
	return dirs[i], err
}

// askDirectory asks in which of the directories to resume the session, and returns its index.
func (s streams) askDirectory(session cldresume.Session, dirs []string) (int, error) {
	hint := "cld resume -y says yes, cld resume -n stays in the current directory"
	if len(dirs) == 1 {
		question := fmt.Sprintf("Resume session %s from %s?", called(session), cldresume.Show(dirs[0]))
		return 0, s.dialog().Confirm(question, hint)
	}
	for i, dir := range dirs {
		fmt.Fprintf(s.stderr, "%3d  %s\n", i+1, cldresume.Show(dir))
	}
	return s.dialog().Pick("Resume session "+called(session)+" from which?", len(dirs), hint)
}

// warnOfDoubt warns if the directory of a session is not certain.
func (s streams) warnOfDoubt(session cldresume.Session, w cldresume.Where) {
	if len(w.Claims) > 0 {
		s.warn("the directory of session %s is in doubt", session.Short())
		for _, claim := range w.Claims {
			fmt.Fprintf(s.stderr, "  %s says %s\n", claim.Source, cldresume.Show(claim.Dir))
		}
		if session.Project != "" {
			fmt.Fprintf(s.stderr, "  its project is called %s\n", cldresume.Show(session.Project))
		}
	}
	switch {
	case session.Err != nil:
		s.warn("%v", session.Err)
	case w.Dir == "":
		s.warn("nothing tells the directory of session %s", session.Short())
	}
	if w.Gone {
		s.warn("the directory of session %s is gone: %s", session.Short(), cldresume.Show(w.Dir))
	}
}
