// Package trace reads recorded sessions of a real Claude Code client: every
// payload that a hook got, with the client's own registry beside it, or its screen.
package trace

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Row is one line of a recording. Exactly one of Hook, StatusLine, Registry, Mark and Screen is set.
type Row struct {
	T          float64         `json:"t"` // seconds from the start
	Hook       json.RawMessage `json:"hook,omitempty"`
	StatusLine json.RawMessage `json:"status_line,omitempty"`

	Pane      string `json:"pane,omitempty"`       // $TMUX_PANE of the hook, or the one with the screen
	ClaudePID string `json:"claude_pid,omitempty"` // $CLAUDE_PID of the hook

	Registry *Registry      `json:"registry,omitempty"` // the client's entry, when it changed
	Mark     string         `json:"mark,omitempty"`     // what the person at the keyboard did next
	Screen   map[int]string `json:"screen,omitempty"`   // the lines that have changed, from 0 on, with colours
}

// Registry is what the client says of itself.
type Registry struct {
	PID        int    `json:"pid"`
	SessionID  string `json:"sessionId"`
	Status     string `json:"status"`
	WaitingFor string `json:"waitingFor"`
	Gone       bool   `json:"gone"` // the process ended
}

// Six names the scenes that hooks alone can follow, in the order of their README.
func Six() []string {
	return []string{"plain", "permission", "question", "interrupt", "agents", "session"}
}

// All names all scenes of hooks: those six, one in auto mode, where dialogs open without a hook, and
// one in which subagents hand back reports and are stopped, and a helper works. The last one was
// written after recordings of 2.1.287 to 2.1.289 with real models, on a Mac.
func All() []string { return append(Six(), "auto", "reports") }

// Read returns the recording of that name in testdata/traces.
func Read(name string) ([]Row, error) {
	_, thisFile, _, _ := runtime.Caller(0)
	f, err := os.Open(filepath.Join(filepath.Dir(thisFile), "../../../testdata/traces", name+".jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var rows []Row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, len(rows)+1, err)
		}
		rows = append(rows, row)
	}
	return rows, lines.Err()
}
