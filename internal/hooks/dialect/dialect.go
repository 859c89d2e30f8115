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
	Settings Settings

	// SharedServer is what to do where the agent runs its hooks in a server that several panes share, so that it
	// cannot be known whose they are; "" = it has no such server.
	SharedServer string

	Tried   string   // the version of the real program that the tests play scenes with; "" = none
	Source  string   // where its hooks are documented
	Missing []string // what its hooks do not report, as sentences for the documentation
}

// Settings is the file in which a person sets the agent's hooks.
type Settings struct {
	File string // below the home directory
	Home string // the variable that names another directory for the first part of File; "" = there is none
	Form Form

	// Timeout is how long a hook of atm may take, in the unit of the file.
	Timeout int
}

// Form is what the file looks like.
type Form int

// The forms.
const (
	// ClaudeForm is {"hooks": {EVENT: [{"hooks": [{"type": "command", "command": …, "timeout": …}]}]}}.
	ClaudeForm Form = iota
	// CursorForm is {"version": 1, "hooks": {EVENT: [{"command": …, "timeout": …}]}}.
	CursorForm
	// CopilotForm is {"version": 1, "hooks": {EVENT: [{"type": "command", "command": …, "timeoutSec": …}]}}.
	CopilotForm
)

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

// isInterpreter reports whether a program runs the file that its first argument names, as agents are run.
func isInterpreter(program string) bool {
	switch path.Base(program) {
	case "node", "bun", "deno", "python", "python3":
		return true
	}
	return false
}

// Command is the command of its hooks, where program is how atm is called.
func (a *Agent) Command(program string) string { return program + " hook --agent " + a.Name }
