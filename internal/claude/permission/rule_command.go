package permission

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"atm/internal/sys/shell"
)

// commandRule says which commands are meant.
type commandRule struct {
	exact  string // this command, and no other; "" = a pattern
	prefix string // the pattern is this command with any arguments, or none; "" = glob
	glob   string // "*" stands for any characters
}

// parseCommandRule reads the content of a rule for Bash.
func parseCommandRule(content string) (*commandRule, error) {
	if before, found := strings.CutSuffix(content, ":*"); found {
		content = before + " *" // an older way to write it
	}
	before, found := strings.CutSuffix(content, " *")
	switch {
	case strings.HasPrefix(strings.TrimSpace(content), "*"):
		return nil, errors.New("is for any program; name one, or write Bash")
	case !strings.Contains(content, "*"):
		return &commandRule{exact: content}, nil
	case found && !strings.Contains(before, "*"):
		return &commandRule{prefix: before}, nil
	}
	return &commandRule{glob: content}, nil
}

// matches reports whether the rule allows a command: because it is the command of the rule, or because each
// simple command in it matches.
func (r commandRule) matches(command string) bool {
	if r.exact != "" && command == r.exact {
		return true
	}
	parts, certain := simpleCommands(command)
	return certain && len(parts) > 0 &&
		!slices.ContainsFunc(parts, func(part string) bool { return !r.matchesPart(part) })
}

func (r commandRule) matchesPart(part string) bool {
	switch {
	case r.exact != "":
		return part == r.exact
	case r.prefix != "":
		return part == r.prefix || strings.HasPrefix(part, r.prefix+" ")
	}
	return matchWild([]byte(r.glob), []byte(part), func(c byte) bool { return c == '*' },
		func(pattern, c byte) bool { return pattern == c })
}

// simpleCommands splits a command at the operators &&, ||, ;, | and at line breaks. The result is certain
// only if bash, zsh and sh all read the command in the same way: quotes are understood, but nothing that
// expands, redirects, groups, comments or runs in the background.
func simpleCommands(command string) (parts []string, isCertain bool) {
	if !utf8.ValidString(command) || strings.ContainsFunc(command, isOddControl) {
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
		length := 1 // of what stands at i
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
		case '=': // zsh takes =ls for the path of ls
			if i == start || isBlank(command[i-1]) {
				return nil, false
			}
		case '#': // a comment, in which quotes mean nothing
			if i == start || isBlank(command[i-1]) {
				return nil, false
			}
		default:
			if command[i] >= utf8.RuneSelf { // bash of macOS takes bytes of some letters for blanks
				return nil, false
			}
		}
		i += length
	}
	parts = append(parts, command[start:])
	for i := range parts {
		parts[i] = strings.TrimFunc(parts[i], func(c rune) bool { return c == ' ' || c == '\t' })
	}
	// An operator with nothing beside it is a line break, or a mistake with which nothing runs.
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" }), true
}

func isOddControl(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7f }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// plainBraces returns the length of the braces that the command begins with, as in HEAD@{1};
// 0 if they could stand for several words.
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

// matchWild reports whether a pattern matches a whole text. An element for which isWild is true matches any
// number of elements of the text.
func matchWild[T any](pattern, text []T, isWild func(T) bool, equal func(pattern, element T) bool) bool {
	p, t := 0, 0
	wild, resume := -1, 0 // the last wild element, and where the text goes on after what it stands for
	for t < len(text) {
		switch {
		case p < len(pattern) && isWild(pattern[p]):
			wild, resume = p, t
			p++
		case p < len(pattern) && equal(pattern[p], text[t]):
			p++
			t++
		case wild >= 0:
			resume++
			p, t = wild+1, resume
		default:
			return false
		}
	}
	for p < len(pattern) && isWild(pattern[p]) {
		p++
	}
	return p == len(pattern)
}
