package tmuxopt

import (
	"fmt"
	"hash/fnv"
)

// What a hook has tmux do when a state changes is the same each time. tmux keeps it
// as a stored program: commands of one of tmux's own hooks, at an index that is ours,
// run by "set-hook -R" under a condition in the hook's name. Nothing else is as
// cheap: a batch whose state stays the same costs one condition, and neither the
// text nor the run leaves anything in the server, where if-shell and run-shell -C
// keep some 600 bytes each time (3.3a to 3.8).
//
// A program is stored by the first batch that needs it, and again where an atm with
// other programs has stored its own, in the same transaction that runs it: no
// configuration is needed, and two versions of atm can use one server.

// HookIndex is the index of our commands in tmux's lists of hooks: those of the user
// and of other tools stand at others.
const HookIndex = 8128

// program is a stored program.
type program struct {
	hook  string // tmux's hook that keeps it
	edits func() []Edit
}

// The stored programs. Their hooks are those of commands that hardly anybody uses,
// and nobody hooks. If somebody does use them, stateChanged does nothing where the
// state has not changed, and notify tells of a pane that is looked at, of which
// atm notify says nothing.
var (
	stateChanged = program{"after-show-messages", stateChangedEdits}
	notify       = program{"after-lock-server", notifyEdits}
)

// StoredHooks returns the names of tmux's hooks, with our index, that a server keeps
// stored programs in.
func StoredHooks() []string {
	var names []string
	for _, p := range []program{stateChanged, notify} {
		names = append(names, p.indexed())
	}
	return names
}

func (p program) indexed() string { return fmt.Sprintf("%s[%d]", p.hook, HookIndex) }

// text returns the program's commands as text for tmux's parser.
func (p program) text() string {
	var cmds [][]string
	for _, e := range p.edits() {
		cmds = append(cmds, e.command(""))
	}
	return Source(cmds)
}

// ProgramsOption is the global option that says which programs a server has stored.
const ProgramsOption = "@atm_programs"

// storeCommands returns the commands that store the programs in a server that does
// not have them: neither their mark, nor, if somebody has removed the hook behind
// the mark's back, the first of them.
func storeCommands() [][]string {
	changed, told := stateChanged.text(), notify.text()
	h := fnv.New32a()
	h.Write([]byte(changed + told))
	mark := fmt.Sprintf("%x", h.Sum32())
	stored := And(ServerFormat(stateChanged.indexed()), Eq(ServerFormat("#{"+ProgramsOption+"}"), Lit(mark)))
	store := func(option, value string) []string {
		return []string{"set-option", "-gq", If(stored, Lit(noOption), Lit(option)).String(), value}
	}
	return [][]string{
		store(notify.indexed(), told),
		store(stateChanged.indexed(), changed),
		{"set-option", "-gq", If(Eq(ServerFormat("#{"+ProgramsOption+"}"), Lit(mark)), Lit(noOption), Lit(ProgramsOption)).String(), mark},
	}
}

// run is the edit that runs a stored program.
type run struct {
	program program
	when    Format // nil = always
}

func (e run) If(when Format) Edit {
	e.when = both(e.when, when)
	return e
}

// command names the hook only where the condition is true: tmux runs the commands
// of a hook that does not exist by doing nothing.
func (e run) command(pane string) []string {
	name := e.program.hook
	if e.when != nil {
		name = If(e.when, Lit(name), Lit(noOption)).String()
	}
	if pane == "" {
		return []string{"set-hook", "-R", name}
	}
	return []string{"set-hook", "-Rt", pane, name}
}

func (e run) apply(o Options) {
	if e.when != nil && !True(e.when, o) {
		return
	}
	for _, edit := range e.program.edits() {
		edit.apply(o)
	}
}
