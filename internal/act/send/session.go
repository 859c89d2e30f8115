package send

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/act/submit"
	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// promptable returns the session of that name if its registry and its pane show that it can take a prompt.
func (p Prompt) promptable(ctx context.Context, name string) (fleet.Session, error) {
	ctx, cancel := context.WithTimeout(ctx, query.Timeout)
	defer cancel()
	for deadline := time.Now().Add(registryLag); ; time.Sleep(registryLag / 20) {
		session, report, err := p.named(ctx, name)
		if err != nil {
			return session, err
		}
		outdated := report.Status(session.Pane) == claudehome.StatusBusy && session.State != tmuxopt.Working
		if !outdated || p.Queue || time.Now().After(deadline) {
			return session, checkPromptable(session, report, p.Queue)
		}
	}
}

// named returns the session of that name, and the reading of all panes.
func (p Prompt) named(ctx context.Context, name string) (fleet.Session, truth.Report, error) {
	report, err := p.Corrector().Current(ctx, query.Timeout)
	if err != nil {
		return fleet.Session{}, report, err
	}
	sessions := fleet.List(append(report.Panes, report.Unshown...), p.Now())
	fleet.Complete(sessions, p.Home)
	session, err := p.onlySession(sessions, name)
	return session, report, err
}

// registryLag is how long the registry may list a session as busy after a hook has reported the end of its turn.
const registryLag = 2 * time.Second

// onlySession returns the session of that name. "" means the session of this pane, else the only one that runs.
func (p Prompt) onlySession(sessions []fleet.Session, name string) (fleet.Session, error) {
	if name != "" {
		// A session that only runs in the background takes no prompt, so the name means one in a pane if it can.
		hasNoPane := func(one fleet.Session) bool { return !one.Pane.Exists() }
		inPanes := slices.DeleteFunc(fleet.ThatRun(query.NamedBy(sessions, name)), hasNoPane)
		if len(inPanes) == 1 {
			return inPanes[0], nil
		}
		return p.Find(sessions, name)
	}
	running := fleet.ThatRun(sessions)
	for _, session := range running {
		if session.Pane.ID == p.Getenv("TMUX_PANE") {
			return session, nil
		}
	}
	if len(running) == 1 {
		return running[0], nil
	}
	hint := "atm send SESSION TEXT"
	if len(running) > 0 {
		hint += ": " + query.Candidates(running)
	}
	return fleet.Session{}, cli.Hint(fmt.Errorf("which session? %d run", len(running)), hint)
}

var errWorks = errors.New("the session works") // its turn must end first

// CheckShown returns an error for a session that no pane shows: no prompt can reach it.
func CheckShown(session fleet.Session) error {
	if session.Pane.Exists() {
		return nil
	}
	return cli.Hint(fmt.Errorf("%s: it runs in the background, and no pane shows it", query.NameOf(session)),
		"atm focus "+session.Job+" opens it in a window, where you can type")
}

// checkReachable returns why a prompt can never reach a session.
func checkReachable(session fleet.Session, report truth.Report) error {
	if err := CheckShown(session); err != nil {
		return err
	}
	pane := session.Pane.ID
	switch process, registered := report.Processes[pane]; {
	case session.State == "":
		return cli.Hint(fmt.Errorf("pane %s: the session has ended", pane), "cld resume goes on with it")
	case session.Agent != "":
		return query.NotClaudeError(session)
	case query.IsElsewhere(session):
		return query.ElsewhereError(session, "its registry")
	case report.Hidden:
		return cli.Hint(fmt.Errorf("pane %s: its process cannot be seen from here", pane),
			"run atm where the tmux server runs")
	case !registered:
		return fmt.Errorf("pane %s: Claude Code's registry does not know the session", pane)
	case proc.Suspended(process.PID):
		return cli.Hint(fmt.Errorf("pane %s: Claude Code is suspended", pane),
			"atm focus "+pane+" goes there, where fg continues it")
	}
	return nil
}

// checkPromptable returns why a session cannot take a prompt now.
func checkPromptable(session fleet.Session, report truth.Report, queue bool) error {
	if err := checkReachable(session, report); err != nil {
		return err
	}
	pane := session.Pane.ID
	focus := "atm focus " + pane + " goes there"
	refuse := func(reason, hint string) error { return cli.Hint(fmt.Errorf("pane %s: %s", pane, reason), hint) }
	process, status := report.Processes[pane], report.Status(session.Pane)
	busy := session.State == tmuxopt.Working || status == claudehome.StatusBusy
	switch {
	case session.State == tmuxopt.Idle && process.WaitingFor == hookmap.DialogOpen:
		return refuse("a panel of Claude Code is open there, such as that of /status", "Esc closes it: "+focus)
	case session.State == tmuxopt.Attention || status == claudehome.StatusWaiting:
		return refuse("the session asks something", focus)
	case process.ParkedJob != "" && !process.Attached:
		return refuse("it shows the list of agents, the session runs in the background", "open it there first: "+focus)
	case process.SessionID != session.ID:
		return fmt.Errorf("pane %s: %w", pane, typing.ErrChanged)
	case busy && !queue:
		return cli.Hint(fmt.Errorf("pane %s: %w", pane, errWorks),
			"--queue sends it all the same; atm wait "+pane+" waits")
	case !busy && status != claudehome.StatusIdle && status != claudehome.StatusShell:
		return fmt.Errorf("pane %s: the session is not ready yet", pane)
	}
	return nil
}

// explainSend adds the pane and a hint to an error of sending. pane is "" if no pane exists yet.
func explainSend(pane string, err error) error {
	focus := "atm focus " + pane + " goes there"
	for _, known := range []struct {
		err  error
		hint string
	}{
		{submit.ErrDraft, focus + "; --after-draft waits until it is sent or gone"},
		{submit.ErrHidden, "something covers it: " + focus},
		{submit.ErrPasted, "the text stands in its input: " + focus},
		{submit.ErrUnproven, "it may have arrived: look at it before you send it again; atm focus " + pane},
		{typing.ErrMode, "nothing was sent: q ends copy mode"},
		{typing.ErrChanged, "nothing was sent: try again; panes must not be synchronized"},
		{submit.ErrReserved, "nothing was sent: try again"},
		{submit.ErrNotRun, "nothing else was done"},
		{submit.ErrDialog, "only you can answer it: " + focus},
		{inputbox.ErrCommand, "put a word before it; or, if it is meant: --command"},
		{inputbox.ErrExit, focus},
		{inputbox.ErrChar, "take it out"},
	} {
		if !errors.Is(err, known.err) {
			continue
		}
		if pane != "" {
			err = fmt.Errorf("pane %s: %w", pane, err)
		}
		return cli.Hint(err, known.hint)
	}
	return err
}
