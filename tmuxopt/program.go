package tmuxopt

import (
	"strconv"
)

// What a hook has tmux do when a state changes is the same each time. tmux keeps it
// as a stored program: commands of one of tmux's own hooks, at an index that is ours,
// run by "set-hook -R" under a condition in the hook's name. Nothing else is as
// cheap: a batch whose state stays the same costs one condition, and neither the
// text nor the run leaves anything in the server, where if-shell and run-shell -C
// keep some 600 bytes each time (3.3a to 3.8).
//
// No configuration is needed: a batch is refused as a whole where its stored programs are
// missing, or are those of another version of atm, and is then sent again with the
// commands that store them, in one transaction.

// HookIndex is the index of our commands in tmux's lists of hooks: those of the user
// and of other tools stand at others.
const HookIndex = 8128

// program is a stored program.
type program struct {
	hook  string // tmux's hook that keeps it
	edits func() []Edit
}

// The stored programs. Their hooks are those of commands to which hardly anybody adds
// something. If somebody uses these commands, the programs do nothing: the state has
// not changed.
var (
	stateChanged = program{"after-show-messages", stateChangedEdits}
	notify       = program{"after-list-keys", notifyEdits}
)

// StoredHooks returns the names of tmux's hooks, with our indexes, that a server keeps
// stored programs in.
func StoredHooks() []string {
	return []string{
		stateChanged.at(HookIndex), stateChanged.at(markIndex), notify.at(HookIndex), notify.at(markIndex),
	}
}

func (p program) at(index int) string { return p.hook + "[" + strconv.Itoa(index) + "]" }

// text returns the program's commands as text for tmux's parser.
func (p program) text() string {
	var cmds [][]string
	for _, e := range p.edits() {
		cmds = append(cmds, e.command(""))
	}
	return Source(cmds)
}

// markIndex is the index of the mark that stands beside each of our stored programs, a command that
// does nothing. Removing a stored program removes its mark too, and tmux compares a mark in a fraction of the
// time that it would take to compare the program.
const markIndex = HookIndex + 1

// versionMark tells our stored programs from those of another version of atm. It ends with a hash of
// their texts, which stands here because a hook would need a tenth of a millisecond to
// work it out: TestVersionMark fails where it is another one.
const versionMark = "atm-programs-b2990ffd"

// stored is true on a server that has our stored programs.
func stored() Format {
	marks := "#{" + stateChanged.at(markIndex) + "}#{" + notify.at(markIndex) + "}"
	return ServerFormat("#{m:*" + versionMark + "*" + versionMark + "*," + marks + "}")
}

// storeCommands returns the commands that put the stored programs into a server that does
// not have them.
func storeCommands() [][]string {
	missing := Not(stored())
	store := func(hook, commands string) []string {
		flags, name := conditional(hook, missing)
		return []string{"set-option", flags + "g", name, commands}
	}
	marked := Source([][]string{{"set-option", "-q", versionMark, "1"}})
	return [][]string{
		store(notify.at(HookIndex), notify.text()),
		store(stateChanged.at(HookIndex), stateChanged.text()),
		store(notify.at(markIndex), marked),
		store(stateChanged.at(markIndex), marked), // the last one: until then they are missing
	}
}

// run is the edit that runs a stored program.
type run struct {
	program   program
	condition Format // nil = always
}

func (e run) If(condition Format) Edit {
	e.condition = allOf(e.condition, condition)
	return e
}

// command returns the set-hook that runs the program. tmux expands the name of the hook as a format, so
// the condition stands there: where it is false, the name is that of no hook, and tmux does nothing.
func (e run) command(pane string) []string {
	name := e.program.hook
	if e.condition != nil {
		name = If(e.condition, Lit(name), Lit(noOption)).String()
	}
	if pane == "" {
		return []string{"set-hook", "-R", name}
	}
	return []string{"set-hook", "-Rt", pane, name}
}

func (e run) apply(o Options) {
	if e.condition != nil && !True(e.condition, o) {
		return
	}
	for _, edit := range e.program.edits() {
		edit.apply(o)
	}
}
