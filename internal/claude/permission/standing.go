package permission

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"atm/internal/words"
)

// The limits of one choice in a dialog of Claude Code 2.1.330. If the suggestions exceed one, the dialog has
// no such choice.
const (
	mostOffered = 8   // rules and directories
	widestOffer = 160 // columns of their texts, with " and " between them
)

// Always returns the updates of the answer always: those suggestions that the choice in the dialog applies in
// all versions that were measured (docs/answer.md). Claude Code suggests more to a hook than its dialog
// offers.
func (r Request) Always() (updates []jsontext.Value) {
	var offered []string
	for _, suggestion := range r.Suggestions {
		in, _ := parseObject(suggestion)
		if texts, ok := r.offered(in); ok {
			updates, offered = append(updates, suggestion), append(offered, texts...)
		}
	}
	if len(offered) > mostOffered || words.Columns(strings.Join(offered, " and ")) > widestOffer {
		return nil
	}
	return updates
}

// offered returns the rules and directories of a suggestion; ok is false if the dialog does not offer it.
func (r Request) offered(in object) (texts []string, ok bool) {
	if destinations[in.text("destination")] == "" {
		return nil, false
	}
	switch in.text("type") {
	case "addRules":
		texts, ok = all(in, "rules", r.offeredRule)
		return texts, ok && in.text("behavior") == "allow"
	case "addDirectories":
		texts, ok = all(in, "directories", directory)
		return texts, ok && (!r.edits() || r.isPlain() || r.isLinked())
	}
	return nil, isAcceptEdits(in) && r.edits() && r.isPlain()
}

// readers are the tools whose dialogs offer rules for what they read.
var readers = []string{"Bash", "Glob", "Grep", "Monitor", "NotebookRead", "PowerShell", "Read"}

// offeredRule returns the content of a rule, or its tool; "" if the dialog does not offer the rule, because
// it is for another tool or skill, or for everything that a shell could run or read.
func (r Request) offeredRule(rule jsontext.Value) string {
	in, _ := parseObject(rule)
	tool, content := in.text("toolName"), in.text("ruleContent")
	isOther := tool != r.Tool && !(tool == "Read" && slices.Contains(readers, r.Tool)) ||
		tool == "Skill" && content != r.input().text("skill")
	isWhole := content == "" && (tool == "Skill" || slices.Contains(readers, tool))
	if isOther || isWhole || r.edits() || ruleText(rule) == "" {
		return ""
	}
	return cmp.Or(content, tool)
}

// isAcceptEdits reports whether a suggestion makes the session accept all further edits.
func isAcceptEdits(in object) bool {
	return in.text("type") == "setMode" && in.text("mode") == "acceptEdits" &&
		in.text("destination") == "session"
}

// acceptEdits returns the suggestion that makes the session accept all further edits, nil if there is none.
func (r Request) acceptEdits() jsontext.Value {
	for _, suggestion := range r.Suggestions {
		if in, _ := parseObject(suggestion); isAcceptEdits(in) {
			return suggestion
		}
	}
	return nil
}

func (r Request) edits() bool { return slices.Contains(families["Edit"], r.Tool) }

// isPlain reports whether the dialog has the usual choices for a file: it is not reached through a link, has
// no odd name, and does not belong to the configuration of Claude Code.
func (r Request) isPlain() bool {
	file := r.path()
	if file == "" || file != r.Target() {
		return false
	}
	names, _ := relative(file, "/")
	for i, name := range names {
		isOwn := folded(name) == ".claude" && holdsPrograms(names[i:]) || r.isConfig(names[:i+1])
		if isOwn || isOddName(name) {
			return false
		}
	}
	return true
}

// isLinked reports whether a file is reached through a link, and neither of its paths is protected: then the
// dialog offers access to both directories, and no other mode.
func (r Request) isLinked() bool {
	file, target := r.path(), r.Target()
	names := strings.Split(file+target, "/")
	return target != "" && target != file && !slices.ContainsFunc(names, guarded)
}

// grant describes for a person what one update of permissions allows.
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

// destinations describe where Claude Code stores the updates that its dialogs offer.
var destinations = map[string]string{
	"session":       " in this session",
	"localSettings": " in this project from now on, for you",
}

// all describes the elements of a member; ok is false if there are none, or if describe returns "" for one.
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

// directory returns a path, "" if [visible] would change it.
func directory(value jsontext.Value) string {
	path, exact := text(value)
	if !exact || visibleLine(path) != path {
		return ""
	}
	return path
}

// ruleText returns a rule as it is written in settings, "" if [visible] would change it.
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
