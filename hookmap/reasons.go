package hookmap

import (
	"cmp"
	"strings"

	opt "atm/tmuxopt"
)

// corrections explains each word that the option corrected can have: what was corrected, and why.
var corrections = map[string]string{
	"adopted":      "claude was found in the pane",
	"answered":     "a dialog was answered",
	"busy":         "claude had begun to work",
	"denied":       "a request was denied",
	"dialog":       "a dialog had opened",
	"died":         "claude had ended without a word",
	"disconnected": "the atm gate had ended that told of a session elsewhere",
	"error":        "the turn had failed",
	"failed":       "claude had ended before its first hook",
	"finished":     "the subagents had nothing to do any more, nor had Claude",
	"gone":         "the program had ended without a word",
	"idle":         "claude had nothing to do any more",
	"interrupted":  "the turn was interrupted",
	"overdue":      "a wake-up had not come",
	"parked":       "the conversation had moved to the background",
	"returned":     "the conversation had come back from the background",
	"session":      "claude had gone on with another session",
	"heard":        "something was heard of claude again",
	"silent":       "nothing had been heard of claude for long while it worked",
	"stays":        "claude does not go on by itself, as it had said",
	"waits":        "claude goes on by itself when a limit starts again",
	"suspended":    "claude was suspended",
	"title":        "the session was renamed",
	"unanswerable": "the hook had ended that waited for an answer",
}

// CorrectionInWords explains the value of the option corrected for people.
func CorrectionInWords(corrected string) string {
	var texts []string
	for word := range strings.FieldsSeq(corrected) {
		texts = append(texts, cmp.Or(corrections[word], opt.Text(word)))
	}
	return strings.Join(texts, "; ") + ", which no hook told"
}
