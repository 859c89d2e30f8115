package tmuxopt

import "slices"

// Group says what an option is for.
type Group string

// The groups of the contract, in the order in which people want to read them.
const (
	Session Group = "Session"
	Facts   Group = "Facts"
	Derived Group = "State"
	Meter   Group = "Meter"
	Texts   Group = "Words"
	Work    Group = "Work"
	Prompts Group = "Later"
	Trace   Group = "Trace"
)

// TurnIntent is a value of [Intent]: what the last answer of a session wants.
type TurnIntent string

// The intents. An answer that is neither has none.
const (
	Question   TurnIntent = "question"   // it asks, and waits
	Completion TurnIntent = "completion" // it reports something done
)

// Lifetime says what an option's value describes, and so when it is cleared.
type Lifetime int

// The lifetimes, from the shortest to the longest.
const (
	// OfTurn describes what the session does: it is cleared with the session, and when a turn ends without a hook
	// that reports it. A hook that reports the end clears only what has ended with the turn: subagents may go on.
	OfTurn Lifetime = iota + 1
	// OfRun describes the running session: it is cleared when the session ends.
	OfRun
	// OfSession describes the session, also after its end: it is cleared when another session starts in the
	// pane.
	OfSession
	// OfPane lasts as long as the pane.
	OfPane
)

// Use says what an option is read for, apart from commands that read all options. Reading an option costs
// the server time for each pane, even if it is not set.
type Use uint8

// The uses.
const (
	// Judged options decide what must be corrected: the follower reads them of all panes.
	Judged Use = 1 << iota
	// Listed options are shown in the rows of the inbox.
	Listed
	// Compared options are read of one pane before a status line or a waiting hook corrects it.
	Compared
	// Followed options change when something shown has changed: another host sends them to atm watch. They
	// are few, because the host sends all of them each time.
	Followed
	// Spoken options hold what somebody has said: [WordsOption] turns them off.
	Spoken
	// Printed options are part of the records of --json, and of tables.
	Printed
	// Long options may be so long that they are never read of all panes, only of the one pane that is asked
	// for.
	Long
)

// For returns the options of the contract that have one of the uses.
func For(uses Use) []Option {
	var options []Option
	for _, f := range Schema() {
		if f.Uses&uses != 0 {
			options = append(options, f.Option)
		}
	}
	return options
}

// Kind says how a value is written, and so how [Read] makes it safe for a program.
type Kind string

// The kinds.
const (
	TextKind   Kind = "text"    // foreign text: see [Text]
	WordKind   Kind = "word"    // one of our own words, which another program may have replaced
	IDKind     Kind = "id"      // see [ID]
	PathKind   Kind = "path"    // see [Path]
	LinesKind  Kind = "lines"   // several lines as one: see [UnescapeLines]
	ListKind   Kind = "list"    // see [Entries]
	WholeKind  Kind = "number"  // a whole number, not negative
	AmountKind Kind = "amount"  // an amount of money
	TimeKind   Kind = "time"    // Unix seconds
	NanosKind  Kind = "time ns" // Unix nanoseconds, 19 digits
)

// Field declares one option of the contract. The code that prints, documents, reads or clears options uses
// it, so an option that is only shown needs no other code.
type Field struct {
	Option   Option
	Kind     Kind
	Group    Group
	Lifetime Lifetime
	Uses     Use
	Doc      string // documentation of the value for people
	Max      int64  // the largest number that is accepted; 0 = any that JSON holds exactly
	Help     string // documentation of the JSON member; "" = it is not a member by itself
	Column   string // the name of a column with the unchanged value; "" = none
	OnlyWith Option // it is set only if that one is, too; "" = no such option
}

// MayBeZero reports whether an option may have the value "0", which tmux takes for false: no list and no time does.
func MayBeZero(o Option) bool {
	i := slices.IndexFunc(Schema(), func(f Field) bool { return f.Option == o })
	return i < 0 || !slices.Contains([]Kind{ListKind, TimeKind, NanosKind}, Schema()[i].Kind)
}

func (f Field) atMost(n int64) Field        { f.Max = n; return f }
func (f Field) help(text string) Field      { f.Help, f.Uses = text, f.Uses|Printed; return f }
func (f Field) onlyWith(o Option) Field     { f.OnlyWith = o; return f }
func (f Field) column(heading string) Field { f.Column = heading; return f }

// The largest values that are accepted from an option, which any program may have set.
const (
	maxNumber   = 1 << 53 // what a number in JSON holds exactly
	MaxLimitPct = 1000    // per cent of an account's limit, which it may exceed
	maxTasks    = 1 << 20
	MaxAmount   = 1e9 // US dollars
)

// Clear returns the edits that unset every option of at most that lifetime, except those for which keep is
// true. The options that identify the session come last, because the conditions read them.
func Clear(longest Lifetime, keep func(Field) bool) []Edit {
	var edits []Edit
	for _, f := range slices.Backward(Schema()) {
		if f.Lifetime <= longest && (keep == nil || !keep(f)) {
			edits = append(edits, Unset(f.Option))
		}
	}
	return edits
}

// Options holds the options of one pane by name. Unset and empty mean the same.
type Options map[Option]string
