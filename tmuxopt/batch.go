package tmuxopt

import "slices"

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
	cmds := [][]string{{"set-option", "-pt", b.Pane, guard.String(), Version}}
	return append(cmds, Commands([]Batch{b})...)
}

// Commands returns several batches for panes of one server as one transaction,
// without their guards. An edit of a pane that is gone must not keep the others
// from theirs: all edits need a condition, because those are quiet. Whoever waits
// for something to happen in one of the panes is woken.
func Commands(batches []Batch) [][]string {
	var cmds [][]string
	for _, b := range batches {
		if cmds == nil && slices.ContainsFunc(b.Edits, func(e Edit) bool { _, ok := e.(run); return ok }) {
			cmds = storeCommands()
		}
	}
	for _, b := range batches {
		for _, e := range b.Edits {
			cmds = append(cmds, e.command(b.Pane))
		}
		cmds = append(cmds, signal{PaneChannel + b.Pane}.command(b.Pane))
	}
	return append(cmds, signal{ShownChannel}.command(""))
}

// meant is true on the server that the batch is for: pane ids start again at %0
// when a server is restarted on the same socket, so the one in $TMUX must be
// the one that answers. It is false on 3.0 and 3.1, where "set -pF" looks at
// the wrong pane.
func (b Batch) meant() Format {
	var refused Format = ServerFormat(Before("2"))
	if b.Unless != nil {
		refused = Or(refused, b.Unless)
	}
	if b.ServerPID == "" {
		return Not(refused)
	}
	return And(Not(refused), Eq(ServerFormat("#{pid}"), Lit(b.ServerPID)))
}

// Before is the condition that a server is older than 3.N, for an N of one digit.
// "3.1c" and "3.1-rc" are, "3.10" is not.
func Before(n string) string { return "#{m:3.[0-" + string(n[0]-1) + "][!0-9]*,#{version}.}" }

// ServerFormat is a format about the server, which the model has no answer for. It
// is a constant text of ours.
type ServerFormat string

func (f ServerFormat) String() string { return string(f) }

// Eval returns nothing: the model has no server.
func (ServerFormat) Eval(Options) string { return "" }
