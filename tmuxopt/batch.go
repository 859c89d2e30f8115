package tmuxopt

import (
	"slices"
	"strings"
)

// Batch is a list of edits of one pane that tmux carries out as one transaction. Every edit is idempotent,
// so a batch may be sent again if it is not known whether it arrived. If the edits may change what the pane
// shows, [Shown] is set as well.
type Batch struct {
	Pane      string // "%" and a number
	ServerPID string // the server that the pane belongs to; "" = not known
	At        string // when the reported facts were true, as in StateNS; "" = not known
	Unless    Format // if set, nothing happens where this is true
	Edits     []Edit
}

// Commands returns the batch as tmux commands. The first one fails, which drops the rest, on a server that
// the batch is not meant for, and on one without the stored programs that the batch runs: for that one use
// [Batch.Storing].
func (b Batch) Commands() [][]string {
	if b.runs() { // a server that is too old has no stored programs
		return b.commandsIf(And(b.applies(), stored()))
	}
	return b.commandsIf(b.onRightServer())
}

// Storing returns the batch as tmux commands that first store the programs which it runs. ok is false for a
// batch that runs none.
func (b Batch) Storing() (cmds [][]string, ok bool) {
	return slices.Insert(b.commandsIf(b.onRightServer()), 1, b.storing()...), b.runs()
}

// storing returns the commands that put the stored programs into the server. The last one fails if the
// programs are still missing then, which happens where a tmux session has a hook of the same name that hides
// the global one. That drops the whole batch: with its facts but without the program, the pane would keep
// showing the old state.
func (b Batch) storing() [][]string {
	if !b.runs() {
		return nil
	}
	return append(storeCommands(), Require(b.Pane, stored()))
}

// Refused reports whether, according to tmux's answer, a command of the batch has failed on purpose. Since
// 3.7 tmux expands a format for at most 100 ms: on a very busy machine the name may stay empty, which tmux
// then calls ambiguous.
func Refused(answer string) bool {
	return RefusedByCondition(answer) || strings.HasSuffix(strings.TrimSpace(answer), "ambiguous option:")
}

// RefusedByCondition is [Refused] without the refusals of a tmux that is only too busy.
func RefusedByCondition(answer string) bool { return strings.Contains(answer, noOption) }

// Retry returns the batch for a second try, when it is not known whether the first one arrived. A server
// that was blocked may carry out the second try after newer batches, so it does nothing in a pane whose
// facts are newer.
func (b Batch) Retry() [][]string {
	if b.At == "" {
		return b.Commands()
	}
	return slices.Insert(b.commandsIf(And(b.onRightServer(), Older(ID(b.At)))), 1, b.storing()...)
}

// Older is true in a pane whose facts are older than a time as [Nanoseconds] writes it, or that has none.
func Older(than string) Format {
	ns := get(StateNS)
	return condition("#{||:#{==:"+ns+",},#{<:"+ns+","+than+"}}", func(o Options) bool { return o[StateNS] < than })
}

// commandsIf returns the commands of the batch. The first one fails where the condition is false, which
// makes tmux drop the rest. The first edit is used for that if it has no condition of its own.
func (b Batch) commandsIf(condition Format) [][]string {
	b.Edits = completed(b.Edits)
	first := Set(ContractVersion, Version)
	if len(b.Edits) > 0 && b.Edits[0].verb == setText && b.Edits[0].condition == nil {
		first, b.Edits = b.Edits[0], b.Edits[1:]
	}
	name := NameIf(condition, string(first.option)) // of an option, or of none
	cmds := append([][]string{setOption("-p", b.Pane, name, first.value)}, b.commands()...)
	return append(cmds, signal(ShownChannel).command(""))
}

func (b Batch) commands() [][]string {
	var cmds [][]string
	for _, e := range b.Edits {
		cmds = append(cmds, e.command(b.Pane))
	}
	return append(cmds, signal(PaneChannel+b.Pane).command(b.Pane))
}

// runs reports whether the batch runs a stored program.
func (b Batch) runs() bool {
	return slices.ContainsFunc(b.Edits, func(e Edit) bool { return e.verb == run })
}

// Commands returns several batches for panes of one server as one transaction, without the conditions of the
// batches. If one pane has disappeared, the edits of the other panes must still be applied, so every edit
// needs a condition: for those tmux reports no error. No batch may derive a state, because tmux 3.2 crashes
// when a stored program is run for a pane that does not exist; only [Batch.Commands] can, after its
// condition. The commands wake everyone who waits for a change of one of the panes.
func Commands(batches []Batch) [][]string {
	var cmds [][]string
	for _, b := range batches {
		if b.runs() {
			panic("a stored program without a condition")
		}
		b.Edits = completed(b.Edits)
		cmds = append(cmds, b.commands()...)
	}
	return append(cmds, signal(ShownChannel).command(""))
}

// onRightServer is true on the server that the batch is for: pane ids start again at %0 when a server is
// restarted on the same socket, so the answering server must be the one in $TMUX. It is false on 3.0 and
// 3.1, where "set -pF" expands its format in the wrong pane.
func (b Batch) onRightServer() Format { return And(Not(ServerFormat(Before("2"))), b.applies()) }

// applies is true on the server that the batch is for, unless [Batch.Unless] is true there.
func (b Batch) applies() Format {
	var rightServer Format = Lit("1")
	if b.ServerPID != "" {
		rightServer = Eq(ServerFormat("#{pid}"), Lit(b.ServerPID))
	}
	if b.Unless != nil {
		return And(rightServer, Not(b.Unless))
	}
	return rightServer
}

// Before is the condition that a server is older than 3.N, for an N of one digit. "3.1c" and "3.1-rc" are
// older than 3.2, "3.10" is not.
func Before(n string) string { return "#{m:3.[0-" + string(n[0]-1) + "][!0-9]*,#{version}.}" }

// ServerFormat is a constant format about the server, which the model cannot evaluate.
type ServerFormat string

func (f ServerFormat) String() string { return string(f) }

// Eval returns nothing: the model has no server.
func (ServerFormat) Eval(Options) string { return "" }

// Require returns a command that fails if the condition is false in the pane, which drops the commands after
// it, and changes nothing if it is true. [Refused] recognises its failure.
func Require(pane string, condition Format) []string {
	return setOption("-p", pane, NameIf(condition, string(ContractVersion)), Version)
}
