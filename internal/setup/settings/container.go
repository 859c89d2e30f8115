package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// container is an object or a list in the text.
type container struct {
	valid      bool // it is what was expected: an object, or a list
	start, end int  // between its brackets
	items      []item
}

// item is a member of an object, or an element of a list.
type item struct {
	from, to int    // without what stands around it
	before   string // what stands in front of it, after the bracket or the comma
	comma    int    // where the comma after it is; -1 = there is none
	name     string // of a member
	value    hujson.Value
}

// startWithSpace returns where the white space in front of an item begins, or the
// item itself if comments stand there.
func (it item) startWithSpace() int {
	if blank(it.before) {
		return it.from - len(it.before)
	}
	return it.from
}

// object returns the members of an object.
func object(v hujson.Value) container {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return container{}
	}
	c := container{valid: true, start: v.StartOffset + 1, end: v.EndOffset - 1}
	for _, m := range o.Members {
		c.items = append(c.items, item{
			from:   m.Name.StartOffset,
			to:     m.Value.EndOffset,
			before: string(m.Name.BeforeExtra),
			comma:  m.Value.EndOffset + len(m.Value.AfterExtra),
			name:   text(m.Name),
			value:  m.Value,
		})
	}
	c.findLastComma(o.AfterExtra)
	return c
}

// list returns the elements of a list.
func list(v hujson.Value) container {
	a, ok := v.Value.(*hujson.Array)
	if !ok {
		return container{}
	}
	c := container{valid: true, start: v.StartOffset + 1, end: v.EndOffset - 1}
	for _, e := range a.Elements {
		c.items = append(c.items, item{
			from:   e.StartOffset,
			to:     e.EndOffset,
			before: string(e.BeforeExtra),
			comma:  e.EndOffset + len(e.AfterExtra),
			value:  e,
		})
	}
	c.findLastComma(a.AfterExtra)
	return c
}

// findLastComma finds out whether there is a comma after the last item. Without one
// all that follows the item belongs to the container.
func (c *container) findLastComma(after hujson.Extra) {
	if n := len(c.items); n > 0 && c.items[n-1].comma+len(after) == c.end {
		c.items[n-1].comma = -1
	}
}

// member returns the last member of that name, as JavaScript does.
func (c container) member(name string) (item, bool) {
	for _, m := range slices.Backward(c.items) {
		if m.name == name {
			return m, true
		}
	}
	return item{}, false
}

// checkNames returns an error if one of the names stands there twice; without names,
// if any does.
func (c container) checkNames(names ...string) error {
	seen := map[string]bool{}
	for _, m := range c.items {
		if seen[m.name] && (len(names) == 0 || slices.Contains(names, m.name)) {
			return fmt.Errorf("%w: %q stands there twice", ErrShape, m.name)
		}
		seen[m.name] = true
	}
	return nil
}

func isString(v hujson.Value) bool { return v.Value != nil && v.Value.Kind() == '"' }

// text returns what a string says, and "" for everything else.
func text(v hujson.Value) string {
	if isString(v) {
		return literal(v)
	}
	return ""
}

// literal returns what a string says, and a number, true, false or null as it stands there.
func literal(v hujson.Value) string {
	l, _ := v.Value.(hujson.Literal)
	return l.String()
}

// textBetween returns what stands in a container, up to an offset, besides its items and
// their commas.
func (d *document) textBetween(c container, end int) string {
	var rest strings.Builder
	at := c.start
	for _, it := range c.items {
		rest.WriteString(d.text[at:it.from])
		at = it.to
		if it.comma >= 0 {
			rest.WriteString(d.text[at:it.comma])
			at = it.comma + 1
		}
	}
	rest.WriteString(d.text[at:end])
	return rest.String()
}
