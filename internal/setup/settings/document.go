// Package settings writes the hooks of atm into Claude Code's settings.json, has the status line call atm,
// and removes both again. It does the same with the hooks of other agents, in the [Form] of their files. It
// is pure: bytes in, bytes out.
//
// It promises that everything else stays, byte by byte: order, indentation, comments, line ends, a byte order
// mark, unknown keys. If a text does not call atm, installing and removing gives back the same bytes, with
// two exceptions that only a copy of the earlier file can restore (see [Form.Remove]): empty objects and
// lists, and unnecessary escapes in the command of the status line. An entry is ours if it calls a program
// named atm, at any path, with the argument hook, guard or statusline.
//
// Package hujson keeps every byte of what is not changed; nothing is decoded and encoded again.
package settings

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"atm/internal/agents/dialect"
)

// ErrShape means that a text cannot get hooks: it is not JSON, or something else stands where the agent
// expects objects and lists.
var ErrShape = errors.New("not settings that atm can change")

const byteOrderMark = "\ufeff"

// document is a parsed text.
type document struct {
	form       Form
	mark       string // the byte order mark, if there is one
	text       string // the original text after the mark
	root       hujson.Value
	normalizes bool // see [Form.normalized]
}

// parse parses a text that is not blank.
func (form Form) parse(text []byte) (*document, error) {
	d := &document{form: form}
	d.mark, d.text = cutMark(string(text))
	var err error
	if d.root, err = hujson.Parse([]byte(d.text)); err != nil {
		return nil, fmt.Errorf("%w: %s", ErrShape, strings.TrimPrefix(err.Error(), "hujson: "))
	}
	if d.root.Value.Kind() != '{' {
		return nil, fmt.Errorf("%w: no object", ErrShape)
	}
	return d, d.checkNames()
}

// checkNames returns an error if one of the objects around a hook, or around the command of the status line,
// has a name twice. Claude Code uses the last one, but the user may expect the first one to count.
func (d *document) checkNames() error {
	line, _ := member(d.root, statusLineName)
	errs := []error{
		checkNames(d.root, "hooks", statusLineName),
		checkNames(d.events()),
		checkNames(line, "type", "command"),
	}
	for _, event := range object(d.events()).all() {
		for _, group := range list(event.Value).all() {
			errs = append(errs, checkNames(group, "hooks", "matcher"))
		}
	}
	return cmp.Or(errs...)
}

func cutMark(text string) (mark, rest string) {
	if rest, found := strings.CutPrefix(text, byteOrderMark); found {
		return byteOrderMark, rest
	}
	return "", text
}

// bytes returns the changed text.
func (d *document) bytes() []byte { return append([]byte(d.mark), d.root.Pack()...) }

// Form is the layout of the hooks in the file of an agent. The zero value is that of Claude Code.
type Form dialect.Form

// events returns the object with a list for each event.
func (d *document) events() hujson.Value {
	if d.form.Bare {
		return d.root
	}
	hooks, _ := member(d.root, "hooks")
	return hooks
}

// handlers returns the handlers in an element of an event's list.
func (form Form) handlers(element hujson.Value) []hujson.Value {
	if form.Flat {
		return []hujson.Value{element}
	}
	hooks, _ := member(element, "hooks")
	return list(hooks).all()
}

// entries returns our entries in an element of an event's list.
func (form Form) entries(event string, element hujson.Value) []entry {
	var found []entry
	for _, handler := range form.handlers(element) {
		program, calls, isOurs := readHandler(handler)
		if !isOurs {
			continue
		}
		_, exec := member(handler, "args")
		command, _ := member(handler, "command")
		words, _ := shellWords(text(command))
		found = append(found, entry{
			Found: Found{Event: event, Program: program, Matcher: matcherOf(element), Exec: exec,
				Replaced: slices.Contains(words, "exec"), Timeout: timeout(handler)},
			command: calls, handler: handler,
		})
	}
	return found
}

// matcherOf returns the tools that a group of hooks is for, "" = all.
func matcherOf(element hujson.Value) string {
	matcher, _ := member(element, "matcher")
	if tools := text(matcher); tools != "*" && tools != ".*" {
		return tools
	}
	return ""
}

// timeout returns the timeout of a handler, 0 if there is none.
func timeout(handler hujson.Value) int {
	value, _ := member(handler, "timeout")
	seconds, _ := strconv.Atoi(literal(value))
	return seconds
}

// versionName is the first member of a new file, for an agent that requires one.
const versionName = "version"
