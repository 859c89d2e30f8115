package permission

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

type field struct {
	name  string
	value jsontext.Value
}

// output returns the JSON that the hook prints for a decision.
func output(decision ...field) []byte {
	return joined(field{"hookSpecificOutput", joined(
		field{"hookEventName", quoted("PermissionRequest")},
		field{"decision", joined(decision...)},
	)})
}

// allow is a decision to allow the call.
func allow(fields ...field) []byte {
	return output(append([]field{{"behavior", quoted("allow")}}, fields...)...)
}

// joined returns an object. Values stay as they are, to the byte.
func joined(fields ...field) jsontext.Value {
	text := jsontext.Value("{")
	for i, f := range fields {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, quoted(f.name)...)
		text = append(text, ':')
		text = append(text, f.value...)
	}
	return append(text, '}')
}

func array(values ...jsontext.Value) jsontext.Value {
	text := jsontext.Value("[")
	for i, value := range values {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, value...)
	}
	return append(text, ']')
}

// quote returns a text that somebody has typed as a JSON string.
func quote(text string) (jsontext.Value, error) {
	value, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return nil, errors.New("the text is not UTF-8; leave out what is not")
	}
	return value, nil
}

// quoted is quote for a text that is known to be UTF-8.
func quoted(text string) jsontext.Value {
	value, _ := jsontext.AppendQuote(nil, text)
	return value
}
