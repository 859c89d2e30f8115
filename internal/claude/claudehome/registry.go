package claudehome

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
)

// Process is a running claude as its entry in the registry, sessions/PID.json,
// tells. All but PID may be empty: older versions write less, and a value of an
// unexpected type counts as none.
type Process struct {
	PID        int
	SessionID  string
	Cwd        string
	StartedAt  time.Time
	ProcStart  string // when the process started, in the system's own words
	Version    string // of Claude Code
	Kind       string // interactive or bg
	Entrypoint string // cli in an interactive claude, sdk-cli with -p
	Name       string // of the session, made up by claude or given by a person
	NameSource string // user or derived; 2.1.197 writes only the latter

	Status          string // one of those below, or another; empty in the first moments
	StatusUpdatedAt time.Time
	UpdatedAt       time.Time
	WaitingFor      string // what a waiting claude wants
	Tmux            string // "session:@window.%pane"

	Job       string // of a background session: the beginning of its first session id
	ParkedJob string // the job that the conversation of this client has become: its own entry tells nothing new since
	Spare     bool   // it waits for a background session to run

	// These do not stand in the entry: package truth fills them in.
	Attached  bool   // a client shows the background session now, and not its list of them
	Home      string // the Claude home whose registry has the entry
	Continues string // the session whose conversation this background session goes on with; "" = none
}

// The statuses of a process that tell what its session does.
const (
	StatusBusy    = hookmap.StatusBusy    // it works
	StatusIdle    = hookmap.StatusIdle    // it has ended its turn
	StatusShell   = hookmap.StatusShell   // it has ended its turn, and a command of it still runs
	StatusWaiting = hookmap.StatusWaiting // it has a dialog open
)

// Title returns what a person has called the session, "" if nobody has. A background session has the
// name that Claude Code shows it by.
func (p Process) Title() string {
	if p.Background() && p.Name != p.Job {
		return p.Name // as the title of a terminal that shows it
	}
	// The name that claude makes up is that of the directory, and two digits.
	digits, derived := strings.CutPrefix(p.Name, filepath.Base(p.Cwd)+"-")
	derived = derived && len(digits) == 2 && strings.Trim(digits, "0123456789abcdef") == ""
	if p.NameSource == "user" || p.NameSource == "" && !derived {
		return p.Name
	}
	return ""
}

// NamedAfterPrompt reports whether the title is no name that anybody has given: Claude Code calls a background session
// by its last prompt until it has one.
func (p Process) NamedAfterPrompt() bool { return p.Background() && p.NameSource == "" }

// Interactive reports whether a person sits at it: it was not started with -p.
func (p Process) Interactive() bool { return p.Entrypoint == "cli" }

// Background reports whether it runs a background session, which has no pane.
func (p Process) Background() bool { return p.Kind == "bg" }

// SpeaksForPane reports whether the process may speak for the session of the pane that it runs in: a
// person sits at it, it is no background session, and it is alive.
func (p Process) SpeaksForPane(alive func(pid int, procStart string) bool) bool {
	return p.PID != 0 && p.Interactive() && !p.Background() && alive(p.PID, p.ProcStart)
}

// ErrNotRegistered is a process that has no readable entry in the registry.
var ErrNotRegistered = errors.New("not in the registry of Claude Code")

// Bounds of what is read of a registry. An entry of 2.1.329 has 700 bytes, and
// each claude that is killed leaves one behind.
const (
	maxEntry   = 64 << 10
	maxEntries = 10_000
)

// ReadProcess returns the registry's entry of a process. An entry that is
// half-written, too long, no regular file, or about another process is
// [ErrNotRegistered]: claude rewrites it in place, so look again later.
func ReadProcess(home fs.FS, pid int) (Process, error) {
	p, _, err := readProcess(home, pid)
	return p, err
}

// How often, and after which time, an entry that is half-written is read again.
const (
	settleTries = 20
	settlePause = 5 * time.Millisecond
)

// ReadSettled is ReadProcess for somebody who looks in the very moment in which claude
// rewrites the entry: what is half-written is read again, for up to a tenth of a second.
func ReadSettled(home fs.FS, pid int) (Process, error) {
	p, exists, err := readProcess(home, pid)
	for tries := 1; exists && err != nil && tries < settleTries; tries++ {
		time.Sleep(settlePause)
		p, exists, err = readProcess(home, pid)
	}
	return p, err
}

// readProcess also reports whether the process has an entry at all.
func readProcess(home fs.FS, pid int) (p Process, exists bool, err error) {
	text, err := readEntry(home, fmt.Sprintf("sessions/%d.json", pid))
	if err != nil {
		return Process{}, false, fmt.Errorf("process %d: %w", pid, ErrNotRegistered)
	}
	p, complete := parseProcess(text)
	if !complete || p.PID != pid {
		return Process{}, true, fmt.Errorf("process %d: %w", pid, ErrNotRegistered)
	}
	return p, true, nil
}

// readEntry reads a file of at most maxEntry bytes.
func readEntry(home fs.FS, name string) ([]byte, error) { return readFile(home, name, maxEntry) }

// readFile reads a file of at most so many bytes. What is not a regular file may never end,
// or have no writer to wait for: it is not opened.
func readFile(home fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Lstat(home, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("file %q: not a regular file", name)
	}
	file, err := home.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("file %q: longer than %d bytes", name, limit)
	}
	return text, err
}

// Processes returns the readable entries of the registry whose process is alive
// (see the package proc), in the order of their files' names, each as [ReadSettled] finds it. A home without a
// registry has none. An error may come with entries: there were too many files
// for all to be looked at.
func Processes(home fs.FS, alive func(pid int, procStart string) bool) ([]Process, error) {
	names, err := entryNames(home)
	var processes []Process
	for _, name := range names {
		number, isJSON := strings.CutSuffix(name, ".json")
		pid, notNumber := strconv.Atoi(number)
		// Most entries of processes that have ended are known without being read.
		if !isJSON || notNumber != nil || pid <= 0 || !alive(pid, "") {
			continue
		}
		if p, err := ReadSettled(home, pid); err == nil && alive(pid, p.ProcStart) {
			processes = append(processes, p)
		}
	}
	return processes, err
}

// entryNames lists the files of the registry, at most maxEntries of them.
func entryNames(home fs.FS) ([]string, error) {
	entries, err := readDir(home, "sessions", maxEntries+1)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, entry := range entries[:min(len(entries), maxEntries)] {
		names = append(names, entry.Name())
	}
	slices.Sort(names)
	if len(entries) > maxEntries {
		err = fmt.Errorf("more than %d files, the others were not read", maxEntries)
	}
	if err != nil {
		err = fmt.Errorf("registry of Claude Code: %w", err)
	}
	return names, err
}

// readDir reads at most n entries of a directory.
func readDir(home fs.FS, name string, n int) ([]fs.DirEntry, error) {
	info, err := fs.Stat(home, name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() { // to open a pipe might never end
		return nil, fmt.Errorf("file %q: not a directory", name)
	}
	dir, err := home.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	lister, ok := dir.(fs.ReadDirFile)
	if !ok {
		return nil, fmt.Errorf("file %q: %w", name, errors.ErrUnsupported)
	}
	entries, err := lister.ReadDir(n)
	if errors.Is(err, io.EOF) {
		err = nil // it is empty
	}
	return entries, err
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
