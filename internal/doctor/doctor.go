// Package doctor judges an installation of atm. It is pure: what the edge has
// gathered goes in, findings come out, and every check can be tried on any
// illness without having it.
package doctor

import (
	"time"

	"atm/internal/claudehome"
	"atm/internal/install"
	"atm/internal/settings"
	"atm/internal/tmux"
)

// Level says how bad a finding is.
type Level string

// The levels.
const (
	OK     Level = "ok"
	Note   Level = "note"   // works, but not as well as it could
	Broken Level = "broken" // does not work
)

// Remedy is a fix that atm can apply itself, because it can be taken back.
type Remedy string

// The remedies.
const (
	None   Remedy = ""
	Claude Remedy = "claude" // have setup write the settings
	Tmux   Remedy = "tmux"   // have setup write the configuration of tmux, and load it
	Stale  Remedy = "stale"  // take away what panes show of sessions that never started
)

// Finding is what a check says. It is printed as JSON: fields are added, never
// changed.
type Finding struct {
	Check  string `json:"check"`
	Level  Level  `json:"level"`
	Says   string `json:"says"`
	Reason string `json:"reason,omitempty"` // why it matters
	Remedy string `json:"remedy,omitempty"` // what to do
	Fix    Remedy `json:"fix,omitempty"`    // what doctor --fix would do
}

// Facts is what was found out.
type Facts struct {
	Now     time.Time
	Program string // absolute path of atm
	OnPath  bool   // the atm on PATH is this program

	Tmux   Server
	Client install.Client
	NoHint string // why the client's version is not known

	SettingsFile string
	SettingsErr  error
	Settings     settings.Facts
	Managed      string // the file by which an administrator forbids hooks of users, "" = none
	Wanted       settings.Hook
	Runs         map[string]bool // the programs that hooks call and that can be run

	RegistryErr error
	Panes       []tmux.Pane
	Clients     map[string]claudehome.Process // by pane
}

// Server is the tmux server.
type Server struct {
	Version string // "" = there is no tmux
	Runs    bool
	Here    bool   // we are in one of its panes
	Pane    string // $TMUX_PANE
	Outer   string // $TMUX as the server itself has it: it was started inside another
	Reads   bool   // the user's configuration has our line
	Loaded  bool   // our formats are in what is drawn
	ByHand  bool   // so are they, put there by the user
	Formats bool   // our formats are defined
	Focus   bool   // focus-events
	Clients int    // attached
	Narrow  int    // attached, and not for UTF-8
	Follows bool   // a status job keeps the panes true
	Wide    []string
	Way     tmux.Transport
	Asked   string   // $ATM_TRANSPORT
	Detour  string   // why Way is not the native one, where nobody asked for that
	Odd     []string // options of ours with values that mean nothing, "OPTION VALUE"
}

// Examine makes all checks.
func Examine(f Facts) []Finding {
	var all []Finding
	for _, check := range []func(Facts) []Finding{
		program, checkTmux, transport, client, parses, disabled, hooks, registry, configuration, statusJob, focus, here, nested, icons, options, arriving, stale,
	} {
		all = append(all, check(f)...)
	}
	return all
}

// Sick reports whether anything is broken.
func Sick(findings []Finding) bool {
	for _, f := range findings {
		if f.Level == Broken {
			return true
		}
	}
	return false
}

func ok(check, says string) []Finding { return []Finding{{Check: check, Level: OK, Says: says}} }

func broken(check, says, reason, remedy string, fix Remedy) []Finding {
	return []Finding{{check, Broken, says, reason, remedy, fix}}
}

func note(check, says, reason, remedy string, fix Remedy) []Finding {
	return []Finding{{check, Note, says, reason, remedy, fix}}
}
