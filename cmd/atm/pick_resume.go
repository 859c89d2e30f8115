package main

import (
	"cmp"
	"context"
	"errors"
	"os/exec"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// pickEnded opens a menu of the sessions that have ended. To choose one is to have cld
// resume it in a new window, beside the pane that it had if that is still there.
func (s streams) pickEnded(ctx context.Context, visitor fleet.Visitor, sessions []fleet.Session) error {
	cld, err := exec.LookPath("cld")
	if err != nil {
		return cli.Hint(errors.New("cld is not on PATH"), "install it beside atm: scripts/build DIRECTORY")
	}
	icons, err := s.StateIcons(ctx, tmuxopt.Auto)
	if err != nil {
		return err
	}
	var items []menuItem
	for _, session := range s.endedSessions(sessions, visitor.Height+len(sessions)) {
		resume, err := s.resumeCommands(ctx, visitor, cld, session)
		if err != nil {
			return err
		}
		items = append(items, menuItem{
			icon:     icons[draw.Ended],
			name:     session.name,
			place:    session.place,
			dir:      session.dir,
			detail:   session.detail,
			commands: resume,
		})
	}
	if len(items) == 0 {
		return query.Refuse(ctx, visitor, "no session has ended")
	}
	return s.showMenu(ctx, visitor, items, "cld sessions --all")
}

// endedSession is a session that can be resumed. Its texts are foreign.
type endedSession struct {
	id   string
	pane string // "" = it is gone

	name, place, dir, detail string
}

// endedSessions returns sessions that have ended: those whose pane is still there, then
// the newest, but of those no more than most.
func (s streams) endedSessions(sessions []fleet.Session, most int) []endedSession {
	var ended []endedSession
	listed := map[string]bool{} // sessions that run, or are in the list
	for _, session := range sessions {
		if listed[session.ID] = true; session.State == "" {
			ended = append(ended, endedSession{
				id:    session.ID,
				pane:  session.Pane.ID,
				name:  session.Name(),
				place: session.Pane.Where(),
				dir:   session.Dir,
			})
		}
	}
	finder := s.Finder(sessions)
	found, _ := finder.Sessions() // what cannot be listed cannot be chosen
	for _, session := range finder.Newest(found, most) {
		if session.Running == nil && session.Project != "" && !listed[session.ID] {
			ended = append(ended, endedSession{
				id:     session.ID,
				name:   cmp.Or(session.Title(), session.Short()),
				dir:    finder.Dir(session),
				detail: cli.Age(s.Now(), session.LastActive()) + " ago",
			})
		}
	}
	return ended
}

// resumeCommands returns the commands that resume a session in a new window: beside its
// pane, where the client goes, or if that is gone in the tmux session of the client.
func (s streams) resumeCommands(ctx context.Context, visitor fleet.Visitor, cld string,
	session endedSession) ([][]string, error) {
	if session.pane == "" {
		return [][]string{resumeWindow(cld, visitor.Session, session.id)}, nil
	}
	beside, err := s.Tmux.PaneFormat(ctx, session.pane, "#{session_id}")
	return [][]string{
		tmux.SwitchClient(visitor.Name, session.pane),
		resumeWindow(cld, beside, session.id),
	}, err
}

// resumeOrWait has a shell run cld and, if that fails, wait for a key: the window would
// close, and nobody would have read what cld says.
const resumeOrWait = `exec sh -c '"$0" resume -y "$1" ||` +
	` { printf "\nPress Enter to close this window. "; read -r _; }' `

// resumeWindow returns the command that resumes a session in a new window of one of
// tmux's sessions. The window gets a name, because tmux would call it after the shell.
func resumeWindow(cld, session, id string) []string {
	return []string{"new-window", "-n", "claude", "-t", session + ":", resumeOrWait + quoted(cld) + " " + id}
}
