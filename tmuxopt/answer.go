package tmuxopt

import "strings"

// Bell is the option of a pane in which whoever wants to answer a call leaves word for the
// hook that waits for it. It is no part of the contract: its entries last for a moment.
const Bell Option = "@atm_bell"

// Off is the value of [AnswerOption] with which no hook waits to answer.
const Off = "off"

// Answerer returns the edits that say which process waits to answer a call, as long as
// the call is open. Of several the last one counts.
func Answerer(call, process string) []Edit {
	return []Edit{SetFormat(Answerable, With(Answerable, Entry{call, process})).If(Has(Waiting, call))}
}

// NoAnswerer returns the edits that say that this process does not wait any more.
func NoAnswerer(call, process string) []Edit {
	its := hasEntry{Answerable, Entry{call, process}}
	return []Edit{SetFormat(Answerable, Without(Answerable, call)).If(its)}
}

// Visitor is somebody who wants to answer a call.
type Visitor struct {
	Call string // the key of the call
	Name string // of [A-Za-z0-9], one of its own
	At   string // where the visitor can be found, of [A-Za-z0-9_-]
}

func (v Visitor) entry() Entry { return Entry{v.Call + "." + v.Name, v.At} }

// Ring returns the edits by which a visitor leaves word.
func (v Visitor) Ring() []Edit { return []Edit{SetFormat(Bell, With(Bell, v.entry()))} }

// Leave returns the edits that take the word away.
func (v Visitor) Leave() []Edit {
	return []Edit{SetFormat(Bell, Without(Bell, v.entry().Key)).If(Get(Bell))}
}

// Visitors returns those who want to answer a call, from the value of [Bell].
func Visitors(value, call string) []Visitor {
	var visitors []Visitor
	for _, entry := range Entries(value) {
		if name, its := strings.CutPrefix(entry.Key, call+"."); its {
			visitors = append(visitors, Visitor{Call: call, Name: name, At: entry.Word})
		}
	}
	return visitors
}
