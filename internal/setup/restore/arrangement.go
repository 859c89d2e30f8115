// Package restore saves the sessions of a tmux server for a reboot: in a shell script that creates them
// again, or in the file of the plugin tmux-resurrect. Both resume each session of Claude Code in its pane, by
// cld resume, and keep the efforts of panes.
//
// It promises that names, titles, directories and texts arrive unchanged, and that neither a shell nor tmux
// expands or runs anything in them. The script does not change existing sessions. Other programs are not
// restarted.
package restore

import (
	"slices"

	"atm/internal/longwork/handoff"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
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

	ID     string // of the session of Claude Code in it, "" = none
	Origin string // of a fork without a transcript: the session that is forked again; "" = it is resumed itself
	Title  string // of the session
	Work   []Option

	StartedIn  string // the directory in which the session was last started
	Home       string // the Claude home that was chosen for it, "" = none was
	transcript string // in that home
}

// allPanes lists the panes of all sessions.
func allPanes(sessions []Session) []Pane {
	var panes []Pane
	for _, session := range sessions {
		for _, window := range session.Windows {
			panes = append(panes, window.Panes...)
		}
	}
	return panes
}

// Resumes reports whether any pane has a session of Claude Code.
func Resumes(sessions []Session) bool {
	return slices.ContainsFunc(allPanes(sessions), func(p Pane) bool { return p.ID != "" })
}

// Option is an option of a pane that is set again.
type Option struct{ Name, Value string }

// Options lists the options that [Arrange] needs of a pane, and that are too long, or too rarely needed, to be read of
// all panes.
func Options(o tmuxopt.Options) (list []tmuxopt.Option) {
	if o[tmuxopt.HandoffTime] != "" {
		list = handoff.Options()
	}
	if o.State() == tmuxopt.Starting {
		list = append(list, tmuxopt.SessionIDSetOn)
	}
	return list
}

// Arrange groups panes into windows and sessions, with what their options say. Places are in the order of
// [tmux.Server.Places]. isChosen reports whether a Claude home was chosen with CLAUDE_CONFIG_DIR.
func Arrange(places []tmux.Place, panes []tmux.Pane, isChosen func(home string) bool) []Session {
	var sessions []Session
	resumedIn := map[string]string{} // panes by session id: if two panes show a session, one of them resumes it
	for _, place := range places {
		if n := len(sessions); n == 0 || sessions[n-1].Name != place.Session {
			sessions = append(sessions, Session{Name: place.Session, Group: place.Group})
		}
		session := &sessions[len(sessions)-1]
		if n := len(session.Windows); n == 0 || session.Windows[n-1].WindowIndex != place.WindowIndex {
			session.Windows = append(session.Windows, Window{Place: place})
		}
		window := &session.Windows[len(session.Windows)-1]
		pane := newPane(place, panes, isChosen)
		if other, resumed := resumedIn[pane.ID]; resumed && other != place.Pane {
			pane.ID, pane.Origin, pane.Title = "", "", ""
		} else if pane.ID != "" {
			resumedIn[pane.ID] = place.Pane
		}
		window.Panes = append(window.Panes, pane)
	}
	return sessions
}

// newPane returns a pane with its session of Claude Code and its effort. A session behind a gate runs
// elsewhere and cannot be resumed here.
func newPane(place tmux.Place, panes []tmux.Pane, isChosen func(home string) bool) Pane {
	i := slices.IndexFunc(panes, func(p tmux.Pane) bool { return p.ID == place.Pane })
	if i < 0 {
		return Pane{Place: place}
	}
	o := panes[i].Options
	pane := Pane{Place: place, Work: workOf(o)}
	id, origin := fleet.Conversation(o)
	// The id of a session that starts is that of the one before, unless only this script has set it.
	isPrevious := o.State() == tmuxopt.Starting && o[tmuxopt.SessionIDSetOn] != ""
	if o.State() == "" || isPrevious || o[tmuxopt.Gate] != "" || o[tmuxopt.Agent] != "" || id == "" {
		return pane
	}
	pane.ID, pane.Origin, pane.Title = id, origin, tmuxopt.Text(o[tmuxopt.Title])
	pane.StartedIn = o[tmuxopt.SessionDir]
	if home, known := truth.HomeOf(o[tmuxopt.TranscriptPath]); known && isChosen(home) {
		pane.Home, pane.transcript = home, o[tmuxopt.TranscriptPath]
	}
	return pane
}

// workOf returns the pane's lasting options, without invalid values.
func workOf(o tmuxopt.Options) []Option {
	var list []Option
	o = tmuxopt.Restorable(o)
	for _, name := range tmuxopt.Lasting() {
		if value := o[name]; keepable(value) {
			list = append(list, Option{Name: string(name), Value: value})
		}
	}
	return list
}

// arguments are those of cld resume -y for the session of the pane. A fork has no transcript before its first prompt:
// then its origin is forked again, which may run already.
func (p Pane) arguments() string {
	if p.Origin != "" {
		return "--force " + p.Origin + " -- --fork-session"
	}
	return p.ID
}
