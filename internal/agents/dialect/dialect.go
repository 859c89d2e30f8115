// Package dialect lists the agents other than Claude Code that run atm as a hook, each in a file of its own: the names
// of their hooks, where a person sets them, and what they do not report. It is pure.
//
// It is the only list of these agents: "atm hook --agent", setup, doctor and the documentation use it.
package dialect

import (
	"path"
	"slices"
	"strings"

	"atm/hookmap"
)

// Agent is an agent whose hooks are like those of Claude Code.
type Agent struct {
	hookmap.Dialect

	Title       string   // its name for people
	Programs    []string // the names of its processes: see [Runs]
	Signs       Signs
	SessionFile SessionFile
	Settings    Settings

	// SharedServer is a hint for an agent that runs the hooks of several panes in one server, so that atm cannot know
	// the pane of a hook; "" = the agent has no such server.
	SharedServer string

	Tried  string // the version of the real program that was tested; "" = none
	Source string // where its hooks are documented
}

// Settings describes where a person sets the agent's hooks. Setup writes no time-outs: their units differ, and a hook
// ends in time by itself.
type Settings struct {
	Dir          string // below the home directory
	DirVariable  string // the variable for another directory; "" = none
	HomeVariable string // the variable for another home directory; "" = none

	// Files are the files in the directory that may have hooks. Setup writes to the first one, unless another one has
	// hooks: then the agent would ignore those in the first one.
	Files []File

	// Config is another file in the directory with settings for hooks; "" = the agent has none.
	Config string
	// NoSharedServer is a regular expression that matches Config if the agent has no shared server.
	NoSharedServer string
	// Trust returns the text that Config contains if a person has allowed the agent to run the hook of an event in a
	// file; nil = the agent runs hooks without that.
	Trust func(file, event string) string
}

// Dirs lists the directories where the agent may have its files. It prefers the first one.
func (a *Agent) Dirs(getenv func(string) string) []string {
	var dirs []string
	add := func(dir, below string) {
		if dir != "" && !slices.Contains(dirs, path.Join(dir, below)) {
			dirs = append(dirs, path.Join(dir, below))
		}
	}
	add(getenv(a.Settings.DirVariable), "") // a variable without a name has no value
	add(getenv(a.Settings.HomeVariable), a.Settings.Dir)
	add(getenv("HOME"), a.Settings.Dir)
	return dirs
}

// File is a file that may have hooks.
type File struct {
	Name string
	Form Form
}

// Form is the form of the hooks in a file. The zero value is the form of Claude Code, which several other agents use:
// {"hooks": {EVENT: [{"hooks": [HANDLER]}]}}. A handler is {"type": "command", "command": …}.
type Form struct {
	Bare      bool // the events are members of the file itself, not of its member hooks
	Flat      bool // the list of an event contains handlers, not groups of handlers
	Versioned bool // the file has "version": 1
}

// agents is static data, so that it needs no initialisation at the start of a hook.
var agents = [...]*Agent{&codex, &qwen, &gemini, &droid, &copilot, &cursor}

// Agents returns the agents, in the order in which people see them.
func Agents() []*Agent { return slices.Clone(agents[:]) }

// Names lists their names.
func Names() []string {
	var names []string
	for _, a := range agents {
		names = append(names, a.Name)
	}
	return names
}

// Of returns the agent of that name, nil if it is not known.
func Of(name string) *Agent {
	for _, a := range agents {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// HookEvents lists the events for which a hook is set, as the agent calls them, each once.
func (a *Agent) HookEvents() []string {
	var names []string
	for _, e := range a.Rows() {
		if e.As != "" && !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}

// Runs reports whether a process with these arguments runs one of the programs, directly or by an interpreter. A
// program that ends in a slash is a directory with a script, whatever the interpreter calls itself.
func Runs(programs, args []string) bool {
	if len(args) == 0 {
		return false
	}
	isProgram := func(arg string) bool {
		name := path.Base(strings.TrimPrefix(arg, "-"))
		for _, ending := range []string{".js", ".mjs", ".cjs", ".ts"} {
			name = strings.TrimSuffix(name, ending)
		}
		return slices.Contains(programs, name)
	}
	script := slices.IndexFunc(args[1:], func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	isScript := script >= 0 && slices.Contains(interpreters, path.Base(args[0]))
	isIn := func(dir string) bool { return strings.HasSuffix(dir, "/") && strings.Contains(args[1+script], "/"+dir) }
	return isProgram(args[0]) || isScript && isProgram(args[1+script]) ||
		script >= 0 && slices.ContainsFunc(programs, isIn)
}

// interpreters are the programs in which agents run.
var interpreters = []string{"node", "bun", "deno", "python", "python3"}

// RunsAny reports whether a process with these arguments is one of the agents.
func RunsAny(args []string) bool {
	return slices.ContainsFunc(agents[:], func(a *Agent) bool { return Runs(a.Programs, args) })
}
