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
	Trace   Group = "Trace"
)

// TurnIntent is a value of [Intent]: what the last answer of a session wants.
type TurnIntent string

// The intents. An answer of which neither can be told has none.
const (
	Question   TurnIntent = "question"   // it asks, and waits
	Completion TurnIntent = "completion" // it reports something done
)

// Lifetime says what an option's value is about, and so what makes it go.
type Lifetime int

// The lifetimes, from the shortest to the longest.
const (
	// OfTurn is about the turn: it goes when the turn ends, and with the session.
	OfTurn Lifetime = iota + 1
	// OfRun is about the running session: it goes when the session ends.
	OfRun
	// OfSession is about the session, also after its end: it goes when another one
	// starts in the pane.
	OfSession
	// OfPane stays as long as the pane.
	OfPane
)

// Use says what an option is read for besides commands that read all of them. Reading an option
// costs the server time for each pane, also where it is not set.
type Use uint8

// The uses.
const (
	// Judged options decide what has to be corrected: the follower reads them of all panes.
	Judged Use = 1 << iota
	// Listed options stand in the rows of the inbox.
	Listed
	// Compared options are read of one pane, before a status line or a waiting hook corrects it.
	Compared
	// Followed options change when something has happened that is shown: the server of another
	// host tells of them. They are few, because it sends all of them each time.
	Followed
	// Spoken options hold what somebody has said: [WordsOption] turns them off.
	Spoken
	// Long options may be so long that they are never read of all panes: who wants one reads it
	// of its pane.
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

// Field describes one option of the contract.
type Field struct {
	Option   Option
	Group    Group
	Lifetime Lifetime
	Uses     Use
	Doc      string // what the value is, for people
}

// Clear returns the edits that unset every option of at most that lifetime, but those
// that are kept. What identifies the session goes last, because conditions read it.
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
