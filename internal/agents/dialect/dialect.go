// Package dialect lists the agents other than Claude Code that call atm by hooks, each in a file of its own: what
// their hooks are called, where these are set, and what they do not report. It is pure.
//
// It is the only list of these agents: "atm hook --agent", setup, doctor and the documentation derive from it.
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

	Title    string   // what people call it
	Programs []string // what its processes are called: see [Agent.Runs]
	Signs    Signs
	Sessions Sessions
	Settings Settings

	// SharedServer is what to do where the agent runs its hooks in a server that several panes share, so that it
	// cannot be known whose they are; "" = it has no such server.
	SharedServer string

	Tried  string // the version of the real program whose scenes were played; "" = none
	Source string // where its hooks are documented
}

// Settings says where a person sets the agent's hooks. Setup writes no time-outs: their units differ, and a hook ends
// itself in time.
type Settings struct {
	Dir          string // below the home directory
	DirVariable  string // names another directory; "" = none does
	HomeVariable string // names another home directory; "" = none does

	// Files are the files in the directory that may have hooks. The first one gets those of atm, unless another one
	// has hooks: then the agent would ignore these.
	Files []File

	// Config is another file in the directory, which says more about hooks; "" = there is none.
	Config string
	// NoSharedServer is a regular expression for what Config says where the agent has no shared server.
	NoSharedServer string
	// Trust returns what Config says where the person has told the agent to trust the hook of an event in a file; nil =
	// the agent runs hooks without that.
	Trust func(file, event string) string
}

// Dirs lists the directories where the agent may have its files, the one that it uses first.
func (a *Agent) Dirs(getenv func(string) string) []string {
	var dirs []string
	add := func(dir, below string) {
		if dir != "" && !slices.Contains(dirs, path.Join(dir, below)) {
			dirs = append(dirs, path.Join(dir, below))
		}
	}
	if a.Settings.DirVariable != "" {
		add(getenv(a.Settings.DirVariable), "")
	}
	if a.Settings.HomeVariable != "" {
		add(getenv(a.Settings.HomeVariable), a.Settings.Dir)
	}
	add(getenv("HOME"), a.Settings.Dir)
	return dirs
}

// File is a file that may have hooks.
type File struct {
	Name string
	Form Form
}

// Form is how a file says which hooks the agent calls. The zero value is that of Claude Code, which several others
// have taken over: {"hooks": {EVENT: [{"hooks": [HANDLER]}]}}. A handler is {"type": "command", "command": …}.
type Form struct {
	Bare      bool // the events stand in the file itself, not in a member hooks
	Flat      bool // the list of an event has the handlers themselves, and no groups of them
	Versioned bool // a file has "version": 1
}

// agents needs no initialisation at the start of a hook.
var agents = [...]*Agent{&codex, &qwen, &gemini, &droid, &copilot, &cursor}

// Agents returns the agents, in the order in which people read of them.
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
	for _, e := range a.Events {
		if e.As != "" && !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}

// Runs reports whether a process with these arguments is one of those programs: it, or what an interpreter runs.
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
	return isProgram(args[0]) || script >= 0 && isInterpreter(args[0]) && isProgram(args[1+script])
}

// RunsAny reports whether a process with these arguments is one of the agents.
func RunsAny(args []string) bool {
	return slices.ContainsFunc(agents[:], func(a *Agent) bool { return Runs(a.Programs, args) })
}

// isInterpreter reports whether a program runs the file that its first argument names, as agents are run.
func isInterpreter(program string) bool {
	switch path.Base(program) {
	case "node", "bun", "deno", "python", "python3":
		return true
	}
	return false
}
