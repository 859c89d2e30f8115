package cldresume

import (
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"atm/internal/claudehome"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Finder knows where sessions are looked for.
type Finder struct {
	Home  fs.FS       // the Claude home
	Root  fs.FS       // the file system of the machine, its root stands for /
	Cwd   string      // the current directory, physical
	Pane  string      // the pane that we are in; "" = none
	Panes []tmux.Pane // of our tmux server, with their options

	Alive     func(pid int, procStart string) bool // proc.Is
	Ancestors func(pid int) []int                  // proc.Ancestors
}

// Session is a session that was found: it has a transcript, or runs, or both.
type Session struct {
	claudehome.Transcript          // Project is empty if there is no transcript
	PaneDir               string   // the directory that the options of a pane name for it
	Running               *Running // the client that runs it; nil = none

	Info claudehome.Info // filled by Read
	Err  error           // why Read could not
}

// Short returns the beginning of the id that people call the session by.
func (s Session) Short() string { return s.ID[:8] }

// Running is a live client and the place where it runs.
type Running struct {
	PID    int
	Pane   string // of our tmux server; "" = elsewhere
	Window string // of that pane, "session:index"
	Tmux   string // where, in the client's own words: "session:@window.%pane", or ""
	Kind   string // interactive or bg
	Status string // busy, idle, waiting, shell …, or ""
}

// Sessions lists all sessions, by project and id, then those that run and have
// no transcript yet. The error joins the reasons why some could not be looked
// for; the others come with it.
func (f Finder) Sessions() ([]Session, error) {
	transcripts, err := claudehome.Transcripts(f.Home)
	sessions, moreErr := f.join(transcripts)
	return sessions, errors.Join(err, moreErr)
}

// join adds to transcripts what the registry and the panes know.
func (f Finder) join(transcripts []claudehome.Transcript) ([]Session, error) {
	clients, err := claudehome.Processes(f.Home, f.Alive)
	running := f.running(clients)
	dirs := map[string]string{}
	for _, p := range f.Panes {
		if id := p.Options[tmuxopt.SessionID]; dirs[id] == "" || p.ID == f.Pane {
			dirs[id] = p.Options[tmuxopt.SessionDir]
		}
	}
	sessions := make([]Session, 0, len(transcripts))
	known := map[string]bool{}
	for _, t := range transcripts {
		known[t.ID] = true
		sessions = append(sessions, Session{Transcript: t, PaneDir: dirs[t.ID], Running: running[t.ID]})
	}
	for id, r := range running {
		if !known[id] {
			sessions = append(sessions, Session{Transcript: claudehome.Transcript{ID: id}, PaneDir: dirs[id], Running: r})
		}
	}
	slices.SortFunc(sessions[len(transcripts):], func(a, b Session) int { return strings.Compare(a.ID, b.ID) })
	return sessions, err
}

// running tells by session id which client runs it, and where. The registry
// says so, and where there is none (older clients) the options of a pane whose
// process still lives in that pane.
func (f Finder) running(clients []claudehome.Process) map[string]*Running {
	running := map[string]*Running{}
	for _, p := range f.Panes {
		id, pid := p.Options[tmuxopt.SessionID], number(p.Options[tmuxopt.PID])
		if p.Options[tmuxopt.State] == "" || pid == 0 || !claudehome.SessionID(id) || !f.Alive(pid, "") {
			continue
		}
		if place := f.place(pid); place.ID == p.ID {
			running[id] = &Running{PID: pid, Pane: place.ID, Window: window(place)}
		}
	}
	for _, c := range clients {
		if claudehome.SessionID(c.SessionID) {
			place := f.place(c.PID)
			running[c.SessionID] = &Running{PID: c.PID, Pane: place.ID, Window: window(place), Tmux: c.Tmux, Kind: c.Kind, Status: c.Status}
		}
	}
	return running
}

// place returns the pane of our server that a process lives in. The process
// tree decides: what a client says of itself may be about another server.
func (f Finder) place(pid int) tmux.Pane {
	if len(f.Panes) == 0 {
		return tmux.Pane{}
	}
	for _, pid := range f.Ancestors(pid) {
		for _, pane := range f.Panes {
			if pane.PID == pid {
				return pane
			}
		}
	}
	return tmux.Pane{}
}

// window returns the window of a pane as tmux targets go; "" for no pane.
func window(pane tmux.Pane) string {
	if pane.ID == "" {
		return ""
	}
	return pane.Where()[:strings.LastIndexByte(pane.Where(), '.')]
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

// Read opens the transcripts of these sessions and leaves out what is none: a
// subagent's. A transcript that cannot be read stays, with the reason.
func (f Finder) Read(sessions []Session) []Session {
	read := slices.Clone(sessions)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(len(read), runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(read)); i = next.Add(1) - 1 {
				if s := &read[i]; s.Project != "" {
					s.Info, s.Err = claudehome.ReadInfo(f.Home, s.Transcript)
				}
			}
		})
	}
	workers.Wait()
	return slices.DeleteFunc(read, func(s Session) bool { return s.Info.Sidechain })
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
