package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"atm/internal/gate"
	"atm/internal/sys/proc"
)

// entry is what a client says of itself in the registry of its home. The tests
// read it by themselves, and not through the package that they test.
type entry struct {
	PID        int
	SessionID  string
	Kind       string
	Entrypoint string
	Status     string
	WaitingFor string
	StartedAt  int64
	ProcStart  string

	StatusUpdatedAt int64

	Name, JobID, ParkedJobID string
	Spare                    bool

	home string // whose registry it is in
}

// String is the status and since when it is so, for people.
func (e entry) String() string {
	return fmt.Sprintf("%q since %s", e.Status, clock(time.UnixMilli(e.StatusUpdatedAt)))
}

// state is the state that the entry stands for, "" if it says nothing. A panel that a person opens in a session at
// rest, such as /status, asks nobody: the registry does not tell it from a dialog, so a pane that shows idle is
// believed. So is one that shows work while a worker takes the turn over.
func (e entry) state(shown timeline) string {
	last := ""
	if len(shown) > 0 {
		last = shown[len(shown)-1].state
	}
	switch {
	case e.WaitingFor == "dialog open" && last == "idle":
		return "idle"
	case e.takesOver() && last == "working":
		return "working"
	}
	return truths[e.Status]
}

// takeover is for how long a worker that goes on with a turn says first that it is idle: up to 1.3 s with 2.1.332.
const takeover = 2 * time.Second

// takesOver reports whether it is a worker that has just begun, and may go on with the turn of the client that has
// moved its session into the background.
func (e entry) takesOver() bool {
	said, begun := time.UnixMilli(e.StatusUpdatedAt), time.UnixMilli(e.StartedAt)
	return e.Kind == "bg" && e.Status == "idle" && said.Sub(begun) < takeover && time.Since(said) < takeover
}

// truths are the states that the registry's words stand for; others say nothing.
var truths = map[string]string{"idle": "idle", "shell": "idle", "busy": "working", "waiting": "attention"}

// entries returns those of the clients that run. It reports false if one of them
// is just writing its entry: then nothing is known for the moment.
func entries(home string, inside *sandboxed) (all []entry, known bool) {
	files, _ := filepath.Glob(filepath.Join(home, "sessions", "*.json")) // the pattern is right
	for _, file := range files {
		var e entry
		pid, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".json"))
		if err == nil && inside != nil {
			pid = inside.processOf(pid)
		}
		if err != nil || pid == 0 || !proc.Is(pid, "") {
			continue
		}
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || json.Unmarshal(text, &e) != nil {
			return nil, false
		}
		// The next sandbox uses the same numbers, and the entry of a client that was killed stays.
		if inside != nil && !proc.Is(pid, e.ProcStart) {
			continue
		}
		e.PID, e.home = pid, home
		all = append(all, e)
	}
	return all, true
}

// inPane returns the newest client in the pane of a shell that a person sits at.
func inPane(shell int, all []entry) (newest entry, found bool) {
	for _, e := range all {
		interactive := e.Entrypoint == "cli" && e.Kind != "bg"
		if interactive && (slices.Contains(proc.Ancestors(e.PID), shell) || behind(shell, e.PID)) &&
			(!found || e.StartedAt > newest.StartedAt) {
			newest, found = e, true
		}
	}
	if !found {
		return attachedIn(shell, all)
	}
	// A client that has parked its conversation says nothing new: the worker does. A scene has one.
	for _, e := range all {
		if newest.ParkedJobID != "" && e.JobID == newest.ParkedJobID && !e.Spare {
			return e, found
		}
	}
	if newest.hasLostWorker() {
		newest.Status = "idle"
	}
	return newest, found
}

// hasLostWorker reports whether the conversation that the client has parked rests because its worker has ended: with
// 2.1.332 one that starts slowly, on two processors under a load of 10, is stopped before it works. The list of
// agents then says "stopped", and the client's entry keeps its last word.
func (e entry) hasLostWorker() bool {
	if e.ParkedJobID == "" {
		return false
	}
	var job struct{ State string }
	text, err := os.ReadFile(filepath.Join(e.home, "jobs", e.ParkedJobID, "state.json"))
	return err == nil && json.Unmarshal(text, &job) == nil && slices.Contains([]string{"stopped", "failed"}, job.State)
}

// lastAttached has the job that claude attach has shown in a pane, by the process of the pane's shell. When
// its list is opened, its arguments do not name the job any more.
var lastAttached sync.Map

// attachedIn returns the worker whose session claude attach shows, in the pane of a shell. It has no entry of
// its own; its argument is the id of the job. What a person opens from its list is not known.
func attachedIn(shell int, all []entry) (worker entry, found bool) {
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", shell))
	if err != nil {
		return entry{}, false
	}
	for child := range strings.FieldsSeq(string(children)) {
		text, err := os.ReadFile("/proc/" + child + "/cmdline")
		args := strings.Split(string(text), "\x00")
		if err != nil || len(args) < 2 {
			continue
		}
		if args[1] == "attach" && len(args) > 2 {
			lastAttached.Store(shell, args[2])
		}
		job, _ := lastAttached.Load(shell)
		for _, e := range all {
			shows := args[1] == "agents" || args[1] == "attach" && attaches(e.home, child)
			if e.Kind == "bg" && !e.Spare && e.JobID == job && shows {
				return e, true
			}
		}
	}
	return entry{}, false
}

// attaches reports whether a client says that it shows a session in the background. Until then it has drawn
// nothing.
func attaches(home, pid string) bool {
	files, _ := filepath.Glob(filepath.Join(home, "daemon", "attach-journal", "*.json")) // the pattern is right
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), `"pid":`+pid+",")
	})
}

// behind reports whether a process is behind a gate that was opened in the pane of a shell.
func behind(shell, pid int) bool {
	environment := func(pid int) func(string) string {
		return func(name string) string {
			value, _ := proc.Getenv(pid, name) // of a process that has ended there is none
			return value
		}
	}
	pane := gate.PaneName(environment(shell))
	opened, ok := gate.ParseAddress(environment(pid)(gate.Variable))
	return ok && pane != "" && opened.Pane == pane
}
