package permission

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// grant says in words what a suggestion of Claude Code would allow. One of an unknown
// form is shown as it is.
func grant(suggestion jsontext.Value) string {
	in, _ := parseObject(suggestion)
	what := ""
	switch in.text("type") {
	case "setMode":
		what = modeGrant(in.text("mode"))
	case "addDirectories":
		what = listed("allow access to ", in, "directories", directory)
	case "removeDirectories":
		what = listed("end the access to ", in, "directories", directory)
	case "addRules":
		what = listed(behavior(in), in, "rules", ruleText)
	case "removeRules":
		what = behind("end the rule: ", listed(behavior(in), in, "rules", ruleText))
	case "replaceRules":
		what = behind("replace all rules of this kind: ", listed(behavior(in), in, "rules", ruleText))
	}
	where := destinations[in.text("destination")]
	if what == "" || where == "" {
		return visibleLine(string(suggestion))
	}
	return what + where
}

// destinations are the places where Claude Code keeps what it was allowed.
var destinations = map[string]string{
	"session":         " in this session",
	"localSettings":   " in this project from now on, for you",
	"projectSettings": " in this project from now on, for everybody",
	"userSettings":    " in all your projects from now on",
}

func modeGrant(mode string) string {
	switch mode {
	case "":
		return ""
	case "acceptEdits":
		return "accept edits"
	}
	return "change the permission mode to " + visibleLine(mode)
}

// behavior is what a rule does, with a blank behind it.
func behavior(in object) string {
	switch behavior := in.text("behavior"); behavior {
	case "allow", "deny":
		return behavior + " "
	case "ask":
		return "ask for "
	}
	return ""
}

// behind returns a text behind another one, "" if there is none.
func behind(first, text string) string {
	if text == "" {
		return ""
	}
	return first + text
}

// listed returns the elements of a member behind a verb; "" if one of them cannot be told.
func listed(verb string, in object, name string, tell func(jsontext.Value) string) string {
	values, err := elements(in.value(name))
	if err != nil || len(values) == 0 || verb == "" {
		return ""
	}
	list := make([]string, len(values))
	for i, value := range values {
		if list[i] = tell(value); list[i] == "" {
			return ""
		}
	}
	return verb + strings.Join(list, ", ")
}

func directory(value jsontext.Value) string {
	path, _ := text(value)
	return visibleLine(path)
}

func ruleText(value jsontext.Value) string {
	in, _ := parseObject(value)
	tool := visibleLine(in.text("toolName"))
	if !in.has("ruleContent") {
		return tool
	}
	content, exact := text(in.value("ruleContent"))
	if tool == "" || !exact {
		return ""
	}
	return tool + "(" + visibleLine(content) + ")"
}
