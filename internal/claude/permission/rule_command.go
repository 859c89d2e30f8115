package permission

import (
	"errors"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"atm/internal/sys/shell"
)

// commandRule is a pattern of commands, in which "*" stands for any characters. One that ends in " *" and has no other
// "*" also matches the command without arguments.
type commandRule string

func parseCommandRule(content string) (commandRule, error) {
	if before, found := strings.CutSuffix(content, ":*"); found {
		content = before + " *" // the older syntax
	}
	if strings.HasPrefix(strings.TrimSpace(content), "*") {
		return "", errors.New("is for any program; name one, or write Bash")
	}
	return commandRule(content), nil
}

// matches reports whether the rule certainly applies to a command: the rule has no "*" and is exactly this command,
// or every shell splits the command in the same way and each part of it matches.
func (r commandRule) matches(command string) bool {
	if command == string(r) && !strings.Contains(command, "*") {
		return true
	}
	parts, certain := simpleCommands(command)
	return certain && len(parts) > 0 &&
		!slices.ContainsFunc(parts, func(part string) bool { return !r.matchesPart(part) })
}

func (r commandRule) matchesPart(part string) bool {
	program, found := strings.CutSuffix(string(r), " *")
	if found && part == program && !strings.Contains(program, "*") {
		return true
	}
	isEqual := func(pattern, character string) bool { return pattern == character }
	return matchWild(strings.Split(string(r), ""), strings.Split(part, ""), "*", isEqual)
}

// simpleCommands splits a command at the operators &&, ||, ;, | and at line breaks. isCertain is true only if
// bash, zsh and sh all read the command in the same way: it may have quotes, but no expansions, redirections,
// groups, comments or background jobs.
func simpleCommands(command string) (parts []string, isCertain bool) {
	isOdd := func(c rune) bool { return isControl(c) && c != '\n' && c != '\t' }
	if !utf8.ValidString(command) || strings.ContainsFunc(command, isOdd) {
		return nil, false
	}
	start := 0 // of the part
	for i := 0; i < len(command); {
		unit, plain := shell.Next(command, i)
		if !plain {
			return nil, false
		}
		if unit.Quote == '\'' || unit.Quote == '"' {
			i = unit.End
			continue
		}
		length := 1 // of the operator or character at i
		switch command[i] {
		case ';', '|', '\n', '&':
			if command[i] == '&' {
				if !strings.HasPrefix(command[i:], "&&") {
					return nil, false
				}
				length = 2
			}
			parts = append(parts, command[start:i])
			start = i + length
		case '\\', '$', '`', '(', ')', '<', '>':
			return nil, false
		case '{': // {a,b} and {1..3} are several words
			if length = plainBraces(command[i:]); length == 0 {
				return nil, false
			}
		case '=', '#': // for zsh =ls is the path of ls; # begins a comment, in which quotes mean nothing
			if i == start || command[i-1] == ' ' || command[i-1] == '\t' {
				return nil, false
			}
		default:
			if command[i] >= utf8.RuneSelf { // bash of macOS reads bytes of some letters as blanks
				return nil, false
			}
		}
		i += length
	}
	parts = append(parts, command[start:])
	for i := range parts {
		parts[i] = strings.Trim(parts[i], " \t")
	}
	// An empty part is next to a line break, or to a syntax error with which nothing runs.
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" }), true
}

// plainBraces returns the length of the braces at the beginning of a text, as in HEAD@{1}; 0 if a shell could
// expand them to several words.
func plainBraces(command string) int {
	end := strings.IndexByte(command, '}')
	if end < 0 {
		return 0
	}
	inside := command[1:end]
	if strings.ContainsAny(inside, "{,;|&<>()$`'\"\\ \t\n") || strings.Contains(inside, "..") {
		return 0
	}
	return end + 1
}

// matchWild reports whether a pattern matches the complete text. The element wild of the pattern matches any number of
// elements of the text.
func matchWild(pattern, text []string, wild string, equal func(pattern, element string) bool) bool {
	p, t := 0, 0
	star, resume := -1, 0 // the last wild element, and the end of the elements that it matches
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == wild:
			star, resume = p, t
			p++
		case p < len(pattern) && equal(pattern[p], text[t]):
			p++
			t++
		case star >= 0:
			resume++
			p, t = star+1, resume
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == wild {
		p++
	}
	return p == len(pattern)
}

// mayAskDespiteRules reports whether Claude Code may ask about a command although a rule allows it, because
// the command has paths that are protected, or outside the session's directory. 2.1.330 does so for programs
// like touch, rm, cp, cat, cd. Its suggestions show that: if a rule would allow the command, it suggests only
// rules for Bash. In doubt the result is true.
func (r Request) mayAskDespiteRules(command string) bool {
	if r.Suggestions != nil && len(r.Suggestions) == 0 {
		return true
	}
	concernsPaths := false
	for _, suggestion := range r.Suggestions {
		in, _ := parseObject(suggestion)
		switch in.text("type") {
		case "setMode": // it accompanies addDirectories
		case "addDirectories":
			concernsPaths = true
			directories, ok := all(in, "directories", directory)
			if !ok || slices.ContainsFunc(directories, r.isOutside) {
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
	// If there are several commands, the suggestions do not show the paths of each.
	parts, certain := simpleCommands(command)
	words := strings.FieldsFunc(command, func(c rune) bool {
		return strings.ContainsRune(" \t\n;|&='\"<>(),", c)
	})
	return (concernsPaths || !certain || len(parts) > 1) && slices.ContainsFunc(words, mayBeElsewhere)
}

// isOutside reports whether a path is neither the directory of the session nor below it.
func (r Request) isOutside(file string) bool {
	for _, dir := range []string{r.CWD, r.Resolved.CWD} {
		if file = path.Clean(file); dir != "" && (file == dir || strings.HasPrefix(file, dir+"/")) {
			return false
		}
	}
	return true
}

// mayBeElsewhere reports whether a word of a command may be a path outside the directory of the session, or
// one whose name begins with a dot.
func mayBeElsewhere(word string) bool {
	isHidden := func(name string) bool { return strings.HasPrefix(name, ".") && name != "." }
	return strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~") ||
		slices.ContainsFunc(strings.Split(word, "/"), isHidden)
}
