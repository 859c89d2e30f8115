// Package settings puts the hooks of atm into the text of Claude Code's
// settings.json, has its status line call atm, and takes all that out again. It does the same with the hooks of
// other agents, in the [Form] of their files. It is pure: bytes in, bytes out.
//
// It promises that every foreign byte stays: order, indentation, comments, line
// ends, a byte order mark, unknown keys. For any text that does not call atm,
// removing what was installed gives back the same bytes, but for what was empty, and escapes that nobody needs
// to write in the command of the status line: only a copy of the file from before can tell these (see [Form.Remove]). What is ours is known by its command: a program named atm, at any
// path, with the argument hook or statusline.
//
// Nothing is decoded and encoded again: a parser tells where things stand, and
// all changes are cuts and insertions in the text.
package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/tailscale/hujson"
)

// ErrShape is a text that we cannot put hooks into: not JSON, or other things
// where the agent wants objects and lists.
var ErrShape = errors.New("not settings that atm can change")

const byteOrderMark = "\ufeff"

// document is a parsed text and the replacements that are to be made in it.
type document struct {
	form         Form
	mark         string // the byte order mark, if there is one
	text         string // all after it
	root         hujson.Value
	replacements []replacement
	normalizes   bool // objects and lists of hooks that are empty go, too, and JSON spells the status line
}

// replacement puts something in the place of a part of the text.
type replacement struct {
	from, to int
	with     string
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
	root := object(d.root)
	events := d.events()
	line, _ := root.member(statusLineName)
	errs := []error{
		root.checkNames("hooks", statusLineName),
		events.checkNames(),
		object(line.value).checkNames("type", "command"),
	}
	for _, event := range events.items {
		for _, group := range list(event.value).items {
			errs = append(errs, object(group.value).checkNames("hooks", "matcher"))
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

// blank reports whether a text is nothing but the white space of JSON.
func blank(text string) bool { return strings.Trim(text, " \t\r\n") == "" }

func (d *document) cut(from, to int) { d.replace(from, to, "") }

func (d *document) insert(at int, text string) { d.replace(at, at, text) }

func (d *document) replace(from, to int, with string) {
	d.replacements = append(d.replacements, replacement{from, to, with})
}

// bytes returns the text with all replacements made. A replacement inside a larger one
// is part of it.
func (d *document) bytes() []byte {
	sort.SliceStable(d.replacements, func(i, j int) bool {
		a, b := d.replacements[i], d.replacements[j]
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) < 0
	})
	var b bytes.Buffer
	b.WriteString(d.mark)
	at := 0
	for _, r := range d.replacements {
		if r.from < at {
			continue
		}
		b.WriteString(d.text[at:r.from] + r.with)
		at = r.to
	}
	b.WriteString(d.text[at:])
	return b.Bytes()
}
