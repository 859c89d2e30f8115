package query

import (
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Elsewhere reports whether a session runs behind a gate, where neither its registry nor its
// transcript can be read.
func Elsewhere(session fleet.Session) bool { return session.Pane.Options[tmuxopt.Gate] != "" }

// IsElsewhere is the error of something that is needed of a session, and is where that runs.
func IsElsewhere(session fleet.Session, action string) error {
	err := fmt.Errorf("pane %s: it runs on %s, where %s is", session.Pane.ID, cmp.Or(session.RunsOn(), "another host"),
		action)
	return cli.Hint(err, "atm focus "+session.Pane.ID+" goes there")
}

// EntryOf returns what the registry says of a session.
func (r Reader) EntryOf(session fleet.Session) (claudehome.Process, error) {
	home, pid, err := r.ProcessOf(session)
	if err != nil {
		return claudehome.Process{}, err
	}
	return claudehome.ReadProcess(os.DirFS(home), pid)
}

// ProcessOf returns the process of a session, and the Claude home whose registry has it: the
// one in which its transcript lies, else that of the environment.
func (r Reader) ProcessOf(session fleet.Session) (home string, pid int, err error) {
	if session.Job != "" {
		return r.workerOf(session)
	}
	pid, err = strconv.Atoi(session.Pane.Options[tmuxopt.PID])
	if err != nil {
		return "", 0, fmt.Errorf("%s: its process is not known", NameOf(session))
	}
	if dir, ok := truth.HomeOf(session.Pane.Options[tmuxopt.TranscriptPath]); ok {
		return dir, pid, nil
	}
	return claudehome.Dir(r.Getenv), pid, nil
}

// workerOf returns the process that runs a session in the background, and its Claude home. The process of a
// pane that shows it is a client.
func (r Reader) workerOf(session fleet.Session) (home string, pid int, err error) {
	home, known := truth.HomeOf(session.Pane.Options[tmuxopt.TranscriptPath])
	if !known {
		home = claudehome.Dir(r.Getenv)
	}
	processes, _ := claudehome.Processes(os.DirFS(home), proc.Is) // of too many some
	for _, p := range processes {
		if p.Background() && !p.Spare && p.Job == session.Job && p.SessionID == session.ID {
			return home, p.PID, nil
		}
	}
	return "", 0, fmt.Errorf("%s: no process runs it in the background", NameOf(session))
}

// NameOf says which session it is, for people.
func NameOf(session fleet.Session) string {
	if !session.Pane.Exists() {
		return strings.TrimSpace("session " + session.Job + " " + session.Name())
	}
	return strings.TrimSpace("pane " + session.Pane.ID + " " + session.Name())
}

// NotClaude is the error of asking for something that only Claude Code can do.
func NotClaude(session fleet.Session) error {
	return cli.Hint(fmt.Errorf("%s: %s runs there, not Claude Code", NameOf(session), session.Agent),
		"atm focus "+session.Pane.ID+" goes there")
}
