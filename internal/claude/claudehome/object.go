package claudehome

import (
	"bytes"
	"iter"
	"math"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// object holds the members of a JSON object, unparsed. A member of an unexpected type reads as the zero
// value.
type object map[string]jsontext.Value

// parse reads an object, and reports whether the text is one complete object and nothing else. From an
// incomplete object it returns the members before the break, and nil if the text does not begin an object.
func parse(text []byte) (object, bool) {
	d := newDecoder(text)
	if d.PeekKind() != '{' {
		return nil, false
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, false
	}
	o := object{}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return o, false
		}
		key := name.String()
		value, err := d.ReadValue()
		if err != nil {
			return o, false
		}
		o[key] = value.Clone() // the decoder reuses its buffer
	}
	_, err := d.ReadToken()
	return o, err == nil && len(bytes.TrimSpace(text[d.InputOffset():])) == 0
}

// newDecoder returns a decoder that accepts duplicate names and invalid UTF-8.
func newDecoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(text),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func (o object) text(name string) string {
	if o[name].Kind() != '"' {
		return ""
	}
	// The only possible error is invalid UTF-8, which becomes U+FFFD.
	text, _ := jsontext.AppendUnquote(nil, o[name])
	return string(text)
}

// word returns a string, or the text of a number: the start time of a process is a string on macOS, and may
// be a number on Linux.
func (o object) word(name string) string {
	if o[name].Kind() == '0' {
		return string(o[name])
	}
	return o.text(name)
}

// number returns a whole number, which may be in quotes.
func (o object) number(name string) int64 {
	n, err := strconv.ParseFloat(o.word(name), 64)
	if err != nil || math.IsNaN(n) || math.Abs(n) > 1<<53 {
		return 0
	}
	return int64(n)
}

// millis returns a time that is written in milliseconds since 1970.
func (o object) millis(name string) time.Time {
	if n := o.number(name); n > 0 {
		return time.UnixMilli(n)
	}
	return time.Time{}
}

// timestamp returns the time of a line of a transcript, the zero time if it has none.
func (o object) timestamp() time.Time {
	at, _ := time.Parse(time.RFC3339, o.text("timestamp"))
	return at
}

func (o object) is(name string) bool { return o[name].Kind() == 't' }

// object returns an object, which is empty if the member is missing.
func (o object) object(name string) object {
	member, _ := parse(o[name])
	return member
}

// objects yields the objects in an array, up to the first invalid value.
func (o object) objects(name string) iter.Seq[object] {
	return func(yield func(object) bool) {
		d := newDecoder(o[name])
		if token, err := d.ReadToken(); err != nil || token.Kind() != jsontext.KindBeginArray {
			return
		}
		for d.PeekKind() != jsontext.KindEndArray {
			value, err := d.ReadValue()
			if err != nil {
				return
			}
			if element, _ := parse(value); element != nil && !yield(element) {
				return
			}
		}
	}
}
