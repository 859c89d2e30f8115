// Package doctor judges an installation of atm. [Gather] collects the facts and changes nothing. [Examine]
// says what is wrong with them, why that matters and what to do. Examine is pure, so a test can give it any
// facts.
package doctor

import (
	"slices"
	"time"

	"atm/internal/agents/dialect"
	"atm/internal/claude/claudehome"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
	"atm/internal/setup/tmuxconf"
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

// Fix is a remedy that atm can apply itself, because it can undo it.
type Fix string

// The fixes.
const (
	NoFix       Fix = ""
	FixSettings Fix = "claude" // have setup write the settings of Claude Code
	FixTmux     Fix = "tmux"   // have setup write the configuration of tmux, and load it
	FixAgents   Fix = "agents" // have setup write the hooks of other agents
	FixStale    Fix = "stale"  // clear the panes that show a session that never started
)

// Finding is the result of a check. It is printed as JSON: fields are added, never changed.
type Finding struct {
	Check   string `json:"check"`
	Level   Level  `json:"level"`
	Message string `json:"says"`
	Reason  string `json:"reason,omitempty"` // why it matters
	Remedy  string `json:"remedy,omitempty"` // what to do
	Fix     Fix    `json:"fix,omitempty"`    // what doctor --fix would do
}

// Examine runs all checks.
func Examine(f Facts) []Finding {
	checks := []func(Facts) []Finding{
		checkProgram, checkTmux, checkTransport, checkClaude, all(conditionsOfClaude), checkProjects,
		checkHooks, checkStatusLine, checkStatusLines, checkAgents, checkFzf,
		checkKept, checkConfiguration, checkDrawing, checkFollower, all(conditionsOfTmux), checkArrival,
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

// Facts are what [Gather] has found out about an installation.
type Facts struct {
	Now     time.Time
	Program string // absolute path of atm
	OnPath  bool   // the atm on PATH is this program

	Tmux    Server
	Clients []tmux.Client // attached to the server
	Screens []Screen      // what tmux draws for its sessions

	Claude        install.Claude
	ClaudeUnknown error // why the version of Claude Code is not known

	SettingsFile    string
	SettingsChanged time.Time // when the file was written last
	SettingsErr     error
	Settings        settings.Facts
	Managed         string          // the file by which an administrator forbids hooks of users, "" = none
	ManagedHooks    string          // the file of an administrator that calls atm hook, "" = none
	ManagedSettings settings.Facts  // the content of that file
	Projects        []Project       // directories whose settings switch hooks off
	StatusLines     []Project       // directories whose own status line does not call atm
	Wanted          settings.Hook   // what setup would write
	Runnable        map[string]bool // whether the programs that hooks and the status line call can be run
	Same            map[string]bool // those of them, without an absolute path, that are Program

	Agents []Agent // the other agents that are installed, or have hooks of atm

	Saving  bool      // our configuration has atm keep a script of all sessions
	Kept    string    // the file of that script
	KeptAt  time.Time // when it was written, zero = never
	KeptErr error     // why that time is not known

	Fzf    string // its version
	FzfErr error  // why the version is not known; exec.ErrNotFound = there is no fzf

	RegistryErr error
	Panes       []tmux.Pane
	Processes   map[string]claudehome.Process // by pane: the claude in it
	Hidden      bool                          // the processes of the server cannot be seen

	Failures []Finding // what could not be found out
}

// callsThis reports whether a program, as a hook or the status line names it, is this atm.
func (f Facts) callsThis(program string) bool { return program == f.Program || f.Same[program] }

// Agent is an agent other than Claude Code.
type Agent struct {
	*dialect.Agent
	File   string         // the file for its hooks
	Facts  settings.Facts // the content of that file
	Err    error          // why the file could not be read
	Wanted settings.Hook  // what setup would write

	SharesServer bool     // it runs its hooks in a server that several panes share
	Untrusted    []string // the events whose hooks it does not run, because the user has not trusted them
}

// SetUpAgents lists the names of the agents that have hooks of atm, in a file that can be read.
func (f Facts) SetUpAgents() []string {
	var names []string
	for _, agent := range f.Agents {
		if agent.Facts.CallsHook() && agent.Err == nil {
			names = append(names, agent.Name)
		}
	}
	return names
}

// Server is the tmux server.
type Server struct {
	install.Server

	Program      string // the tmux that atm would start: $ATM_TMUX, or tmux
	ProgramErr   error  // why it cannot be run
	OtherProgram string // the version of Program if it is not that of the server
	Inside       bool   // atm runs in one of its panes
	Pane         string // $TMUX_PANE

	RequestedTransport string // $ATM_TRANSPORT
	NoAnswers          error  // why no hook can wait for an answer, nil = one can

	UserConf    string            // the user's configuration
	ReadsConf   bool              // it has our line, which reads our configuration file
	PluginConf  string            // the user's file that has the plugin of atm, for TPM; "" = none
	MissingConf string            // our configuration file, if it is missing
	ForeignConf string            // the file that stands in the place of our configuration file
	Minimal     bool              // our configuration file draws nothing, or is the plugin's: setup mends nothing there
	OtherConf   string            // our configuration file, if it is not what setup would write now
	Losses      []tmuxconf.Setter // the lines that take our parts away at the next start
	HasDrawn    bool              // the server has read our configuration, which draws
	FocusEvents bool              // focus-events is on

	Follower   int      // the process id of the follower, atm sync --follow; 0 = none runs
	Icons      []string // that are drawn
	BadOptions []string // options of ours with invalid values, "OPTION VALUE"
}

// Project is a directory with settings of its own.
type Project struct {
	File     string
	Sessions int // how many sessions run there; 0 = it is the current directory
}

// Screen is what tmux draws for one of its sessions.
type Screen struct {
	Session string   // its name
	Clients []string // names of the clients that show it

	Counts  Place // of sessions, in the status line
	Windows Place // icons beside the names of windows
	Borders Place // icons on the borders of panes
	Sync    Place // #(atm sync) in the status line
}

// Place is a place where tmux may draw something of ours.
type Place struct {
	Presence Presence
	ByHand   bool     // a format of the user's own draws it
	Option   string   // the option that decides whether it is drawn
	Own      bool     // the session or window has its own value of Option
	Without  string   // the one of the two window formats that draws no icon, if only the other one does
	Programs []string // the commands of Sync
}

// Presence says whether something is drawn, and if not, why.
type Presence string

// The presences.
const (
	Drawn     Presence = "drawn"
	Off       Presence = "off"       // the status line or border is off
	Unreached Presence = "unreached" // the status line does not show the option that should have it
	Absent    Presence = "absent"    // the option does not have it, or it is not defined
	Hidden    Presence = "hidden"    // the option has it inside a condition that is false
	CutOff    Presence = "cut off"   // the option has it after the part that tmux shows
)
