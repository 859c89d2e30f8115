// Package manual writes manual pages and completions from the grammar of a
// command, so that they cannot lack what the command knows. scripts/docs puts
// them into share; no program has this package in it.
package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Manual is a command to be described.
type Manual struct {
	*kong.Application
	Foreign bool // what is no command of its own is handed to claude
}

// commands returns the commands that people may know of.
func (m Manual) commands() []*kong.Node {
	var nodes []*kong.Node
	for _, node := range m.Children {
		if !node.Hidden {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// flags returns the flags of a command, those of all commands among them. The application itself has only those.
func (m Manual) flags(node *kong.Node) []*kong.Flag {
	all, flags := m.Flags, []*kong.Flag(nil)
	if node != m.Node {
		all = slices.Concat(node.Flags, m.Flags)
	}
	for _, flag := range all {
		if !flag.Hidden && (node == m.Node || flag.Name != "version") {
			flags = append(flags, flag)
		}
	}
	return flags
}

// values returns what a flag or an argument can be, nil if that is not known.
func values(v *kong.Value) []string {
	var words []string
	for word := range strings.SplitSeq(v.Enum, ",") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// words returns the values that the next word of a command can have.
func words(node *kong.Node) []string {
	var all []string
	for _, arg := range node.Positional {
		all = append(all, values(arg)...)
	}
	return all
}

// short returns the letter of a flag with its dash, "" if it has none.
func short(flag *kong.Flag) string {
	if flag.Short == 0 {
		return ""
	}
	return fmt.Sprintf("-%c", flag.Short)
}

// takesValue reports whether a word follows the flag.
func takesValue(flag *kong.Flag) bool { return !flag.IsBool() && !flag.IsCounter() }

// files reports whether the value of a flag is a file or a directory.
func files(flag *kong.Flag) bool { return flag.Tag != nil && strings.Contains(flag.Tag.Type, "path") }

// line makes one line of a text.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }
