// Package restore carries the sessions of a tmux server over a reboot: in a shell script
// that builds them again, or in the file of the plugin tmux-resurrect. Both go on with
// each session of Claude Code in its pane, by cld resume, and keep the efforts of panes.
//
// It promises that names, titles, directories and texts, which are foreign, arrive in a
// script as they are, and can neither run anything nor be expanded by tmux; and that what
// is there when the script runs stays as it is. Other programs are not started again.
package restore

import (
	"slices"

	"atm/internal/claude/claudehome"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Session is a session of tmux.
type Session struct {
	Name    string
	Group   string // of sessions that share their windows; "" = none
	Windows []Window
}

// Window is a window in a session that it is linked to.
type Window struct {
	tmux.Place // of its first pane

	Panes []Pane
}

// Pane is a pane of a window.
type Pane struct {
	tmux.Place

	ID    string // of the session of Claude Code that runs there, "" = none
	Title string // of that session
	Work  []Option
}

// Option is an option of a pane that is set again.
type Option struct{ Name, Value string }

// Arrange puts panes into their windows and sessions, with what their options say. Places
// are in the order of [tmux.Server.Places].
func Arrange(places []tmux.Place, panes []tmux.Pane) []Session {
	var sessions []Session
	resumedIn := map[string]string{} // panes by ids: a conversation that two panes show goes on in one of them
	for _, place := range places {
		if n := len(sessions); n == 0 || sessions[n-1].Name != place.Session {
			sessions = append(sessions, Session{Name: place.Session, Group: place.Group})
		}
		session := &sessions[len(sessions)-1]
		if n := len(session.Windows); n == 0 || session.Windows[n-1].WindowIndex != place.WindowIndex {
			session.Windows = append(session.Windows, Window{Place: place})
		}
		window := &session.Windows[len(session.Windows)-1]
		pane := newPane(place, panes)
		if other, resumed := resumedIn[pane.ID]; resumed && other != place.Pane {
			pane.ID, pane.Title = "", ""
		} else if pane.ID != "" {
			resumedIn[pane.ID] = place.Pane
		}
		window.Panes = append(window.Panes, pane)
	}
	return sessions
}

// newPane adds which session of Claude Code runs in a pane, and what the pane knows of its effort.
// A session that runs elsewhere, behind a gate, cannot be resumed here.
func newPane(place tmux.Place, panes []tmux.Pane) Pane {
	i := slices.IndexFunc(panes, func(p tmux.Pane) bool { return p.ID == place.Pane })
	if i < 0 {
		return Pane{Place: place}
	}
	o := panes[i].Options
	pane := Pane{Place: place, Work: workOf(o)}
	id := o[tmuxopt.SessionID]
	if t := claudehome.TranscriptAt(o[tmuxopt.TranscriptPath]); claudehome.SessionID(t.ID) {
		id = t.ID // ← gives the conversation an id that has no transcript before the next prompt
	}
	if o.State() == "" || o[tmuxopt.Gate] != "" || o[tmuxopt.Agent] != "" || !claudehome.SessionID(id) {
		return pane
	}
	pane.ID, pane.Title = id, tmuxopt.Text(o[tmuxopt.Title])
	return pane
}

// workOf returns the options of an effort and a handoff, which belong to the pane. A value that no
// option of the contract may have is left out.
func workOf(o tmuxopt.Options) []Option {
	var list []Option
	for _, name := range tmuxopt.Lasting() {
		if value := o[name]; keepable(value) {
			list = append(list, Option{Name: string(name), Value: value})
		}
	}
	return list
}

// command is what is typed into the shell of a pane to go on with a session there.
func command(cld, id string) string { return cld + " resume -y " + id }
