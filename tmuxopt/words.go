package tmuxopt

import (
	"slices"
	"strconv"
	"strings"
)

// WordsLength is how many columns a text of the group [Texts] has at most.
const WordsLength = 200

// SetWords returns the edits that set an option to a text that was asked, wanted or said, unless
// [WordsOption] keeps such texts out of the options: then the option is unset. A text longer than
// [WordsLengthOption] is cut.
//
// The condition is part of the edits, because a hook reads nothing. So with the option turned off the text
// is never stored, not even for a moment.
func SetWords(o Option, text string) []Edit {
	if text == "" {
		return []Edit{Unset(o)}
	}
	off := Not(WordsOn())
	return []Edit{
		Set(o, text).If(Not(off)),
		SetFormat(o, If(off, Lit(""), clipped(o))).If(Or(off, Get(WordsLengthOption))),
	}
}

// WordsWanted is true where an option has a text that may be shown: after [WordsOption] was turned off,
// texts that are already stored are not shown either.
func WordsWanted(o Option) Format { return And(Get(o), WordsOn()) }

// WordsOn is true where texts are wanted at all. Any value of [WordsOption] but "on", such as "no" or "OFF",
// turns them off.
func WordsOn() Format { return Or(Is(WordsOption, ""), Is(WordsOption, "on")) }

// WithoutWords returns the batch with "…" in place of what was asked, wanted or said: for logs, which others
// may read.
func (b Batch) WithoutWords() Batch {
	spoken := For(Spoken)
	b.Edits = slices.Clone(b.Edits)
	for i, e := range b.Edits {
		if e.verb == setText && slices.Contains(spoken, e.option) {
			b.Edits[i].value = "…"
		}
	}
	return b
}

// clipped is an option's value, cut to [WordsLengthOption] columns. The model counts characters: it does not
// know columns.
func clipped(option Option) Format {
	// A minus would cut from the other end.
	format := "#{=/#{s|[^0-9]||:" + WordsLengthOption + "}/…:" + string(option) + "}"
	return formula{format, func(o Options) string {
		text := []rune(o[option])
		length := strings.TrimLeft(o[WordsLengthOption], "-")
		if n, err := strconv.Atoi(length); err == nil && n > 0 && n < len(text) {
			return string(text[:n]) + "…"
		}
		return string(text)
	}}
}
