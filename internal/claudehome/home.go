// Package claudehome reads what Claude Code keeps in its home directory: the
// registry of running clients. It only reads, takes nothing for granted (the
// files are undocumented, may be half-written and hold unknown values), and
// follows no path that stands in a file.
package claudehome

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
)

// Dir returns the directory of the Claude home: $CLAUDE_CONFIG_DIR, else
// .claude in $HOME, else "".
func Dir(getenv func(string) string) string {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return dir
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".claude")
	}
	return ""
}

// Open returns the Claude home as a file system.
func Open(getenv func(string) string) fs.FS { return os.DirFS(Dir(getenv)) }

// Client is a running client's entry in the registry, sessions/PID.json.
type Client struct {
	PID        int    `json:"pid"`
	SessionID  string `json:"sessionId"`
	Entrypoint string `json:"entrypoint"` // cli in an interactive client, sdk-cli with -p
}

// Interactive reports whether a person sits at the client.
func (c Client) Interactive() bool { return c.Entrypoint == "cli" }

// ErrNoClient is a process that has no readable entry in the registry.
var ErrNoClient = errors.New("not in the registry of clients")

// ReadClient returns the registry's entry of a process. An entry that is
// half-written or that speaks of another process is [ErrNoClient]: look again
// at the next chance.
func ReadClient(home fs.FS, pid int) (Client, error) {
	var c Client
	text, err := fs.ReadFile(home, fmt.Sprintf("sessions/%d.json", pid))
	if err != nil {
		return c, fmt.Errorf("process %d: %w", pid, ErrNoClient)
	}
	if err := json.Unmarshal(text, &c); err != nil || c.PID != pid {
		return c, fmt.Errorf("process %d: %w", pid, ErrNoClient)
	}
	return c, nil
}
