package cldresume

import (
	"cmp"
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"atm/internal/claude/claudehome"
	"atm/tmuxopt"
)

// Finder knows where sessions are looked for.
type Finder struct {
	Home  fs.FS  // the Claude home
	Root  fs.FS  // the file system of the machine, its root stands for /
	Cwd   string // the current directory, physical
	Pane  string // the pane that we are in; "" = none
	Panes []Pane // of our tmux server

	// Hidden is true where the processes of the tmux server cannot be seen, as in a
	// container: then what the options of a pane say is all that is known of it.
	Hidden bool

	Alive     func(pid int, procStart string) bool // proc.Is
	Ancestors func(pid int) []int                  // proc.Ancestors
}

// Pane is a pane of a tmux server.
type Pane struct {
	ID      string // "%" and a number
	PID     int    // of the process that the pane was opened for; 0 = none any more
	Window  string // "session:window"
	Place   string // "session:window.pane"
	Options tmuxopt.Options
}

// Session is a session that was found: it has a transcript, or runs, or both.
type Session struct {
	ID      string
	Project string   // the directory of its transcript below projects; "" = it has no transcript
	Panes   []Pane   // where it runs, or that had it last
	PaneDir string   // the directory that the options of a pane name for it
	Running *Running // where it runs; nil = nowhere
	MovedTo string   // the id of the session that its conversation goes on as, in the background; "" = none runs

	info claudehome.Info // filled by Read
	Err  error           // why Read could not
}

// Title returns what the session is called: its transcript says it or, before that has been written, as of a
// fork that has not answered yet, its pane. The session has been read.
func (s Session) Title() string {
	title := s.info.Title()
	for _, p := range s.Panes {
		if title == "" && p.Options[tmuxopt.SessionID] == s.ID {
			title = cmp.Or(p.Options[tmuxopt.Title], p.Options[tmuxopt.FirstPrompt])
		}
	}
	return title
}

// Prompt returns its first prompt; "" if it has not been read.
func (s Session) Prompt() string { return s.info.Prompt }

// Branch returns the branch of git at its last message; "" outside of one, or if it has not been read.
func (s Session) Branch() string { return s.info.Branch }

// LastActive returns the time of its last message, zero if it has not been read.
func (s Session) LastActive() time.Time { return s.info.LastActive }

// transcript names the file of the session.
func (s Session) transcript() claudehome.Transcript {
	return claudehome.Transcript{Project: s.Project, ID: s.ID}
}

// Short returns the beginning of the id that people call the session by.
func (s Session) Short() string { return s.ID[:8] }

// Running is a claude that runs, and where.
type Running struct {
	PID    int    // 0 = not known, because it cannot be seen
	Pane   string // of our tmux server; "" = elsewhere
	Window string // of that pane, "session:index"
	Tmux   string // where, in claude's own words: "session:@window.%pane", or ""
	Kind   string // interactive or bg
	Job    string // as claude attach takes it, of a session in the background
	Status string // busy, idle, waiting, shell …, or ""
}

// Sessions lists all sessions, by project and id, then those that run and have
// no transcript yet. The error joins the reasons why some could not be looked
// for; the others come with it.
func (f Finder) Sessions() ([]Session, error) {
	transcripts, err := claudehome.Transcripts(f.Home)
	processes, moreErr := claudehome.Processes(f.Home, f.Alive)
	sessions := f.join(transcripts, f.running(processes))
	moved := movedTo(processes)
	for i := range sessions {
		sessions[i].MovedTo = moved[sessions[i].ID]
	}
	return sessions, errors.Join(err, moreErr)
}

// movedTo tells by session id as which session a conversation goes on that its client has moved to the
// background. Clients that are gone do not tell any more.
func movedTo(processes []claudehome.Process) map[string]string {
	workers, moved := map[string]string{}, map[string]string{}
	for _, p := range processes {
		if p.Background() && !p.Spare && p.Job != "" && claudehome.SessionID(p.SessionID) {
			workers[p.Job] = p.SessionID
		}
	}
	for _, p := range processes {
		if to := workers[p.ParkedJob]; to != "" && to != p.SessionID {
			moved[p.SessionID] = to
		}
	}
	return moved
}

// join adds to transcripts what the registry and the panes know.
func (f Finder) join(transcripts []claudehome.Transcript, running map[string]*Running) []Session {
	dirs, panes := f.dirs(), f.panesOf(running)
	found := func(t claudehome.Transcript) Session {
		return Session{
			ID: t.ID, Project: t.Project, Panes: panes[t.ID], PaneDir: dirs[t.ID], Running: running[t.ID],
		}
	}
	sessions := make([]Session, 0, len(transcripts))
	known := map[string]bool{}
	for _, t := range transcripts {
		known[t.ID] = true
		sessions = append(sessions, found(t))
	}
	for id := range running {
		if !known[id] {
			sessions = append(sessions, found(claudehome.Transcript{ID: id}))
		}
	}
	rest := sessions[len(transcripts):]
	sort.Slice(rest, func(i, j int) bool { return rest[i].ID < rest[j].ID })
	return sessions
}

// dirs returns the directory that panes name for each session. Of several our own
// pane counts, else the first.
func (f Finder) dirs() map[string]string {
	dirs := map[string]string{}
	for _, p := range f.Panes {
		if id := p.Options[tmuxopt.SessionID]; dirs[id] == "" || p.ID == f.Pane {
			dirs[id] = p.Options[tmuxopt.SessionDir]
		}
	}
	return dirs
}

// panesOf returns the panes of each session: the one in which it runs, else those
// that had it last.
func (f Finder) panesOf(running map[string]*Running) map[string][]Pane {
	byID, panes := map[string]Pane{}, map[string][]Pane{}
	for _, p := range f.Panes {
		byID[p.ID] = p
		id := p.Options[tmuxopt.SessionID]
		panes[id] = append(panes[id], p)
	}
	for id, r := range running {
		if p, ok := byID[r.Pane]; ok && r.Pane != "" {
			panes[id] = []Pane{p}
		}
	}
	return panes
}

// running tells by session id which claude runs it, and where. The registry says so,
// and where there is none (older versions) the options of a pane whose process still
// lives in that pane. A session in the background is in the pane whose options name it:
// its process descends from whichever claude has started the supervisor. The entry of a
// client whose conversation goes on in the background is frozen, and a spare worker has
// no session.
func (f Finder) running(processes []claudehome.Process) map[string]*Running {
	running := map[string]*Running{}
	for _, p := range f.Panes {
		id := p.Options[tmuxopt.SessionID]
		state := p.Options.State()
		// In a pane where claude is only starting, the session is the one before.
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
	for _, p := range processes {
		if !claudehome.SessionID(p.SessionID) || p.Spare || p.ParkedJob != "" {
			continue
		}
		r := &Running{PID: p.PID, Tmux: p.Tmux, Kind: p.Kind, Job: p.Job, Status: p.Status}
		if !p.Background() {
			place := f.place(p.PID)
			r.Pane, r.Window = place.ID, place.Window
		} else if shown := running[p.SessionID]; shown != nil {
			r.Pane, r.Window = shown.Pane, shown.Window
		}
		running[p.SessionID] = r
	}
	return running
}

// place returns the pane of our server that a process lives in. The process tree
// decides: what claude says of itself may be about another server.
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

// Own returns the id of the last session of our pane; "" if none is known.
func (f Finder) Own() string {
	for _, p := range f.Panes {
		if id := p.Options[tmuxopt.SessionID]; p.ID == f.Pane && claudehome.SessionID(id) {
			return id
		}
	}
	return ""
}

// Read opens the transcripts of these sessions, and leaves out those of subagents, which
// are no sessions. One that cannot be read stays, with the reason.
func (f Finder) Read(sessions []Session) []Session {
	read := slices.Clone(sessions)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(len(read), runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(read)); i = next.Add(1) - 1 {
				if s := &read[i]; s.Project != "" {
					s.info, s.Err = claudehome.ReadInfo(f.Home, s.transcript())
				}
			}
		})
	}
	workers.Wait()
	return slices.DeleteFunc(read, func(s Session) bool { return s.info.Sidechain })
}
