package claudehome

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/words"
	"atm/tmuxopt"
)

// Process is the entry of a running claude in the registry, sessions/PID.json. All members but PID may be
// empty: older versions write less, and a value of an unexpected type is ignored.
type Process struct {
	PID        int
	SessionID  string
	Cwd        string
	StartedAt  time.Time
	ProcStart  string // when the process started, as the system writes it
	Version    string // of Claude Code
	Kind       string // interactive or bg
	Entrypoint string // cli in an interactive claude, sdk-cli with -p
	Name       string // of the session, made up by claude or given by a person
	NameSource string // user or derived; 2.1.197 writes only derived

	Status          string // one of the statuses below, or another one; empty just after the start
	StatusUpdatedAt time.Time
	UpdatedAt       time.Time
	WaitingFor      string // what a waiting claude waits for
	Tmux            string // "session:@window.%pane"

	Job       string // of a background session: the beginning of its first session id
	ParkedJob string // the job that now runs this client's conversation; this entry is outdated
	Spare     bool   // it is idle until it gets a background session to run

	MayOnlyLead bool // it is listed as busy, perhaps only because it leads a team: see [Team]

	// These are not in the entry: package truth sets them.
	Attached  bool   // a client shows the background session now, and not its list of sessions
	Home      string // the Claude home whose registry has the entry
	Continues string // the session whose conversation this background session continues; "" = none
	Worker    Worker // of a background session
}

// The statuses of a process that show what its session does.
const (
	StatusBusy    = hookmap.StatusBusy    // it works
	StatusIdle    = hookmap.StatusIdle    // it has ended its turn
	StatusShell   = hookmap.StatusShell   // it has ended its turn, and a shell command of it still runs
	StatusWaiting = hookmap.StatusWaiting // it has a dialog open
)

// Title returns the name that a person has given the session, "" if nobody has. For a background session it
// is the name under which Claude Code shows it; one that was begun in the list of agents has only its id.
func (p Process) Title() string {
	switch {
	case p.Background() && p.Name == p.Job:
		return ""
	case p.Background():
		return p.Name // the title of a terminal that shows the session
	}
	// claude makes up a name from the directory's name, a hyphen and two hexadecimal digits.
	digits, derived := strings.CutPrefix(p.Name, filepath.Base(p.Cwd)+"-")
	derived = derived && len(digits) == 2 && strings.Trim(digits, "0123456789abcdef") == ""
	if p.NameSource == "user" || p.NameSource == "" && !derived {
		return p.Name
	}
	return ""
}

// NamedAfterPrompt reports whether the title is only the last prompt: Claude Code uses that for a background
// session without a name.
func (p Process) NamedAfterPrompt() bool { return p.Background() && p.NameSource == "" }

// Interactive reports whether a person uses the process: it was not started with -p.
func (p Process) Interactive() bool { return p.Entrypoint == "cli" }

// Background reports whether the process runs a background session, which has no pane.
func (p Process) Background() bool { return p.Kind == "bg" }

// SpeaksForPane reports whether the process may report the state of the pane that it runs in: it is
// interactive, runs no background session, and is alive.
func (p Process) SpeaksForPane(alive func(pid int, procStart string) bool) bool {
	return p.PID != 0 && p.Interactive() && !p.Background() && alive(p.PID, p.ProcStart)
}

// ErrNotRegistered means that a process has no readable entry in the registry.
var ErrNotRegistered = errors.New("not in the registry of Claude Code")

// The size and the number of entries that are read. An entry of 2.1.329 has 700 bytes. Each killed claude
// leaves its entry in the registry.
const (
	maxEntry   = 64 << 10
	maxEntries = 10_000
)

// How often a half-written entry is read, and the pause between two reads.
const (
	settleTries = 20
	settlePause = 5 * time.Millisecond
)

// ReadProcess returns the registry's entry of a process. An entry that is too long, no regular file, or about another
// process gives [ErrNotRegistered]. claude rewrites entries in place, so a half-written entry is read again, for up to
// a tenth of a second.
func ReadProcess(home fs.FS, pid int) (Process, error) {
	for tries := 1; ; tries++ {
		text, err := readEntry(home, fmt.Sprintf("sessions/%d.json", pid))
		p, complete := parseProcess(text)
		switch {
		case err == nil && complete && p.PID == pid:
			if p.Status == StatusBusy {
				leads, works := Team(home, p.SessionID)
				p.MayOnlyLead = leads && !works
			}
			return p, nil
		case err != nil || complete || tries == settleTries:
			return Process{}, fmt.Errorf("process %d: %w", pid, ErrNotRegistered)
		}
		time.Sleep(settlePause)
	}
}

// Processes returns the readable entries of the registry whose process is alive (see package proc),
// in the order of their file names. A home without a registry has none. If there are too
// many files, it returns an error together with the entries that were read.
func Processes(home fs.FS, alive func(pid int, procStart string) bool) ([]Process, error) {
	entries, err := fs.ReadDir(home, "sessions")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if len(entries) > maxEntries {
		entries, err = entries[:maxEntries], fmt.Errorf("more than %d files, the others were not read", maxEntries)
	}
	if err != nil {
		err = fmt.Errorf("registry of Claude Code: %w", err)
	}
	var processes []Process
	for _, entry := range entries {
		number, isJSON := strings.CutSuffix(entry.Name(), ".json")
		pid, notNumber := strconv.Atoi(number)
		// Most entries are of processes that have ended: these are not read.
		if !isJSON || notNumber != nil || pid <= 0 || !alive(pid, "") {
			continue
		}
		if p, err := ReadProcess(home, pid); err == nil && alive(pid, p.ProcStart) {
			processes = append(processes, p)
		}
	}
	return processes, err
}

func parseProcess(text []byte) (p Process, complete bool) {
	o, complete := parse(text)
	return Process{
		PID:        int(o.number("pid")),
		SessionID:  o.text("sessionId"),
		Cwd:        o.text("cwd"),
		StartedAt:  o.millis("startedAt"),
		ProcStart:  o.word("procStart"),
		Version:    o.word("version"),
		Kind:       o.text("kind"),
		Entrypoint: o.text("entrypoint"),
		Name:       o.text("name"),
		NameSource: o.word("nameSource"),

		Status:          o.text("status"),
		StatusUpdatedAt: o.millis("statusUpdatedAt"),
		UpdatedAt:       o.millis("updatedAt"),
		WaitingFor:      o.text("waitingFor"),
		Tmux:            o.text("tmux"),

		Job:       o.text("jobId"),
		ParkedJob: o.text("parkedJobId"),
		Spare:     o.is("spare"),
	}, complete
}

// Entry returns the registry entry in the form that hookmap compares with a pane. suspended reports whether a
// signal has stopped a process.
func (p Process) Entry(suspended func(pid int) bool) *hookmap.Entry {
	return &hookmap.Entry{
		PID:        p.PID,
		SessionID:  p.SessionID,
		Dir:        p.Cwd,
		Title:      p.Title(),
		Prompted:   p.NamedAfterPrompt(),
		Status:     p.Status,
		WaitingFor: p.WaitingFor,
		Job:        p.Job,
		Continues:  p.Continues,
		Suspended:  p.Status == StatusBusy && suspended(p.PID),
		Started:    p.StartedAt,
		Changed:    p.StatusUpdatedAt,
		Updated: slices.MaxFunc([]time.Time{p.StartedAt, p.StatusUpdatedAt, p.UpdatedAt},
			time.Time.Compare),
		MayOnlyLead: p.MayOnlyLead,
	}
}

// ReadJob reads jobs/ID/state.json. Members that do not exist, or cannot be read, are empty.
func ReadJob(home fs.FS, id string) hookmap.Job {
	o := jobState(home, id)
	job := hookmap.Job{
		Name: o.text("name"), Needs: o.text("needs"), Detail: o.text("detail"), Prompt: o.text("intent"),
		Wake: o.object("inFlight").object("wake").millis("at"),
	}
	if words.AuthorOf(job.Prompt) != words.Person { // the last entry of the transcript that looked like a prompt
		job.Prompt = ""
	}
	if strings.HasPrefix(job.Detail, "(idle — ") { // nothing has happened in the background yet
		job.Detail = ""
	}
	job.Starts = job.Detail == "starting…" && o.text("tempo") == "active"
	if job.Needs == "send a prompt to start" { // that is no dialog, although one may be open (2.1.330)
		job.Needs = ""
	}
	return job
}

// JobIsPending reports whether a worker may still continue the conversation that was parked as a job. It does no
// longer if jobs/ID/state.json says that a worker has worked since, that the job is done, that somebody has stopped
// it, or that its worker could not start. Until a worker works, "tempo" is "blocked" (2.1.330).
func JobIsPending(home fs.FS, id string) bool {
	o := jobState(home, id)
	return !slices.Contains([]string{"active", "idle"}, o.text("tempo")) &&
		!slices.Contains([]string{"done", "failed", "stopped"}, o.text("state"))
}

// jobState returns the members of jobs/ID/state.json; a half-written file has some of them.
func jobState(home fs.FS, id string) object {
	if id == "" || tmuxopt.ID(id) == "" {
		return object{}
	}
	text, err := readEntry(home, "jobs/"+id+"/state.json")
	if err != nil {
		return object{}
	}
	o, _ := parse(text)
	return o
}
