package tmuxopt

// Off is the value of [AnswerOption] with which no hook waits for an answer.
const Off = "off"

// Answerer returns the edits that list the process which waits for the answer to a call, if the call is
// open. Of several processes the last one counts.
func Answerer(call, process string) []Edit {
	return []Edit{SetFormat(Answerable, With(Answerable, Entry{call, process})).If(Has(Waiting, call))}
}

// NoAnswerer returns the edits that remove this process from the list.
func NoAnswerer(call, process string) []Edit {
	listed := HasEntry(Answerable, Entry{call, process})
	return []Edit{SetFormat(Answerable, Without(Answerable, call)).If(listed)}
}
