package tmuxopt

import (
	"strconv"
)

// When a state changes, a hook makes tmux do the same things each time. tmux keeps them as a stored program:
// commands of one of tmux's own hooks, at an index of ours, run by "set-hook -R" with a condition in the
// hook's name. Nothing else is as cheap: a batch that does not change the state costs one condition, and
// neither the text nor the run leaves anything in the server, where if-shell and run-shell -C keep some 600
// bytes each time (3.3a to 3.8).
//
// No configuration is needed: a batch is refused as a whole if its stored programs are missing, or belong to
// another version of atm. It is then sent again with the commands that store them, in one transaction.

// HookIndex is the index of our commands in tmux's lists of hooks; the user and other tools use others.
const HookIndex = 8128

// program is a stored program.
type program struct {
	hook  string // the hook of tmux that holds it
	edits func() []Edit
}

// The stored programs. Their hooks are those of commands that hardly anybody hooks. If somebody uses these
// commands, the programs do nothing: the state has not changed.
var (
	stateChanged = program{"after-show-messages", stateChangedEdits}
	notify       = program{"after-list-keys", notifyEdits}
)

// StoredHooks returns the names of tmux's hooks, with our indexes, in which a server keeps stored programs.
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

// markIndex is the index of the mark beside each of our stored programs, a command that does nothing.
// Removing a stored program removes its mark too, and tmux compares a mark in a fraction of the time that it
// would take to compare the program.
const markIndex = HookIndex + 1

// versionMark distinguishes our stored programs from those of another version of atm. It ends with a hash of
// their texts. The hash is a constant because a hook would need a tenth of a millisecond to calculate it:
// TestVersionMark fails if it is wrong.
const versionMark = "atm-programs-a403ae91"

// stored is true on a server that has our stored programs.
func stored() Format {
	marks := "#{" + stateChanged.at(markIndex) + "}#{" + notify.at(markIndex) + "}"
	return ServerFormat("#{m:*" + versionMark + "*" + versionMark + "*," + marks + "}")
}

// storeCommands returns the commands that store our programs in a server that does not have them.
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
		store(stateChanged.at(markIndex), marked), // the last one: until then the programs count as missing
	}
}

// command returns the set-hook that runs the program. tmux expands the name of the hook as a format, so the
// condition is put there: if it is false, no hook has that name, and tmux does nothing.
func (p program) command(pane string, condition Format) []string {
	name := p.hook
	if condition != nil {
		name = NameIf(condition, name)
	}
	if pane == "" {
		return []string{"set-hook", "-R", name}
	}
	return []string{"set-hook", "-Rt", pane, name}
}

// run is the edit that runs the program.
func (p program) run() Edit { return Edit{verb: run, program: p} }
