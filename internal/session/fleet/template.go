package fleet

import (
	"io"
	"reflect"
	"strings"
	"text/template"

	"atm/tmuxopt"
)

// Template prints a line for each session. It is a template of Go over the members of a
// [Record], by their names in JSON. What is null in JSON is an empty text, so that it
// prints nothing and is false in a condition.
type Template struct{ parsed *template.Template }

// NewTemplate parses a template, and tries it with a session of which nothing is known and
// with one of which everything is: so a mistake is found before anything is printed.
func NewTemplate(text string) (*Template, error) {
	parsed, err := template.New("format").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, err
	}
	t := &Template{parsed}
	return t, t.Print(io.Discard, []Record{{}, fullRecord()})
}

// Print prints a line for each record: what the template gives, and a newline unless it
// ends in one. If the template fails for any of them, nothing is printed.
func (t *Template) Print(w io.Writer, records []Record) error {
	var all strings.Builder
	for _, r := range records {
		var line strings.Builder
		if err := t.parsed.Execute(&line, r.values()); err != nil {
			return err
		}
		all.WriteString(line.String())
		if !strings.HasSuffix(line.String(), "\n") {
			all.WriteString("\n")
		}
	}
	_, err := io.WriteString(w, all.String())
	return err
}

// values returns the members of the record by name, without anything that a terminal
// obeys.
func (r Record) values() map[string]any {
	values := map[string]any{}
	record := reflect.ValueOf(r)
	for _, field := range memberFields() {
		values[field.Tag.Get("json")] = plain(record.FieldByIndex(field.Index))
	}
	return values
}

// memberFields are the fields of a record that are members in JSON.
func memberFields() []reflect.StructField {
	var fields []reflect.StructField
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		if !field.Anonymous {
			fields = append(fields, field)
		}
	}
	return fields
}

// plain returns a member as templates print and compare it.
func plain(member reflect.Value) any {
	switch {
	case member.Kind() == reflect.Pointer && member.IsNil():
		return ""
	case member.Kind() == reflect.Pointer:
		return member.Elem().Interface()
	case member.Kind() == reflect.String && tmuxopt.Path(member.String()) == "":
		return tmuxopt.Text(member.String())
	case member.Kind() == reflect.String:
		return member.String() // a path that is longer than a text may be
	}
	if agents, ok := member.Interface().([]Agent); ok {
		list := []map[string]string{}
		for _, agent := range agents {
			list = append(list, map[string]string{"id": agent.ID, "type": agent.Type})
		}
		return list
	}
	return member.Interface()
}

// fullRecord returns a record of which every member is known.
func fullRecord() Record {
	var r Record
	record := reflect.ValueOf(&r).Elem()
	for _, field := range memberFields() {
		fill(record.FieldByIndex(field.Index))
	}
	return r
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("x", shortID))
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
