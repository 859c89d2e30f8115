package decision

import (
	"fmt"

	"atm/internal/longwork/handoff"
	opt "atm/tmuxopt"
)

// howToHandOver tells a model how to leave a handoff.
const howToHandOver = `  atm handoff --load FILE <<'END'
  what is done, what is next, what does not work
  END
(--load names a file that the next session is to read; it may be left out, or be given several times.)
`

// warning tells a model how many per cent of its context are in use. last is the percentage of the last
// warning, 0 = this is it.
func warning(o opt.Options, used, last int) string {
	begin := fmt.Sprintf("%d %% of your context window are in use. ", used)
	if last > 0 {
		return begin + fmt.Sprintf(
			"Prepare to hand over to another session: bring what you are doing to a point at "+
				"which it can be left%s. At %d %% you will be asked to hand over.\n",
			intoLog(o, ", and write how it goes into "),
			last,
		)
	}
	return begin + "Hand over now: bring what you are doing to a point at which it can be left" +
		intoLog(o, ", write how it goes into ") + ", and run in your shell:\n" + howToHandOver +
		"Then tell the person that you have handed over, and stop. A new session in this pane will get the text.\n"
}

// reminder reminds a model of its log at the tool call with that number.
func reminder(o opt.Options, number int) string {
	text := fmt.Sprintf(
		"This is tool call %d since anything was written down about %s. Write down how it goes: %s.\n",
		number,
		quoted(o[opt.Effort]),
		howToWriteDown(o),
	)
	if denies(o) {
		text += "Until then further tool calls are denied.\n"
	}
	return text
}

// deniedText tells a model why a tool call is denied: there were too many calls without a note.
func deniedText(o opt.Options, calls int) string {
	return fmt.Sprintf(
		"this call was denied, because %d tool calls have gone by since anything was written down about %s. "+
			"Write down how it goes: %s. Then make the call again.",
		calls,
		quoted(o[opt.Effort]),
		howToWriteDown(o),
	)
}

// howToWriteDown tells a model what resets the number of its calls. These actions do not count as calls.
func howToWriteDown(o opt.Options) string {
	return "run atm effort note 'TEXT'" + intoLog(o, " in your shell, or edit ")
}

// intoLog returns the file of the log after that text, "" if there is no log.
func intoLog(o opt.Options, before string) string {
	file := opt.Path(o[opt.EffortLog])
	if file == "" || len(file) > handoff.MaxLog {
		return ""
	}
	return before + file
}

// quoted returns a foreign text for a text to a model.
func quoted(text string) string { return `"` + handoff.Clip(opt.Text(text), opt.MaxEffortText) + `"` }

// prefixed returns a text with a prefix, "" for an empty text.
func prefixed(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}
