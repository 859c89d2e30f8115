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

// Field describes one option of the contract.
type Field struct {
	Option   Option
	Group    Group
	Lifetime Lifetime
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
