package permission

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"atm/internal/words"
)

// What a dialog of Claude Code 2.1.330 offers at most in one choice: with more, it has no such
// choice.
const (
	mostOffered = 8   // rules and directories
	widestOffer = 160 // columns of their texts, with " and " between them
)

// Always returns what the answer always gives beyond this call: those suggestions that the choice
// of the dialog gives in all versions that were measured (docs/answer.md). Claude Code suggests more
// to a hook than its dialog offers.
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

// offered returns the rules and directories of a suggestion, if the dialog offers it.
func (r Request) offered(in object) (texts []string, ok bool) {
	stays := in.text("destination")
	if stays != "session" && stays != "localSettings" {
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

// offeredRule returns what a rule allows, "" if the dialog does not offer it: one that is for
// another tool or skill, or for all that a shell could run or read.
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

// isAcceptEdits reports whether a suggestion has the session accept edits from then on.
func isAcceptEdits(in object) bool {
	return in.text("type") == "setMode" && in.text("mode") == "acceptEdits" &&
		in.text("destination") == "session"
}

// acceptEdits returns the suggestion that has the session accept edits from then on, nil if there
// is none.
func (r Request) acceptEdits() jsontext.Value {
	for _, suggestion := range r.Suggestions {
		if in, _ := parseObject(suggestion); isAcceptEdits(in) {
			return suggestion
		}
	}
	return nil
}

// edits reports whether the tool edits a file.
func (r Request) edits() bool { return slices.Contains(families["Edit"], r.Tool) }

// isPlain reports whether a file is no link, and none for which the dialog offers another choice or
// none: of the configuration of Claude Code, or with an odd name.
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

// isLinked reports whether links lead to a file, and neither it nor its path is protected: then the
// dialog offers access to both directories, and no other mode.
func (r Request) isLinked() bool {
	file, target := r.path(), r.Target()
	names := strings.Split(file+target, "/")
	return target != "" && target != file && !slices.ContainsFunc(names, guarded)
}
