package fleet

import (
	"cmp"
	"io"
	"reflect"
	"strings"
	"text/template"

	"atm/tmuxopt"
)

// Template prints a line for each session. It is a Go template over the members of a [Record], by their names
// in JSON. A member that is null in JSON is an empty text: it prints nothing, and is false in a condition.
type Template struct{ parsed *template.Template }

// NewTemplate parses a template. To find a mistake before anything is printed, it tries the template with an
// empty record and with a full one.
func NewTemplate(text string) (*Template, error) {
	parsed, err := template.New("format").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, err
	}
	t := &Template{parsed}
	var full Record
	fill(reflect.ValueOf(&full).Elem())
	return t, t.Print(io.Discard, []Record{{}, full})
}

// Print prints the output of the template for each record, and a newline unless the output ends in one. If
// the template fails for any record, nothing is printed.
func (t *Template) Print(w io.Writer, records []Record) error {
	var all strings.Builder
	for _, r := range records {
		var line strings.Builder
		if err := t.parsed.Execute(&line, values(reflect.ValueOf(r))); err != nil {
			return err
		}
		all.WriteString(strings.TrimSuffix(line.String(), "\n") + "\n")
	}
	_, err := io.WriteString(w, all.String())
	return err
}

// values returns the members of a record by name, safe for a terminal.
func values(record reflect.Value) map[string]any {
	values := map[string]any{}
	for _, field := range reflect.VisibleFields(record.Type()) {
		if !field.Anonymous {
			values[field.Tag.Get("json")] = plain(record.FieldByIndex(field.Index))
		}
	}
	return values
}

// plain returns a member in the form that templates print and compare.
func plain(member reflect.Value) any {
	switch {
	case member.Kind() == reflect.Pointer && member.IsNil():
		return ""
	case member.Kind() == reflect.Pointer:
		return member.Elem().Interface()
	case member.Kind() == reflect.String: // a path may be longer than a text
		return cmp.Or(tmuxopt.Path(member.String()), tmuxopt.Text(member.String()))
	}
	if member.Kind() == reflect.Slice && member.Type().Elem().Kind() == reflect.Struct {
		list := []map[string]any{}
		for i := range member.Len() {
			list = append(list, values(member.Index(i)))
		}
		return list
	}
	return member.Interface()
}

// fill gives a value to every member.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("xxxxxxxx") // as long as a short id
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int64:
		v.SetInt(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}
