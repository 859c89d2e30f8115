package cldresume

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/parallel"
	"atm/tmuxopt"
)

// Finder finds sessions.
type Finder struct {
	Home     fs.FS  // the Claude home
	Root     fs.FS  // the file system of the machine, its root stands for /
	UserHome string // the home directory of the user; "" = not known
	Cwd      string // the current directory, physical
	Pane     string // our own pane; "" = none
	Panes    []Pane // of our tmux server

	// Hidden means that the processes of the tmux server are not visible, for example in a container. Then only
	// the options of a pane are used.
	Hidden bool

	Alive     func(pid int, procStart string) bool // proc.Is
	Ancestors func(pid int) []int                  // proc.Ancestors
}

// Pane is a pane of a tmux server.
type Pane struct {
	ID      string // "%" and a number
	PID     int    // of the first process in the pane; 0 = it has ended
	Window  string // "session:window"
	Place   string // "session:window.pane"
	Options tmuxopt.Options
}

// Session is a session that has a transcript, or runs, or both.
type Session struct {
	ID      string
	Project string   // the directory of its transcript below projects; "" = it has no transcript
	Panes   []Pane   // the pane in which it runs, or else those that showed it last
	PaneDir string   // its directory according to the options of a pane
	Running *Running // where it runs; nil = it does not run
	MovedTo string   // the id of the session that continues its conversation; "" = none, or not known before [Finder.Read]

	// origin is the session whose conversation it continues: it has none itself until its next prompt; nil = none.
	origin *Session
	read   *claudehome.Info // set by Read; nil = not read
	Err    error            // the error of Read
}

// info returns what its transcript says; nothing if it has not been read.
func (s Session) info() claudehome.Info {
	if s.read == nil {
		return claudehome.Info{}
	}
	return *s.read
}

// Title returns the title of the session according to its transcript, or else to its pane: a fork that has
// not answered yet has no transcript. The session must have been read.
func (s Session) Title() string {
	title := s.info().Title()
	for _, p := range s.Panes {
		if title == "" && p.Options[tmuxopt.SessionID] == s.ID {
			title = cmp.Or(p.Options[tmuxopt.Title], p.Options[tmuxopt.FirstPrompt])
		}
	}
	return title
}

// Prompt returns its first prompt; "" if it has not been read.
func (s Session) Prompt() string { return s.info().Prompt }

// Branch returns the branch of git at its last message; "" outside of one, or if it has not been read.
func (s Session) Branch() string { return s.info().Branch }

// LastActive returns the time of its last message, zero if it has not been read.
func (s Session) LastActive() time.Time { return s.info().LastActive }

// transcript names the file with the conversation of the session. Its project is "" if there is none.
func (s Session) transcript() claudehome.Transcript {
	if s.Project == "" && s.origin != nil {
		s = *s.origin
	}
	return claudehome.Transcript{Project: s.Project, ID: s.ID}
}

// Short returns the beginning of the id, by which people refer to the session.
func (s Session) Short() string { return s.ID[:8] }

// Running is a running claude and its place.
type Running struct {
	PID    int    // 0 = not known, because the process is not visible
	Pane   string // of our tmux server; "" = elsewhere
	Window string // of that pane, "session:index"
	Tmux   string // the pane according to claude itself, "session:@window.%pane", or ""
	Kind   string // interactive or bg
	Job    string // of a background session: the argument of claude attach
	Status string // busy, idle, waiting, shell …, or ""
}

// Sessions lists all sessions, by project and id, and then the running sessions that have no transcript yet.
// The error joins the reasons why sessions may be missing; the others are returned with it.
func (f Finder) Sessions() ([]Session, error) { return f.list("") }

// list lists the sessions whose id begins with a name in upper or lower case, and all that run, are in a pane or
// have moved: to list all the others takes most of the time of a command that names one of thousands.
func (f Finder) list(name string) ([]Session, error) {
	processes, registryErr := claudehome.Processes(f.Home, f.Alive)
	running, moved := f.running(processes), movedTo(processes, claudehome.Roster(f.Home))
	panes, dirs := f.shown()
	transcripts, err := claudehome.Transcripts(f.Home, func(id string) bool {
		return beginsWith(id, name) || running[id] != nil || moved[id] != "" || panes[id] != nil
	})
	sessions := f.join(transcripts, running, panes, dirs)
	origins := map[string]*Session{}
	for i := range sessions {
		if to := moved[sessions[i].ID]; to != "" {
			sessions[i].MovedTo, origins[to] = to, &sessions[i]
		}
	}
	for i := range sessions {
		sessions[i].origin = origins[sessions[i].ID]
	}
	return sessions, errors.Join(err, registryErr)
}

// movedTo maps the id of a session whose conversation was moved into the background to the id of the running
// session that continues it. The client that has moved it names the job, as long as it runs; the roster names
// the session.
func movedTo(processes []claudehome.Process, roster map[string]claudehome.Worker) map[string]string {
	workers, moved := map[string]string{}, map[string]string{}
	move := func(from, to string) {
		if from != "" && to != "" && from != to {
			moved[from] = to
		}
	}
	for _, p := range processes {
		// Another id does not begin with that of the job: the conversation has begun anew, by /clear.
		continues := claudehome.SessionID(p.SessionID) && p.Job != "" && strings.HasPrefix(p.SessionID, p.Job)
		if p.Background() && !p.Spare && continues {
			workers[p.Job] = p.SessionID
			move(roster[p.Job].ForkOf, p.SessionID)
		}
	}
	for _, p := range processes {
		move(p.SessionID, workers[p.ParkedJob])
	}
	for _, p := range processes {
		if p.ParkedJob == "" && !p.Spare { // somebody has resumed what was left, and goes on with it
			delete(moved, p.SessionID)
		}
	}
	return moved
}

// join returns the sessions with these transcripts, and those that only run, with their panes and processes.
func (f Finder) join(
	transcripts []claudehome.Transcript, running map[string]*Running, panes map[string][]Pane, dirs map[string]string,
) []Session {
	onlyRun := maps.Clone(running)
	for _, t := range transcripts {
		delete(onlyRun, t.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(onlyRun)) {
		transcripts = append(transcripts, claudehome.Transcript{ID: id})
	}
	for id, r := range running {
		isIn := func(p Pane) bool { return r.Pane != "" && p.ID == r.Pane }
		if i := slices.IndexFunc(f.Panes, isIn); i >= 0 {
			panes[id] = f.Panes[i : i+1]
		}
	}
	sessions := make([]Session, len(transcripts))
	for i, t := range transcripts {
		sessions[i] = Session{
			ID: t.ID, Project: t.Project, Panes: panes[t.ID], PaneDir: dirs[t.ID], Running: running[t.ID],
		}
	}
	return sessions
}

// shown returns the panes that showed each session last, and its directory according to our own pane, or else to the
// first of them.
func (f Finder) shown() (panes map[string][]Pane, dirs map[string]string) {
	panes, dirs = map[string][]Pane{}, map[string]string{}
	for _, p := range f.Panes {
		id := p.Options[tmuxopt.SessionID]
		panes[id] = append(panes[id], p)
		if dirs[id] == "" || p.ID == f.Pane {
			dirs[id] = p.Options[tmuxopt.SessionDir]
		}
	}
	return panes, dirs
}

// running returns by session id which claude runs the session, and where, according to the registry. Older
// versions have no registry: then the options of a pane count if their process still runs in that pane. A
// background session is in the pane whose options name it, whatever the ancestors of its process. The entry
// of a client whose conversation continues in the background is outdated, and a spare worker has no session.
func (f Finder) running(processes []claudehome.Process) map[string]*Running {
	running := map[string]*Running{}
	for _, p := range f.Panes {
		id := p.Options[tmuxopt.SessionID]
		state := p.Options.State()
		// In a pane where claude is only starting, the options name the previous session.
		if state == "" || state == tmuxopt.Starting || !claudehome.SessionID(id) {
			continue
		}
		if f.Hidden {
			running[id] = &Running{Pane: p.ID, Window: p.Window}
			continue
		}
		pid, err := strconv.Atoi(p.Options[tmuxopt.PID])
		if err == nil && pid > 0 && f.Alive(pid, "") && f.place(pid).ID == p.ID {
			running[id] = &Running{PID: pid, Pane: p.ID, Window: p.Window}
		}
	}
	parkedIn := f.parkedIn(processes)
	for _, p := range processes {
		if !claudehome.SessionID(p.SessionID) || p.Spare || p.ParkedJob != "" {
			continue
		}
		place := parkedIn[p.Job]
		if !p.Background() {
			place = f.place(p.PID)
		} else if shown := running[p.SessionID]; shown != nil {
			place = Pane{ID: shown.Pane, Window: shown.Window}
		}
		running[p.SessionID] = &Running{
			PID: p.PID, Pane: place.ID, Window: place.Window, Tmux: p.Tmux, Kind: p.Kind, Job: p.Job, Status: p.Status,
		}
	}
	return running
}

// parkedIn returns, by job, the panes in which sessions were just moved into the background: their options name
// the old session until they are corrected. Later they name the session that the client shows.
func (f Finder) parkedIn(processes []claudehome.Process) map[string]Pane {
	panes := map[string]Pane{}
	for _, p := range processes {
		if p.ParkedJob == "" {
			continue
		}
		if pane := f.place(p.PID); pane.Options[tmuxopt.SessionID] == p.SessionID {
			panes[p.ParkedJob] = pane
		}
	}
	return panes
}

// place returns the pane of our server in which a process runs, according to the process tree: the pane that
// claude reports may be one of another server.
func (f Finder) place(pid int) Pane {
	if len(f.Panes) == 0 || f.Hidden {
		return Pane{}
	}
	for _, pid := range f.Ancestors(pid) {
		for _, pane := range f.Panes {
			if pane.PID == pid {
				return pane
			}
		}
	}
	return Pane{}
}

// Own returns the id of the last session in our pane, also if that goes on in the background; "" if none is known.
func (f Finder) Own() string {
	for _, p := range f.Panes {
		id := cmp.Or(p.Options[tmuxopt.SessionID], p.Options[tmuxopt.MovedID])
		if p.ID == f.Pane && claudehome.SessionID(id) {
			return id
		}
	}
	return ""
}

// readInfo reads a transcript. As long as it has only a title, the rest is in that of the origin, if any.
func (f Finder) readInfo(t claudehome.Transcript, origin *Session) (claudehome.Info, error) {
	info, err := claudehome.ReadInfo(f.Home, t)
	if err != nil || info.Cwd != "" || origin == nil || origin.Project == "" {
		return info, err
	}
	begun, err := claudehome.ReadInfo(f.Home, origin.transcript())
	begun.CustomTitle = cmp.Or(info.CustomTitle, begun.CustomTitle)
	begun.AITitle = cmp.Or(info.AITitle, begun.AITitle)
	return begun, err
}

// continuing returns the id of the session to which the transcript says that its conversation was moved; "" if
// somebody runs it again, or if the other one is gone.
func (f Finder) continuing(s Session) string {
	to := s.info().ContinuedIn
	if s.Running != nil || to == "" || to == s.ID {
		return ""
	}
	next, err := claudehome.ReadInfo(f.Home, claudehome.Transcript{Project: s.Project, ID: to})
	if errors.Is(err, fs.ErrNotExist) || next.ContinuedIn == s.ID { // two that name each other lead nowhere
		return ""
	}
	return to
}

// Read reads the transcripts of these sessions, and omits those of subagents, which are no sessions. A
// session whose transcript cannot be read is kept, with the error.
func (f Finder) Read(sessions []Session) []Session {
	read := slices.Clone(sessions)
	parallel.Each(len(read), func(i int) {
		s := &read[i]
		if t := s.transcript(); t.Project != "" {
			var info claudehome.Info
			info, s.Err = f.readInfo(t, s.origin)
			s.read = &info
			s.MovedTo = cmp.Or(s.MovedTo, f.continuing(*s))
		}
	})
	return slices.DeleteFunc(read, func(s Session) bool { return s.info().Sidechain })
}
