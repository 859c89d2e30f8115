package permission

import (
	"path"
	"slices"
	"strings"
)

// mayAskDespiteRules reports whether Claude Code may ask about a command although a rule allows it, because
// of paths in it that are outside the session's directory, or protected. 2.1.330 does so for programs like
// touch, rm, cp, cat, cd. Its suggestions show that: for a command that a rule would allow, it suggests
// rules for Bash. In doubt it may ask.
func (r Request) mayAskDespiteRules(command string) bool {
	if r.Suggestions != nil && len(r.Suggestions) == 0 {
		return true
	}
	concernsPaths := false
	for _, suggestion := range r.Suggestions {
		in, _ := parseObject(suggestion)
		switch in.text("type") {
		case "setMode": // stands beside the next one
		case "addDirectories":
			concernsPaths = true
			if directories, ok := all(in, "directories", directory); !ok || slices.ContainsFunc(directories, r.isOutside) {
				return true
			}
		case "addRules":
			rules, ok := all(in, "rules", ruleText)
			isOther := func(rule string) bool { return rule != "Bash" && !strings.HasPrefix(rule, "Bash(") }
			if !ok || slices.ContainsFunc(rules, isOther) {
				return true
			}
		default:
			return true
		}
	}
	// Of several commands each may have paths of its own, of which the suggestions tell nothing.
	parts, certain := simpleCommands(command)
	words := strings.FieldsFunc(command, isBetweenWords)
	return (concernsPaths || !certain || len(parts) > 1) && slices.ContainsFunc(words, mayBeElsewhere)
}

// isOutside reports whether a path is not the directory of the session, nor below it.
func (r Request) isOutside(file string) bool {
	for _, dir := range []string{r.CWD, r.Resolved.CWD} {
		if file = path.Clean(file); dir != "" && (file == dir || strings.HasPrefix(file, dir+"/")) {
			return false
		}
	}
	return true
}

func isBetweenWords(c rune) bool { return strings.ContainsRune(" \t\n;|&='\"<>(),", c) }

// mayBeElsewhere reports whether a word of a command may be a path outside the directory of the session, or
// one whose name begins with a dot.
func mayBeElsewhere(word string) bool {
	isHidden := func(name string) bool { return strings.HasPrefix(name, ".") && name != "." }
	return strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~") ||
		slices.ContainsFunc(strings.Split(word, "/"), isHidden)
}
