package settings

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// Hook is how Claude Code is to call atm hook.
type Hook struct {
	Program string   // absolute path of atm
	Exec    bool     // as a program with arguments (Claude Code 2.1.139 and later), else as a line for a shell
	Timeout int      // seconds
	Events  []string // in the order in which they are to be added
}

// handler returns the text of our entry in a list of hooks.
func (h Hook) handler(s style) string {
	members := []string{s.member("type", `"command"`), s.member("command", quote(h.Program)), s.member("args", `["hook"]`)}
	if !h.Exec {
		members = []string{members[0], s.member("command", quote(ShellWord(h.Program)+" hook"))}
	}
	return "{" + strings.Join(append(members, s.member("timeout", strconv.Itoa(h.Timeout))), s.comma()) + "}"
}

// group returns the text of an element of an event's list.
func (h Hook) group(s style) string { return "{" + s.member("hooks", "["+h.handler(s)+"]") + "}" }

// event returns the text of a member of the object of hooks.
func (h Hook) event(s style, name string) string { return s.member(name, "["+h.group(s)+"]") }

func quote(text string) string { return string(hujson.String(text)) }

// ShellWord quotes a word for a shell, where that is needed.
func ShellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+@%-") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// same reports whether an entry says what we want it to say, and nothing else.
func (h Hook) same(handler hujson.Value) bool {
	wanted, err := hujson.Parse([]byte(h.handler(style{})))
	return err == nil && equal(wanted, handler)
}

// equal compares two values, whatever the order of members.
func equal(a, b hujson.Value) bool {
	switch a.Value.Kind() {
	case '{':
		x, _ := object(a)
		y, ok := object(b)
		return ok && len(x.items) == len(y.items) && !slices.ContainsFunc(x.items, func(m item) bool {
			other, found := y.member(m.name)
			return !found || !equal(m.value, other.value)
		})
	case '[':
		x, _ := list(a)
		y, ok := list(b)
		return ok && slices.EqualFunc(x.items, y.items, func(m, n item) bool { return equal(m.value, n.value) })
	}
	return a.Value.Kind() == b.Value.Kind() && literal(a) == literal(b)
}

func literal(v hujson.Value) string {
	l, _ := v.Value.(hujson.Literal)
	return l.String()
}

// ours reports whether an entry in a list of hooks calls atm hook, and by which
// program.
func ours(handler hujson.Value) (program string, ok bool) {
	o, _ := object(handler)
	command, _ := o.member("command")
	line := text(command.value)
	if args, found := o.member("args"); found {
		words, _ := list(args.value)
		return line, path.Base(line) == "atm" && len(words.items) > 0 && text(words.items[0].value) == "hook"
	}
	words, simple := shellWords(line)
	for simple && len(words) > 0 && assignment(words[0]) {
		words = words[1:] // ATM_DEBUG=/tmp/atm.log atm hook
	}
	if !simple || len(words) < 2 {
		return "", false
	}
	return words[0], path.Base(words[0]) == "atm" && words[1] == "hook"
}

func assignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	return found && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// shellWords splits a simple command as a shell does. A line in which anything
// else happens is somebody's own work: it is not simple.
func shellWords(line string) (words []string, simple bool) {
	var word strings.Builder
	quote, inWord := byte(0), false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == '\'' && c != '\'', quote == '"' && strings.IndexByte("\"\\$`", c) < 0:
			word.WriteByte(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			inWord = true
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		case strings.IndexByte("|&;<>()$`\\\"'*?[#\n", c) >= 0:
			return nil, false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// Found is one of our hooks in a text.
type Found struct {
	Event   string
	Program string // as it stands there
	Matcher string // "" = all
	Exec    bool
	Timeout int // seconds; 0 = Claude Code's own
}

// Facts is what a text says about hooks.
type Facts struct {
	Hooks    []Found
	Disabled bool     // disableAllHooks
	Managed  bool     // allowManagedHooksOnly: hooks of users do not run
	Plugins  []string // names of the plugins that are switched on, "name@marketplace"

	// Ignored says that the text has comments, or commas behind the last of
	// several things: Claude Code reads plain JSON only, and ignores such a file
	// as a whole (seen with 2.1.197 and 2.1.329).
	Ignored bool
}

// Read returns what a text says about hooks. A text without anything says
// nothing.
func Read(text []byte) (Facts, error) {
	var f Facts
	if _, rest := cutMark(string(text)); blank(rest) {
		return f, nil
	}
	d, err := parse(text)
	if err != nil {
		return f, err
	}
	f.Ignored = !json.Valid([]byte(d.text))
	root, _ := object(d.root)
	flag := func(name string) bool { m, ok := root.member(name); return ok && literal(m.value) == "true" }
	f.Disabled, f.Managed = flag("disableAllHooks"), flag("allowManagedHooksOnly")
	plugins, _ := root.member("enabledPlugins")
	if on, ok := object(plugins.value); ok {
		for _, p := range on.items {
			if literal(p.value) == "true" {
				f.Plugins = append(f.Plugins, p.name)
			}
		}
	}
	for _, p := range d.places() {
		f.Hooks = append(f.Hooks, p.found())
	}
	return f, nil
}

// found describes the entry at a place.
func (p place) found() Found {
	handler, _ := object(p.handler)
	_, exec := handler.member("args")
	timeout, _ := handler.member("timeout")
	seconds, _ := strconv.Atoi(literal(timeout.value)) // none is 0
	program, _ := ours(p.handler)
	return Found{p.event, program, p.matcher, exec, seconds}
}
