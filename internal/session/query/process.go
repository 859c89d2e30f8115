package query

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// IsElsewhere reports whether a session runs behind a gate, so that its registry and its transcript cannot be
// read here.
func IsElsewhere(session fleet.Session) bool { return session.Pane.Options[tmuxopt.Gate] != "" }

// ElsewhereError is the error of a command that needs a file of a session that runs elsewhere.
func ElsewhereError(session fleet.Session, file string) error {
	host := cmp.Or(session.RunsOn(), "another host")
	return cli.Hint(fmt.Errorf("pane %s: it runs on %s, where %s is", session.Pane.ID, host, file),
		"atm focus "+session.Pane.ID+" goes there")
}

// NotClaudeError is the error of a command that only Claude Code can carry out.
func NotClaudeError(session fleet.Session) error {
	return cli.Hint(fmt.Errorf("%s: %s runs there, not Claude Code", NameOf(session), session.Agent),
		"atm focus "+session.Pane.ID+" goes there")
}

// EntryOf returns the registry entry of a session.
func (r Reader) EntryOf(session fleet.Session) (claudehome.Process, error) {
	home, pid, err := r.ProcessOf(session)
	if err != nil {
		return claudehome.Process{}, err
	}
	return claudehome.ReadProcess(os.DirFS(home), pid)
}

// ProcessOf returns the process of a session, and the Claude home whose registry lists the process: the home of
// its transcript, else that of the environment.
func (r Reader) ProcessOf(session fleet.Session) (home string, pid int, err error) {
	home, known := truth.HomeOf(session.Pane.Options[tmuxopt.TranscriptPath])
	if !known {
		home = r.Home
	}
	if session.Job == "" {
		if pid, err = strconv.Atoi(session.Pane.Options[tmuxopt.PID]); err != nil {
			return "", 0, fmt.Errorf("%s: its process is not known", NameOf(session))
		}
		return home, pid, nil
	}
	// A worker runs a session in the background. The process of a pane that shows the session is only a client.
	processes, _ := claudehome.Processes(os.DirFS(home), proc.Is) // if there are too many, some of them
	for _, p := range processes {
		if p.Background() && !p.Spare && p.Job == session.Job && p.SessionID == session.ID {
			return home, p.PID, nil
		}
	}
	return "", 0, fmt.Errorf("%s: no process runs it in the background", NameOf(session))
}

// ClientOf returns the process of the client in the pane of a session, if it shows that session, which this worker
// runs in the background.
func (r Reader) ClientOf(ctx context.Context, session fleet.Session, worker claudehome.Process) (pid int, shows bool) {
	report, err := r.StatesOnly().Observer().Observe(ctx, session.Pane.ID)
	if err != nil || report.Hidden {
		return 0, false
	}
	shown := report.Processes[session.Pane.ID] // its process is the client
	return shown.PID, shown.Attached && shown.Job == worker.Job && shown.SessionID == worker.SessionID
}

// WorkersOf returns how many workers in the background continue the conversation of a session.
func (r Reader) WorkersOf(session fleet.Session) (n int) {
	home, _, err := r.ProcessOf(session)
	if err != nil {
		return 0
	}
	for _, worker := range claudehome.Roster(os.DirFS(home)) {
		if worker.ForkOf == session.ID {
			n++
		}
	}
	return n
}

// NameOf names a session for people, with its pane or its job.
func NameOf(session fleet.Session) string {
	if !session.Pane.Exists() {
		return strings.TrimSpace("session " + session.Job + " " + session.Name())
	}
	return strings.TrimSpace("pane " + session.Pane.ID + " " + session.Name())
}
