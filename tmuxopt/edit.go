package tmuxopt

import (
	"maps"
)

// Edit is one change of a pane's options, or one thing that the server does when they change. Every edit can
// be restricted by a condition. It has the tmux command that carries it out, and its effect on the options,
// so that a real server can be compared with the model.
type Edit interface {
	// If returns the edit restricted to panes where the condition is true at the time of the edit. A second
	// condition is added to the first one.
	If(Format) Edit

	// command is the tmux command for a pane; pane "" leaves the target to tmux.
	command(pane string) []string
	// apply changes the options as the command changes those of the pane.
	apply(Options)
}

// Set is the edit that sets an option to a value; an empty value unsets it.
func Set(o Option, value string) Edit {
	if value == "" {
		return Unset(o)
	}
	return setText{option: o, value: value}
}

// SetFormat is the edit that sets an option to what f expands to in the pane.
func SetFormat(o Option, f Format) Edit { return setFormat{option: o, value: f} }

// Unset is the edit that removes an option.
func Unset(o Option) Edit { return unset{option: o} }

// setText sets an option to a constant value.
type setText struct {
	option    Option
	value     string
	condition Format // nil = always
}

func (e setText) If(condition Format) Edit {
	e.condition = allOf(e.condition, condition)
	return e
}

func (e setText) command(pane string) []string {
	flags, name := conditional(string(e.option), e.condition)
	return setOption(flags+"p", pane, name, e.value)
}

func (e setText) apply(o Options) {
	if e.condition == nil || True(e.condition, o) {
		o[e.option] = e.value
	}
}

// setFormat sets an option to what a format expands to.
type setFormat struct {
	option    Option
	value     Format
	condition Format // nil = always
}

func (e setFormat) If(condition Format) Edit {
	e.condition = allOf(e.condition, condition)
	return e
}

func (e setFormat) command(pane string) []string {
	flags, name := conditional(string(e.option), e.condition)
	return setOption(flags+"pF", pane, name, e.value.String())
}

func (e setFormat) apply(o Options) {
	if e.condition != nil && !True(e.condition, o) {
		return
	}
	if value := e.value.Eval(o); value != "" {
		o[e.option] = value
	} else {
		delete(o, e.option) // empty and unset mean the same
	}
}

// unset removes an option.
type unset struct {
	option    Option
	condition Format // nil = always
}

func (e unset) If(condition Format) Edit {
	e.condition = allOf(e.condition, condition)
	return e
}

func (e unset) command(pane string) []string {
	flags, name := conditional(string(e.option), e.condition)
	return setOption(flags+"pu", pane, name)
}

func (e unset) apply(o Options) {
	if e.condition == nil || True(e.condition, o) {
		delete(o, e.option)
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

// conditional returns the flags and the name with which set-option sets an option only where the condition
// is true. tmux expands the name as a format in the target pane; with -q a name that does not exist is no
// error. So an edit can have a condition whatever its value is. if-shell would have to parse the value as a
// command, and keeps some 600 bytes in the server each time that its condition is true (3.3a to 3.8).
func conditional(option string, condition Format) (flags, name string) {
	if condition == nil {
		return "-", option
	}
	return "-q", If(condition, Lit(option), Lit(noOption)).String()
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
	for _, e := range withShown(edits) {
		e.apply(changed)
	}
	maps.DeleteFunc(changed, func(_ Option, value string) bool { return value == "" })
	return changed
}
