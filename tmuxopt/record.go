package tmuxopt

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Read sets the fields of a struct, and of the structs embedded in it, from the options of a pane. A field
// holds the option that its tag "option" names, else the option with the name of its JSON member; other
// fields are unchanged. Values are made safe for a terminal as their [Kind] says. A value that is not known
// is "", 0 or nil.
func Read(record any, o Options) {
	value := reflect.ValueOf(record).Elem()
	for _, f := range plan(value.Type()) {
		setField(value.FieldByIndex(f.index), f.field, o[f.field.Option])
	}
}

// MemberField returns the declaration of the option that a field of a struct holds.
func MemberField(f reflect.StructField) (Field, bool) {
	name, named := f.Tag.Lookup("option")
	if !named {
		name, _, _ = strings.Cut(f.Tag.Get("json"), ",")
	}
	field, known := fields()[Option(Prefix+name)]
	return field, known
}

// fields are the rows of the schema by the name of their option.
var fields = sync.OnceValue(func() map[Option]Field {
	byName := map[Option]Field{}
	for _, f := range Schema() {
		byName[f.Option] = f
	}
	return byName
})

// plannedField is a field of a struct and the option that it holds.
type plannedField struct {
	index []int
	field Field
}

// plans holds the result of [plan] for each type.
var plans sync.Map

// plan lists the fields of a struct type that hold options.
func plan(t reflect.Type) []plannedField {
	if known, ok := plans.Load(t); ok {
		return known.([]plannedField)
	}
	var list []plannedField
	for _, f := range reflect.VisibleFields(t) {
		if field, ok := MemberField(f); ok && !f.Anonymous && f.IsExported() {
			list = append(list, plannedField{f.Index, field})
		}
	}
	plans.Store(t, list)
	return list
}

// setField sets a field of a struct to the value of an option.
func setField(target reflect.Value, f Field, text string) {
	switch to := target.Addr().Interface().(type) {
	case *[]Entry:
		*to = Entries(Lines(text)) // Text would cut the list
		return
	case *[]string:
		*to = keys(text)
		return
	case *time.Time:
		*to = UnixTime(text)
		return
	case **int64:
		*to = f.whole(text)
		return
	case **float64:
		*to = parseAmount(text)
		return
	}
	switch target.Kind() {
	case reflect.String:
		target.SetString(f.Text(text))
	case reflect.Int64:
		target.SetInt(0)
		if n := f.whole(text); n != nil {
			target.SetInt(*n)
		}
	default:
		panic(fmt.Sprintf("tmuxopt: no %s can hold the option %s", target.Type(), f.Option))
	}
}

// Text makes the value of the option safe for a terminal.
func (f Field) Text(value string) string {
	switch f.Kind {
	case IDKind:
		return ID(value)
	case PathKind:
		return Path(value)
	case LinesKind:
		return UnescapeLines(value)
	default:
		return Text(value)
	}
}

// whole parses a number, nil if it is not an accepted one.
func (f Field) whole(text string) *int64 {
	maximum := f.Max
	if maximum == 0 {
		maximum = maxNumber
	}
	if text == "" { // most are unset, and the error of ParseInt costs memory
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > maximum {
		return nil
	}
	return &n
}

// parseAmount parses an amount of money, nil if it is none.
func parseAmount(text string) *float64 {
	if text == "" {
		return nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || n < 0 || n > MaxAmount {
		return nil
	}
	return &n
}

// keys returns the keys of a list option that are words.
func keys(list string) []string {
	names := []string{}
	for _, entry := range Entries(list) {
		if name := Word(entry.Key); name != "" {
			names = append(names, name)
		}
	}
	return names
}
