package settings

import (
	"strings"

	"github.com/tailscale/hujson"
)

// jsonString is a string of JSON, and where in the text each of its bytes stands. The same
// string can be written in many ways ("/", "\/", "\u002f"): what is cut out of the text
// and put into it again keeps its own.
type jsonString struct {
	raw   string // as it stands in the text, without the quotes around it
	value string // what that means

	// starts has the offset in raw for each byte of says, and for its end. All bytes of a
	// character that is written as one escape count as the first one.
	starts []int
}

// stringOf returns a value that is a string.
func stringOf(v hujson.Value) (s jsonString, found bool) {
	l, ok := v.Value.(hujson.Literal)
	if !ok || l.Kind() != '"' {
		return s, false
	}
	return readString(string(l[1 : len(l)-1])), true
}

func readString(raw string) jsonString {
	s := jsonString{raw: raw}
	var value strings.Builder
	for i := 0; i < len(raw); {
		end, character := i+1, raw[i:i+1]
		if raw[i] == '\\' {
			end = i + escapeLength(raw[i:])
			character = hujson.Literal(`"` + raw[i:end] + `"`).String()
		}
		value.WriteString(character)
		s.starts = append(s.starts, i)
		for range len(character) - 1 {
			s.starts = append(s.starts, end)
		}
		i = end
	}
	s.value, s.starts = value.String(), append(s.starts, len(raw))
	return s
}

// escapeLength returns how many bytes the escape has with which a text begins. Two that
// stand for one character (\ud83d\ude00) count as one.
func escapeLength(raw string) int {
	const unicode = len(`\u0000`)
	if raw[1] != 'u' {
		return len(`\n`)
	}
	surrogate := func(at int, digits string) bool {
		return len(raw) >= at+unicode && strings.EqualFold(raw[at:at+3], `\ud`) &&
			strings.IndexByte(digits, raw[at+3]) >= 0
	}
	if surrogate(0, "89abAB") && surrogate(unicode, "cdefCDEF") {
		return 2 * unicode
	}
	return unicode
}

// from returns the end of the string, from an offset in what it says, as it is written.
func (s jsonString) from(at int) string { return s.raw[s.starts[at]:] }

// pick returns these bytes of what it says, as they are written.
func (s jsonString) pick(bytes []int) string {
	var picked strings.Builder
	for _, i := range bytes {
		picked.WriteString(s.raw[s.starts[i]:s.starts[i+1]])
	}
	return picked.String()
}

// written returns how a text is written in a string of JSON, without the quotes around it.
func written(text string) string {
	literal := quote(text)
	return literal[1 : len(literal)-1]
}
