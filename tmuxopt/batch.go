package tmuxopt

import (
	"slices"
	"strings"
)

// Edit is one change of one option of a pane: to a text, to what a format gives
// in that pane, or away.
type Edit struct {
	Option Option
	Value  string // the new value, already fit for an option
	Format Format // if set, the new value instead: tmux expands it in the pane
	Unset  bool   // the option goes
	When   Format // if set, nothing happens where this is false
	Edits  []Edit // if set, these edits instead; their values are our own constants

	command []string // if set, this command instead, which concerns no option of a pane
}

// Set is the edit that gives an option a value; an empty one unsets it.
func Set(o Option, value string) Edit { return Edit{Option: o, Value: value, Unset: value == ""} }

// SetFormat is the edit that gives an option what f expands to in the pane.
func SetFormat(o Option, f Format) Edit { return Edit{Option: o, Format: f} }

// Unset is the edit that removes an option.
func Unset(o Option) Edit { return Edit{Option: o, Unset: true} }

// Together is several edits under one condition, which is worked out once. tmux
// parses them: their values must be our own constants, or numbers.
func Together(when Format, edits ...Edit) Edit { return Edit{Edits: edits, When: when} }

// If returns the edit restricted to panes where the condition is true when its
// turn comes: edits before it in the batch have happened by then.
func (e Edit) If(when Format) Edit {
	e.When = when
	return e
}

// Apply returns the options as the edits leave them. It is the model that the
// real server is compared with.
func Apply(o Options, edits []Edit) Options {
	after := Options{}
	for name, value := range o {
		after[name] = value
	}
	for _, e := range edits {
		if e.command != nil || e.When != nil && !True(e.When, after) {
			continue
		}
		if e.Edits != nil {
			after = Apply(after, e.Edits)
			continue
		}
		value := e.Value
		if e.Format != nil {
			value = e.Format.Eval(after)
		}
		if e.Unset || value == "" {
			delete(after, e.Option)
		} else {
			after[e.Option] = value
		}
	}
	return after
}

// Batch is a list of edits of one pane that tmux carries out as one transaction.
// Every edit is idempotent, so a batch may be sent again if it is not known
// whether it arrived.
type Batch struct {
	Pane      string // "%" and a number
	ServerPID string // the server that the pane belongs to; "" = not known
	At        string // the time of what the edits tell, as in StateNS; "" = not known
	Unless    Format // if set, nothing happens where this is true
	Edits     []Edit
}

// Commands returns the batch as tmux commands. The first one writes the version
// of the contract and fails, which drops the rest, on a server that the batch is
// not meant for.
func (b Batch) Commands() [][]string { return b.commands(b.meant()) }

// Retry returns the batch for a second try, when it is not known whether the
// first one arrived: a server that was held up may carry it out late, behind
// what has happened since. So it does nothing where something newer was told.
func (b Batch) Retry() [][]string {
	if b.At == "" {
		return b.Commands()
	}
	older := ServerFormat("#{||:#{==:" + get(StateNS) + ",},#{<:" + get(StateNS) + "," + ID(b.At) + "}}")
	return b.commands(And(b.meant(), older))
}

func (b Batch) commands(meant Format) [][]string {
	guard := If(meant, Lit(ContractVersion), Lit(noOption))
	cmds := make([][]string, 0, len(b.Edits)+1)
	cmds = append(cmds, []string{"set-option", "-pt", b.Pane, guard.String(), Version})
	for _, e := range b.Edits {
		cmds = append(cmds, e.render(b.Pane))
	}
	return cmds
}

// Commands returns several batches for panes of one server as one transaction.
// An edit of a pane that is gone must not keep the others from theirs: all
// edits need a condition, because those are quiet.
func Commands(batches []Batch) [][]string {
	var cmds [][]string
	for _, b := range batches {
		for _, e := range b.Edits {
			cmds = append(cmds, e.render(b.Pane))
		}
	}
	return cmds
}

// noOption is the name of an option that tmux does not have.
const noOption = "atm-no-such-option"

// meant is true on the server that the batch is for: pane ids start again at %0
// when a server is restarted on the same socket, so the one in $TMUX must be
// the one that answers. It is false on 3.0 and 3.1, where "set -pF" looks at
// the wrong pane.
func (b Batch) meant() Format {
	var old Format = ServerFormat(Before("2"))
	if b.Unless != nil {
		old = Or(old, b.Unless)
	}
	if b.ServerPID == "" {
		return Not(old)
	}
	return And(Not(old), Eq(ServerFormat("#{pid}"), Lit(b.ServerPID)))
}

// Before is the condition that a server is older than 3.N, for an N of one digit.
// "3.1c" and "3.1-rc" are, "3.10" is not.
func Before(n string) string { return "#{m:3.[0-" + string(n[0]-1) + "][!0-9]*,#{version}.}" }

// ServerFormat is a format about the server, which the model has no answer for. It
// is a constant text of ours.
type ServerFormat string

func (f ServerFormat) String() string    { return string(f) }
func (ServerFormat) Eval(Options) string { return "" }

// render returns the edit as a command. tmux expands the name of the option that it sets
// as a format, in the target pane; with -q a name that does not exist is no
// error. Together they make an edit conditional whatever its value is, where
// if-shell would have to parse the value as a command.
func (e Edit) render(pane string) []string {
	flags, name := "-", Lit(e.Option).String()
	if e.When != nil {
		flags, name = "-q", If(e.When, Lit(e.Option), Lit(noOption)).String()
	}
	switch {
	case e.command != nil:
		cmd := slices.Clone(e.command)
		for i := range cmd {
			cmd[i] = strings.Replace(cmd[i], target, pane, 1)
		}
		return cmd
	case e.Edits != nil:
		var body [][]string
		for _, edit := range e.Edits {
			body = append(body, edit.render(pane))
		}
		when := e.When
		if !flag(when) { // if-shell takes for false whatever begins with 0
			when = If(when, Lit("1"), Lit(""))
		}
		return []string{"if-shell", "-Ft", pane, when.String(), strings.TrimSpace(Source(body))}
	case e.Unset:
		return []string{"set-option", flags + "put", pane, name}
	case e.Format != nil:
		return []string{"set-option", flags + "pFt", pane, name, e.Format.String()}
	default:
		return []string{"set-option", flags + "pt", pane, name, e.Value}
	}
}
