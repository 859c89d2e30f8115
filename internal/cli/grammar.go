package cli

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// named returns the grammar with the command that the arguments name, and without all others:
// kong takes milliseconds to build a grammar of 30 commands. Where the arguments name none, or
// ask for help, it is the whole grammar. grammar is a pointer to a struct.
func named(grammar any, args []string) any {
	if len(args) == 0 || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return grammar
	}
	var fields []reflect.StructField
	found := false
	for _, field := range reflect.VisibleFields(reflect.TypeOf(grammar).Elem()) {
		_, isCommand := field.Tag.Lookup("cmd")
		wanted := isCommand && commandName(field) == args[0]
		if wanted || !isCommand {
			fields = append(fields, field)
		}
		found = found || wanted
	}
	if !found {
		return grammar
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// commandName is the name that kong gives the command of a field: "pane-icon" for PaneIcon.
func commandName(field reflect.StructField) string {
	if name := field.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, r := range field.Name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
