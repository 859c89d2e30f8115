package tmuxopt

import (
	"maps"
)

// Edit is one change of a pane's options, or one thing that the server does when they change. It has the tmux
// command that carries it out, and its effect on the options, so that a real server can be compared with the
// model.
type Edit struct {
	verb   verb
	option Option // that is changed
	value  string // constant text, or a format as text

	format    Format   // of setFormat
	condition Format   // nil = always
	program   program  // of run
	fixed     []string // of another: the command
}

// verb says what an edit does.
type verb int

const (
	another   verb = iota // runs a command that changes no option of the contract, and has no condition
	setText               // sets an option to a constant value
	setFormat             // sets an option to what a format expands to
	unset                 // removes an option
	setServer             // sets an option of the server to what a format expands to
	setOther              // does the same with an option of the pane that the model does not have
	run                   // runs a stored program
)

// flags are the flags of set-option for each verb.
var flags = [...]string{setText: "p", setFormat: "pF", unset: "pu", setServer: "sF", setOther: "pF"}

// Set is the edit that sets an option to a value; an empty value unsets it.
func Set(o Option, value string) Edit {
	if value == "" {
		return Unset(o)
	}
	return Edit{verb: setText, option: o, value: value}
}

// SetFormat is the edit that sets an option to what f expands to in the pane.
func SetFormat(o Option, f Format) Edit {
	return Edit{verb: setFormat, option: o, value: f.String(), format: f}
}

// Unset is the edit that removes an option.
func Unset(o Option) Edit { return Edit{verb: unset, option: o} }

// command returns an edit that is no more than this command of tmux.
func command(args ...string) Edit { return Edit{fixed: args} }

// If returns the edit restricted to panes where the condition is true at the time of the edit. A second
// condition is added to the first one. A command that is not about the options of the pane is not restricted:
// a program that is woken reads the panes, and a stored program runs under a condition of its own.
func (e Edit) If(condition Format) Edit {
	if e.verb != another {
		e.condition = allOf(e.condition, condition)
	}
	return e
}

// OnlyWhere restricts edits, in place, to panes where the condition is true.
func OnlyWhere(condition Format, edits []Edit) []Edit {
	for i := range edits {
		edits[i] = edits[i].If(condition)
	}
	return edits
}

// command is the tmux command for a pane; pane "" leaves the target to tmux. It names the pane even if the
// option belongs to the server: the condition is about the pane.
func (e Edit) command(pane string) []string {
	switch e.verb {
	case another:
		return e.fixed
	case run:
		return e.program.command(pane, e.condition)
	}
	quiet, name := conditional(string(e.option), e.condition)
	if e.verb == unset {
		return setOption(quiet+flags[unset], pane, name)
	}
	return setOption(quiet+flags[e.verb], pane, name, e.value)
}

// apply changes the options as the command changes those of the pane.
func (e Edit) apply(o Options) {
	if e.condition != nil && !True(e.condition, o) {
		return
	}
	switch e.verb {
	case setText:
		o[e.option] = e.value
	case setFormat:
		o[e.option] = e.format.Eval(o)
	case unset:
		delete(o, e.option)
	case run:
		for _, edit := range e.program.edits() {
			edit.apply(o)
		}
	}
}

// allOf combines two conditions; nil means no condition.
func allOf(a, b Format) Format {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return And(a, b)
}

// noOption is the name of an option that tmux does not have.
const noOption = "atm-no-such-option"

// NameIf returns the name of an option or a hook where the condition is true, else a name that tmux does not know.
// tmux expands the name as a format in the target pane. So a command can have a condition whatever its value is:
// elsewhere it fails, or with -q does nothing. if-shell would have to parse the value as a command, and keeps some
// 600 bytes in the server each time that its condition is true (3.3a to 3.8).
func NameIf(condition Format, name string) string {
	return If(condition, Lit(name), Lit(noOption)).String()
}

// conditional returns the flags and the name with which set-option sets an option only where the condition
// is true; nil = always.
func conditional(option string, condition Format) (flags, name string) {
	if condition == nil {
		return "-", option
	}
	return "-q", NameIf(condition, option)
}

// setOption returns a set-option command for a pane; "" = the current one.
func setOption(flags, pane string, args ...string) []string {
	if pane == "" {
		return append([]string{"set-option", flags}, args...)
	}
	return append([]string{"set-option", flags + "t", pane}, args...)
}

// Apply returns the options after the edits. It is the model that the real server is compared with.
func Apply(o Options, edits []Edit) Options {
	changed := maps.Clone(o)
	if changed == nil {
		changed = Options{}
	}
	for _, e := range completed(edits) {
		e.apply(changed)
	}
	maps.DeleteFunc(changed, func(_ Option, value string) bool { return value == "" })
	return changed
}
