// Package settings puts the hooks of atm into the text of Claude Code's
// settings.json and takes them out again. It is pure: bytes in, bytes out.
//
// It promises that every foreign byte stays: order, indentation, comments, line
// ends, a byte order mark, unknown keys. For any text without our hooks,
// removing what was installed gives back the same bytes. Our hooks are known by
// their command: a program named atm, at any path, with the argument hook.
//
// Nothing is decoded and encoded again: a parser tells where things stand, and
// all changes are cuts and insertions in the text. What cannot be told from the
// text alone, where an object or a list was there and empty before we put
// something in, is remembered by white space: a blank at the end of the line
// that it begins on.
package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// ErrShape is a text that we cannot put hooks into: not JSON, or other things
// where Claude Code wants objects and lists.
var ErrShape = errors.New("not the settings of Claude Code")

const byteOrderMark = "\ufeff"

// doc is a parsed text and the changes that are to be made to it.
type doc struct {
	mark  string // the byte order mark, if there is one
	text  string // all behind it
	root  hujson.Value
	edits []change
}

// change puts something in the place of a part of the text.
type change struct {
	from, to int
	with     string
}

// parse parses a text that is not blank.
func parse(text []byte) (*doc, error) {
	d := &doc{}
	d.mark, d.text = cutMark(string(text))
	var err error
	if d.root, err = hujson.Parse([]byte(d.text)); err != nil {
		return nil, fmt.Errorf("%w: %s", ErrShape, strings.TrimPrefix(err.Error(), "hujson: "))
	}
	if d.root.Value.Kind() != '{' {
		return nil, fmt.Errorf("%w: no object", ErrShape)
	}
	return d, d.unique()
}

// unique returns an error if a name stands twice in one of the objects that lead
// to a hook. The client believes the last of them; whoever wrote the other
// believes that one.
func (d *doc) unique() error {
	root, _ := object(d.root)
	hooks, _ := root.member("hooks")
	events, _ := object(hooks.value)
	errs := []error{root.unique("hooks"), events.unique()}
	for _, event := range events.items {
		groups, _ := list(event.value)
		for _, g := range groups.items {
			group, _ := object(g.value)
			errs = append(errs, group.unique("hooks", "matcher"))
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

func (d *doc) cut(from, to int) { d.edits = append(d.edits, change{from: from, to: to}) }

func (d *doc) insert(at int, text string) {
	d.edits = append(d.edits, change{at, at, text})
}

// bytes returns the text with all changes made. A change inside one that is
// larger is part of it.
func (d *doc) bytes() []byte {
	slices.SortStableFunc(d.edits, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	var b bytes.Buffer
	b.WriteString(d.mark)
	at := 0
	for _, e := range d.edits {
		if e.from < at {
			continue
		}
		b.WriteString(d.text[at:e.from] + e.with)
		at = e.to
	}
	b.WriteString(d.text[at:])
	return b.Bytes()
}

// box is an object or a list in the text.
type box struct {
	open, close int // between its brackets
	items       []item
}

// item is a member of an object, or an element of a list.
type item struct {
	from, to int    // without what stands around it
	before   string // what stands in front of it, behind the bracket or the comma
	comma    int    // of the comma behind it; -1 = there is none
	name     string
	value    hujson.Value
}

// start returns where the white space in front of an item begins, or the item
// itself if comments stand there.
func (it item) start() int {
	if blank(it.before) {
		return it.from - len(it.before)
	}
	return it.from
}

// object returns the members of an object.
func object(v hujson.Value) (box, bool) {
	o, ok := v.Value.(*hujson.Object)
	b := box{open: v.StartOffset + 1, close: v.EndOffset - 1}
	if ok {
		for _, m := range o.Members {
			b.items = append(b.items, item{m.Name.StartOffset, m.Value.EndOffset, string(m.Name.BeforeExtra), comma(m.Value), text(m.Name), m.Value})
		}
		b.last(o.AfterExtra)
	}
	return b, ok
}

// list returns the elements of a list.
func list(v hujson.Value) (box, bool) {
	a, ok := v.Value.(*hujson.Array)
	b := box{open: v.StartOffset + 1, close: v.EndOffset - 1}
	if ok {
		for _, e := range a.Elements {
			b.items = append(b.items, item{e.StartOffset, e.EndOffset, string(e.BeforeExtra), comma(e), "", e})
		}
		b.last(a.AfterExtra)
	}
	return b, ok
}

// comma returns where the comma behind a value is, if it has one.
func comma(v hujson.Value) int { return v.EndOffset + len(v.AfterExtra) }

// last finds out whether there is a comma behind the last item. Without one all
// that follows it belongs to the box.
func (b *box) last(after hujson.Extra) {
	if n := len(b.items); n > 0 && b.items[n-1].comma+len(after) == b.close {
		b.items[n-1].comma = -1
	}
}

// member returns the last member of that name: so does JavaScript.
func (b box) member(name string) (item, bool) {
	for _, m := range slices.Backward(b.items) {
		if m.name == name {
			return m, true
		}
	}
	return item{}, false
}

// unique returns an error if one of the names stands there twice; without names,
// if any does.
func (b box) unique(names ...string) error {
	seen := map[string]bool{}
	for _, m := range b.items {
		if seen[m.name] && (len(names) == 0 || slices.Contains(names, m.name)) {
			return fmt.Errorf("%w: %q stands there twice", ErrShape, m.name)
		}
		seen[m.name] = true
	}
	return nil
}

// text returns what a string says, and "" for everything else.
func text(v hujson.Value) string {
	if l, ok := v.Value.(hujson.Literal); ok && l.Kind() == '"' {
		return l.String()
	}
	return ""
}
