package caller

import (
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Report is the line that one call appends to the file that ATM_DEBUG names. The commands include the values
// of options, except for prompts, requests and answers, and so no output of tools.
type Report struct {
	Time         string     `json:"time"`
	Event        string     `json:"event,omitempty"`
	Pane         string     `json:"pane,omitempty"`
	Commands     [][]string `json:"commands,omitempty"`
	Tmux         string     `json:"tmux,omitempty"`        // what tmux said
	Transport    string     `json:"transport,omitempty"`   // native or exec
	Surprise     string     `json:"surprise,omitempty"`    // why not native
	Error        string     `json:"error,omitempty"`       // why not everything was done
	AnsweredBy   int        `json:"answered_by,omitempty"` // the process whose answer was printed
	Microseconds int64      `json:"microseconds"`

	start   time.Time
	batches []tmuxopt.Batch
	file    string
	Err     error `json:"-"`
}

// NewReport returns the report of a call.
func (c Caller) NewReport() *Report {
	return &Report{start: c.Start, file: c.Getenv("ATM_DEBUG")}
}

// Sent records a batch and tmux's reply.
func (r *Report) Sent(b tmuxopt.Batch, reply tmux.Reply) {
	r.batches = append(r.batches, b)
	r.Tmux, r.Transport, r.Surprise = reply.Stderr, string(reply.Transport), reply.Surprise
}

// Recover turns a panic into an error of the report: Claude Code would read its exit code as a veto.
func (r *Report) Recover() {
	if v := recover(); v != nil {
		r.Err = fmt.Errorf("panic: %v", v)
	}
}

// Write appends the report. It ignores errors, because there is nobody to report them to.
func (r *Report) Write(now func() time.Time) {
	if r.file == "" {
		return
	}
	r.Time = r.start.Format(time.RFC3339Nano)
	r.Microseconds = now().Sub(r.start).Microseconds()
	for _, b := range r.batches {
		r.Commands = append(r.Commands, b.WithoutWords().Commands()...)
	}
	if r.Err != nil {
		r.Error = r.Err.Error()
	}
	line, err := json.Marshal(r)
	if err != nil {
		return
	}
	// O_NONBLOCK: a pipe that nobody reads must not delay Claude. An os.File would wait in spite of it.
	const flags = unix.O_APPEND | unix.O_CREAT | unix.O_WRONLY | unix.O_NONBLOCK | unix.O_CLOEXEC
	fd, err := unix.Open(r.file, flags, 0o600)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	_, _ = unix.Write(fd, append(line, '\n')) // in one call, because hooks run in parallel
}
