package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"text/tabwriter"
	"unicode/utf16"

	"atm/tmuxopt"
)

// Indent is how far members stand below their object in what commands print once.
const Indent = "  "

// WriteJSON writes a value as JSON, for scripts: on one line if indent is empty. On a terminal nothing in it
// can be obeyed or overlooked; the value is the same everywhere. Nothing is written of a value that is none
// in JSON.
func WriteJSON(out io.Writer, value any, indent string) error {
	if Width(out) >= 0 {
		out = escaping{out}
	}
	if indent != "" {
		out = indenting{out, indent}
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// indenting indents JSON. An Encoder could do it, but needs three times the memory.
type indenting struct {
	io.Writer
	indent string
}

func (i indenting) Write(text []byte) (int, error) {
	var b bytes.Buffer
	err := json.Indent(&b, text, "", i.indent)
	if err == nil {
		_, err = b.WriteTo(i.Writer)
	}
	return len(text), err
}

// escaping writes what is hidden as escapes. Each text is written at once, as an Encoder does.
type escaping struct{ io.Writer }

func (e escaping) Write(text []byte) (int, error) {
	if _, err := e.Writer.Write(escapeHidden(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// escapeHidden writes what is hidden as escapes. JSON itself asks for them only below U+0020,
// and outside strings it has no other characters than those of ASCII.
func escapeHidden(text []byte) []byte {
	var b bytes.Buffer
	for _, r := range string(text) {
		if r == '\n' || !tmuxopt.Hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.Bytes()
}

// Member is a member of what a command prints as JSON.
type Member struct {
	Name string
	Doc  string
}

// Members lists the members that a struct has in JSON, in their order; after an object, those
// that it has. What each is stands in the field's tag "help", else in the declaration of the
// option that the field holds.
func Members(record any) []Member { return membersOf(reflect.TypeOf(record), "") }

func membersOf(t reflect.Type, indent string) []Member {
	var members []Member
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" {
			continue
		}
		doc, ok := f.Tag.Lookup("help")
		if field, known := tmuxopt.MemberField(f); known && !ok {
			doc = field.Help
		}
		doc = strings.ReplaceAll(doc, "''", `""`) // which a tag could have with backslashes only
		members = append(members, Member{indent + name, doc})
		if f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct {
			members = append(members, membersOf(f.Type.Elem(), indent+"  ")...)
		}
	}
	return members
}

// MembersHelp says what the members of a struct are in JSON, each in a line.
func MembersHelp(record any) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, member := range Members(record) {
		fmt.Fprintf(w, "  %s\t%s\n", member.Name, member.Doc)
	}
	_ = w.Flush() // a Builder takes everything
	return b.String()
}
