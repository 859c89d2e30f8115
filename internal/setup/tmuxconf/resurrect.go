package tmuxconf

import (
	"fmt"

	"atm/internal/sys/ownname"
	"atm/internal/sys/shell"
)

// Options of the plugin tmux-resurrect.
const (
	// ResurrectOption is the script that saves. It is set when the plugin is loaded.
	ResurrectOption = "@resurrect-save-script-path"
	// ResurrectPrograms lists the programs that the plugin restarts in addition to its own list. "false" means
	// none, ":all:" any.
	ResurrectPrograms = "@resurrect-processes"

	// resurrectHook is a bash command that the plugin runs when it has written its file. The plugin appends the
	// name of the file, which is also $1.
	resurrectHook = "@resurrect-hook-post-save-layout"
	// restoreHook is a bash command that the plugin runs when it has created the panes, before it starts
	// programs in them. The plugin's function last_resurrect_file names the file.
	restoreHook = "@resurrect-hook-pre-restore-pane-processes"
)

// resurrect has the plugin call atm, before the user's own command, and has it restart cld.
func (c Conf) resurrect(w *writer) {
	w.section("tmux-resurrect goes on with sessions of Claude Code: atm resurrect --help")
	call := shell.Word(c.Program) + " resurrect"
	w.ifNot("#{m:*atm*resurrect*,#{"+resurrectHook+"}}",
		keep(resurrectHook),
		beside(resurrectHook, literal(call)+` "$1"; #{`+resurrectHook+"}", call))
	w.ifNot("#{m:*atm*resurrect*,#{"+restoreHook+"}}",
		keep(restoreHook),
		beside(restoreHook, literal(call)+lastFile+"; #{"+restoreHook+"}", call+lastFile))
	resumer := ownname.Cld(c.Program)
	programs := "#{" + ResurrectPrograms + "}"
	w.ifNot("#{||:#{m:* "+resumer+" *, "+programs+" },#{||:#{==:"+programs+",false},#{==:"+programs+",:all:}}}",
		keep(ResurrectPrograms),
		beside(ResurrectPrograms, programs+" "+resumer, resumer),
		setGlobal(now(ResurrectPrograms), programs))
}

// lastFile are the arguments of atm resurrect in restoreHook.
const lastFile = ` --restore "$(last_resurrect_file)"`

// keep is the command that keeps the value of an option.
func keep(option string) string { return setGlobal(was(option), "#{"+option+"}") }

// beside is the command that adds to an option: it sets it to a format if it has a value, else to a text.
func beside(option, format, text string) string {
	return fmt.Sprintf("%s '#{%s}' {\n    %s\n  } {\n    set -g %[2]s %[4]s\n  }",
		ifGlobal, option, setGlobal(option, format), word(text))
}
