package main

import (
	"context"
	"errors"
	"os/exec"

	"atm/internal/cli"
	"atm/internal/inbox"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
	"atm/internal/sys/shell"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// pickEnded opens a menu of the ended sessions. A choice makes cld resume the session in a new window, beside
// its former pane if that still exists.
func (s streams) pickEnded(ctx context.Context, visitor fleet.Visitor, sessions []fleet.Session) error {
	cld, err := exec.LookPath(ownname.Cld(proc.CalledAs()))
	if err != nil {
		return cli.Hint(errors.New("cld is not on PATH"), "install it beside atm: scripts/build DIRECTORY")
	}
	icons, err := s.StateIcons(ctx, tmuxopt.Auto)
	if err != nil {
		return err
	}
	var items []inbox.MenuItem
	for _, session := range s.Ended(sessions, visitor.Height+len(sessions)) {
		resume, err := s.resumeCommands(ctx, visitor, cld, session)
		if err != nil {
			return err
		}
		items = append(items, inbox.MenuItem{
			Icon:     icons[draw.Ended],
			Name:     session.Name,
			Place:    session.Place,
			Dir:      session.Dir,
			Detail:   session.Detail,
			Commands: resume,
		})
	}
	if len(items) == 0 {
		return query.Refuse(ctx, visitor, "no session has ended")
	}
	return inbox.ShowMenu(ctx, s.Tmux, visitor, items, "cld sessions --all")
}

// resumeCommands returns the tmux commands that resume a session in a new window. If its pane still exists,
// the client switches to it, and the window opens beside it; else the window opens in the tmux session of the
// client.
func (s streams) resumeCommands(ctx context.Context, visitor fleet.Visitor, cld string,
	session query.EndedSession) ([][]string, error) {
	if session.Pane == "" {
		return [][]string{resumeWindow(cld, visitor.Session, session)}, nil
	}
	tmuxSession, err := s.Tmux.PaneFormat(ctx, session.Pane, "#{session_id}")
	return [][]string{
		tmux.SwitchClient(visitor.Name, session.Pane),
		resumeWindow(cld, tmuxSession, session),
	}, err
}

// resumeOrWait makes a shell run cld, in the directory of the session: tmux splits the window there. If cld fails
// the shell waits for a key, because the window would close before anybody has read the error.
const resumeOrWait = `exec sh -c 'cd "$("$0" where "$1" 2>/dev/null)" 2>/dev/null; "$0" resume -y "$1" ||` +
	` { printf "\nPress Enter to close this window. "; read -r _; }' `

// resumeWindow returns the command that resumes a session in a new window of a tmux session. The window gets
// a name, because tmux would name it after the shell.
func resumeWindow(cld, session string, ended query.EndedSession) []string {
	return []string{"new-window", "-n", tmux.WindowName(ended.Dir), "-t", session + ":",
		resumeOrWait + shell.Word(cld) + " " + ended.ID}
}
