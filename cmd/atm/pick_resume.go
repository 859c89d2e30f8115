package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"

	"atm/cldresume"
	"atm/internal/claudehome"
	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// pickEnded opens a menu of the sessions that have ended. To choose one is to have cld
// resume it in a new window, beside the pane that it had if that is still there.
func (s streams) pickEnded(ctx context.Context, visitor fleet.Visitor, sessions []fleet.Session) error {
	cld, err := exec.LookPath("cld")
	if err != nil {
		return cli.Hint(errors.New("cld is not on PATH"), "install it beside atm: scripts/build DIRECTORY")
	}
	icons, err := s.stateIcons(ctx, tmuxopt.Auto)
	if err != nil {
		return err
	}
	var items []menuItem
	listed := map[string]bool{} // sessions that run, or are in the menu
	for _, session := range sessions {
		if listed[session.ID] = true; session.State != "" {
			continue
		}
		beside, err := s.tmux.PaneFormat(ctx, session.Pane.ID, "#{session_id}")
		if err != nil {
			return err
		}
		items = append(items, menuItem{
			name:  session.Name(),
			place: session.Pane.Where(),
			dir:   session.Dir,
			commands: [][]string{
				tmux.SwitchClient(visitor.Name, session.Pane.ID),
				resumeWindow(cld, beside, session.ID),
			},
		})
	}
	finder := s.finder(sessions)
	found, _ := finder.Sessions() // what cannot be listed cannot be chosen
	for _, session := range finder.Newest(found, visitor.Height+len(listed)) {
		if session.Running == nil && session.Project != "" && !listed[session.ID] {
			items = append(items, menuItem{
				name:     cmp.Or(session.Info.Title(), session.Short()),
				dir:      finder.Dir(session),
				detail:   cli.Age(s.now(), session.Info.LastActive) + " ago",
				commands: [][]string{resumeWindow(cld, visitor.Session, session.ID)},
			})
		}
	}
	if len(items) == 0 {
		return refuse(ctx, visitor, "no session has ended")
	}
	for i := range items {
		items[i].icon = icons["ended"]
	}
	return s.showMenu(ctx, visitor, items, "cld sessions --all")
}

// finder finds sessions by their transcripts, wherever they ran.
func (s streams) finder(sessions []fleet.Session) cldresume.Finder {
	var panes []tmux.Pane
	for _, session := range sessions {
		panes = append(panes, session.Pane)
	}
	return cldresume.Finder{
		Home: claudehome.Open(s.getenv), Root: os.DirFS("/"), Panes: panes,
		Alive: proc.Is, Ancestors: proc.Ancestors, Hidden: !s.tmux.Local(),
	}
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
