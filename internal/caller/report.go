package hook

import (
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"atm/tmuxopt"
)

// report is the line that one call of the hook appends to the file that
// ATM_DEBUG names. The commands hold what goes into options, and so neither the
// prompt nor the output of tools.
type report struct {
	Time         string     `json:"time"`
	Event        string     `json:"event,omitempty"`
	Pane         string     `json:"pane,omitempty"`
	Commands     [][]string `json:"commands,omitempty"`
	Tmux         string     `json:"tmux,omitempty"`      // what tmux said
	Transport    string     `json:"transport,omitempty"` // native or exec
	Surprise     string     `json:"surprise,omitempty"`  // why not native
	Error        string     `json:"error,omitempty"`     // why nothing, or not all, was done
	Microseconds int64      `json:"microseconds"`

	start time.Time
	batch tmuxopt.Batch
	file  string
	err   error
}

// recover turns a panic into an error of the report: Claude Code would take its
// exit code as a veto.
func (r *report) recover() {
	if v := recover(); v != nil {
		r.err = fmt.Errorf("panic: %v", v)
	}
}

// write appends the report. Its own failure has nowhere to go.
func (r *report) write(now func() time.Time) {
	if r.file == "" {
		return
	}
	r.Time = r.start.Format(time.RFC3339Nano)
	r.Microseconds = now().Sub(r.start).Microseconds()
	if len(r.batch.Edits) > 0 {
		r.Commands = r.batch.Commands()
	}
	if r.err != nil {
		r.Error = r.err.Error()
	}
	line, err := json.Marshal(r)
	if err != nil {
		return
	}
	// O_NONBLOCK: a pipe that nobody reads must not hold up Claude. An os.File would
	// still wait until there is room in it.
	fd, err := unix.Open(r.file, unix.O_APPEND|unix.O_CREAT|unix.O_WRONLY|unix.O_NONBLOCK|unix.O_CLOEXEC,
		0o600)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	_, _ = unix.Write(fd, append(line, '\n')) // in one piece: hooks run in parallel
}
