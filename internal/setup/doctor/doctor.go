// Package doctor judges an installation of atm: [Gather] finds out what there is,
// and changes nothing; [Examine] says what is wrong with it, why that matters and
// what to do. Examine is pure: every check can be tried on any illness without
// having it.
package doctor

import (
	"slices"
	"time"

	"atm/internal/agents/dialect"
	"atm/internal/claude/claudehome"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
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

// Fix is a remedy that atm can apply itself, because it can be taken back.
type Fix string

// The fixes.
const (
	NoFix       Fix = ""
	FixSettings Fix = "claude" // have setup write the settings of Claude Code
	FixTmux     Fix = "tmux"   // have setup write the configuration of tmux, and load it
	FixAgents   Fix = "agents" // have setup write the hooks of other agents
	FixStale    Fix = "stale"  // clear the panes that show a session that never started
)

// Finding is what a check says. It is printed as JSON: fields are added, never
// changed.
type Finding struct {
	Check   string `json:"check"`
	Level   Level  `json:"level"`
	Message string `json:"says"`
	Reason  string `json:"reason,omitempty"` // why it matters
	Remedy  string `json:"remedy,omitempty"` // what to do
	Fix     Fix    `json:"fix,omitempty"`    // what doctor --fix would do
}

// Examine makes all checks.
func Examine(f Facts) []Finding {
	checks := []func(Facts) []Finding{
		checkProgram, checkTmux, checkTransport, checkAnswers, checkClaude,
		checkSettings, checkDisabled, checkProjects, checkHooks, checkStatusLine, checkStatusLines, checkRegistry,
		checkAgents, checkFzf,
		checkKept, checkConfiguration, checkDrawing, checkFollower, checkFocus, checkPane, checkNested,
		checkUTF8, checkIcons, checkOptions, checkHidden, checkArrival, checkStale,
	}
	var findings []Finding
	for _, check := range checks {
		findings = append(findings, check(f)...)
	}
	return append(findings, f.Failures...)
}

// AnyBroken reports whether anything is broken.
func AnyBroken(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Level == Broken })
}

// ok is the finding of a check that has found nothing wrong.
func ok(check, message string) []Finding {
	return []Finding{{Check: check, Level: OK, Message: message}}
}

// onlyIf returns a finding where something is the case, and nothing elsewhere.
func onlyIf(isCase bool, finding Finding) []Finding {
	if !isCase {
		return nil
	}
	return []Finding{finding}
}

// Facts is what was found out about an installation.
type Facts struct {
	Now     time.Time
	Program string // absolute path of atm
	OnPath  bool   // the atm on PATH is this program

	Tmux    Server
	Clients []tmux.Client // attached to the server
	Screens []Screen      // what these show

	Claude        install.Claude
	ClaudeUnknown error // why the version of Claude Code is not known

	SettingsFile    string
	SettingsChanged time.Time // when the file was written last
	SettingsErr     error
	Settings        settings.Facts
	PluginHooks     []settings.Found // events and time-outs of the installed plugin; none = not known
	Managed         string           // the file by which an administrator forbids hooks of users, "" = none
	Projects        []Project        // whose settings switch hooks off
	StatusLines     []Project        // that have a status line of their own, which does not call atm
	Wanted          settings.Hook    // what setup would write
	Runnable        map[string]bool  // by program: what hooks and the status line call and can be run

	Agents []Agent // the other agents that are installed, or have hooks of atm

	Saving  bool      // our configuration has a script of all sessions kept
	Kept    string    // its file
	KeptAt  time.Time // when it was written, zero = never
	KeptErr error     // why that is not known

	Fzf    string // its version
	FzfErr error  // why that is not known; exec.ErrNotFound = there is none

	RegistryErr error
	Panes       []tmux.Pane
	Processes   map[string]claudehome.Process // by pane: the claude in it
	Hidden      bool                          // the processes of the server cannot be seen

	Failures []Finding // what could not be found out
}

// Agent is an agent other than Claude Code.
type Agent struct {
	*dialect.Agent
	File   string         // that has its hooks, or would get them
	Facts  settings.Facts // what that file says
	Err    error          // why that is not known
	Wanted settings.Hook  // what setup would write

	SharesServer bool     // it runs its hooks in a server that panes share
	Untrusted    []string // the events whose hooks it does not run, because nobody has told it to trust them
}

// SetUpAgents lists the names of the agents that have hooks of atm.
func (f Facts) SetUpAgents() []string {
	var names []string
	for _, agent := range f.Agents {
		if len(agent.Facts.Hooks) > 0 {
			names = append(names, agent.Name)
		}
	}
	return names
}

// Server is the tmux server.
type Server struct {
	install.Server // where none runs only Runs and Version mean anything

	Program      string // the tmux that atm would start: $ATM_TMUX, or tmux
	ProgramErr   error  // why it cannot be run
	OtherProgram string // its version, where the server is of another one
	Inside       bool   // we are in one of its panes
	Pane         string // $TMUX_PANE

	RequestedTransport string // $ATM_TRANSPORT
	NoAnswers          error  // why no hook can wait for an answer, nil = one can

	UserConf    string         // the user's configuration
	ReadsConf   bool           // it has our line
	HasPlugin   bool           // it has the plugin of atm, for TPM
	MissingConf string         // the file of ours that the line names, where there is none
	MinimalConf bool           // that file draws nothing
	OtherConf   string         // that file, where it is not what setup would write now
	Losses      []install.Loss // what the next start of tmux takes of ours
	LossesErr   error          // why that is not known
	HasDrawn    bool           // our configuration was read, and was told to draw
	FocusEvents bool           // focus-events is on

	Follower   Follower
	Icons      []string // that are drawn
	BadOptions []string // options of ours with values that mean nothing, "OPTION VALUE"
}

// Follower is the process that corrects the panes where no hook tells.
type Follower struct {
	Runs    bool
	PID     int
	Program string // "" = not known: macOS does not tell
	Deleted bool   // the file of that program is gone, or another one is in its place
}

// Project is a directory with settings of its own.
type Project struct {
	File     string
	Sessions int // how many sessions run there; 0 = it is the current directory
}

// Screen is what tmux draws for one of its sessions.
type Screen struct {
	Session string   // its name
	Clients []string // names of the clients that show it; none = any client that would

	Counts  Place // of sessions, in the status line
	Windows Place // icons beside the names of windows
	Borders Place // icons on the borders of panes
	Sync    Place // #(atm sync) in the status line
}

// Place is a place where tmux draws something of ours, or does not.
type Place struct {
	Presence Presence
	ByHand   bool     // it is drawn by a format of the user's own
	Option   string   // the option whose value decides
	Own      bool     // of which the session or window has a value of its own
	Without  string   // the option of windows that draws nothing of ours, where the other one does
	Shown    int      // of how many windows, where it is about windows
	All      int      // how many windows there are
	Programs []string // that Sync calls
}

// Presence says whether something is drawn.
type Presence string

// The ways of being drawn, or not.
const (
	Drawn     Presence = "drawn"
	Off       Presence = "off"       // there is no such line
	Unreached Presence = "unreached" // the status line does not show the option that should have it
	Absent    Presence = "absent"    // the option is without it
	Undefined Presence = "undefined" // the option has it, but it is not defined
	Hidden    Presence = "hidden"    // the option has it, but a condition is not true
	CutOff    Presence = "cut off"   // the option has it, behind as much as is shown of it
)
