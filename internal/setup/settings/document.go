// Package settings puts the hooks of atm into the text of Claude Code's
// settings.json, has its status line call atm, and takes all that out again. It does the same with the hooks of
// other agents, in the [Form] of their files. It is pure: bytes in, bytes out.
//
// It promises that every foreign byte stays: order, indentation, comments, line ends, a byte order mark, unknown keys.
// For any text that does not call atm, removing what was installed gives back the same bytes, but for what was empty,
// and escapes that nobody needs to write in the command of the status line: only a copy of the file from before can
// tell these (see [Form.Remove]). What is ours is known by its command: a program named atm, at any path, with the
// argument hook or statusline.
//
// Nothing is decoded and encoded again: package hujson keeps every byte of what is not changed.
package settings

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"atm/internal/agents/dialect"
)

// ErrShape is a text that we cannot put hooks into: not JSON, or other things
// where the agent wants objects and lists.
var ErrShape = errors.New("not settings that atm can change")

const byteOrderMark = "\ufeff"

// document is a parsed text.
type document struct {
	form       Form
	mark       string // the byte order mark, if there is one
	text       string // all after it, as it was
	root       hujson.Value
	normalizes bool // objects and lists of hooks that are empty go, too, and JSON spells the status line
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

// checkNames returns an error if a name stands twice in one of the objects that lead to a
// hook, or to the command of the status line. Claude Code takes the last of them, but the person
// who wrote the other one expects that one to count.
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

// bytes returns the text as it has become.
func (d *document) bytes() []byte { return append([]byte(d.mark), d.root.Pack()...) }

// Form is how the file of an agent says which hooks it calls. The zero value is that of Claude Code.
type Form dialect.Form

// events returns the object that has a list for each event.
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
	matcher, _ := member(element, "matcher")
	var found []entry
	for _, handler := range form.handlers(element) {
		program, command, isOurs := readHandler(handler)
		if !isOurs {
			continue
		}
		_, exec := member(handler, "args")
		timeout, _ := member(handler, "timeout")
		seconds, _ := strconv.Atoi(literal(timeout)) // none is 0
		found = append(found, entry{
			Found:   Found{Event: event, Program: program, Matcher: text(matcher), Exec: exec, Timeout: seconds},
			command: command, handler: handler,
		})
	}
	return found
}

// versionName is the member with which a file begins that has nothing else yet, where the agent wants that.
const versionName = "version"
