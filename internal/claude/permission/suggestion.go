package permission

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// grant says in words what an answer gives by one update of permissions.
func grant(update jsontext.Value) string {
	in, _ := parseObject(update)
	description := modes[in.text("mode")]
	switch in.text("type") {
	case "addDirectories":
		texts, _ := all(in, "directories", directory)
		description = "allow access to " + strings.Join(texts, ", ")
	case "addRules":
		texts, _ := all(in, "rules", ruleText)
		description = "allow " + strings.Join(texts, ", ")
	}
	return description + destinations[in.text("destination")]
}

// modes are the permission modes that an answer can change to.
var modes = map[string]string{
	"acceptEdits": "accept file edits and common file commands (mkdir, mv, rm) without asking",
	"default":     "ask before each edit",
}

// destinations are the places where Claude Code keeps what its dialogs allow.
var destinations = map[string]string{
	"session":       " in this session",
	"localSettings": " in this project from now on, for you",
}

// all describes the elements of a member; ok is false if describe has no text for one.
func all(in object, name string, describe func(jsontext.Value) string) (texts []string, ok bool) {
	values, err := elements(in.value(name))
	for _, value := range values {
		text := describe(value)
		if text == "" {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, err == nil && len(values) > 0
}

// directory returns a path that a person sees as it is.
func directory(value jsontext.Value) string {
	path, exact := text(value)
	if !exact || visibleLine(path) != path {
		return ""
	}
	return path
}

// ruleText returns a rule as it is written in settings, if a person sees it as it is.
func ruleText(value jsontext.Value) string {
	in, _ := parseObject(value)
	rule := in.text("toolName")
	if content, exact := text(in.value("ruleContent")); exact {
		rule += "(" + content + ")"
	} else if in.hasMember("ruleContent") {
		return ""
	}
	if visibleLine(rule) != rule {
		return ""
	}
	return rule
}
