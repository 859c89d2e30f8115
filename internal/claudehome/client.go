package claudehome

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Client is a running client's entry in the registry, sessions/PID.json. All
// but PID may be empty: older clients write less, and a value of an unexpected
// type counts as none.
type Client struct {
	PID        int
	SessionID  string
	Cwd        string
	StartedAt  time.Time
	ProcStart  string // when the process started, in the system's own words
	Version    string
	Kind       string // interactive or bg
	Entrypoint string // cli in an interactive client, sdk-cli with -p
	Name       string // the client's own for the session, or what a person has called it
	NameSource string // user = a person has, derived = nobody has; 2.1.197 says only the latter

	Status          string // busy, idle, waiting, shell …; empty in the first moments
	StatusUpdatedAt time.Time
	UpdatedAt       time.Time
	WaitingFor      string // what a waiting client wants
	Tmux            string // "session:@window.%pane"
}

// Title returns what a person has called the session, "" if nobody has.
func (c Client) Title() string {
	// The client's own name is that of the directory, and two digits.
	digits, own := strings.CutPrefix(c.Name, filepath.Base(c.Cwd)+"-")
	own = own && len(digits) == 2 && strings.Trim(digits, "0123456789abcdef") == ""
	if c.NameSource == "user" || c.NameSource == "" && !own {
		return c.Name
	}
	return ""
}

// Interactive reports whether a person sits at the client.
func (c Client) Interactive() bool { return c.Entrypoint == "cli" }

// ErrNoClient is a process that has no readable entry in the registry.
var ErrNoClient = errors.New("not in the registry of clients")

// ReadClient returns the registry's entry of a process. An entry that is
// half-written or that speaks of another process is [ErrNoClient]: look again
// at the next chance.
func ReadClient(home fs.FS, pid int) (Client, error) {
	text, err := fs.ReadFile(home, fmt.Sprintf("sessions/%d.json", pid))
	if err != nil {
		return Client{}, fmt.Errorf("process %d: %w", pid, ErrNoClient)
	}
	c, ok := parseClient(text)
	if !ok || c.PID != pid {
		return Client{}, fmt.Errorf("process %d: %w", pid, ErrNoClient)
	}
	return c, nil
}

// Clients returns the readable entries of the registry whose process is alive
// (see the package proc), in the order of their files' names. A home without a
// registry has none.
func Clients(home fs.FS, alive func(pid int, procStart string) bool) ([]Client, error) {
	entries, err := fs.ReadDir(home, "sessions")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("registry of clients: %w", err)
	}
	var clients []Client
	for _, e := range entries {
		name, isJSON := strings.CutSuffix(e.Name(), ".json")
		pid, err := strconv.Atoi(name)
		if !isJSON || err != nil || pid <= 0 || !e.Type().IsRegular() {
			continue
		}
		if c, err := ReadClient(home, pid); err == nil && alive(pid, c.ProcStart) {
			clients = append(clients, c)
		}
	}
	return clients, nil
}

func parseClient(text []byte) (Client, bool) {
	o, complete := parse(text)
	return Client{
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
	}, complete
}
