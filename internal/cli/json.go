package cli

import (
	"bufio"
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

// Indent is the indent of members in JSON that is printed once.
const Indent = "  "

// WriteJSON writes a value as JSON, for scripts: on one line if indent is empty. On a terminal it escapes
// control characters and invisible characters, which does not change the value. It writes nothing if JSON
// cannot represent the value.
func WriteJSON(out io.Writer, value any, indent string) error {
	isTerminal := Width(out) >= 0
	if indent != "" {
		out = indenting{out, indent}
	}
	if isTerminal {
		out = escaping{out}
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// indenting indents the JSON of an Encoder, which has no blanks outside of strings. json.Indent gives the same, but
// checks each byte again: in a profile of atm ls --json with 200 sessions that was 38 % of the process's own time.
type indenting struct {
	io.Writer
	indent string
}

func (i indenting) Write(text []byte) (int, error) {
	b := bufio.NewWriterSize(i.Writer, 64<<10)
	line := "\n"
	for at := 0; at < len(text); at++ {
		c := text[at]
		switch c {
		case '"':
			end := at + 1
			for ; text[end] != '"'; end++ {
				if text[end] == '\\' {
					end++
				}
			}
			b.Write(text[at : end+1])
			at = end
			continue
		case '}', ']':
			line = line[:len(line)-len(i.indent)]
			if before := text[at-1]; before != '{' && before != '[' {
				b.WriteString(line)
			}
		}
		b.WriteByte(c)
		switch c {
		case '{', '[':
			line += i.indent
			if after := text[at+1]; after != '}' && after != ']' {
				b.WriteString(line)
			}
		case ',':
			b.WriteString(line)
		case ':':
			b.WriteByte(' ')
		}
	}
	return len(text), b.Flush()
}

// escaping writes hidden characters as escapes. Each Write must have a complete text, as those of an Encoder.
type escaping struct{ io.Writer }

func (e escaping) Write(text []byte) (int, error) {
	if _, err := e.Writer.Write(escapeHidden(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// escapeHidden writes hidden characters as escapes. JSON requires escapes only below U+0020, and has only
// ASCII characters outside of strings.
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

// Members lists the members that a struct has in JSON, each object followed by its own members. Doc is the
// field's tag "help", or else the help of the option that the field holds.
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
		doc = strings.ReplaceAll(doc, "''", `""`) // in a tag "" would need backslashes
		members = append(members, Member{indent + name, doc})
		if f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct {
			members = append(members, membersOf(f.Type.Elem(), indent+"  ")...)
		}
	}
	return members
}

// MembersHelp describes the members of a struct in JSON, one in each line.
func MembersHelp(record any) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, member := range Members(record) {
		fmt.Fprintf(w, "  %s\t%s\n", member.Name, member.Doc)
	}
	_ = w.Flush() // a Builder takes everything
	return b.String()
}
