package hookmap

import (
	"cmp"
	"slices"
	"strings"

	opt "atm/tmuxopt"
)

// heard is the only correction that follows what a hook has reported.
const heard = "heard"

// corrections explains each word that the option corrected can have: what was corrected, and why.
var corrections = map[string]string{
	"adopted":      "claude was found in the pane",
	"answered":     "a dialog was answered",
	"busy":         "claude had begun to work",
	"denied":       "a request was denied",
	"dialog":       "a dialog had opened",
	"died":         "claude had ended",
	"disconnected": "the atm gate of a session elsewhere had ended",
	"error":        "the turn had failed",
	"failed":       "claude had ended before its first hook",
	"finished":     "the subagents and claude had nothing to do any more",
	"gone":         "the program had ended",
	"idle":         "claude had nothing to do any more",
	"interrupted":  "the turn was interrupted",
	"moved":        "claude had ended, and the conversation goes on elsewhere",
	"overdue":      "a wake-up had not come",
	"parked":       "the conversation had moved to the background",
	"returned":     "the conversation had come back from the background",
	"seen":         "what it shows was seen in another pane",
	"session":      "claude had gone on with another session",
	heard:          "claude has sent an event again",
	"silent":       "claude worked, and had sent no event for long",
	"stays":        "claude does not go on by itself, as it had said",
	"waits":        "claude goes on by itself when a limit starts again",
	"suspended":    "claude was suspended",
	"title":        "the session was renamed",
	"unanswerable": "the hook that waited for an answer had ended",
}

// identityOnly are the corrections that leave the state as it is.
var identityOnly = []string{"parked", "returned", "seen", "session", "title", "unanswerable"}

// CorrectsState reports whether the correction with that value of the option corrected has set a state.
func CorrectsState(corrected string) bool {
	setsState := func(word string) bool { return !slices.Contains(identityOnly, word) }
	return slices.ContainsFunc(strings.Fields(corrected), setsState)
}

// CorrectionInWords explains the value of the option corrected for people.
func CorrectionInWords(corrected string) string {
	var texts []string
	for word := range strings.FieldsSeq(corrected) {
		texts = append(texts, cmp.Or(corrections[word], opt.Text(word)))
	}
	text := strings.Join(texts, "; ")
	if corrected == heard {
		return text
	}
	return text + ", which no hook reported"
}
